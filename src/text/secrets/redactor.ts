/**
 * Removes keys from everything that is stored, shown or sent, even when a server echoes them in another form. `app/app-parts.ts` makes the
 * redactor of an open project from the keys of its providers, whatever their variables are called, and from variables that are named like
 * a secret. What passes it, and where; `test/text/sinks.test.ts` holds the list:
 *
 * Stored: sessions, journal and messages, just before they are written (`app/run/redacted-repository.ts`); events, of which screens and
 * streams get the same copy (`app/run/run-discussion.ts`, `app/run/keep-events.ts`); what a new session takes from files
 * (`app/plan/plan-session.ts`, `app/plan/read-demands.ts`, `app/plan/read-earlier-plan.ts`); a copy of the project for programs
 * (`evidence/copy-project.ts`).
 *
 * Sent: every prompt, and every reply or failure before anything else sees it (`models/client/create-ask.ts`); what seats look up
 * (`app/plan/open-evidence.ts`); notifications (`app/run/notify-person.ts`). What a person types is refused, not changed
 * (`app/refuse-secret-input.ts`); files with keys are not read at all (`text/secrets/secret-files.ts`).
 *
 * Shown: documents, after the last change of their form (`documents/render-document.ts`, `app/publish/export-document.ts`); the words of
 * seats while they speak (`app/run/seat-speech.ts`); what comes from files of the project or of others (`app/decision-records.ts`,
 * `app/read/browse-library.ts`, `app/read/item-record.ts`, `app/read/search.ts`, `app/start/ask-due.ts`, `app/describe-withheld.ts`); the
 * findings of `doctor` (`models/doctor.ts`); and at last every character that the command line prints (`terminal/output-guard.ts`).
 *
 * The command line begins with a redactor of its own, from the named variables alone, since it prints before any configuration is read;
 * `onRedactor` of app/world.ts replaces it once a project is open (`cli/parser/program.ts`). `server/` and `mcp/` make none: what they send
 * they get from app, without keys, or from the caller who sent it; and what an assistant reads on standard output passes the guard too.
 */

import { makeWellFormed } from '../well-formed.ts';
import { mark, redactCredentials } from './credentials.ts';
import { couldBeWord, countRandom, looksSecret } from './secret-strength.ts';

/** Replaces every secret in a text by `[redacted]`, and makes it well formed: it is what every text passes that is sent, stored or shown. */
export type Redactor = (text: string) => string;

/** How many consecutive letters and digits count as a piece of a secret, which may have been cut or wrapped. */
const leastPiece = 12;

/** Shapes of well-known keys. Each begins with a fixed prefix, so prose does not match. */
const keyShapes: readonly [pattern: RegExp, replacement: string][] = [
  [/\bsk-(?:ant|proj|or|svcacct|admin)-[A-Za-z0-9_-]{12,}/g, mark],
  [/\bsk-[A-Za-z0-9]{20,}/g, mark],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, mark],
  [/\bgh[pousr]_[A-Za-z0-9]{20,}/g, mark],
  [/\bgithub_pat_[A-Za-z0-9_]{20,}/g, mark],
  [/\bglpat-[A-Za-z0-9_-]{20,}/g, mark],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g, mark],
  [/\bAIza[A-Za-z0-9_-]{35}/g, mark],
  [/\b(?:hf|gsk|npm|r8)_[A-Za-z0-9]{30,}/g, mark],
  [/\b(?:xai|pplx|nvapi)-[A-Za-z0-9_-]{30,}/g, mark],
  [/\b(?:[sr]k_live|whsec|dop_v1|shp(?:at|ss|pa|ca)|glsa|lin_api|sntrys)_[A-Za-z0-9_]{20,}/g, mark],
  [/\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g, mark],
  [/\bpypi-AgE[A-Za-z0-9_-]{40,}/g, mark],
  [/\bya29\.[A-Za-z0-9_-]{30,}/g, mark],
  [/\bAGE-SECRET-KEY-1[A-Z0-9]{40,}/g, mark],
  [/\b(hooks\.slack\.com\/services\/)T[A-Z0-9]{6,}\/B[A-Z0-9]{6,}\/[A-Za-z0-9]{16,}/g, `$1${mark}`],
  [/\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/[A-Za-z0-9_-]{40,}/g, mark],
  [/(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{33}/g, mark],
  [/\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g, mark],
  [/\b(Bearer\s{1,4})[A-Za-z0-9._~+/-]{16,}=*/gi, `$1${mark}`],
];

/**
 * Makes a redactor for the values of known keys and for the shapes of well-known ones. A value that looks like a secret is
 * found in any form; any other value only as a whole word, or not at all if it could be an ordinary word.
 */
export function createRedactor(secrets: Iterable<string>): Redactor {
  // Made when first needed, since most commands write little.
  let findSecrets: ((text: string) => Range[]) | null = null;
  return (text) => {
    findSecrets ??= createSecretFinder(secrets);
    const whole = makeWellFormed(text);
    let clean = redactPrivateKeys(redactCredentials(replaceRanges(whole, findSecrets(whole))));
    for (const [pattern, replacement] of keyShapes) clean = clean.replace(pattern, replacement);
    return clean;
  };
}

