/** The text of a body, however a server or a proxy has packed and coded it. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { ModelError } from '../../domain/provider.ts';

export function describeTooLong(maxBytes: number): ModelError {
  return new ModelError('malformed', `The reply was longer than ${maxBytes} bytes and was given up.`);
}

const unpackers: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  // Written with and without its head.
  deflate: (bytes, options) => ((bytes as Buffer)[0] === 0x78 ? inflateSync : inflateRawSync)(bytes, options),
  br: brotliDecompressSync,
};

/**
 * Decompresses a body. Compression is never requested, but some proxies apply it anyway, twice, or without saying so. What is
 * readable as it stands is not packed, whatever is said of it.
 */
export function unpack(bytes: Buffer, encoding: string, maxBytes: number): Buffer {
  const names = encoding.toLowerCase().split(/\s*,\s*/);
  let inner = bytes;
  for (const name of names.reverse()) {
    const isZipped = inner[0] === 0x1f && inner[1] === 0x8b;
    if (inner.length === 0 || (!isZipped && isReadable(inner))) return inner;
    const decompress = isZipped ? gunzipSync : unpackers[name.trim()];
    if (decompress === undefined && (name === '' || name === 'identity')) return inner;
    if (decompress === undefined)
      throw new ModelError(
        'malformed',
        `The reply is packed in a way that is not known: ${name.slice(0, 40)}.`,
      );
    try {
      inner = decompress(inner, { maxOutputLength: maxBytes });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') throw describeTooLong(maxBytes);
      throw new ModelError('malformed', `The reply could not be unpacked (${name || 'gzip'}): ${message}`);
    }
  }
  return inner;
}

/** Whether a body begins like JSON, a stream or a page. */
function isReadable(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*(?:[{[<"]|data:|event:|id:|:)/.test(bytes.subarray(0, 200).toString('latin1'));
}

/** A body in UTF-8: by its mark of byte order, else by the character set in its type. */
export function toUtf8(bytes: Buffer, type: string): Uint8Array {
  const named = /charset="?([\w-]{1,40})/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  const mark = bytes.subarray(0, 2).toString('hex');
  const charset = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : named;
  if (charset === 'utf-8' || charset === 'utf8') return bytes;
  try {
    return Buffer.from(new TextDecoder(charset).decode(bytes));
  } catch {
    // Not the name of a character set.
    return bytes;
  }
}
