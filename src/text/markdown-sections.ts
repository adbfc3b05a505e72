/** Headings, sections and list items of a markdown text. */
import { findFences } from './markdown.ts';

/** A heading and the lines below it up to the next heading. Level 0 stands for the lines before the first one. */
export interface Section {
  level: number;
  title: string;
  /** Lines outside of fenced blocks; a thematic break and what follows it are left out. */
  lines: string[];
}

/** Takes a text apart at its headings, of both forms (`## Goals` and underlined). */
export function splitSections(text: string): Section[] {
  const lines = text.split('\n');
  const fenced = new Set<number>();
  for (const fence of findFences({ text, line: 1, indent: 0 })) {
    for (let index = fence.from; index <= fence.to; index += 1) fenced.add(index);
  }
  const sections: Section[] = [{ level: 0, title: '', lines: [] }];
  let ended = false;
  for (const [index, line] of lines.entries()) {
    if (fenced.has(index)) continue;
    const heading = readHeading(line);
    const underlined = readUnderline(lines, index);
    const current = sections.at(-1);
    if (heading !== null) {
      sections.push({ ...heading, lines: [] });
      ended = false;
    } else if (underlined !== null && !fenced.has(index - 1) && current !== undefined && !ended) {
      const title = (current.lines.pop() ?? '').trim();
      sections.push({ level: underlined, title, lines: [] });
    } else if (/^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line)) ended = true;
    else if (!ended) current?.lines.push(line);
  }
  return sections;
}

function readHeading(line: string): { level: number; title: string } | null {
  const match = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line);
  if (match === null) return null;
  const title = (match[2] ?? '').replace(/(^|[ \t]+)#+[ \t]*$/, '').trim();
  return { level: (match[1] ?? '').length, title };
}

/** A line of `=` or `-` below a one-line paragraph makes it a heading of level 1 or 2. */
function readUnderline(lines: readonly string[], index: number): number | null {
  const match = /^ {0,3}(=+|-{2,})[ \t]*$/.exec(lines[index] ?? '');
  const above = lines[index - 1] ?? '';
  const before = lines[index - 2] ?? '';
  if (match === null || above.trim() === '' || before.trim() !== '') return null;
  if (/^\s{0,3}([-*+>|#]|\d+[.)]\s)/.test(above)) return null;
  return match[1]?.startsWith('=') === true ? 1 : 2;
}

/** The paragraphs of some lines, each on one line; list items keep their marker and their line. */
export function readProse(lines: readonly string[]): string {
  const paragraphs: string[] = [];
  let open = false;
  for (const line of lines) {
    const text = line.trim();
    if (text === '') open = false;
    else if (open && !isItem(line)) paragraphs.push(`${paragraphs.pop() ?? ''} ${text}`);
    else {
      paragraphs.push(text);
      open = true;
    }
  }
  return paragraphs
    .map((text, index) =>
      index > 0 ? `${isItem(text) && isItem(paragraphs[index - 1] ?? '') ? '\n' : '\n\n'}${text}` : text,
    )
    .join('');
}

/**
 * The points of some lines: list items with their wrapped lines joined and nested items behind them, rows of
 * tables, and paragraphs. A paragraph that only announces a list (it ends with a colon) is no point.
 */
export function readItems(lines: readonly string[]): string[] {
  const items: { text: string; indent: number; children: string[] }[] = [];
  let open: 'item' | 'child' | 'paragraph' | null = null;
  let blank = false;
  const rows = dropTableHeads(lines);
  for (const line of rows) {
    const text = line.trim();
    const indent = line.length - line.trimStart().length;
    const last = items.at(-1);
    if (text === '') {
      blank = true;
      if (open === 'paragraph') open = null;
    } else if (isItem(line)) {
      const content = cleanItem(text.replace(/^([-*+]|\d+[.)])\s+/, '').replace(/^\[[ xX]\]\s+/, ''));
      if (last !== undefined && open !== 'paragraph' && open !== null && indent > last.indent + 1) {
        last.children.push(content);
        open = 'child';
      } else {
        items.push({ text: content, indent, children: [] });
        open = 'item';
      }
      blank = false;
    } else if (last !== undefined && open !== null && (!blank || indent > 1)) {
      const child = last.children.pop();
      if (open === 'child' && child !== undefined) last.children.push(`${child} ${cleanItem(text)}`);
      else last.text += ` ${cleanItem(text)}`;
    } else {
      items.push({ text: cleanItem(text), indent: 0, children: [] });
      open = 'paragraph';
      blank = false;
    }
  }
  return items
    .filter(
      ({ text, children }, index) => children.length > 0 || !text.endsWith(':') || index === items.length - 1,
    )
    .map(({ text, children }) => joinChildren(text, children))
    .filter((text) => text !== '');
}

function joinChildren(text: string, children: readonly string[]): string {
  return children.length === 0 ? text : `${text.replace(/:$/, '')}: ${children.join('; ')}`;
}

function isItem(line: string): boolean {
  return /^\s*([-*+]|\d{1,9}[.)])\s+\S/.test(line);
}

/** Without the marks of bold text and of table cells. */
function cleanItem(text: string): string {
  const cells = /^\|.*\|$/.test(text) ? text.slice(1, -1).split('|') : [text];
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(': ')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .trim();
}

/** Table rows become paragraphs of their own; the head and the line below it say nothing about the project. */
function dropTableHeads(lines: readonly string[]): string[] {
  const isRule = (line: string | undefined): boolean =>
    /^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/.test(line ?? '');
  return lines.flatMap((line, index) => {
    if (isRule(line) || (line.includes('|') && isRule(lines[index + 1]))) return [];
    return /^\s*\|.*\|\s*$/.test(line) ? [line.trim(), ''] : [line];
  });
}
