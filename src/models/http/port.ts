/** How providers send requests: whole replies, within limits. */

/** Limits of a request beside the time that its sender gives it. */
export interface HttpLimits {
  /** Milliseconds for a connection, TLS included; 10,000 when absent. Where nobody answers, the system itself would wait for minutes. */
  connectMs?: number;
  /** Milliseconds without a byte after which the body counts as stalled. */
  idleMs: number;
  /** The same for the first byte; `idleMs` when absent. */
  firstMs?: number;
  /** Bytes, after decompression, above which the reply counts as runaway. */
  maxBytes: number;
}

/** Replies are a few kilobytes; a server that sends more than this is broken or hostile. */
export const defaultHttpLimits: HttpLimits = { idleMs: 60_000, maxBytes: 8 * 1024 * 1024 };

/** What is sent. */
export interface HttpRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  /** Null for a request without a body. */
  body: string | Uint8Array | null;
  signal: AbortSignal;
  limits: HttpLimits;
  /** Resolves when the request may leave; at once when absent. What it rejects with, the request rejects with. */
  ready?: (() => Promise<void>) | undefined;
}

/** Headers of a reply: the part of `Headers` that is read. */
export interface ReplyHeaders {
  /** By name, in letters of any case; null when absent. */
  get(name: string): string | null;
  /** Names in small letters. */
  entries(): Iterable<[string, string]>;
}

/** What came, whatever its status. */
export interface HttpReply {
  status: number;
  headers: ReplyHeaders;
  /** The whole body, decompressed. */
  bytes: Buffer;
}

/**
 * Sends a request and reads the reply to its end. Rejects with ModelError `timeout` when a body stalls, `malformed` when
 * it is too long or cannot be unpacked, `bad-request` when the server sends the request elsewhere; with the error of
 * the system when there is no connection or it breaks; with an AbortError when the signal aborts.
 */
export type SendHttp = (url: string, request: HttpRequest) => Promise<HttpReply>;
