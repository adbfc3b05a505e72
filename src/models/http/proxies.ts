/** The proxies that the environment names, in the variables that other programs read too. */
import { ModelError } from '../../session/ports/provider.ts';

/** Addresses in the form that the client takes; empty when there is none. */
export interface Proxies {
  httpProxy: string;
  httpsProxy: string;
  /** Hosts that are reached without a proxy, separated by commas; a domain covers its subdomains. */
  noProxy: string;
}

/**
 * Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`; the lowercase name of each takes precedence. The client falls back from
 * `httpsProxy` to `httpProxy`.
 * Throws ModelError `network` for a value that is not an address.
 */
export function readProxies(env: Readonly<Record<string, string | undefined>>): Proxies {
  const read = (name: string): string => (env[name.toLowerCase()] ?? env[name] ?? '').trim();
  return {
    httpProxy: readAddress('HTTP_PROXY', read('HTTP_PROXY')),
    httpsProxy: readAddress('HTTPS_PROXY', read('HTTPS_PROXY')),
    noProxy: read('NO_PROXY'),
  };
}

function readAddress(variable: string, value: string): string {
  if (value === '') return '';
  // `proxy:8080` is as common as `http://proxy:8080`.
  const address = /^[a-z0-9+.-]+:\/\//i.test(value) ? value : `http://${value}`;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  // The value may hold a password, so it is not repeated.
  throw new ModelError('network', '', { reason: 'proxy', about: variable });
}
