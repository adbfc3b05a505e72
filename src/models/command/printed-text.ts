/** Removes what is meant for a terminal from the output of a program, and finds the JSON values in it. */
import { stripVTControlCharacters } from 'node:util';
import { parseJson } from '../../text/parse-json.ts';

/** Lines that assistants and their runtimes print before an answer. */
const notices = [
  /^(?:Loaded cached credentials|Data collection is (?:disabled|enabled)|Using cached credentials)\b.*$/i,
  /^Reading (?:additional )?(?:prompt|input) from stdin\b.*$/i,
  /^\(node:\d+\) .*$/,
  /^\(Use `node --trace-\w+.*$/,
  /^(?:npm (?:warn|notice)|\[(?:warn(?:ing)?|info|notice|debug)\]:?)\s.*$/i,
  /^(?:WARN|WARNING|INFO|DEBUG):?\s.*$/,
  /^(?:A )?(?:new )?(?:update|version)\b.{0,60}\bavailable\b.*$/i,
];

/** The text without byte order mark, colours, overwritten lines, carriage returns, and notices at its beginning. */
export function cleanPrinted(printed: string): string {
  const lines = stripVTControlCharacters(printed.replace(/^\uFEFF/, ''))
    .replace(/\r+\n/g, '\n')
    .split('\n')
    // A progress line overwrites itself from its beginning: only the last version is visible.
    .map((line) => line.replace(/\r+$/, '').split('\r').at(-1) ?? '')
    .map((line) => line.replace(/(?!\t)[\p{Cc}\uFEFF]/gu, ''));
  const first = lines.findIndex(
    (line) => line.trim() !== '' && !notices.some((one) => one.test(line.trim())),
  );
  return lines.slice(Math.max(0, first)).join('\n').trim();
}

/**
 * All printed JSON objects and lists, in order: one that is the whole text, one on each line, or one over several lines between lines
 * of prose. A list is replaced by its entries.
 */
export function listPrinted(text: string): unknown[] {
  const whole = parseJson(text);
  if (whole !== undefined) return spread(whole);
  const lines = text.split('\n');
  const found: unknown[] = [];
  for (let at = 0; at < lines.length; ) {
    const taken = /^\s*(?:data:\s*)?[{[]/.test(lines[at] ?? '') ? takeValue(lines, at) : null;
    if (taken !== null) found.push(...spread(taken.value));
    at = taken?.next ?? at + 1;
  }
  return found;
}

/**
 * The most lines of one value. Only lines that could end a value are tried, shortest value first, so
 * that prose in brackets costs little.
 */
const mostLines = 5_000;

function takeValue(lines: readonly string[], at: number): { value: unknown; next: number } | null {
  const first = (lines[at] ?? '').replace(/^\s*data:\s*/, '');
  const single = parseJson(first);
  if (single !== undefined) return { value: single, next: at + 1 };
  const closing = first.trimStart().startsWith('{') ? '}' : ']';
  const indent = /^\s*/.exec(lines[at] ?? '')?.[0] ?? '';
  for (let end = at + 1; end < Math.min(lines.length, at + mostLines); end += 1) {
    const line = lines[end] ?? '';
    // Pretty-printed JSON closes a value at the indent where it was opened.
    if (!line.startsWith(`${indent}${closing}`)) continue;
    const value = parseJson([first, ...lines.slice(at + 1, end + 1)].join('\n'));
    if (value !== undefined) return { value, next: end + 1 };
  }
  return null;
}

function spread(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value];
}
