import { createHash, createHmac } from 'node:crypto';

/** The SHA-256 of a text or of bytes, in hexadecimal digits. */
export function hashText(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The HMAC with SHA-256 of a text under a secret, in hexadecimal digits. */
export function signText(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
