/** Removes keys from everything that is stored, shown or sent, even when a server echoes them in another form. */

import { remember } from '../remember.ts';
import { makeWellFormed } from '../well-formed.ts';
import { mark, redactCredentials } from './credentials.ts';
import { type FoldedText, foldText } from './fold-text.ts';
import { listFoldedForms } from './secret-forms.ts';
import { couldBeWord, countRandom, looksSecret } from './secret-strength.ts';

/** Replaces every secret in a text by `[redacted]`, and makes it well formed: it is what every text passes that is sent, stored or shown. */
export type Redactor = (text: string) => string;

/** How many consecutive letters and digits count as a piece of a secret, which may have been cut or split. */
const leastPiece = 12;
/** The same for a piece at the end of a text that was cut off. */
const leastEnd = 8;
/** The length of the grams by which pieces are looked up. */
const gramLength = 5;
/** If only every `step`th position is looked up, a piece of `leastPiece` letters still contains a whole gram at one of them. */
const step = leastPiece - gramLength + 1;

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
  [/\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g, mark],
  [/\b(Bearer\s{1,4})[A-Za-z0-9._~+/-]{16,}=*/gi, `$1${mark}`],
];

/** The beginnings of all these shapes and of private keys. Most texts hold none, so one search saves one for each shape. */
const anyBeginning =
  /sk-|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|AIza|(?:hf|gsk|npm|r8)_|(?:xai|pplx|nvapi)-|[sr]k_live_|whsec_|dop_v1_|shp(?:at|ss|pa|ca)_|glsa_|lin_api_|sntrys_|SG\.|pypi-|ya29\.|AGE-SECRET|hooks\.slack|eyJ|bearer\s|-----BEGIN/i;

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
    let clean = redactCredentials(replaceRanges(whole, findSecrets(whole)));
    if (!anyBeginning.test(clean)) return clean;
    clean = redactPrivateKeys(clean);
    for (const [pattern, replacement] of keyShapes) clean = clean.replace(pattern, replacement);
    return clean;
  };
}

/** Removes every secret from plain data, including field names. Data without secrets is returned as it is. */
export type DataRedactor = <Value>(value: Value) => Value;

/**
 * Makes a redactor for data that is redacted again and again with few changes, such as a session: an entry of a list that has not
 * changed since the last time is not searched again.
 */
export function createDataRedactor(redact: Redactor): DataRedactor {
  const redactEntry = remember((entry) => redactValue(entry, redact));
  return (value) => redactValue(value, redact, redactEntry);
}

function redactValue<Value>(
  value: Value,
  redact: Redactor,
  redactEntry: (entry: object) => object = (entry) => redactValue(entry, redact),
): Value {
  if (typeof value === 'string') return redact(value) as Value;
  if (Array.isArray(value)) {
    const clean = value.map((entry: unknown) =>
      isPlainObject(entry) ? redactEntry(entry) : redactValue(entry, redact, redactEntry),
    );
    return clean.every((entry, index) => entry === value[index]) ? value : (clean as Value);
  }
  if (!isPlainObject(value)) return value;
  let changed = false;
  const entries = Object.entries(value).map(([name, entry]): [string, unknown] => {
    const clean: [string, unknown] = [
      name.length < leastEnd ? makeWellFormed(name) : redact(name),
      redactValue(entry, redact, redactEntry),
    ];
    changed ||= clean[0] !== name || clean[1] !== entry;
    return clean;
  });
  return changed ? (Object.fromEntries(entries) as Value) : value;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

type Range = [start: number, end: number];

/** Returns a function that finds where a text holds one of the values. */
function createSecretFinder(secrets: Iterable<string>): (text: string) => Range[] {
  const values = [...new Set([...secrets].map((value) => value.trim()))];
  const strong = values.filter(looksSecret);
  const weak = values.filter((value) => value !== '' && !strong.includes(value) && !couldBeWord(value));
  const exact = strong.flatMap((value) => [
    value,
    Array.from(value).toReversed().join(''),
    encodeURIComponent(value),
  ]);
  const forms = [
    ...strong.flatMap(listFoldedForms),
    // In folded form, without capitals and signs, the value itself could be words.
    ...weak.flatMap((value) => listFoldedForms(value).filter((form) => form !== foldText(value).text)),
  ].filter((form) => form.length >= leastPiece);
  const beginnings = strong.map((value) => foldText(value).text).filter((form) => form.length >= leastPiece);
  const grams = new Map<string, [form: string, at: number][]>();
  for (const form of forms) {
    for (let at = 0; at + gramLength <= form.length; at += 1) {
      const gram = form.slice(at, at + gramLength);
      const known = grams.get(gram);
      if (known === undefined) grams.set(gram, [[form, at]]);
      else known.push([form, at]);
    }
  }
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
    if (forms.length === 0 || text.length < leastEnd) return ranges;
    for (const value of exact) {
      for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
        ranges.push([at, at + value.length]);
    }
    const folded = foldText(text);
    findPieces(folded, grams, ranges);
    if (text.includes('<')) findPieces(foldText(text, { keepsTags: true }), grams, ranges);
    findMasked(text, strong, ranges);
    findCutOff(text, folded, { beginnings, ranges });
    return ranges;
  };
}

