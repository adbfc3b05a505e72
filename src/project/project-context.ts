/** Reads `CONTEXT.md`, the description of the project, by its headings, in any order and at any level. */

import path from 'node:path';
import { normalizeText, readTextWithin } from '../files/read-text.ts';
import { indexNames } from '../library/other-names.ts';
import { shortenLine } from '../library/roles.ts';
import { S2sError } from '../session/errors.ts';
import type { ProjectContext } from '../session/library.ts';
import { replaceEmbedded } from '../text/embedded-data.ts';
import { type KeptReadings, makeOnce } from '../text/kept-readings.ts';
import { listSections, removeComments } from '../text/markdown/markdown-outline.ts';
import { readPoints, readProse } from '../text/markdown/markdown-points.ts';
import { type MarkdownTree, parseMarkdown, spanOf } from '../text/markdown/markdown-tree.ts';
import { type Inclusion, includeFiles } from './include-files.ts';

/** The headings of each part; leading words such as "project" or "component" are removed before the comparison. */
const headingNames = {
  domain: ['business domain', 'domain'],
  description: ['overview', 'description', 'summary', 'introduction', 'purpose'],
  objectives: ['objectives', 'objective', 'business objectives', 'goals', 'goals and objectives'],
  constraints: ['constraints', 'technical constraints', 'business constraints'],
  scope: ['scope'],
  in: ['in scope'],
  out: ['out of scope', 'not in scope', 'non goals', 'exclusions'],
  stack: ['stack', 'technical stack', 'tech stack', 'technology stack', 'technologies'],
  questions: ['open questions'],
};
type Part = keyof typeof headingNames;
const headings = indexNames<Part>(headingNames);

/** An empty context, for a project without the file. */
export function emptyContext(name: string): ProjectContext {
  return parseProjectContext('', name);
}

/**
 * Reads `CONTEXT.md` and the files that it includes (`@docs/goals.md`); one that is missing, or says nothing, gives a context with an
 * empty text. Its real path must be inside `root`, by default the parent of the `.s2s` folder. Throws S2sError FILE_*.
 */
export async function readProjectContext(
  file: string,
  fallbackName: string,
  options: {
    root?: string;
    kept?: KeptReadings | undefined;
    onReceipt?: Inclusion['onReceipt'];
  } = {},
): Promise<ProjectContext> {
  const root = options.root ?? path.dirname(path.dirname(path.resolve(file)));
  try {
    const text = replaceEmbedded(await readTextWithin(file, root));
    const whole = await includeFiles(text, path.resolve(file), {
      root,
      onReceipt: options.onReceipt ?? (() => undefined),
    });
    const context = makeOnce(options.kept, { file, text: whole }, () => parseProjectContext(whole, ''));
    return { ...context, name: context.name || fallbackName };
  } catch (error) {
    if (error instanceof S2sError && error.code === 'FILE_MISSING') return emptyContext(fallbackName);
    throw error;
  }
}

/** Parses the text of a `CONTEXT.md`. Text under unknown headings is only in `text`. Throws S2sError FILE_TOO_LARGE. */
export function parseProjectContext(text: string, fallbackName: string): ProjectContext {
  const clean = removeComments(parseMarkdown(normalizeText(text), 'CONTEXT.md'));
  const tree = parseMarkdown(clean);
  const sections = listTexts(tree);
  const saysNothing = tree.blocks.every(({ type }) => type === 'heading' || type === 'thematicBreak');
  const first = sections.find((section) => section.level > 0);
  const titled = first?.level === 1 && findPart(first.title) === null;
  const parts = groupTexts(sections);
  const opening = titled ? first.text : (sections[0]?.text ?? '');
  const scope = readScope(parts.get('scope') ?? '');
  const pointsOf = (part: Part): string[] => readPoints(parts.get(part) ?? '');
  const described = readProse(parts.get('description') ?? '');
  return {
    name: (titled ? readName(first.title) : null) ?? fallbackName,
    description: described === '' ? readProse(opening) : described,
    domain: readProse(parts.get('domain') ?? ''),
    objectives: pointsOf('objectives'),
    constraints: pointsOf('constraints'),
    in_scope: [...scope.inside, ...pointsOf('in')],
    out_of_scope: [...scope.outside, ...pointsOf('out')],
    stack: pointsOf('stack'),
    open_questions: pointsOf('questions'),
    text: saysNothing ? '' : clean,
  };
}

interface SectionText {
  /** 0 for the text above the first heading. */
  level: number;
  title: string;
  /** The source text up to the next heading or horizontal rule. */
  text: string;
}

function listTexts(tree: MarkdownTree): SectionText[] {
  const lines = tree.source.split('\n');
  return listSections(tree).map(({ heading, blocks }) => {
    const end = blocks.findIndex((block) => block.type === 'thematicBreak');
    const kept = end === -1 ? blocks : blocks.slice(0, end);
    const [first, last] = [kept[0], kept.at(-1)];
    const text =
      first === undefined || last === undefined
        ? ''
        : lines.slice(spanOf(first).line - 1, spanOf(last).endLine).join('\n');
    return { level: heading?.level ?? 0, title: heading?.text ?? '', text };
  });
}

/** `yt-dlp-api - Component Context` → `yt-dlp-api`; null if the heading names no project. */
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

/** Collects the text of each part; an unknown heading of a deeper level belongs to the part above it. */
function groupTexts(sections: readonly SectionText[]): Map<Part, string> {
  const parts = new Map<Part, string>();
  let current: { part: Part; level: number } | null = null;
  for (const section of sections) {
    const part = findPart(section.title);
    if (part !== null) current = { part, level: section.level };
    else if (current !== null && section.level <= current.level) current = null;
    if (current === null) continue;
    // The blank line separates the last point of one section from the first of the next.
    parts.set(current.part, `${parts.get(current.part) ?? ''}\n\n${section.text}`);
  }
  return parts;
}

/** Reads a scope with labels (`**In scope**:`) or without; lines without a label are in scope, those of another label in neither. */
function readScope(text: string): { inside: string[]; outside: string[] } {
  const inside: string[] = [];
  const outside: string[] = [];
  let target = inside;
  for (const line of text.split('\n')) {
    const [, name, rest = ''] = /^\s*(?:\*\*|__)([^*_]+?):?(?:\*\*|__):?\s*(.*)$/.exec(line) ?? [];
    const part = name === undefined ? null : findPart(name);
    if (name !== undefined) target = part === 'in' ? inside : part === 'out' ? outside : [];
    target.push(...(name === undefined ? [line] : ['', rest]));
  }
  return { inside: readPoints(inside.join('\n')), outside: readPoints(outside.join('\n')) };
}
