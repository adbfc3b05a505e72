/** The parts of a markdown file that the library looks at: front matter, fenced blocks, headings. */

/** Text of a file with the place where it begins. */
export interface SourceBlock {
  text: string;
  /** The line of the file on which the text begins, from 1. */
  line: number;
  /** Columns cut off in front of each line. */
  indent: number;
}

/** A markdown file taken apart. `body` is everything after the front matter. */
export interface MarkdownParts {
  frontMatter: SourceBlock | null;
  /** The line of a front matter that is opened and never closed, else null. */
  unclosedAt: number | null;
  body: SourceBlock;
}

/** A fenced block; `from` and `to` are the first and last line of it, fences included, as indexes. */
export interface Fence extends SourceBlock {
  /** The first word after the opening fence, lowercase. */
  language: string;
  from: number;
  to: number;
}

/** An opening fence: its character, how often, and how far it stands from the margin. */
export interface FenceMark {
  character: string;
  length: number;
  indent: number;
  language: string;
}

/** Separates the front matter from the body. Blank lines before the front matter are allowed. */
export function splitMarkdown(text: string): MarkdownParts {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim() !== '');
  const whole: MarkdownParts = {
    frontMatter: null,
    unclosedAt: null,
    body: { text, line: 1, indent: 0 },
  };
  if (start === -1 || lines[start]?.trimEnd() !== '---') return whole;
  const end = lines.findIndex((line, index) => index > start && /^(---|\.\.\.)\s*$/.test(line));
  if (end === -1) return { ...whole, unclosedAt: start + 1 };
  return {
    frontMatter: { text: lines.slice(start + 1, end).join('\n'), line: start + 2, indent: 0 },
    unclosedAt: null,
    body: { text: lines.slice(end + 1).join('\n'), line: end + 2, indent: 0 },
  };
}

/** Reads an opening fence (CommonMark 0.31, section 4.5), or null. */
export function openFence(line: string): FenceMark | null {
  const match = /^( {0,3})(`{3,}|~{3,})([^\n]*)$/.exec(line);
  if (match === null) return null;
  const [, indent = '', fence = '', info = ''] = match;
  const character = fence.charAt(0);
  if (character === '`' && info.includes('`')) return null;
  const language = info.trim().split(/[\s{,:]/)[0] ?? '';
  return { character, length: fence.length, indent: indent.length, language: language.toLowerCase() };
}

/** Whether a line closes the fence. */
export function closesFence(line: string, fence: FenceMark): boolean {
  const trimmed = line.replace(/^ {0,3}/, '').trimEnd();
  return trimmed.length >= fence.length && trimmed === fence.character.repeat(trimmed.length);
}

/** All fenced blocks of a text; one that is never closed runs to the end. */
export function findFences(block: SourceBlock): Fence[] {
  const lines = block.text.split('\n');
  const fences: Fence[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const mark = openFence(lines[index] ?? '');
    if (mark === null) continue;
    const from = index;
    index += 1;
    while (index < lines.length && !closesFence(lines[index] ?? '', mark)) index += 1;
    const inside = lines.slice(from + 1, index).map((line) => cutIndent(line, mark.indent));
    fences.push({
      text: inside.join('\n'),
      line: block.line + from + 1,
      indent: mark.indent,
      language: mark.language,
      from,
      to: Math.min(index, lines.length - 1),
    });
  }
  return fences;
}

function cutIndent(line: string, indent: number): string {
  return line.slice(Math.min(indent, line.length - line.trimStart().length));
}

/** The first fenced YAML block whose top level has one of the keys, or null. */
export function findYamlFence(block: SourceBlock, keys: readonly string[]): Fence | null {
  const pattern = new RegExp(`^["']?(${keys.join('|')})["']?[ \\t]*:`, 'm');
  return (
    findFences(block).find((fence) => ['yaml', 'yml'].includes(fence.language) && pattern.test(fence.text)) ??
    null
  );
}

/** The text without one fenced block, and without a heading that only stood above that block. */
export function removeFence(block: SourceBlock, fence: Fence): string {
  const lines = block.text.split('\n');
  const before = lines.slice(0, fence.from);
  const after = lines.slice(fence.to + 1);
  const lastBefore = before.findLastIndex((line) => line.trim() !== '');
  const firstAfter = after.find((line) => line.trim() !== '');
  const closes = firstAfter === undefined || /^#{1,6}\s/.test(firstAfter);
  // A level-one heading is the title of the file, not of the block.
  if (closes && /^#{2,6}\s/.test(before[lastBefore] ?? '')) before.length = lastBefore;
  return [...before, ...after]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Title and first paragraph of a body, for files that keep their name and description there. */
export function readOpening(body: string): { title: string | null; paragraph: string | null } {
  const lines = body.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const title = /^#\s+(.*?)\s*#*\s*$/.exec(lines[first] ?? '')?.[1] ?? null;
  const rest = lines.slice(title === null ? Math.max(first, 0) : first + 1);
  const start = rest.findIndex((line) => line.trim() !== '');
  const paragraph: string[] = [];
  for (const line of start === -1 ? [] : rest.slice(start)) {
    if (line.trim() === '' || /^(#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||```|~~~|---)/.test(line.trimStart())) break;
    paragraph.push(line.trim());
  }
  return { title, paragraph: paragraph.length === 0 ? null : paragraph.join(' ') };
}
