/**
 * Reads JSON as models write it: with comments, trailing and missing commas, quotes of all kinds, unquoted keys and words,
 * line breaks and quotes inside strings, NaN, Python's words, or a missing end. Nothing is evaluated.
 */

/** An object that was read leniently. */
export interface LooseObject {
  data: { [key: string]: unknown };
  start: number;
  /** The position after it. */
  end: number;
  /** Whether the object was closed; false when the text ended first. */
  complete: boolean;
  /** Whether the text ended between two fields of the object, so that each field it has is whole. */
  endsBetween: boolean;
}

const deepest = 100;

const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”„“',
  '„': '“”',
  '‘': '’',
  '«': '»',
};

/** Reads the object that opens at `start` (a brace). `data` is null when it cannot be an object; `end` then tells how far it was read. */
export function parseLoose(
  text: string,
  start: number,
  to: number,
): LooseObject | { data: null; end: number } {
  const reader = new LooseReader(text, start, to);
  try {
    const data = reader.readObject(0);
    return { data, start, end: reader.at, complete: !reader.cut, endsBetween: reader.endsBetween };
  } catch (error) {
    if (error === notLoose) return { data: null, end: reader.at };
    throw error;
  }
}

/** Thrown when the text is not even loosely an object. It is caught in this file, so it needs no stack. */
const notLoose = new Error('not an object');

class LooseReader {
  at: number;
  /** Whether the text ended inside the value. */
  cut = false;
  /** Whether it ended between two fields of the outer object. */
  endsBetween = false;
  private readonly text: string;
  private readonly to: number;

  constructor(text: string, start: number, to: number) {
    this.text = text;
    this.at = start;
    this.to = to;
  }

  readObject(depth: number): { [key: string]: unknown } {
    if (depth > deepest) throw notLoose;
    this.at += 1;
    const entries: [string, unknown][] = [];
    for (;;) {
      this.skip(true);
      this.endsBetween = depth === 0 && !this.cut && this.at >= this.to;
      if (this.ended()) break;
      if (this.here() === '}') {
        this.at += 1;
        break;
      }
      const key = this.readKey();
      this.skip(false);
      if (this.ended()) break;
      if (!':=：'.includes(this.here())) throw notLoose;
      this.at += 1;
      this.skip(false);
      if (this.ended()) break;
      entries.push([key, this.readValue(depth, '}')]);
    }
    return Object.fromEntries(entries);
  }

  private readArray(depth: number): unknown[] {
    if (depth > deepest) throw notLoose;
    this.at += 1;
    const items: unknown[] = [];
    for (;;) {
      this.skip(true);
      if (this.ended()) break;
      const here = this.here();
      if (here === ']') {
        this.at += 1;
        break;
      }
      // A closing brace ends an array that was never closed.
      if (here === '}') break;
      const before = this.at;
      items.push(this.readValue(depth, ']'));
      if (this.at === before) throw notLoose;
    }
    return items;
  }

  private readValue(depth: number, closing: string): unknown {
    const here = this.here();
    if (here === '{') return this.readObject(depth + 1);
    if (here === '[') return this.readArray(depth + 1);
    if (closingQuotes[here] !== undefined) return this.readString(closing);
    return closing === '}' ? (this.readDecimal() ?? this.readBare()) : this.readBare();
  }

