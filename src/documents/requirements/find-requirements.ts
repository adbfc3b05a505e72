/** Finds requirements in the forms in which people write them: under headings, in lists, as paragraphs, in tables. */
import type { DocumentText } from '../lint/document-text.ts';

/** One requirement; lines are indexes from 0. Absent fields are null. */
export interface FoundRequirement {
  id: string;
  line: number;
  statement: string;
  statementLine: number;
  acceptance: string | null;
  priority: string | null;
  rationale: string | null;
  verification: string | null;
}

type Field = 'acceptance' | 'priority' | 'rationale' | 'verification';

const idText = '(?:[A-Z]{1,8}[-_])+\\d{1,6}(?:\\.\\d+)*';
/** Ids of other things: records, standards, conflicts, questions, risks. */
const notRequirements =
  /^(?:ADR|ISO|IEC|IEEE|RFC|CF|OQ|RISK|MIT|ARCH|COMP|INT|IDEA|E|C|P|TC|TEST|UTF|SHA|CVE|PR|GH)[-_]/;
const modal = /\b(?:shall|must|should|will|can)\b/i;
const fieldLine =
  /^\s*(?:[-*+]\s+)?[*_]*(acceptance(?: criteria| criterion)?|priority|rationale|verification(?: method)?)[*_]*\s*:[*_]*\s*(.*)$/i;
const nothing = /^(?:none|tbd|todo|n\/a|-|–|nobody named (?:a criterion|one)|nobody gave one)\.?$/i;

/** All requirements, in the order of their lines. */
export function findRequirements(document: DocumentText): FoundRequirement[] {
  const starts = listStarts(document);
  const tables = listTableRows(document);
  const found = starts.map((start, index) => {
    const headingAfter = document.headings.find(
      (heading) => heading.line > start.line && (start.depth === 0 || heading.depth <= start.depth),
    );
    const end = Math.min(
      starts[index + 1]?.line ?? Number.POSITIVE_INFINITY,
      headingAfter?.line ?? document.lines.length,
    );
    return readRequirement(document, start, end);
  });
  return [...found, ...tables].sort((a, b) => a.line - b.line);
}

interface Start {
  id: string;
  line: number;
  /** Depth of the heading; 0 for a list item or a paragraph. */
  depth: number;
  rest: string;
}

