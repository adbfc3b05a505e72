/** Renders documents from a session alone: the same session gives the same bytes. */
import * as z from 'zod';
import type { Session } from '../domain/session.ts';
import type { ExportType, OutputType } from '../domain/vocabulary.ts';
import { splitFrontMatter } from '../text/front-matter.ts';
import type { Redactor } from '../text/redactor.ts';
import {
  createCitationCheck,
  linkCitations,
  linkCitationsInPlace,
  settleReviewSources,
} from './citations.ts';
import { documentKinds } from './document-kinds.ts';
import { head } from './draft-fields.ts';
import { computeSum, tidyBody } from './markdown/managed-blocks.ts';
import { block, cleanText, heading, inline } from './markdown/text.ts';
import { renderNotices } from './notices.ts';
import { placeAssumptions } from './parts/assumptions.ts';
import { renderBeside } from './parts/beside.ts';
import { renderContested } from './parts/disputes.ts';
import { describeFirmness } from './parts/firmness.ts';
import { placeGone } from './parts/standing.ts';
import { renderRecord } from './record/view.ts';
import type { RecordLink, Rendering } from './rendering.ts';
import { closeLastComment, findShown } from './shown-parts.ts';
import { fillTemplate, type Template, type TemplateValues } from './template-engine.ts';

export type Templates = Readonly<Record<OutputType, Template>>;

export interface RenderOptions {
  session: Session;
  /** May differ from the session's own type; then the program assembles the content. */
  type: OutputType;
  templates: Templates;
  /** Removes keys from the text, whatever their origin: even a template may contain one. */
  redact?: Redactor | undefined;
  /** The link from the document to the record, if the repository keeps the record. */
  recordHref?: string;
  /** Decision records that the document may link to. */
  records?: readonly RecordLink[];
  /** Maps the ids of the session's requirements to their ids in the shared file. */
  publishedIds?: ReadonlyMap<string, string>;
}

/** The content of a document, and who made it. */
export interface DocumentContent {
  content: Record<string, unknown>;
  /** Why the program assembled the content; null if the synthesizer wrote it. */
  assembled: string | null;
  unsupported: string[];
}

/** Returns the session's own content if it has readable content of this type, else assembles it. */
export function readContent(session: Session, type: OutputType): DocumentContent {
  const kind = documentKinds[type];
  const own = session.outcome?.document ?? null;
  let assembled: string;
  if (own === null)
    assembled = session.outcome === null ? 'the session has no outcome yet' : 'there is no draft';
  else if (own.type !== type) assembled = `the session's own document is of the type ${own.type}`;
  else {
    const read = kind.schema.safeParse(own.content);
    if (read.success) {
      const content = settleReviewSources(read.data, session);
      return {
        content,
        assembled: own.assembled_by === 'program' ? (own.reason ?? 'no draft could be had') : null,
        unsupported: kind.findUnsupported(content, session),
      };
    }
    assembled =
      own.assembled_by === 'program'
        ? (own.reason ?? 'no draft could be had')
        : `the draft could not be read: ${read.error.issues[0]?.message ?? ''}`;
  }
  const content = kind.assemble(session);
  return { content, assembled, unsupported: kind.findUnsupported(content, session) };
}

/** Renders a document as markdown. Throws S2sError TEMPLATE_INVALID. */
export function renderDocument(options: RenderOptions): string {
  const { session, type, templates } = options;
  const { content, rendering } = prepare(options);
  const common = viewCommon(content, rendering, { type });
  const { values, required, end } = documentKinds[type].view(content, rendering);
  const filled = cleanText(fillTemplate(templates[type], { ...common, ...values }));
  const text = tidy(options.redact?.(filled) ?? filled);
  const printed = insist(text, required ?? [common.notices, common.beside]);
  const link = documentKinds[type].extend === undefined ? linkCitations : linkCitationsInPlace;
  const whole = link(printed, session, rendering.recordHref);
  return `${whole}\n${end?.(whole) ?? formatMark(session.id, type, whole)}\n`;
}

/**
 * Adds a session to a file shared by sessions; null if documents of this type are files of their own.
 * Throws S2sError FILE_TOO_LARGE, naming the file as `shownAs`.
 */
export function extendDocument(
  existing: string,
  options: Omit<RenderOptions, 'templates'> & { shownAs?: string },
): { text: string; edited: string[] } | null {
  const { content, rendering } = prepare(options);
  const shownAs = options.shownAs ?? 'The file';
  return documentKinds[options.type].extend?.(existing, content, { rendering, shownAs }) ?? null;
}

