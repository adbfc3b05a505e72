/** Explains database errors: what happened, why, and what to type next. No message contains the password. */
import { S2sError } from '../../session/errors.ts';

/** Where a database is. */
export interface DatabasePlace {
  /** The whole address, with the password: never shown. */
  address: string;
  /** Its name in messages. */
  shownAs: string;
  /** The environment variable with the address. */
  variable: string;
  schema: string;
}

/** Error codes of the system and of PostgreSQL for a server that is not running, still starting, or shut down. */
const awayCodes = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EPIPE',
    'ENOENT',
  ],
  // Shut down by an administrator, crashed, starting; connection errors (class 08, 08P01 from a pooler); too many connections.
  ...['57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006', '08P01', '53300'],
]);
/** The driver's own messages, which have no code. */
const awayMessages =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable|connection timeout/i;

/** Turns an error of the driver into an S2sError; returns an unknown error as it is. */
export function explainDatabaseError(error: unknown, place: DatabasePlace): unknown {
  if (error instanceof S2sError || !(error instanceof Error)) return error;
  const { shownAs, schema, variable } = place;
  // If a host has several addresses, each try has its own error.
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [error];
  const code = (first as { code?: string }).code ?? '';
  const cause = first;
  if (code === 'ENOENT' && (first as NodeJS.ErrnoException).syscall === 'open')
    return new S2sError(
      'STORE_URL',
      `${variable} names a file that is not there: ${(first as NodeJS.ErrnoException).path}.`,
      {
        hint: `Correct sslrootcert, sslcert or sslkey in the address in ${variable}.`,
        cause,
      },
    );
  if (awayCodes.has(code) || awayMessages.test(first.message)) {
    const why = code === '' ? first.message : `${first.message.split('\n')[0]} (${code})`;
    return new S2sError('STORE_UNREACHABLE', `${shownAs} does not answer: ${why}.`, {
      hint:
        code === '53300'
          ? 'Allow more connections (max_connections; each s2s uses at most five), then run the same command again.'
          : `Start it, or correct the address in ${variable}, then run the same command again.`,
      cause,
    });
  }
  const refuse = (message: string, hint: string): S2sError =>
    new S2sError('STORE_REFUSED', `${shownAs} ${message}`, { hint, cause });
  switch (code) {
    case '28P01':
    case '28000':
      return refuse(
        'does not accept this user or password.',
        `Correct the user and the password in ${variable}.`,
      );
    case '3D000':
      return refuse('does not exist.', `Create it (createdb), or name another one in ${variable}.`);
    case '42501':
      return refuse(
        `does not let this user work in the schema ${schema}.`,
        `Let the owner of the database type: grant all on schema ${schema} to the user; or create the tables as its owner: s2s store migrate`,
      );
    case '3F000':
    case '42P01':
      return describeNotReady(place, `has no tables of s2s in the schema ${schema}`);
    case '25006':
      return new S2sError('FILE_UNWRITABLE', `${shownAs} is read-only.`, {
        hint: `Name the server that accepts writes in ${variable}.`,
        cause,
      });
    case '53100':
      return new S2sError('FILE_UNWRITABLE', `${shownAs} has no room left on its disk.`, {
        hint: 'Free some space there, then run the same command again.',
        cause,
      });
    default:
      if (/CERT|SIGNATURE/.test(code) || /SSL/.test(first.message))
        return refuse(
          `cannot be reached securely: ${first.message}.`,
          code === ''
            ? `If it is on your own machine or network, write sslmode=disable in the address in ${variable}.`
            : code === 'ERR_TLS_CERT_ALTNAME_INVALID'
              ? `Write a name that its certificate has in the address in ${variable}; or sslmode=verify-ca with sslrootcert, which compares no names.`
              : code === 'CERT_HAS_EXPIRED'
                ? 'Give the server a new certificate.'
                : place.address.includes('sslrootcert=')
                  ? `The file that sslrootcert names in ${variable} does not hold the certificate of this server's authority: name another.`
                  : `Name the certificate of its authority in the address in ${variable}: sslrootcert=/path/to/ca.crt`,
        );
      if (/SASL|password must be a string/i.test(first.message))
        return refuse(
          'asks for a password.',
          `Give the password in ${variable}: postgres://user:password@host/database`,
        );
      return error;
  }
}

/** Whether the server could not be reached. */
export function isAway(error: unknown): boolean {
  return error instanceof S2sError && error.code === 'STORE_UNREACHABLE';
}

/** STORE_NOT_READY: tables are missing, or older than this program. */
export function describeNotReady({ shownAs }: DatabasePlace, why: string): S2sError {
  return new S2sError('STORE_NOT_READY', `${shownAs} ${why}.`, {
    hint: 's2s store migrate (--yes in a pipeline)',
  });
}

/** STORE_AWAY: a run has given up waiting for the server. */
export function describeAway({ shownAs }: DatabasePlace, cause: unknown): S2sError {
  const message = `${shownAs} went away and did not come back in time.`;
  return new S2sError('STORE_AWAY', message, {
    hint: 'Start it, then run the same command again, or continue a discussion: s2s roundtable resume',
    cause,
  });
}

/** STORE_DRIVER: a package that only PostgreSQL needs is not installed. */
export function describeMissingDriver(cause: unknown, name = 'pg'): S2sError {
  const what = name === 'pg' ? 'speaks to PostgreSQL' : 'hands sessions to workers';
  return new S2sError('STORE_DRIVER', `The package ${name}, which ${what}, is not installed alongside s2s.`, {
    hint: `npm install ${name} (npm install --global ${name} where s2s is installed globally)`,
    cause,
  });
}
