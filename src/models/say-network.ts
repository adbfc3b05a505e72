/** The sentences for connections that fail, by the codes of Node, its TLS library and the HTTP client. */
import type { FailureFacts } from '../session/failure.ts';

const untrusted =
  'The certificate is not trusted here: put the authority that signed it into a PEM file and name that file in NODE_EXTRA_CA_CERTS.';
const cut =
  'The connection was cut; try again. If it keeps happening, check whether `base_url` needs https://.';
const noWay = 'There is no route to that host from here: check the connection, the VPN and the address.';

/** For each code: what happened, as words before the host, and what to do. The first matching pattern counts. */
const rules: readonly [code: RegExp, happened: string, remedy: string][] = [
  [
    /^ECONNREFUSED$/,
    'connection refused by',
    'Nothing listens there: is the server started, and is the port right?',
  ],
  [/^ENOTFOUND$/, 'there is no host named', 'Check the address in `base_url`, and the connection.'],
  [/^EAI_/, 'names cannot be looked up at the moment:', 'Check the connection and its name server.'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/, 'the connection was cut by', cut],
  [/^(?:E(?:HOST|NET)UNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/, 'there is no route to', noWay],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'no connection in time to', noWay],
  [
    /^(?:EACCES|EPERM)$/,
    'this machine does not allow a connection to',
    'Check the firewall or the sandbox that s2s runs in.',
  ],
  [/^CERT_HAS_EXPIRED$/, 'the certificate has expired at', 'Renew the certificate of the server.'],
  [/^CERT_NOT_YET_VALID$/, 'the certificate is not valid yet at', 'Check the clock of this machine.'],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'the certificate belongs to another host than',
    'Check the host in `base_url`: it must be one of those that the certificate names.',
  ],
  [/SELF_SIGNED|^UNABLE_TO_|^CERT_/, 'the certificate is not trusted of', untrusted],
  [
    /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)/,
    'no TLS is spoken by',
    'The server does not speak TLS there: write http:// instead of https:// in `base_url`, or check the port.',
  ],
  [
    /^ERR_SSL_|^EPROTO$/,
    'TLS could not be agreed on with',
    'Check the TLS versions and ciphers of the server, whether it asks for a client certificate, and anything in between.',
  ],
  [/^HPE_/, 'no HTTP is spoken by', 'Check the port, and whether `base_url` needs https://.'],
  [
    /^UND_ERR_ABORTED$/,
    'the proxy refused the way to',
    'Check HTTPS_PROXY and HTTP_PROXY with their name and password, or name the host in NO_PROXY.',
  ],
];

/** What happened to a connection, and what to do; the advice is empty for a code that is not known. */
export function describeNetworkCode({ code, host, said }: FailureFacts): { what: string; remedy: string } {
  const [, happened, remedy] = rules.find(([pattern]) => pattern.test(code ?? '')) ?? [];
  if (happened === undefined || remedy === undefined || host === null)
    return { what: said === '' ? 'the connection failed' : said, remedy: remedy ?? '' };
  return { what: `${happened} ${host} (${code})`, remedy };
}
