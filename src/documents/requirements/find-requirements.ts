/** Finds requirements in the usual forms: under headings, in lists, as paragraphs, in tables. */
import { type DocumentText, type Entry, plainTitle, plainWords } from '../lint/document-text.ts';

/** One or more sentences that demand something; lines count from 1. */
export interface Statement {
  text: string;
  line: number;
}

export const fieldNames = ['acceptance', 'priority', 'rationale', 'verification'] as const;
export type Field = (typeof fieldNames)[number];

/** One requirement. */
export interface FoundRequirement {
  /** The name in the document (`REQ-001`, `Requirement 3`); null for a statement without a name. */
  id: string | null;
  /** The form of the definition. Two definitions of the same form are two requirements, even with the same id. */
  form: 'heading' | 'text' | 'row';
  line: number;
  /** The demands, including criteria that are themselves demands (`WHEN … THE system SHALL …`). */
  statements: Statement[];
  criteria: Statement[];
  fields: Partial<Record<Field, string>>;
}

const dashed = '(?:[A-Z][A-Z0-9]{0,9}[-_])+\\d{1,6}(?:[.-]\\d+)*[a-z]?';
const short = '[A-Z]{1,5}\\d{1,4}(?:\\.\\d+)*';
/** Ids of other things: records, standards, conflicts, questions, risks, tests, criteria. */
const notRequirements =
  /^(?:ADR|ISO|IEC|IEEE|RFC|CF|OQ|Q|RISK|MIT|ARCH|COMP|INT|IDEA|E|C|P|A|TC|T|TEST|UTF|SHA|CVE|PR|GH|AC|SC|TASK|ISSUE|BUG|DEC|D|KPI|M|PHASE|STEP|ASM|DEP)[-_\d]/;
const demand = /\b(?:shall|must|should|will)\b/i;
const strongDemand = /\b(?:shall|SHALL|MUST)\b/;
const nothing = /^(?:none|tbd|todo|n\/a|-|–|nobody named (?:a criterion|one)|nobody gave one)\.?$/i;

type Label = Field | 'statement' | 'story';

const labels: readonly (readonly [RegExp, Label])[] = [
  [/^(?:acceptance(?: (?:criteria|criterion|tests?))?|fit criteri(?:on|a)|scenario(?: .*)?)$/, 'acceptance'],
  [/^(?:verification(?: method)?|verified by)$/, 'verification'],
  [/^(?:priority|moscow)$/, 'priority'],
  [/^(?:rationale|reason|why)$/, 'rationale'],
  [/^(?:statement|description|requirement|requirement text|text)$/, 'statement'],
  [/^user stor(?:y|ies)$/, 'story'],
];

/** All requirements, in line order. */
export function findRequirements(document: DocumentText): FoundRequirement[] {
  const finder = new Finder(statementColumns(document));
  const title = isOwn(document) ? document.headings.find(({ level }) => level === 1) : undefined;
  const headings = document.headings.filter((heading) => heading !== title);
  for (const entry of document.entries) {
    for (let next = headings[0]; next !== undefined && next.line < entry.line; next = headings[0]) {
      finder.takeHeading(next);
      headings.shift();
    }
    finder.takeEntry(entry);
  }
  for (const heading of headings) finder.takeHeading(heading);
  return finder.found;
}

/** Whether the document has the comment in which the program keeps the numbers that it used. */
export function isOwn(document: DocumentText): boolean {
  return /^<!-- s2s:ids created=/m.test(document.tree.source);
}

class Finder {
  readonly found: FoundRequirement[] = [];
  private open: { requirement: FoundRequirement; level: number; depth: number } | null = null;
  private field: Label | 'other' | null = null;
  private readonly columns: ReadonlyMap<string, number>;

  constructor(columns: ReadonlyMap<string, number>) {
    this.columns = columns;
  }

  takeHeading(heading: { level: number; text: string; line: number }): void {
    const label = readLabel(plainTitle(heading.text));
    const named = readHeadingId(heading.text);
    if (this.open !== null && heading.level > this.open.level) {
      if (label !== null) {
        this.field = label;
        return;
      }
      // A subsection of a requirement: its text belongs to the requirement, but to no known field.
      if (this.open.level > 0 && named === null) {
        this.field = 'other';
        return;
      }
    }
    this.close();
    if (named === null) return;
    const statements = strongDemand.test(named.rest)
      ? [{ text: plainWords(named.rest), line: heading.line }]
      : [];
    const { level, line } = heading;
    this.start({ id: named.id, form: 'heading', line, statements, level, depth: 0 });
  }

