/** Decompresses and decodes the body of a reply. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { ModelError } from '../../domain/provider.ts';

export function describeTooLong(maxBytes: number): ModelError {
  return new ModelError('malformed', `The reply was longer than ${maxBytes} bytes and was given up.`);
}

const unpackers: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  // Servers send it with and without its header.
  deflate: (bytes, options) => ((bytes as Buffer)[0] === 0x78 ? inflateSync : inflateRawSync)(bytes, options),
  br: brotliDecompressSync,
};

/**
 * Decompresses a body. Compression is never requested, but some proxies apply it anyway, twice, or without saying so. A body that
 * is readable as it is counts as uncompressed, whatever its encoding says. Throws ModelError `malformed`.
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
      throw new ModelError('malformed', `The reply is compressed in an unknown way: ${name.slice(0, 40)}.`);
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

/** Converts a body to UTF-8, by its byte order mark, else by the charset in its content type. */
export function toUtf8(bytes: Buffer, type: string): Uint8Array {
  const named = /charset="?([\w-]{1,40})/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  const mark = bytes.subarray(0, 2).toString('hex');
  const charset = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : named;
  if (charset === 'utf-8' || charset === 'utf8') return bytes;
  try {
    return Buffer.from(new TextDecoder(charset).decode(bytes));
  } catch {
    // The charset is unknown.
    return bytes;
  }
}
