/** Guards the body of a response: it must keep moving and stay within a size. */
import { ModelError } from './provider.ts';

/** Limits of a body. */
export interface BodyLimits {
  /** Milliseconds without a byte after which the body counts as stalled. */
  idleMs: number;
  /** The same for the first byte; `idleMs` when absent. */
  firstMs?: number;
  /** Bytes after which the reply counts as runaway. */
  maxBytes: number;
}

/** Replies are a few kilobytes; a server that sends more than this is broken or hostile. */
export const defaultBodyLimits: BodyLimits = { idleMs: 60_000, maxBytes: 8 * 1024 * 1024 };

/** Reads a body to its end. Rejects with ModelError `timeout` when it stalls and `malformed` when it is too long. */
export async function readBody(response: Response, limits: BodyLimits): Promise<Uint8Array<ArrayBuffer>> {
  if (response.body === null) return new Uint8Array();
  const read = guardReader(response.body.getReader(), limits);
  const chunks: Uint8Array[] = [];
  for (let chunk = await read(); chunk !== null; chunk = await read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The same response with a guarded body, for streams. Reading it fails as `readBody` does. */
export function watchBody(response: Response, limits: BodyLimits): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const read = guardReader(reader, limits);
  const guarded = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await read();
      if (chunk === null) controller.close();
      else controller.enqueue(chunk);
    },
    async cancel(reason) {
      await reader.cancel(reason);
    },
  });
  return replaceBody(response, guarded);
}

/** The same response with another body. */
export function replaceBody(response: Response, body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

/** The next chunk, or null at the end; gives the body up with the first failure. */
function guardReader(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limits: BodyLimits,
): () => Promise<Uint8Array | null> {
  let received = 0;
  return async () => {
    try {
      const limitMs = received === 0 ? (limits.firstMs ?? limits.idleMs) : limits.idleMs;
      const { done, value } = await readInTime(reader, limitMs);
      if (done) return null;
      received += value.byteLength;
      if (received <= limits.maxBytes) return value;
      throw new ModelError(
        'malformed',
        `The reply was longer than ${limits.maxBytes} bytes and was given up.`,
      );
    } catch (error) {
      reader.cancel(error).catch(() => undefined);
      throw error;
    }
  };
}

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, idleMs: number): Promise<Chunk> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ModelError('timeout', `The reply began and then stood still for ${idleMs / 1000} s.`)),
      idleMs,
    );
  });
  try {
    return await Promise.race([reader.read(), stalled]);
  } finally {
    clearTimeout(timer);
  }
}
