/**
 * Access control. A page of any site can send requests to an address of this machine, and a site can point its own host name here so that
 * the browser sees one origin (DNS rebinding). So `Host` and `Origin` are checked before anything else, and there are no cookies.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { cleanLine } from '../text/clean-text.ts';
import { HttpError } from './http-error.ts';

/** What a caller may do: look at sessions, say something in one, or run one, which costs money. */
export type Right = 'read' | 'speak' | 'start';

/** The sender of a request and their rights. */
export interface Caller {
  /** Null for the holder of the server's own token when no proxy signs people in: they may do everything and give their own name. */
  name: string | null;
  rights: ReadonlySet<Right>;
}

/** Which requests are let in. */
export interface AccessRules {
  token: string;
  /** The header in which a proxy names the signed-in person, in lower case; null without such a proxy. */
  userHeader: string | null;
  /** The names that hold each right; `*` is every known caller. */
  rights: Readonly<Record<Right, readonly string[]>>;
  /** Pipelines, each with its own token. */
  pipelines: readonly { name: string; token: string }[];
  /** The address to listen on, as the user gave it. */
  host: string;
  /** Known once the server listens. */
  port: number;
  /** The address at which people reach a server behind a proxy; null without one. */
  publicUrl: URL | null;
}

/** The headers of a request that decide about access. */
export interface AskedBy {
  host: string | undefined;
  origin: string | undefined;
  authorization: string | undefined;
  /** The value of the proxy's header. */
  user?: string | undefined;
}

/** Whether a host is the loopback address, which other machines cannot reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Throws BAD_HOST for a name that is none, and FORBIDDEN for a foreign host and for a request from a page of another origin. */
export function checkPlace(
  { host, origin }: AskedBy,
  rules: Pick<AccessRules, 'host' | 'port' | 'publicUrl'>,
): void {
  if (host !== undefined && !URL.canParse(`http://${host}`)) {
    throw new HttpError(
      'BAD_HOST',
      'The header Host holds no host.',
      'Use the address that s2s serve printed.',
    );
  }
  if (host === undefined || !isOwnHost(host.toLowerCase(), rules)) {
    throw new HttpError(
      'FORBIDDEN',
      'This host name does not belong to this server.',
      'Use the address that s2s serve printed, or start it with --public-url.',
    );
  }
  // The server's own page has the origin of the address it requests, or of the proxy's public address.
  const own = [`http://${host.toLowerCase()}`, ...(rules.publicUrl === null ? [] : [rules.publicUrl.origin])];
  if (origin !== undefined && !own.includes(origin.toLowerCase())) {
    throw new HttpError(
      'FORBIDDEN',
      'A page of another origin may not use this server.',
      'Open the page that the server itself serves.',
    );
  }
}

const allRights: ReadonlySet<Right> = new Set(['read', 'speak', 'start']);

/** Finds the caller. Throws UNAUTHORIZED for a wrong token, and when nobody is signed in; takes the same time for every wrong token. */
export function findCaller({ authorization = '', user }: AskedBy, rules: AccessRules): Caller {
  const given = digest(/^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '');
  const pipelines = rules.pipelines.filter(({ token }) => timingSafeEqual(given, digest(token)));
  const isOwn = timingSafeEqual(given, digest(rules.token));
  const [pipeline] = pipelines;
  if (pipeline !== undefined) return { name: pipeline.name, rights: listRights(pipeline.name, rules) };
  if (!isOwn) {
    throw new HttpError(
      'UNAUTHORIZED',
      'This request carries no token, or a wrong one.',
      'Send `authorization: Bearer <token>` with the token that s2s serve printed.',
    );
  }
  if (rules.userHeader === null) return { name: null, rights: allRights };
  const name = cleanLine(readUtf8(user ?? '')).trim();
  if (name !== '' && Array.from(name).length <= 80) return { name, rights: listRights(name, rules) };
  throw new HttpError(
    'UNAUTHORIZED',
    `Nobody is signed in: the header ${rules.userHeader} of the proxy names nobody, or has more than 80 characters.`,
    'Sign in at the proxy in front of this server.',
  );
}

/** Throws FORBIDDEN. */
export function checkRight({ name, rights }: Caller, right: Right): void {
  if (rights.has(right)) return;
  throw new HttpError(
    'FORBIDDEN',
    `${name ?? 'This caller'} may not ${right} here.`,
    `The person who runs this server can add the name to server.rights.${right} in their configuration.`,
  );
}

function listRights(name: string, { rights }: AccessRules): ReadonlySet<Right> {
  return new Set([...allRights].filter((right) => rights[right].some((one) => one === '*' || one === name)));
}

/** Node reads headers as Latin-1, byte for byte; names are UTF-8. */
function readUtf8(header: string): string {
  return Buffer.from(header, 'latin1').toString('utf8');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isOwnHost(
  host: string,
  { host: bound, port, publicUrl }: Pick<AccessRules, 'host' | 'port' | 'publicUrl'>,
): boolean {
  if (publicUrl !== null && host === publicUrl.host.toLowerCase()) return true;
  const { name, given } = splitHost(host);
  if (given !== port) return false;
  if (isLoopback(name)) return true;
  if (bound === '0.0.0.0' || bound === '::') return isAddress(name);
  return name === bound.toLowerCase();
}

/** `[::1]:80` is `::1` and 80; no port is 80. */
function splitHost(host: string): { name: string; given: number } {
  const [, bracketed, plain = '', port] =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(host) ?? [];
  return { name: bracketed ?? plain, given: port === undefined ? 80 : Number(port) };
}

/** An IP address cannot be pointed somewhere else, as a name can. */
function isAddress(name: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(name) || name.includes(':');
}