  /** Reads `0,8` in an object as a number, since a key would follow a comma. */
  private readDecimal(): number | null {
    const decimal = /(-?\d+),(\d+)(?=\s*[,}])/y;
    decimal.lastIndex = this.at;
    const found = decimal.exec(this.text);
    if (found === null || decimal.lastIndex >= this.to) return null;
    this.at = decimal.lastIndex;
    return Number(`${found[1]}.${found[2]}`);
  }

  private readKey(): string {
    const here = this.here();
    if (closingQuotes[here] !== undefined) return this.readString(':');
    const key = /[\p{L}_$][\p{L}\p{N}_$-]{0,80}/uy;
    key.lastIndex = this.at;
    const found = key.exec(this.text);
    if (found === null || key.lastIndex > this.to) throw notLoose;
    this.at = key.lastIndex;
    return found[0];
  }

  /** Reads a string in any quotes. A closing quote ends it only when the text after the quote can follow a string. */
  private readString(after: string): string {
    const opening = this.here();
    const closings = closingQuotes[opening] ?? '"';
    if (this.text.startsWith(opening.repeat(3), this.at) && opening !== '‘') return this.readTripled(opening);
    this.at += 1;
    let value = '';
    let from = this.at;
    while (this.at < this.to) {
      const here = this.here();
      if (here === '\\') {
        value += this.text.slice(from, this.at) + this.readEscape();
        from = this.at;
      } else if (closings.includes(here) && this.endsString(after)) {
        value += this.text.slice(from, this.at);
        this.at += 1;
        return value;
      } else {
        this.at += 1;
      }
    }
    this.cut = true;
    return value + this.text.slice(from, this.at);
  }

  private readTripled(quote: string): string {
    const mark = quote.repeat(3);
    const from = this.at + 3;
    const end = this.text.indexOf(mark, from);
    if (end === -1 || end >= this.to) {
      // An empty string followed by a stray quote, not a triple quote.
      this.at += 2;
      return '';
    }
    this.at = end + 3;
    return this.text.slice(from, end);
  }

  /** Whether the quote ends the string: a colon must follow a key; a comma, closing bracket, comment, new key or the end a value. */
  private endsString(after: string): boolean {
    let next = this.at + 1;
    let broken = false;
    while (next < this.to && /\s/.test(this.text[next] ?? '')) {
      broken ||= this.text[next] === '\n';
      next += 1;
    }
    if (next >= this.to) return true;
    const here = this.text[next] ?? '';
    if (after === ':') return ':=：'.includes(here);
    if (here === '}' || here === ']' || here === '/' || here === '#') return true;
    if (here === ',' || here === '，') return this.continuesAfterComma(next + 1, after);
    // A missing comma: the next key or item is on a line of its own.
    return (
      broken && (closingQuotes[here] !== undefined || here === '{' || here === '[' || /[\p{L}_]/u.test(here))
    );
  }

  /** Whether an item or key follows `",`; in prose ("a", he said) a word follows. */
  private continuesAfterComma(from: number, after: string): boolean {
    let next = from;
    while (next < this.to && /\s/.test(this.text[next] ?? '')) next += 1;
    if (next >= this.to) return true;
    const here = this.text[next] ?? '';
    if (closingQuotes[here] !== undefined || '{[}]/#-'.includes(here) || /\d/.test(here)) return true;
    const ahead = this.text.slice(next, Math.min(this.to, next + 40));
    if (after === ']') return /^(?:true|false|null|none|nan|undefined)\b/i.test(ahead);
    return /^[\p{L}_$][\p{L}\p{N}_$-]*\s*[:=]/u.test(ahead);
  }

  private readEscape(): string {
    const next = this.text[this.at + 1] ?? '';
    this.at += 2;
    if (next === 'u') {
      const digits = this.text.slice(this.at, this.at + 4);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) return '\\u';
      this.at += 4;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const known: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
    if (known[next] !== undefined) return known[next];
    // An escaped quote, slash or line break stands for itself; anything else was not meant as an escape.
    return /["'`/\\\n“”]/.test(next) ? next.replace('\n', '') : `\\${next}`;
  }

  /** Reads a number, a known word, or unquoted words up to the end of the line or value. */
  private readBare(): unknown {
    const bare = /[^,，\]}\n\r{["]*/y;
    bare.lastIndex = this.at;
    bare.exec(this.text);
    const from = this.at;
    this.at = Math.min(bare.lastIndex, this.to);
    if (this.at >= this.to) this.cut = true;
    const text = this.text
      .slice(from, this.at)
      .replace(/\s*(?:\/\/|\/\*|#\s).*$/, '')
      .trim();
    if (text === '') return null;
    if (/^(?:null|none|undefined|nil|nan|[+-]?infinity)$/i.test(text)) return null;
    if (/^true$/i.test(text)) return true;
    if (/^false$/i.test(text)) return false;
    const value = Number(text.replace(/^\+/, '').replace(/(?<=\d)_(?=\d)/g, ''));
    return Number.isFinite(value) && /^[+-]?[\d.]/.test(text) ? value : text;
  }

  /** Skips white space and comments, and with `separators` also commas and semicolons. */
  private skip(separators: boolean): void {
    for (;;) {
      const here = this.text[this.at] ?? '';
      if (this.at >= this.to) return;
      if (/\s|\uFEFF/.test(here) || (separators && ',;，'.includes(here))) {
        this.at += 1;
      } else if (here === '#' || this.text.startsWith('//', this.at)) {
        this.at = this.lineEnd();
      } else if (this.text.startsWith('/*', this.at)) {
        const end = this.text.indexOf('*/', this.at + 2);
        this.at = end === -1 || end + 2 > this.to ? this.to : end + 2;
      } else if (this.text.startsWith('...', this.at) || here === '…') {
        this.at += here === '…' ? 1 : 3;
      } else {
        return;
      }
    }
  }

  private lineEnd(): number {
    const end = this.text.indexOf('\n', this.at);
    return end === -1 || end > this.to ? this.to : end;
  }

  private ended(): boolean {
    if (this.at < this.to) return false;
    this.cut = true;
    return true;
  }

  private here(): string {
    return this.text[this.at] ?? '';
  }
}