  takeEntry(entry: Entry): void {
    if (entry.kind === 'row') this.takeRow(entry);
    else if (entry.kind === 'item' || entry.kind === 'paragraph') this.takeText(entry);
  }

  private takeText(entry: Entry): void {
    // What the review says about a requirement is not part of its wording.
    if (/^The review (?:says:|puts it otherwise|names it )/.test(entry.text)) return;
    const [, name, value] =
      /^[*_]{0,3}([\p{L}][\p{L} ]{2,28}?)[*_]{0,3}\s*:[*_]{0,3}\s*(.*)$/u.exec(entry.text) ?? [];
    const label = name === undefined ? null : readLabel(name.toLowerCase());
    const named = readTextId(entry.text);
    const inCriteria = this.field === 'acceptance' && this.open?.requirement.form === 'heading';
    if (named !== null && !inCriteria && !this.speaksOf(entry.text) && demand.test(named.rest)) {
      this.close();
      const statements = [{ text: plainWords(named.rest), line: entry.line }];
      this.start({ id: named.id, form: 'text', line: entry.line, statements, level: 0, depth: entry.depth });
    } else if (label !== null && this.open !== null) {
      this.field = label;
      this.put(label, plainWords(value ?? ''), entry);
    } else if (this.open === null || this.isOutside(entry)) {
      this.close();
      if (strongDemand.test(plainWords(entry.text)) && !entry.text.endsWith(':')) {
        const statements = [{ text: plainWords(entry.text), line: entry.line }];
        this.found.push({ id: null, form: 'text', line: entry.line, statements, criteria: [], fields: {} });
      }
    } else this.put(this.field, plainWords(entry.text), entry);
  }

  /** Whether a text below a requirement's heading only begins with an id and is not a definition: "REQ-012 lets a request end; …". */
  private speaksOf(text: string): boolean {
    const isUnderHeading = this.open !== null && this.open.level > 0;
    const speaks =
      /^[A-Z][\w.-]*\d (?!(?:the|an?|all|any|each|every|no|when|while|where|if|shall|must|should|will)\b)\p{Ll}/u;
    return isUnderHeading && speaks.test(text);
  }

  /** Whether an entry is outside the open requirement: after a list item or paragraph, it can begin something new. */
  private isOutside(entry: Entry): boolean {
    if (this.open === null || this.open.level > 0) return false;
    if (/^given\b/i.test(entry.text)) return false;
    return this.open.depth === 0
      ? this.field === null && entry.kind === 'paragraph'
      : entry.depth <= this.open.depth;
  }

