/** Keeps keys out of everything that is kept or shown, also when a server echoes them. */
import { Buffer } from 'node:buffer';
import type { Environment } from '../provider-kind.ts';

/** Replaces every secret in a text by `[redacted]`. */
export type Redactor = (text: string) => string;

const mark = '[redacted]';

/** Shorter values are ordinary words (`ollama`, `none`) that people set for servers without a key. */
const leastSecretLength = 8;

/** Shapes of well-known keys. Each is anchored on a fixed prefix, so prose does not match. */
const keyShapes: readonly [pattern: RegExp, replacement: string][] = [
  [/\bsk-(?:ant|proj|or|svcacct|admin)-[A-Za-z0-9_-]{12,}/g, mark],
  [/\bsk-[A-Za-z0-9]{20,}/g, mark],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, mark],
  [/\bgh[pousr]_[A-Za-z0-9]{20,}/g, mark],
  [/\bgithub_pat_[A-Za-z0-9_]{20,}/g, mark],
  [/\bglpat-[A-Za-z0-9_-]{20,}/g, mark],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g, mark],
  [/\bAIza[A-Za-z0-9_-]{35}/g, mark],
  [/\bhf_[A-Za-z0-9]{30,}/g, mark],
  [/\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g, mark],
  [/\b(Bearer\s{1,4})[A-Za-z0-9._~+/-]{16,}=*/gi, `$1${mark}`],
];

/**
 * Makes a redactor for the values of known keys (also when they are URL-encoded, escaped for JSON or in base64) and for
 * the shapes of well-known ones.
 */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const forms = new Set<string>();
  for (const secret of secrets) {
    const value = secret.trim();
    if (value.length < leastSecretLength) continue;
    for (const form of listForms(value)) if (form.length >= leastSecretLength) forms.add(form);
  }
  // The longest first: a key that begins with another one must go as a whole.
  const ordered = [...forms].sort((first, second) => second.length - first.length);
  return (text) => {
    let clean = text;
    for (const form of ordered) if (clean.includes(form)) clean = clean.replaceAll(form, mark);
    clean = redactPrivateKeys(clean);
    for (const [pattern, replacement] of keyShapes) clean = clean.replace(pattern, replacement);
    return clean;
  };
}

/** The values in an environment that are secrets by the name of their variable, or by being named as a key. */
export function collectSecrets(env: Environment, keyVariables: Iterable<string> = []): string[] {
  const named = new Set(keyVariables);
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (named.has(name) || (/(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && value.length >= 16))
      secrets.push(value);
  }
  return secrets;
}

function listForms(value: string): string[] {
  const base64 = Buffer.from(value, 'utf8').toString('base64');
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(value, 'utf8').toString('base64url'),
  ];
}

/** Private keys in PEM form, also one that was cut before its end. Walks the text once. */
function redactPrivateKeys(text: string): string {
  const opening = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/g;
  const closing = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/g;
  let result = '';
  let from = 0;
  let ends = true;
  for (let begin = opening.exec(text); begin !== null; begin = opening.exec(text)) {
    result += text.slice(from, begin.index) + mark;
    closing.lastIndex = opening.lastIndex;
    const end: RegExpExecArray | null = ends ? closing.exec(text) : null;
    ends = end !== null;
    if (end === null) {
      // No end: the key's lines are what follows as long as it looks like base64.
      const body = /(?:(?:\s|\\n)*[A-Za-z0-9+/=]{16,})*/y;
      body.lastIndex = opening.lastIndex;
      body.exec(text);
      from = Math.max(opening.lastIndex, body.lastIndex);
      opening.lastIndex = from;
      continue;
    }
    from = closing.lastIndex;
    opening.lastIndex = from;
  }
  return result + text.slice(from);
}