/** Adds the ranges where a text shares a piece with a form. */
function findPieces(
  { text, starts, ends }: FoldedText,
  grams: ReadonlyMap<string, [form: string, at: number][]>,
  ranges: Range[],
): void {
  for (let here = 0; here + gramLength <= text.length; here += step) {
    const found = grams.get(text.slice(here, here + gramLength));
    if (found === undefined) continue;
    for (const [form, at] of found) {
      let before = 0;
      while (before < at && before < here && form[at - before - 1] === text[here - before - 1]) before += 1;
      let after = gramLength;
      while (at + after < form.length && form[at + after] === text[here + after]) after += 1;
      const length = before + after;
      if (length < leastPiece) continue;
      const from = here - before;
      if (length < form.length && countRandom(text.slice(from, from + length)) === 0) continue;
      ranges.push([starts[from] ?? 0, ends[from + length - 1] ?? 0]);
    }
  }
}

/** What stands for the middle of a key where only its ends are shown. */
const maskPattern = /[*•·●∗×]{2,}|…|\.{3,}|[xX#]{4,}/g;
/** The fewest characters at each end by which a key is known. */
const leastShown = 3;

/** Adds the ranges of values of which both ends are shown, in either case: `sk-ant****Wt6`. */
function findMasked(text: string, values: readonly string[], ranges: Range[]): void {
  for (const { 0: stars, index } of text.matchAll(maskPattern)) {
    const after = index + stars.length;
    for (const value of values) {
      const before = /[\w-]*$/.exec(text.slice(Math.max(0, index - value.length), index))?.[0] ?? '';
      const behind = /^[\w-]*/.exec(text.slice(after, after + value.length))?.[0] ?? '';
      if (before.length < leastShown || behind.length < leastShown) continue;
      const whole = value.toLowerCase();
      if (whole.startsWith(before.toLowerCase()) && whole.endsWith(behind.toLowerCase()))
        ranges.push([index - before.length, after + behind.length]);
    }
  }
}

/** Adds the ranges where the beginning of a value is at the end of a text, or before an ellipsis. */
function findCutOff(
  original: string,
  { text, starts, ends }: FoldedText,
  { beginnings, ranges }: { beginnings: readonly string[]; ranges: Range[] },
): void {
  const places = [original.length];
  for (let at = original.indexOf('…'); at >= 0 && places.length < 50; at = original.indexOf('…', at + 1))
    places.push(at);
  for (const place of places) {
    const end = countBefore(ends, text.length, place);
    for (const form of beginnings) {
      for (let length = leastPiece - 1; length >= leastEnd; length -= 1) {
        const piece = form.slice(0, length);
        if (!text.endsWith(piece, end) || countRandom(piece) === 0) continue;
        ranges.push([starts[end - length] ?? 0, ends[end - 1] ?? 0]);
        break;
      }
    }
  }
}

/** How many folded characters end at or before a place. */
function countBefore(ends: Int32Array, length: number, place: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
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
