/**
 * Who may ask. A page of any site can send requests to an address of this machine, and a name that its owner points here can make the
 * browser take it for its own: so the name and the origin are looked at before anything else, and nothing is kept in cookies.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { cleanLine } from '../text/clean-text.ts';
import { HttpError } from './http-error.ts';

/** What somebody may do: look at sessions, say something in one, or have one run, which costs money. */
export type Right = 'read' | 'speak' | 'start';

/** Who asks, and what they may do. */
export interface Caller {
  /** Null for the holder of the server's own token where nobody signs people in: they may do everything, and give their name themselves. */
  name: string | null;
  rights: ReadonlySet<Right>;
}

/** What is let in. */
export interface AccessRules {
  token: string;
  /** The header in which a proxy names who is signed in, in lower case; null where there is none. */
  userHeader: string | null;
  /** Who may do what, by name; `*` is everybody who is known. */
  rights: Readonly<Record<Right, readonly string[]>>;
  /** Pipelines with tokens of their own. */
  pipelines: readonly { name: string; token: string }[];
  /** The address that the server listens on, as it was asked for. */
  host: string;
  /** Known once the server listens. */
  port: number;
  /** Where people reach a server that stands behind a proxy; null otherwise. */
  publicUrl: URL | null;
}

/** What is looked at of a request. */
export interface AskedBy {
  host: string | undefined;
  origin: string | undefined;
  authorization: string | undefined;
  /** What the header of the proxy says. */
  user?: string | undefined;
}

/** Whether an address is this machine's own and reached from nowhere else. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Throws FORBIDDEN for a foreign name, and for a request that a page of another origin makes. */
export function checkPlace(
  { host, origin }: AskedBy,
  rules: Pick<AccessRules, 'host' | 'port' | 'publicUrl'>,
): void {
  if (host === undefined || !isOwnHost(host.toLowerCase(), rules)) {
    throw new HttpError(
      'FORBIDDEN',
      'This name does not belong to this server.',
      'Use the address that s2s serve printed, or start it with --public-url.',
    );
  }
  // A page that is the server's own comes from the place that it asks, or from the one that the proxy shows.
  const own = [`http://${host.toLowerCase()}`, ...(rules.publicUrl === null ? [] : [rules.publicUrl.origin])];
  if (origin !== undefined && !own.includes(origin.toLowerCase())) {
    throw new HttpError(
      'FORBIDDEN',
      'A page of another origin may not use this server.',
      'Open the page that the server itself gives.',
    );
  }
}

const allRights: ReadonlySet<Right> = new Set(['read', 'speak', 'start']);

/** Who asks. Throws UNAUTHORIZED for a wrong token, and where nobody is signed in; takes the same time for every wrong token. */
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
    'Sign in at the proxy that stands before this server.',
  );
}

/** Throws FORBIDDEN. */
export function checkRight({ name, rights }: Caller, right: Right): void {
  if (rights.has(right)) return;
  throw new HttpError(
    'FORBIDDEN',
    `${name ?? 'This caller'} may not ${right} here.`,
    `Whoever runs this server adds the name to server.rights.${right} of their configuration.`,
  );
}

function listRights(name: string, { rights }: AccessRules): ReadonlySet<Right> {
  return new Set([...allRights].filter((right) => rights[right].some((one) => one === '*' || one === name)));
}

/** Headers are read as Latin letters, byte for byte; names are UTF-8. */
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

/** A number cannot be pointed anywhere else, as a name can. */
function isAddress(name: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(name) || name.includes(':');
}