/** The comment at the end of a document: it names the session and, by its checksum, reveals later edits. */
export function formatMark(sessionId: string, type: ExportType, text: string): string {
  return `<!-- s2s:document ${type} from ${sessionId} sum ${computeSum(text)} -->`;
}

/** Reads the mark of a document; null if the text has none. */
export function readMark(text: string): { type: string; sessionId: string; edited: boolean } | null {
  const plain = text.replace(/\r\n/g, '\n');
  const [line, type, sessionId, sum] =
    /^<!-- s2s:document ([a-z]+) from ([a-z0-9-]+) sum ([0-9a-f]{16}) -->\s*$/m.exec(plain) ?? [];
  if (line === undefined || type === undefined || sessionId === undefined) return null;
  return { type, sessionId, edited: computeSum(plain.replace(line, '')) !== sum };
}

/** Renders the record of a session, for auditors. */
export function renderSessionRecord(
  session: Session,
  options: Pick<RenderOptions, 'publishedIds'> = {},
): string {
  const { rendering } = prepare({ ...options, session, type: session.output_type });
  return tidy(renderRecord(rendering));
}

function prepare(options: Omit<RenderOptions, 'templates'>): {
  content: Record<string, unknown>;
  rendering: Rendering;
} {
  const { session, type, recordHref = null } = options;
  const { content, assembled, unsupported } = readContent(session, type);
  return {
    content,
    rendering: {
      session,
      assembled,
      unsupported,
      holds: createCitationCheck(session),
      recordHref,
      recordLine:
        recordHref === null
          ? `The record of the discussion: \`s2s roundtable export ${session.id} --type record\``
          : `The record of the discussion: [record.md](${recordHref})`,
      records: options.records ?? [],
      publishedIds: options.publishedIds ?? new Map(),
      gone: placeGone(session),
      assumed: placeAssumptions(session),
    },
  };
}

function viewCommon(
  content: Record<string, unknown>,
  rendering: Rendering,
  options: { type: OutputType },
): TemplateValues & Record<'notices' | 'beside', string> {
  const { session } = rendering;
  const { title, summary, recommendation } = z.object(head).parse(content);
  const contested = renderContested(rendering);
  return {
    title: heading(title, heading(session.topic, 'Untitled')),
    summary: block(summary) || 'Nobody wrote a summary.',
    recommendation: inline(recommendation ?? ''),
    notices: renderNotices(rendering),
    firmness: describeFirmness(session),
    contested,
    record_line: rendering.recordLine,
    beside: renderBeside(rendering, { withContested: !documentKinds[options.type].printsContested }),
    session: {
      id: session.id,
      topic: inline(session.topic),
      project: inline(session.project.name),
      workflow: session.workflow_type,
      strategy: inline(session.strategy),
      status: session.status,
      result: session.outcome?.result ?? '',
      rounds: session.rounds.length,
      date: /^\d{4}-\d{2}-\d{2}/.exec(cleanText(session.completed_at ?? session.updated_at))?.[0] ?? '',
      rehearsal: session.rehearsal,
    },
  };
}

/** Leaves one empty line between parts, no trailing white space, and one line break at the end. */
function tidy(text: string): string {
  return `${tidyBody(text.replace(/\r\n?/g, '\n'))}\n`;
}

/**
 * Adds the parts that a user's template left out or hides from readers: notices below the title, the rest at the end. The
 * front matter is not searched: what looks like a comment or a heading there is a YAML value.
 */
function insist(text: string, parts: readonly string[]): string {
  const [notices, ...rest] = parts.map((part) => tidy(part).trim());
  const { text: body } = splitFrontMatter(text).body;
  const head = text.slice(0, text.length - body.length);
  let whole = body;
  for (const part of rest)
    if (part !== '' && findShown(whole, part) === -1)
      whole = `${closeLastComment(whole.trimEnd())}\n\n${part}\n`;
  if (notices === undefined || notices === '' || findShown(whole, notices) !== -1) return head + whole;
  const title = /^# .*$/m.exec(whole);
  const isShown = title !== null && findShown(whole, title[0]) === title.index;
  const at = isShown ? title.index + title[0].length : 0;
  return `${head}${whole.slice(0, at)}\n\n${notices}\n\n${whole.slice(at).replace(/^\n+/, '')}`;
}
