/** Finds requirements: an id in a heading or in bold, the statement, and labelled lines for priority, reason and check. */
import type { Heading } from '../../text/markdown/markdown-outline.ts';
import { spanOf } from '../../text/markdown/markdown-tree.ts';
import { type DocumentText, type Entry, plainTitle, plainWords } from '../lint/document-text.ts';
import { decidedMark, dropNotAgreed, readReplacedLine } from '../markdown/managed-blocks.ts';

/** A paragraph or list item; lines count from 1. */
export interface Statement {
  text: string;
  line: number;
}

export const fieldNames = ['acceptance', 'priority', 'rationale'] as const;
export type Field = (typeof fieldNames)[number];

/** How an id stands out; of several definitions of an id the first of these forms counts, the others are mentions. */
export const requirementForms = ['heading', 'paragraph', 'item', 'plain'] as const;

/** One requirement, or another item with an id. */
export interface FoundRequirement {
  /** As the document writes it: `REQ-001`. */
  id: string;
  /** The letters before its number: `REQ`, `NFR-PERF`. */
  prefix: string;
  form: (typeof requirementForms)[number];
  title: string;
  line: number;
  /** What is demanded, without the title, the labelled lines and what stands below them. */
  statements: Statement[];
  fields: Partial<Record<Field, string>>;
  /** The ids that the file says below its head it is replaced by; null if it holds. */
  replacedBy: string | null;
  /** Whether its head says that a person decided it. */
  isDecided: boolean;
  /** Whether a table below it says more, such as a check for each row. */
  hasTable: boolean;
}

/** An id with letters, number and perhaps a small letter: `REQ-001`, `NFR-PERF-2`, `FR-7a`. */
export const itemId =
  '(?<prefix>[A-Z][A-Z0-9]{0,9}(?:[-_][A-Z][A-Z0-9]{0,9})*)[-_](?<number>\\d{1,6})[a-z]?(?![\\w-])';