function listStarts(document: DocumentText): Start[] {
  const headings = document.headings.flatMap((heading): Start[] => {
    const [, id, rest] =
      new RegExp(`^[*\\[]*(${idText})[*\\]]*(?:\\s*[:.–—-]\\s*|\\s+|$)(.*)$`).exec(heading.text) ?? [];
    const usable = id !== undefined && !notRequirements.test(id) && !document.skipped.has(heading.line);
    return usable ? [{ id, line: heading.line, depth: heading.depth, rest: rest ?? '' }] : [];
  });
  const item = new RegExp(
    `^\\s{0,3}(?:(?:[-*+]|\\d+[.)])\\s+)?[*\\[]*(${idText})[*\\]]*(?:\\s*[:.–—-]\\s*|\\s+)[*]*\\s*(\\S.*)$`,
  );
  const items = document.lines.flatMap((line, index): Start[] => {
    if (index <= document.frontMatterEnd || document.fenced.has(index) || document.skipped.has(index))
      return [];
    if (/^ {0,3}[#|>]/.test(line)) return [];
    const [, id, rest] = item.exec(line) ?? [];
    // A statement may go on in the next line of its paragraph.
    const said = `${rest ?? ''} ${document.lines[index + 1] ?? ''}`;
    return id !== undefined && rest !== undefined && !notRequirements.test(id) && modal.test(said)
      ? [{ id, line: index, depth: 0, rest }]
      : [];
  });
  return [...headings, ...items].sort((a, b) => a.line - b.line);
}

function readRequirement(document: DocumentText, start: Start, end: number): FoundRequirement {
  const fields: Partial<Record<Field, string>> = {};
  let statement = start.depth === 0 || /\bshall\b/i.test(start.rest) ? start.rest : '';
  let statementLine = start.line;
  let open: Field | null = null;
  let inStatement = start.depth === 0;
  const put = (field: Field, text: string): void => {
    fields[field] = [fields[field] ?? '', text.trim()].filter((part) => part !== '').join(' ');
  };
  for (let index = start.line + 1; index < end; index += 1) {
    const line = document.lines[index] ?? '';
    if (document.skipped.has(index)) continue;
    if (line.trim() === '') {
      inStatement = false;
      // Only criteria are written as a list of their own below an empty line.
      if (open !== 'acceptance') open = null;
      continue;
    }
    const heading = document.headings.find((one) => one.line === index);
    const [, name, value] = fieldLine.exec(heading === undefined ? line : `${heading.text}:`) ?? [];
    if (name !== undefined) {
      open = fieldOf(name);
      inStatement = false;
      put(open, value ?? '');
    } else if (heading !== undefined) open = null;
    else if (/^\s*(?:[-*+]\s+)?[*_]*[A-Z][\w /-]{2,30}[*_]*:/.test(line) && !/^\s{2,}/.test(line)) {
      const [, text] =
        /^\s*(?:[-*+]\s+)?[*_]*(?:statement|description|requirement)[*_]*\s*:[*_]*\s*(.*)$/i.exec(line) ?? [];
      open = null;
      if (text !== undefined) [statement, statementLine, inStatement] = [text, index, true];
    } else if (/^\s*(?:[-*+]\s+)?[*_]*given\b/i.test(line)) put('acceptance', line);
    else if (open !== null) put(open, line.replace(/^\s*[-*+]\s+/, ''));
    else if (inStatement) statement = `${statement} ${line.trim()}`;
    else if (statement === '' && !/^\s*(?:[-*+>|]|\d+[.)])\s?/.test(line)) {
      [statement, statementLine, inStatement] = [line.trim(), index, true];
    }
  }
  return { id: start.id, line: start.line, statement: statement.trim(), statementLine, ...settle(fields) };
}

function fieldOf(name: string): Field {
  const word = name.toLowerCase();
  return word.startsWith('accept')
    ? 'acceptance'
    : word.startsWith('verif')
      ? 'verification'
      : word.startsWith('prio')
        ? 'priority'
        : 'rationale';
}

function settle(fields: Partial<Record<Field, string>>): Record<Field, string | null> {
  const read = (field: Field) => {
    const text = fields[field]?.trim() ?? '';
    return text === '' || nothing.test(text) ? null : text;
  };
  return {
    acceptance: read('acceptance'),
    priority: read('priority'),
    rationale: read('rationale'),
    verification: read('verification'),
  };
}

/** Rows of tables that hold statements; a table that only refers to ids holds none. */
function listTableRows(document: DocumentText): FoundRequirement[] {
  let head: string[] | null = null;
  return document.lines.flatMap((line, index): FoundRequirement[] => {
    if (!/^\s*\|/.test(line) || document.fenced.has(index) || document.skipped.has(index)) {
      head = null;
      return [];
    }
    const cells = line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (head === null) {
      head = cells.map((cell) => cell.toLowerCase());
      return [];
    }
    const at = cells.findIndex((cell) => new RegExp(`^[*\`\\[]*${idText}[*\`\\]]*$`).test(cell));
    const id = (cells[at] ?? '').replace(/[*`[\]]/g, '');
    const said = cells.findIndex(
      (cell, column) =>
        column !== at && (modal.test(cell) || /statement|description/.test(head?.[column] ?? '')),
    );
    if (at === -1 || said === -1 || notRequirements.test(id)) return [];
    const fields: Partial<Record<Field, string>> = {};
    head.forEach((title, column) => {
      if (column === at || column === said || !/^(?:accept|prio|rationale|verif)/.test(title)) return;
      fields[fieldOf(title)] = cells[column] ?? '';
    });
    return [{ id, line: index, statement: cells[said] ?? '', statementLine: index, ...settle(fields) }];
  });
}
