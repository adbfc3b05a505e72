/** Reads the places in the project that a fact cites, in the forms that models write. */

import type { Evidence } from '../../session/records.ts';
import { cutText } from '../../session/rules/cut-text.ts';

/** The maximum number of places per fact, and of characters per quotation. */
const most = 4;
const longestQuote = 2_000;

/** Reads places that have a path and a quotation; anything else is dropped. They are not checked yet. */
export function readEvidence(value: unknown): Evidence[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap(readPlace).slice(0, most);
}

function readPlace(value: unknown): Evidence[] {
  if (typeof value === 'string') {
    // `src/queue.ts:12 "await retry(job)"`
    const [, place = '', quote = ''] = /^\s*(\S+?)[\s:–-]+["“`«'](.+)["”`»']\s*$/s.exec(value) ?? [];
    return build(place, undefined, quote);
  }
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const text = (...names: string[]): string => {
    for (const name of names) {
      const found = fields[name];
      if (typeof found === 'string' && found.trim() !== '') return found;
    }
    return '';
  };
  const path = text('path', 'file', 'source', 'location').trim();
  const line = fields['line'] ?? fields['lines'] ?? fields['line_number'];
  return build(path, line, text('quote', 'quotation', 'text', 'excerpt', 'snippet'));
}

function build(place: string, given: unknown, quote: string): Evidence[] {
  const [, path = place, behind] = /^(.+?)(?::|#L)(\d+)(?:[-–:,]L?\d+)?$/.exec(place) ?? [];
  if (path === '' || quote.trim() === '') return [];
  return [
    {
      path: cutText(path, 400, ''),
      line: readLine(given) ?? readLine(behind),
      quote: cutText(quote, longestQuote, ''),
      commit: null,
      found: null,
    },
  ];
}

/** A line number; the first one of `12-20`. */
function readLine(value: unknown): number | null {
  const first = Array.isArray(value) ? value[0] : value;
  const number = typeof first === 'string' ? Number(/\d+/.exec(first)?.[0] ?? '') : first;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}
