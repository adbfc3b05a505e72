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

/**
 * The same response with a guarded body. Reading it fails with ModelError `timeout` when it stalls and `malformed` when
 * it is too long.
 */
export function watchBody(response: Response, limits: BodyLimits): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  let received = 0;
  const guarded = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await readInTime(
        reader,
        received === 0 ? (limits.firstMs ?? limits.idleMs) : limits.idleMs,
      ).catch((error: unknown) => fail(error));
      if (chunk.done) {
        controller.close();
        return;
      }
      received += chunk.value.byteLength;
      if (received > limits.maxBytes) {
        fail(
          new ModelError('malformed', `The reply was longer than ${limits.maxBytes} bytes and was given up.`),
        );
      }
      controller.enqueue(chunk.value);
    },
    async cancel(reason) {
      await reader.cancel(reason);
    },
  });
  function fail(error: unknown): never {
    reader.cancel(error).catch(() => undefined);
    throw error;
  }
  return new Response(guarded, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
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
