/**
 * Finds intact JSON objects in any text, with a pushdown scanner that knows strings, escapes and nesting, and stops at the
 * first character that JSON does not allow. Prose fails within a few characters, so the text is usually read about once; a
 * budget limits the worst case.
 */

/** An object found in the text, not yet parsed. */
export interface FoundObject {
  start: number;
  /** The position after its closing brace. */
  end: number;
  /** How many of the wanted keys its top level has. */
  score: number;
}

interface Frame {
  array: boolean;
  start: number;
  score: number;
}

/** No reply is nested deeper than this. */
const deepest = 200;

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
const space = /[ \t\r\n]*/y;

/** All objects, including nested ones, in the order in which they close. */
export function scanObjects(text: string, wanted: ReadonlySet<string>): FoundObject[] {
  const found: FoundObject[] = [];
  let budget = 40 * text.length + 10_000;
  // Strings of a failed attempt may hold the beginning of a real object, so they are scanned again.
  const again: [from: number, to: number][] = [[0, text.length]];
  for (let region = again.pop(); region !== undefined && budget > 0; region = again.pop()) {
    const [from, to] = region;
    let at = from;
    while (at < to && budget > 0) {
      const start = nextOpening(text, at, to);
      budget -= start - at + 1;
      if (start >= to) break;
      const tried = tryValue(text, start, { wanted, found });
      budget -= tried.end - start + 1;
      if (!tried.ok) {
        if (tried.end < to) again.push([tried.end > start ? tried.end : start + 1, to]);
        for (const [open, close] of tried.strings.toReversed()) again.push([open, Math.min(close, to)]);
        break;
      }
      at = tried.end;
    }
  }
  return found;
}

function nextOpening(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) return at;
  }
  return to;
}

interface Tried {
  ok: boolean;
  /** The position after the value, or of the fault. */
  end: number;
  /** On failure: strings that hold a brace or bracket. */
  strings: [from: number, to: number][];
}

function tryValue(
  text: string,
  start: number,
  { wanted, found }: { wanted: ReadonlySet<string>; found: FoundObject[] },
): Tried {
  const frames: Frame[] = [];
  const strings: [from: number, to: number][] = [];
  let at = start;
  /** What may come next. `after` means the rest after a value: a comma or the end. */
  let state: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'after' = 'value';
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const fail = (): Tried => ({ ok: false, end: at, strings });
  const takeString = (): boolean => {
    const from = at;
    const end = findStringEnd(text, at);
    at = Math.abs(end);
    if (end < 0) return false;
    if (nextOpening(text, from, at) < at) strings.push([from + 1, at - 1]);
    return true;
  };
  for (;;) {
    match(space);
    if (at >= text.length) return fail();
    const here = text[at];
    const frame = frames.at(-1);
    if (state === 'after') {
      if (frame === undefined) return { ok: true, end: at, strings };
      if (here === ',') {
        at += 1;
        state = frame.array ? 'value' : 'key';
        continue;
      }
      if (here !== (frame.array ? ']' : '}')) return fail();
    }
    const mayEnd = state === 'after' || state === 'value-or-end' || state === 'key-or-end';
    if (mayEnd && frame !== undefined && here === (frame.array ? ']' : '}')) {
      at += 1;
      frames.pop();
      if (!frame.array) found.push({ start: frame.start, end: at, score: frame.score });
      if (frames.length === 0) return { ok: true, end: at, strings };
      state = 'after';
      continue;
    }
    if (state === 'key' || state === 'key-or-end') {
      const from = at;
      if (!takeString()) return fail();
      if (frame !== undefined && wanted.has(unquote(text.slice(from, at)))) frame.score += 1;
      match(space);
      if (text[at] !== ':') return fail();
      at += 1;
      state = 'value';
      continue;
    }
    if (here === '{' || here === '[') {
      if (frames.length >= deepest) return fail();
      frames.push({ array: here === '[', start: at, score: 0 });
      state = here === '[' ? 'value-or-end' : 'key-or-end';
      at += 1;
      continue;
    }
    if (here === '"' ? !takeString() : !match(number) && !match(word)) return fail();
    state = 'after';
  }
}

/** The position after the string that opens at `from`; when it is not a valid string, the negated position of the fault. */
function findStringEnd(text: string, from: number): number {
  if (text[from] !== '"') return -from;
  let at = from + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -at;
    if (code === 0x5c) {
      const next = text[at + 1] ?? '';
      if (
        next === 'u'
          ? !/^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))
          : !'"\\/bfnrt'.includes(next) || next === ''
      )
        return -at;
      at += next === 'u' ? 6 : 2;
    } else {
      at += 1;
    }
  }
  return -Math.min(at, text.length);
}

function unquote(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
}