const headingHead = new RegExp(`^[[(]?(?<id>${itemId})[\\])]?(?<title>.*)$`);
const boldHead = new RegExp(`^\\*\\*[[(]?(?<id>${itemId})[\\])]?(?<title>[^*]*)\\*\\*(?<rest>.*)$`, 's');
/** `- REQ-001: The service shall …`, without bold. */
const plainHead = new RegExp(`^[[(]?(?<id>${itemId})[\\])]?(?<title>)\\s*[:–—-]\\s+(?<rest>.*)$`, 's');
/** The priority in brackets after a title: `(must)`, `(Muss; Test)`. */
const priority = /\(((?:must|should|could|won['’]?t|muss|soll|sollte|kann)\b[^()]*)\)/i;

type Label = Field | 'statement' | 'other';
const labels: Readonly<Record<Exclude<Label, 'other'>, RegExp>> = {
  acceptance:
    /^(?:check|acceptance(?: criteri(?:on|a))?|verification|fit criterion|prüfung|abnahme(?:kriteri(?:um|en))?|akzeptanzkriterien)$/,
  priority: /^(?:priority|priorität)$/,
  rationale: /^(?:why|rationale|reason|warum|begründung)$/,
  statement: /^(?:statement|requirement|description|text|anforderung|beschreibung)$/,
};

interface Open {
  requirement: FoundRequirement;
  /** Of its heading; 0 for one in bold. */
  level: number;
  depth: number;
  label: Label | null;
}

/** All requirements and other items with an id in this form, in line order; what a panel did not agree on is none. */
export function findRequirements(document: DocumentText): FoundRequirement[] {
  const opened: Open[] = [];
  const source = document.tree.source.split('\n');
  let open: Open | null = null;
  for (const part of listParts(document)) {
    const next = openHead(part);
    const replaced = readReplacedLine(source[part.line - 1] ?? '');
    if (next !== null) {
      next.requirement.isDecided = source[part.line - 1]?.includes(decidedMark) === true;
      opened.push(next);
      open = next;
    } else if (open !== null && replaced !== null) {
      open.requirement.replacedBy = replaced.heirs.join(', ');
    } else if (open !== null && !(isHeading(part) ? takeHeading(open, part) : takeEntry(open, part)))
      open = null;
  }
  const found = opened.map(({ requirement }) => requirement);
  const best = new Map<string, FoundRequirement['form']>();
  for (const form of requirementForms)
    for (const one of found) if (one.form === form && !best.has(one.id)) best.set(one.id, form);
  return found.filter(({ id, form }) => form === best.get(id));
}

type Part = Heading | Entry;

/** Headings below the title, paragraphs, list items and rows of what was agreed, in line order. */
function listParts({ tree, headings, entries }: DocumentText): Part[] {
  const agreed = new Set(dropNotAgreed(tree));
  const others = tree.blocks.filter((block) => !agreed.has(block)).map(spanOf);
  const texts = entries.filter(({ kind }) => kind !== 'quote' && kind !== 'code');
  return [...headings.filter(({ level }) => level > 1), ...texts]
    .filter(({ line: at }) => !others.some(({ line, endLine }) => line <= at && at <= endLine))
    .sort((a, b) => a.line - b.line);
}

function isHeading(part: Part): part is Heading {
  return 'level' in part;
}

/** The requirement that a heading or a text begins, or null. */
function openHead(part: Part): Open | null {
  const numbering = /^\d+(?:\.\d+)*[.)]?\s+/;
  const { groups } =
    (isHeading(part)
      ? headingHead.exec(plainWords(part.text).replace(numbering, ''))
      : part.kind === 'row'
        ? null
        : (boldHead.exec(part.text) ?? (part.kind === 'item' ? plainHead.exec(part.text) : null))) ?? {};
  if (groups === undefined) return null;
  const { id = '', prefix = '', title = '', rest = '' } = groups;
  const [, marks] = priority.exec(`${title} ${/^[\s:]*\([^()]*\)/.exec(rest)?.[0] ?? ''}`) ?? [];
  const text = plainWords(rest.replace(/^[\s:]*(?:\([^()]*\))?[\s:–—-]*/, ''));
  const { line } = part;
  const isBold = part.text.startsWith('*');
  const requirement: FoundRequirement = {
    id,
    prefix,
    form: isHeading(part) ? 'heading' : part.kind === 'paragraph' ? 'paragraph' : isBold ? 'item' : 'plain',
    title: plainWords(title.replace(/^[\s:·.–—-]+/, '')),
    line,
    statements: text === '' ? [] : [{ text, line }],
    fields: marks === undefined ? {} : { priority: marks },
    replacedBy: null,
    isDecided: false,
    hasTable: false,
  };
  return isHeading(part)
    ? { requirement, level: part.level, depth: 0, label: null }
    : { requirement, level: 0, depth: part.depth, label: null };
}

/** Notes a subheading, such as "Acceptance Criteria"; false for a heading outside the open requirement. */
function takeHeading(open: Open, heading: Heading): boolean {
  if (open.level === 0 || heading.level <= open.level) return false;
  open.label = readLabel(plainTitle(heading.text)) ?? 'other';
  return true;
}

/** Adds a text to the open requirement; false if it no longer belongs to it. */
function takeEntry(open: Open, entry: Entry): boolean {
  const { requirement, level, depth } = open;
  if (entry.kind === 'row') requirement.hasTable = true;
  if (entry.kind === 'row' || entry.depth < depth) return entry.kind === 'row';
  const [, name = '', value = ''] =
    /^[*_]{0,3}(\p{L}[\p{L} ]{1,28}?)[*_]{0,3}\s*:[*_]{0,3}(?:\s+(.*))?$/su.exec(entry.text) ?? [];
  const isEmphasized = name !== '' && /^[*_]/.test(entry.text);
  const label = readLabel(name.toLowerCase()) ?? (isEmphasized ? 'other' : null);
  // A text in bold ends with its statement: what follows without a label is something else.
  if (label === null && open.label === null && level === 0 && requirement.statements.length > 0) return false;
  if (label !== null) open.label = label;
  const text = plainWords(label === null ? entry.text : value);
  if (text === '' || open.label === 'other') return true;
  if (open.label === null || open.label === 'statement')
    requirement.statements.push({ text, line: entry.line });
  else requirement.fields[open.label] = `${requirement.fields[open.label] ?? ''} ${text}`.trim();
  return true;
}

function readLabel(title: string): Exclude<Label, 'other'> | null {
  const found = Object.entries(labels).find(([, names]) => names.test(title.trim()));
  return (found?.[0] ?? null) as Exclude<Label, 'other'> | null;
}
