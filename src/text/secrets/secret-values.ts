/** Shapes of keys and tokens that providers and code hosts issue. */
const keyShapes = [
  /\bsk-(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{16,}/,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/,
  /\bAIza[A-Za-z0-9_-]{30,}/,
  /\bAKIA[A-Z0-9]{16}\b/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  /\bgsk_[A-Za-z0-9]{20,}/,
  /\bhf_[A-Za-z0-9]{20,}/,
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/,
];

/** Names of settings that hold a key itself, in lower case without hyphens and underscores. */
const keyNames = new Set([
  'apikey',
  'key',
  'token',
  'apitoken',
  'authtoken',
  'accesstoken',
  'bearertoken',
  'bearer',
  'secret',
  'apisecret',
  'secretkey',
  'password',
  'credential',
  'credentials',
]);

/** Headers that carry a credential. */
const credentialHeaders = /^(proxy-)?authorization$|^cookie$|api-?key|token|secret/i;

/** Whether a text holds something that looks like a key; such a text is neither accepted from a file nor printed. */
export function looksLikeKey(text: string): boolean {
  return keyShapes.some((shape) => shape.test(text));
}

/** Whether a configuration key is named after a credential: `api_key`, `authToken`, `anthropic_api_key`. */
export function isKeyName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[-_ ]/g, '');
  return keyNames.has(plain) || plain.endsWith('apikey');
}

/** Whether a header of this name carries a credential. */
export function isCredentialHeader(name: string): boolean {
  return credentialHeaders.test(name);
}
