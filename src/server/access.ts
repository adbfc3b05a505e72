/**
 * Who may ask. A page of any site can send requests to an address of this machine, and a name that its owner points here can make the
 * browser take it for its own: so the name and the origin are looked at before anything else, and nothing is kept in cookies.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpError } from './http-error.ts';

/** What is let in. */
export interface AccessRules {
  token: string;
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
}

/** Whether an address is this machine's own and reached from nowhere else. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Throws FORBIDDEN for a foreign name, and for a request that a page of another origin makes. */
export function checkPlace({ host, origin }: AskedBy, rules: AccessRules): void {
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

/** Throws UNAUTHORIZED. Takes the same time for every wrong token. */
export function checkToken({ authorization = '' }: AskedBy, { token }: AccessRules): void {
  const given = /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token))) return;
  throw new HttpError(
    'UNAUTHORIZED',
    'This request carries no token, or a wrong one.',
    'Send `authorization: Bearer <token>` with the token that s2s serve printed.',
  );
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isOwnHost(host: string, { host: bound, port, publicUrl }: AccessRules): boolean {
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
