/** Explains why a connection failed, naming the other end, and what to do about it. */

/** A failed connection, with the host that was to be reached. The cause is the network layer's own error. */
export class ConnectionFailure extends Error {
  /** Host and port as requested; those of the proxy when it did not answer. */
  readonly host: string;
  /** The network layer's code, such as `ECONNREFUSED`; null when there is none. */
  readonly code: string | null;

  constructor(url: URL, cause: Error) {
    super(cause.message, { cause });
    this.name = 'ConnectionFailure';
    this.host = nameEnd(url, cause);
    this.code = 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
  }
}

/** The host of the address, or the proxy's when the proxy did not answer. */
function nameEnd(url: URL, cause: Error): string {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const end = 'address' in cause && 'port' in cause ? { address: cause.address, port: cause.port } : null;
  if (end !== null && String(end.port) !== port) return `${String(end.address)}:${String(end.port)}`;
  return url.port === '' ? url.hostname : url.host;
}

const untrusted =
  'The certificate is not trusted here: put the authority that signed it into a PEM file and name that file in NODE_EXTRA_CA_CERTS.';
const noTls =
  'The server does not speak TLS there: write http:// instead of https:// in `base_url`, or check the port.';
const handshake =
  'The server speaks TLS in a way that this machine does not allow: check its TLS versions and ciphers, and anything in between.';
const cut =
  'The connection was cut; try again. If it keeps happening, check whether `base_url` needs https://.';
const noWay = 'There is no route to that host from here: check the connection, the VPN and the address.';
const refusedByProxy =
  'The proxy refused: check HTTPS_PROXY and HTTP_PROXY with their name and password, or name the host in NO_PROXY.';

const cutCodes = /^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/;

/** Whether the connection failed after it was made, so that the request may have arrived. Other codes mean that it was never made. */
export function wasCut(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
  return code === null ? wasCut(cause.cause) : cutCodes.test(code);
}

/** For each code of the network layer: what happened, as words before the host, and what to do. The first matching pattern counts. */
const rules: readonly [code: RegExp, happened: string | null, remedy: string][] = [
  [
    /^ECONNREFUSED$/,
    'connection refused by',
    'Nothing listens there: is the server started, and is the port right?',
  ],
  [/^ENOTFOUND$/, 'there is no host named', 'Check the address in `base_url`, and the connection.'],
  [/^EAI_/, 'names cannot be looked up at the moment:', 'Check the connection and its name server.'],
  [cutCodes, 'the connection was cut by', cut],
  [/^(?:E(?:HOST|NET)UNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/, 'there is no route to', noWay],
  [
    /^(?:EACCES|EPERM)$/,
    'this machine does not allow a connection to',
    'Check the firewall or the sandbox that s2s runs in.',
  ],
  [/^CERT_HAS_EXPIRED$/, 'the certificate has expired at', 'Renew the certificate of the server.'],
  [/^CERT_NOT_YET_VALID$/, 'the certificate is not valid yet at', 'Check the clock of this machine.'],
  [/^CERT_REVOKED$/, 'the certificate was revoked at', 'Ask whoever runs the server for a new certificate.'],
  [
    /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    'the certificate belongs to another host than',
    'Check the host in `base_url`: it must be one of those that the certificate names.',
  ],
  [
    /SELF_SIGNED|^UNABLE_TO_|^CERT_|^INVALID_CA$|^PATH_LENGTH_EXCEEDED$|^INVALID_PURPOSE$|^ERROR_IN_CERT|^CRL_/,
    null,
    untrusted,
  ],
  [
    /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL|RECORD_LAYER)/,
    'no TLS is spoken by',
    noTls,
  ],
  [
    /^ERR_SSL_.*CERTIFICATE_(?:REQUIRED|UNKNOWN)|^ERR_SSL_.*BAD_CERTIFICATE/,
    'a client certificate is required by',
    'The server asks for a client certificate, and s2s has none. Use an address that takes a key.',
  ],
  [/^ERR_SSL_|^EPROTO$|KEY_TOO_SMALL$|MD_TOO_WEAK$/, 'TLS could not be agreed on with', handshake],
  [/^HPE_/, 'no HTTP is spoken by', 'Check the port, and whether `base_url` needs https://.'],
  [/^ERR_INVALID_URL$/, null, 'The base URL of the provider is not an address.'],
  [/^UND_ERR_ABORTED$/, null, refusedByProxy],
];

/**
 * What happened in one short clause, such as `connection refused by localhost:11434 (ECONNREFUSED)`; null when the network layer's own
 * words are better. `chain` is the error and its causes.
 */
export function describeConnection(chain: readonly unknown[], code: string | null): string | null {
  const failure = chain.find((link) => link instanceof ConnectionFailure);
  const happened = findRule(code, failure?.message ?? '')?.[1] ?? null;
  return failure === undefined || happened === null
    ? null
    : `${happened} ${failure.host}${code === null ? '' : ` (${code})`}`;
}

/** What a person can do about it; null when there is only the general advice. */
export function findNetworkRemedy(code: string | null, reason: string): string | null {
  if (/\bproxy\b/i.test(reason)) return refusedByProxy;
  return findRule(code, reason)?.[2] ?? null;
}

function findRule(code: string | null, words: string): (typeof rules)[number] | undefined {
  // The HTTP parser gives no code.
  const found = code ?? (/does not match the HTTP|no HTTP is spoken|Parse Error/i.test(words) ? 'HPE_' : '');
  return rules.find(([pattern]) => pattern.test(found));
}