  private takeRow(entry: Entry): void {
    const at = entry.cells.findIndex((cell) =>
      new RegExp(`^(?:${dashed}|${short})$`).test(plainWords(cell).replace(/`/g, '')),
    );
    const id = plainWords(entry.cells[at] ?? '').replace(/`/g, '');
    const said = this.columns.get(entry.head.join('|')) ?? -1;
    if (at === -1 || said === -1 || said === at || notRequirements.test(id)) return;
    const text = plainWords(entry.cells[said] ?? '');
    const fields: FoundRequirement['fields'] = {};
    entry.head.forEach((title, column) => {
      const label = readLabel(title);
      const cell = plainWords(entry.cells[column] ?? '');
      if (isField(label) && column !== said && !nothing.test(cell) && cell !== '') fields[label] = cell;
    });
    const criteria = fields.acceptance === undefined ? [] : [{ text: fields.acceptance, line: entry.line }];
    this.found.push({
      id,
      form: 'row',
      line: entry.line,
      statements: text === '' ? [] : [{ text, line: entry.line }],
      criteria,
      fields,
    });
  }

  private put(field: typeof this.field, text: string, entry: Entry): void {
    const requirement = this.open?.requirement;
    if (requirement === undefined || text === '' || nothing.test(text)) return;
    if (field === 'acceptance' || (field !== 'other' && /^given\b/i.test(text))) {
      requirement.fields.acceptance = `${requirement.fields.acceptance ?? ''} ${text}`.trim();
      const criterion = { text: text.replace(/^(?:AC|\d+)[-_.\d]*[.):]?\s+/, ''), line: entry.line };
      requirement.criteria.push(criterion);
      if (strongDemand.test(text)) requirement.statements.push(criterion);
    } else if (field === 'story') requirement.fields.rationale ??= text;
    else if (field !== null && field !== 'statement' && field !== 'other') {
      // Short fields may share a line: "Priority: must; verification: test".
      const [first = '', ...others] = field === 'priority' ? text.split(/;\s+(?=\p{L}+:)/u) : [text];
      requirement.fields[field] ??= first;
      for (const other of others) {
        const [name = '', value = ''] = other.split(/:\s*/);
        const label = readLabel(name.toLowerCase());
        if (isField(label) && !nothing.test(value)) requirement.fields[label] ??= value;
      }
      this.field = null;
    } else if (
      field !== 'other' &&
      (requirement.statements.length === 0 ||
        (entry.kind === 'item' && strongDemand.test(text)) ||
        field === 'statement')
    ) {
      requirement.statements.push({ text, line: entry.line });
      if (field === 'statement') this.field = null;
    }
  }

  private start(
    given: Omit<FoundRequirement, 'criteria' | 'fields'> & { level: number; depth: number },
  ): void {
    const { level, depth, ...rest } = given;
    const requirement: FoundRequirement = { ...rest, criteria: [], fields: {} };
    this.found.push(requirement);
    this.open = { requirement, level, depth };
    this.field = null;
  }

  private close(): void {
    this.open = null;
    this.field = null;
  }
}

/** `REQ-001: Title`, `**FR-1** Title`, `Requirement 3: Title`, `Requirement: Title`. */
function readHeadingId(text: string): { id: string; rest: string } | null {
  const plain = plainWords(text).replace(/^\d+(?:\.\d+)*[.)]?\s+/, '');
  const [, named] = /^Requirement:\s*(\S.*)$/i.exec(plain) ?? [];
  // The name may contain a "shall"; the statement is below it.
  if (named !== undefined) return { id: named.length > 60 ? `${named.slice(0, 57)}…` : named, rest: '' };
  const [, id, rest] =
    new RegExp(`^[\\[(]?(${dashed}|${short})[\\])]?(?:\\s*[:.–—-]\\s*|\\s+|$)(.*)$`, 'u').exec(plain) ??
    /^((?:Requirement|Req\.?|REQUIREMENT) \d+(?:\.\d+)*)(?:\s*[:.–—-]\s*|\s+|$)(.*)$/u.exec(plain) ??
    [];
  return id === undefined || notRequirements.test(id) ? null : { id, rest: rest ?? '' };
}

/** `REQ-001: The service shall …`, `**R1.2** The system …`. A short id counts only if it is bold or followed by a colon. */
function readTextId(text: string): { id: string; rest: string } | null {
  const [, id, rest] =
    new RegExp(
      `^[*_\`\\[]{0,3}(${dashed})[*_\`\\]]{0,3}(?:\\s*\\([^)]*\\))?(?:\\s*[:.–—-]+[*_]{0,3}\\s*|[*_]{0,3}\\s+|$)(.*)$`,
      's',
    ).exec(text) ??
    new RegExp(`^[*_]{2,3}(${short})[*_:.]{2,5}\\s*(.*)$`, 's').exec(text) ??
    new RegExp(`^(${short}):\\s(.*)$`, 's').exec(text) ??
    [];
  if (id === undefined || notRequirements.test(id)) return null;
  return { id, rest: (rest ?? '').trim() };
}

function readLabel(title: string): Label | null {
  return labels.find(([pattern]) => pattern.test(title.trim()))?.[1] ?? null;
}

function isField(label: Label | null): label is Field {
  return fieldNames.some((field) => field === label);
}

/**
 * The statement column of each table, by the table's column titles: a column with a demand in some row. A table that only
 * refers to ids, such as a traceability matrix, has none.
 */
function statementColumns(document: DocumentText): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const { kind, head, cells } of document.entries) {
    if (kind !== 'row' || head.length === 0) continue;
    const named = head.findIndex((title) =>
      /^(?:statement|requirement|requirement text|description|text)$/.test(title),
    );
    const at = cells.findIndex((cell) => demand.test(cell));
    const key = head.join('|');
    if (at !== -1 && !columns.has(key))
      columns.set(key, named !== -1 && demand.test(cells[named] ?? '') ? named : at);
  }
  return columns;
}
