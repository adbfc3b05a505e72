/** Measures of a text: its fingerprint, its words, its marks. */

import type { Item, Text, TextSection } from '../text.ts';

/** A mark: `[[REQ-001]]`. */
const markPattern = /\[\[\s*([A-Za-z][A-Za-z0-9_-]{0,39})\s*\]\]/g;

/** The ids of all marks in a text, in order, each once. */
export function listMarks(text: string): string[] {
  return [...new Set([...text.matchAll(markPattern)].map(([, id = '']) => id))];
}

/** Replaces the marks of a text; null leaves a mark as it is. */
export function replaceMarks(text: string, replace: (id: string) => string | null): string {
  return text.replace(markPattern, (mark, id: string) => replace(id) ?? mark);
}

/** Whether a section accounts for an item: it holds it, or refers to it. */
export function accountsFor({ id, body }: Pick<TextSection, 'id' | 'body'>, item: Item): boolean {
  return item.section === id || listMarks(body).includes(item.id);
}

/** All texts of an item that are printed, in the order in which they are printed. */
export function listItemTexts(item: Item): string[] {
  return [item.title, item.text, item.why, item.check, ...Object.values(item.details)];
}

/** All texts of a text that are printed, besides its items. */
export function listTexts(text: Text): string[] {
  return [
    text.title,
    text.decision,
    ...text.why,
    text.firmness,
    ...text.sections.flatMap(({ title, body }) => [title, body]),
    ...text.drivers,
    ...text.ways.flatMap((way) => [way.name, way.meaning, way.for, way.against, way.because]),
  ];
}

/** The words of the whole text as a reader counts them; a mark counts as one, and blocks of code count as none. */
export function countWords(text: Text, items: readonly Item[]): number {
  return countPlainWords([...listTexts(text), ...items.flatMap(listItemTexts)]);
}

/** The words of some texts, without their blocks of code: those are there to be copied, and a limit would only make them worse. */
export function countPlainWords(texts: readonly string[]): number {
  const prose: string[] = [];
  for (const text of texts)
    changeOutsideFences(text, (lines) => {
      prose.push(lines);
      return lines;
    });
  return prose
    .join(' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const opening = /^[ \t>]*(?:(?:[*+-]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})[^`]*$/;
const closing = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;

/** Changes a text, and leaves the code in its fences byte for byte. A fence that is not closed is none; `change` gets whole lines. */
export function changeOutsideFences(text: string, change: (lines: string) => string): string {
  const parts: string[] = [];
  let outside: string[] = [];
  let inside: string[] = [];
  let fence = '';
  const flush = (): void => {
    if (outside.length > 0) parts.push(change(outside.join('\n')));
    outside = [];
  };
  for (const line of text.split('\n')) {
    if (fence === '') {
      const [, opened = ''] = opening.exec(line) ?? [];
      if (opened === '') outside.push(line);
      else [fence, inside] = [opened, [line]];
      continue;
    }
    inside.push(line);
    if (!(closing.exec(line)?.[1] ?? '').startsWith(fence)) continue;
    flush();
    parts.push(inside.join('\n'));
    [fence, inside] = ['', []];
  }
  outside.push(...inside);
  flush();
  return parts.join('\n');
}

/** The fingerprint of an item's words: a vote on them counts only while it is the same. The id is no part of it. */
export function fingerprintItem(item: Item): string {
  const { kind, title, text, why, check, priority, details } = item;
  const further = Object.keys(details).length === 0 ? [] : [details];
  return fingerprint(JSON.stringify([kind, title, text, why, check, priority, ...further]));
}

/** The fingerprint of the whole text, items included, as it is printed. */
export function fingerprintText(text: Text, items: readonly Item[]): string {
  const printed = items.map((item) => [item.id, item.section, fingerprintItem(item)]);
  return fingerprint(JSON.stringify([listTexts(text), text.sections.map(({ id }) => id), printed]));
}

/** 64 bits of FNV-1a over UTF-16, as 16 hexadecimal digits. It tells versions apart; it protects nothing. */
export function fingerprint(text: string): string {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (let index = 0; index < text.length; index += 1) {
    low ^= text.charCodeAt(index);
    // Times 0x100000001b3, in two halves of 32 bits.
    const product = (low >>> 0) * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 0x1_0000_0000) + (low << 8)) | 0;
    low = product | 0;
  }
  const digits = (part: number): string => (part >>> 0).toString(16).padStart(8, '0');
  return digits(high) + digits(low);
}

/** A body, split where the mark of one of its items stands alone on a line: that item stands there, once. */
export function splitAtItems(body: string, items: readonly Item[]): (string | Item)[] {
  const cut = '\ue001';
  const left = new Map(items.map((item) => [item.id, item]));
  const placed: Item[] = [];
  const marked = changeOutsideFences(body.replaceAll(cut, ''), (lines) =>
    lines.replace(/^[ \t]*\[\[\s*([A-Z]+-\d+)\s*\]\][ \t]*$/gm, (line, id: string) => {
      const item = left.get(id);
      if (item === undefined) return line;
      left.delete(id);
      placed.push(item);
      return cut;
    }),
  );
  return marked.split(cut).flatMap((part, index) => [...placed.slice(Math.max(0, index - 1), index), part]);
}
