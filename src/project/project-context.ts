/** `CONTEXT.md`: the project in words, read by its headings in any order and at any level. */
import path from 'node:path';
import { S2sError } from '../domain/errors.ts';
import type { ProjectContext } from '../domain/library.ts';
import { normalizeText, readTextWithin } from '../files/read-text.ts';
import { shortenLine } from '../library/roles.ts';
import { splitMarkdown } from '../text/markdown.ts';
import { readItems, readProse, type Section, splitSections } from '../text/markdown-sections.ts';
import { stripComments } from '../text/strip-comments.ts';

type Part =
  | 'domain'
  | 'description'
  | 'objectives'
  | 'constraints'
  | 'scope'
  | 'in'
  | 'out'
  | 'stack'
  | 'questions';

/** Headings and what they hold; words such as "project" or "component" in front are taken off first. */
const headings: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['business domain', 'domain'],
  ['domain', 'domain'],
  ['overview', 'description'],
  ['description', 'description'],
  ['summary', 'description'],
  ['introduction', 'description'],
  ['purpose', 'description'],
  ['objectives', 'objectives'],
  ['objective', 'objectives'],
  ['business objectives', 'objectives'],
  ['goals', 'objectives'],
  ['goals and objectives', 'objectives'],
  ['constraints', 'constraints'],
  ['technical constraints', 'constraints'],
  ['business constraints', 'constraints'],
  ['scope', 'scope'],
  ['in scope', 'in'],
  ['out of scope', 'out'],
  ['not in scope', 'out'],
  ['non goals', 'out'],
  ['exclusions', 'out'],
  ['stack', 'stack'],
  ['technical stack', 'stack'],
  ['tech stack', 'stack'],
  ['technology stack', 'stack'],
  ['technologies', 'stack'],
  ['open questions', 'questions'],
]);

/** An empty context, for a project without the file. */
export function emptyContext(name: string): ProjectContext {
  return {
    name,
    description: '',
    domain: '',
    objectives: [],
    constraints: [],
    in_scope: [],
    out_of_scope: [],
    stack: [],
    open_questions: [],
    text: '',
  };
}

/**
 * Reads `CONTEXT.md`; a file that is not there gives an empty context. `root` is the folder that the file's real
 * path may not leave: the parent of the `.s2s` folder unless another is given. Throws S2sError FILE_*.
 */
export async function readProjectContext(
  file: string,
  fallbackName: string,
  options: { root?: string } = {},
): Promise<ProjectContext> {
  const root = options.root ?? path.dirname(path.dirname(path.resolve(file)));
  try {
    return parseProjectContext(await readTextWithin(file, root), fallbackName);
  } catch (error) {
    if (error instanceof S2sError && error.code === 'FILE_MISSING') return emptyContext(fallbackName);
    throw error;
  }
}

/** Reads the text of a `CONTEXT.md`. Whatever stands under no known heading is in `text` only. */
export function parseProjectContext(text: string, fallbackName: string): ProjectContext {
  const clean = stripComments(normalizeText(text));
  const { body } = splitMarkdown(clean);
  const sections = splitSections(body.text);
  const first = sections.find((section) => section.level > 0);
  const titled = first?.level === 1 && findPart(first.title) === null;
  const parts = groupLines(sections);
  const opening = titled ? first.lines : (sections[0]?.lines ?? []);
  const scope = readScope(parts.get('scope') ?? []);
  const itemsOf = (part: Part): string[] => readItems(parts.get(part) ?? []);
  const described = readProse(parts.get('description') ?? []);
  return {
    name: (titled ? readName(first.title) : null) ?? fallbackName,
    description: described === '' ? readProse(opening) : described,
    domain: readProse(parts.get('domain') ?? []),
    objectives: itemsOf('objectives'),
    constraints: itemsOf('constraints'),
    in_scope: [...scope.inside, ...itemsOf('in')],
    out_of_scope: [...scope.outside, ...itemsOf('out')],
    stack: itemsOf('stack'),
    open_questions: itemsOf('questions'),
    text: clean,
  };
}

/** `yt-dlp-api - Component Context` → `yt-dlp-api`; null when the heading names no project. */
function readName(title: string): string | null {
  const plain = shortenLine(title.replace(/[*`]/g, ''), 80);
  const kind = '(?:(?:project|component|product|workspace|system)\\s+)?context';
  const name = plain
    .replace(new RegExp(`\\s*[-–—:|]+\\s*${kind}$`, 'i'), '')
    .replace(new RegExp(`^${kind}\\s*[-–—:|]+\\s*`, 'i'), '')
    .trim();
  return name === '' || new RegExp(`^${kind}$`, 'i').test(name) ? null : name;
}

function findPart(title: string): Part | null {
  const words = title
    .toLowerCase()
    .replace(/^\s*\d+(\.\d+)*[.)]?\s+/, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const bare = words.replace(/^((the|our|project|component|product|system|key|main|primary) )+/, '');
  return headings.get(words) ?? headings.get(bare) ?? null;
}

/** Collects the lines of each part; a heading further down that is not known stays inside the part above it. */
function groupLines(sections: readonly Section[]): Map<Part, string[]> {
  const parts = new Map<Part, string[]>();
  let current: { part: Part; level: number } | null = null;
  for (const section of sections) {
    const part = findPart(section.title);
    if (part !== null) current = { part, level: section.level };
    else if (current !== null && section.level <= current.level) current = null;
    if (current === null) continue;
    const lines = parts.get(current.part) ?? [];
    // The blank line keeps the last point of one section apart from the first of the next.
    parts.set(current.part, [...lines, '', ...section.lines]);
  }
  return parts;
}

/** Scope with labels (`**In scope**:`) or without; what stands under no label or before them is inside. */
function readScope(lines: readonly string[]): { inside: string[]; outside: string[] } {
  const blocks: Record<'inside' | 'outside' | 'other', string[]> = { inside: [], outside: [], other: [] };
  let target: keyof typeof blocks = 'inside';
  for (const line of lines) {
    const label = readLabel(line);
    if (label === null) {
      blocks[target].push(line);
      continue;
    }
    target = label.target;
    blocks[target].push('', label.rest);
  }
  return { inside: readItems(blocks.inside), outside: readItems(blocks.outside) };
}

function readLabel(line: string): { target: 'inside' | 'outside' | 'other'; rest: string } | null {
  const match = /^\s*(?:[-*+]\s+)?(?:(\*\*|__|\*|_)([^*_]+?):?\1|([\p{L} -]+)(?=:|\s*$)):?\s*(.*)$/u.exec(
    line,
  );
  if (match === null) return null;
  const name = (match[2] ?? match[3] ?? '').trim();
  const rest = (match[4] ?? '').trim();
  const part = findPart(name);
  if (part === 'in') return { target: 'inside', rest };
  if (part === 'out') return { target: 'outside', rest };
  const listed = /^\s*[-*+]\s/.test(line);
  // Another label (`**Type**: …`) is a remark on the scope, unless it is a point of a list.
  return listed || match[2] === undefined ? null : { target: 'other', rest };
}
