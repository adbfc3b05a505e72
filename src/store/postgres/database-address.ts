/** Reads the address of a database as people write it: with any signs in the password, with a folder as host, with any sslmode. */
import { S2sError } from '../../session/errors.ts';
import type { DatabasePlace } from './database-errors.ts';

/** Parses the address in a variable. Throws STORE_URL without showing any of it. */
export function readAddress({
  variable,
  address = '',
  schema,
}: {
  variable: string;
  address: string | undefined;
  schema: string;
}): DatabasePlace {
  const example = `export ${variable}=postgres://user:password@host:5432/database`;
  if (address.trim() === '') {
    const message = `Sessions are kept in a database, but the environment variable ${variable} with its address is not set.`;
    throw new S2sError('STORE_URL', message, { hint: `${example}; or keep them in files: S2S_STORE=files` });
  }
  const mended = checkWhole(encodePassword(address.trim()));
  // A host in the parameters, such as the folder of a socket, leaves the place of the host empty.
  const readable = mended.replace('@/', '@localhost/');
  const url = URL.canParse(readable) ? new URL(readable) : null;
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol)) {
    throw new S2sError('STORE_URL', `${variable} does not hold the address of a PostgreSQL database.`, {
      hint: `It looks like this: ${example}`,
    });
  }
  const host = url.searchParams.get('host') ?? (decodeQuietly(url.host) || 'this machine');
  const shownAs = `The database ${decodeQuietly(url.pathname.slice(1)) || 'postgres'} at ${host}`;
  return { address: mended, shownAs, variable, schema };
}

/** Encodes the signs of a user and a password that end them otherwise; those that are encoded already stay as they are. */
function encodePassword(address: string): string {
  const [, scheme = '', rest = ''] = /^(\w+:\/\/)(.*)$/.exec(address) ?? [];
  if (!/^[^/?][^?]*@/.test(rest)) return address;
  // In an address that can be read the first @ ends the password, and another one may stand in a parameter.
  const isPlain = /^[^@#/?]*@[^@#/?]*(?:[/?][^#]*)?$/.test(rest);
  const end = isPlain ? rest.indexOf('@') : rest.lastIndexOf('@');
  const login = rest
    .slice(0, end)
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[@#/?[\] ]/g, (sign) => encodeURIComponent(sign));
  return `${scheme}${login}${rest.slice(end)}`;
}

/**
 * The driver checks certificates whole for each of these modes, and warns at length that the next version will not. Only `verify-ca` with
 * an authority compares no names, as in PostgreSQL's own programs.
 */
function checkWhole(address: string): string {
  if (address.includes('uselibpqcompat=')) return address;
  if (/[?&]sslmode=verify-ca(?=&|$)/.test(address) && address.includes('sslrootcert='))
    return `${address}&uselibpqcompat=true`;
  return address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

function decodeQuietly(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