/** Removes every secret from plain data, including field names. Data without secrets is returned as it is. */
export type DataRedactor = <Value>(value: Value) => Value;

/** Makes a redactor for data. */
export function createDataRedactor(redact: Redactor): DataRedactor {
  const redactValue: DataRedactor = (value) => {
    if (typeof value === 'string') return redact(value) as typeof value;
    if (Array.isArray(value)) {
      const clean: unknown[] = value.map((entry: unknown) => redactValue(entry));
      return clean.every((entry, index) => entry === value[index]) ? value : (clean as typeof value);
    }
    if (!isPlainObject(value)) return value;
    const entries = Object.entries(value);
    const clean = entries.map(([name, entry]) => [redact(name), redactValue(entry)] as const);
    const isSame = clean.every(
      ([name, entry], at) => name === entries[at]?.[0] && entry === entries[at]?.[1],
    );
    return isSame ? value : (Object.fromEntries(clean) as typeof value);
  };
  return redactValue;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A value that somebody has starred, or shortened, in its middle. */
const masked = /(?<![\w-])([\w-]{4,})(?:[*•…]|\.{3})[*•….]*([\w-]{4,})/g;

type Range = [start: number, end: number];

/** Returns a function that finds where a text holds one of the values. */
function createSecretFinder(secrets: Iterable<string>): (text: string) => Range[] {
  const values = [...new Set([...secrets].map((value) => value.trim()))];
  const strong = values.filter(looksSecret);
  const weak = values.filter((value) => value !== '' && !strong.includes(value) && !couldBeWord(value));
  // The letters of a weak value could be words; its other forms could not.
  const forms = [...strong, ...strong.map(encodeURIComponent), ...[...strong, ...weak].flatMap(encode)];
  const pieces = new Set(forms.flatMap(listPieces));
  const tokens =
    weak.length === 0
      ? null
      : new RegExp(
          `(?<![\\p{L}\\p{N}_-])(?:${weak
            .flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
            .toSorted((first, second) => second.length - first.length)
            .map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
            .join('|')})(?![\\p{L}\\p{N}_-])`,
          'gu',
        );
  return (text) => {
    const ranges: Range[] = [];
    if (tokens !== null)
      for (const { 0: token, index } of text.matchAll(tokens)) ranges.push([index, index + token.length]);
    for (const value of strong)
      for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
        ranges.push([at, at + value.length]);
    if (pieces.size > 0) ranges.push(...findPieces(text, pieces));
    for (const { 0: whole, 1: start = '', 2: end = '', index } of strong.length > 0
      ? text.matchAll(masked)
      : [])
      if (strong.some((value) => value.startsWith(start) && value.endsWith(end)))
        ranges.push([index, index + whole.length]);
    return ranges;
  };
}

/** A secret as servers and programs repeat it in another form: in base64 behind anything (a login, a header), and in hexadecimal. */
function encode(value: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    const text = bytes.toString('base64').replace(/=+$/, '');
    // The letters at both ends depend on what stands beside the value.
    return text.slice(before === 0 ? 0 : before + 1, bytes.length % 3 === 0 ? undefined : -1);
  });
  return [...base64, Buffer.from(value).toString('hex')];
}

/** All pieces of a form that no word of a text could be. */
function listPieces(form: string): string[] {
  const { letters } = foldText(form);
  return Array.from({ length: Math.max(0, letters.length - leastPiece + 1) }, (_, at) =>
    letters.slice(at, at + leastPiece),
  ).filter((piece) => countRandom(piece) > 0);
}

function findPieces(text: string, pieces: ReadonlySet<string>): Range[] {
  const { letters, places } = foldText(text);
  const ranges: Range[] = [];
  for (let at = 0; at + leastPiece <= letters.length; at += 1)
    if (pieces.has(letters.slice(at, at + leastPiece)))
      ranges.push([places[at] ?? 0, (places[at + leastPiece - 1] ?? 0) + 1]);
  return ranges;
}

/**
 * The letters and digits of a text in lower case, and where each stands: what wraps a key is passed over, but no quotation mark, so that
 * two values of JSON stay two.
 */
function foldText(text: string): { letters: string; places: number[] } {
  const places: number[] = [];
  const letters = text.replace(/[^A-Za-z0-9"]+|[A-Za-z0-9"]+/g, (run, at: number) => {
    if (!/^[A-Za-z0-9"]/.test(run)) return '';
    for (let offset = 0; offset < run.length; offset += 1) places.push(at + offset);
    return run.toLowerCase();
  });
  return { letters, places };
}

function replaceRanges(text: string, ranges: Range[]): string {
  if (ranges.length === 0) return text;
  let result = '';
  let from = 0;
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    if (end <= from) continue;
    // Overlapping ranges get one mark.
    if (start >= from) result += text.slice(from, start) + mark;
    from = end;
  }
  return result + text.slice(from);
}

/** Redacts private keys in PEM form, even without an end. Reads the text once. */
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
      // Without an end, the key extends as far as the text looks like base64.
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
