/**
 * A failed connection, with the end that was to be reached and the code of the network layer. It has no `cause`: the vendor's client
 * reads the words of errors and causes, and throws an error of its own in place of what looks like a timeout to it.
 */
export class ConnectionFailure extends Error {
  /** Host and port as requested; those of the proxy when it did not answer. */
  readonly host: string;
  /** The network layer's code, such as `ECONNREFUSED`; null when there is none. */
  readonly code: string | null;
  /** The network layer's words. */
  readonly said: string;

  constructor(url: URL, error: Error) {
    super('The connection failed.');
    this.name = 'ConnectionFailure';
    this.host = nameEnd(url, error);
    this.code = readCode(error);
    this.said = error.message;
  }
}

/** The host of the address, or the proxy's when the proxy did not answer. */
function nameEnd(url: URL, cause: Error): string {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const end = 'address' in cause && 'port' in cause ? { address: cause.address, port: cause.port } : null;
  if (end !== null && String(end.port) !== port) return `${String(end.address)}:${String(end.port)}`;
  return url.port === '' ? url.hostname : url.host;
}

const cutCodes: readonly (string | null)[] = ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET'];

/** Whether a connection failed after it was made, so that the request may have arrived. Other codes mean that it was never made. */
export function wasCut(code: string | null): boolean {
  return code === null || cutCodes.includes(code);
}

/** The code of an error, or null. */
export function readCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
