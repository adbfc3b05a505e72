/** Reads the parts of a text out of replies: ids become those of the session, marks point to them, new facts enter the dossier. */

import type { RevisionReply } from '../../prompts/forms/revision.ts';
import { type ItemReply, readPriority } from '../../prompts/forms/text-parts.ts';
import type { Naming } from '../../prompts/seat-names.ts';
import type { DocumentForm } from '../../session/ports/document-form.ts';
import { readSubtag } from '../../session/rules/language.ts';
import { readId, readIds } from '../../session/rules/read-ids.ts';
import { isSameText, nextId } from '../../session/rules/same-text.ts';
import { replaceMarks } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { Item, Text, TextSection } from '../../session/text.ts';
import { type DetailId, detailIds, type ItemKind, itemPrefixes } from '../../session/vocabulary.ts';

/** What ids in a reply mean: those that its author gave, and those of the session. */
export interface References {
  /** Ids as the reply writes them, folded, with the ids that they mean. */
  known: ReadonlyMap<string, string>;
  /** Ids of items that the project's file holds already: they are printed as they stand. */
  foreign: ReadonlySet<string>;
}

/** Folds an id, so that `req-7`, `REQ-007` and `REQ 7` are one. */
export function foldId(id: string): string {
  const [, prefix, digits] = /^\s*\[*\s*([A-Za-z]+)[\s_-]*0*(\d+)\s*\]*\s*$/.exec(id) ?? [];
  return prefix === undefined || digits === undefined
    ? id.trim().toUpperCase()
    : `${prefix.toUpperCase()}-${Number(digits)}`;
}

/** Items of the draft's form, written as plain ids in prose: `REQ-7`, not inside a mark. */
const plainId = new RegExp(
  `(?<![\\[\\p{L}\\p{N}-])(?:${[...new Set(Object.values(itemPrefixes))].join('|')})-\\d{1,4}(?![\\p{N}\\]-])`,
  'gu',
);

/** Makes the marks of a text point to ids of the session; plain ids of items become marks, and ids of the file become plain. */
export function resolveReferences(text: string, references: References): string {
  const marked = text.replace(plainId, (id) => (references.known.has(foldId(id)) ? `[[${id}]]` : id));
  const pointed = replaceMarks(marked, (id) => {
    const meant = references.known.get(foldId(id));
    return meant === undefined ? null : `[[${meant}]]`;
  });
  return replaceMarks(pointed, (id) => (references.foreign.has(foldId(id)) ? id : null));
}

/** The ids that a list names, mapped to those of the session; unknown ones are dropped. */
export function mapIds(ids: readonly string[], references: References): string[] {
  const found = ids
    .flatMap((id) => id.split(/[,;]\s*/))
    .flatMap((id) => references.known.get(foldId(id)) ?? []);
  return [...new Set(found)];
}

/** The next free id of a kind: behind those of the session's items and of the project's file. */
export function nextItemId(
  kind: ItemKind,
  items: readonly { id: string }[],
  highest: Readonly<Record<string, number>>,
): string {
  const prefix = itemPrefixes[kind];
  const base = highest[prefix] ?? 0;
  return nextId(prefix, [...items, { id: `${prefix}-${base}` }]);
}

/** What reading an item needs besides its reply. */
export interface ItemContext {
  session: Session;
  references: References;
  naming: Naming;
  /** The step, for the item's history. */
  step: string;
}

/** An item as a reply gives it, under the id that it gets. */
export function readItem(reply: ItemReply, id: string, context: ItemContext): Item {
  const { session, references, naming, step } = context;
  const read = (text: string): string => resolveReferences(naming.readText(text), references);
  const decided = session.escalations.filter(
    ({ status, decision }) => status === 'answered' && decision !== 'continue',
  );
  const decision = readId(
    reply.decision ?? '',
    decided.map((escalation) => escalation.id),
  );
  const statements = session.statements.map((statement) => statement.id);
  return {
    id,
    kind: reply.kind,
    section: foldSection(reply.section),
    title: read(reply.title),
    text: read(reply.text),
    why: read(reply.why ?? ''),
    check: read(reply.check ?? ''),
    priority: readPriority(reply.priority),
    details: Object.fromEntries(
      detailIds.flatMap((name) =>
        reply[name]
          ? [[name, reply[name] === 'none' ? '' : read(markIds(name, reply[name], references))]]
          : [],
      ),
    ),
    from: readIds(reply.from.join(', '), statements),
    facts: mapIds(reply.facts, references).filter((one) => one.startsWith('F-')),
    replaces: reply.replaces
      .map((one) => one.trim())
      .filter((one) => references.foreign.has(foldId(one)))
      .map(foldBack),
    topic_id: null,
    change: reply.change,
    decision,
    status: 'draft',
    decided_by: null,
    before: null,
    reviewed: null,
    votes: [],
    judgements: [],
    history: [{ step, code: 'drafted' }],
  };
  function foldBack(one: string): string {
    return one.replace(/^\[+|\]+$/g, '').trim();
  }
}

/** The list of packages with each id as a mark, whatever its author calls them: they are renumbered with the items. */
function markIds(name: DetailId, list: string, { known }: References): string {
  if (name !== 'waits_for') return list;
  return list.replace(/[^\s,;][^,;\n]*/g, (entry) =>
    known.has(foldId(entry)) ? `[[${entry.replace(/[[\]]/g, '').trim()}]]` : entry,
  );
}

/** A section's id: a short slug. */
export function foldSection(id: string): string {
  const folded = id
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return folded === '' ? 'section' : folded.slice(0, 60);
}

/**
 * Sections of a reply, their marks resolved. Those of the form have its headings, by which other programs know them. An empty title
 * stays empty: what is patched keeps the one it has.
 */
export function readSections(
  sections: readonly { id: string; title: string; body: string; from?: readonly string[] }[],
  { session, references, naming, document }: Omit<ItemContext, 'step'> & { document: DocumentForm },
): TextSection[] {
  const language = readSubtag(session.settings.language ?? session.language);
  const heading = (id: string): string | undefined =>
    document.sections.find((one) => one.id === id)?.titles?.[language];
  const statements = session.statements.map(({ id }) => id);
  const read = (text: string): string => resolveReferences(naming.readText(text), references);
  return sections.map(({ id, title, body, from = [] }) => ({
    id: foldSection(id),
    title: heading(foldSection(id)) ?? read(title),
    body: read(body),
    from: readIds(from.join(', '), statements),
  }));
}

/** Ways with their words read. */
export function readWays(ways: Text['ways'], read: (words: string) => string): Text['ways'] {
  return ways.map((way) => ({
    ...way,
    name: read(way.name),
    meaning: read(way.meaning),
    for: read(way.for),
    against: read(way.against),
    because: read(way.because),
  }));
}

/** The questions after a reply: those that stay open with who answers them, new ones, and those that the text answers. */
export function applyQuestions(
  session: Session,
  reply: Pick<RevisionReply, 'open_questions' | 'closed_questions'>,
  context: Pick<ItemContext, 'references' | 'naming'>,
): Session['open_questions'] {
  const read = (text: string): string => resolveReferences(context.naming.readText(text), context.references);
  const next = session.open_questions.map((question) => ({ ...question }));
  const ids = next.map(({ id }) => id);
  const closed = reply.closed_questions.map(({ id }) => readId(id, ids));
  for (const [index, { answer }] of reply.closed_questions.entries()) {
    const known = next.find(({ id }) => id === closed[index]);
    if (known === undefined || known.status === 'answered') continue;
    Object.assign(known, { status: 'answered', answer: read(answer), answered_by: 'panel' });
  }
  for (const { id, text, for_whom, until, meanwhile } of reply.open_questions) {
    const fields = {
      text: read(text),
      for_whom: read(for_whom),
      until: read(until),
      meanwhile: read(meanwhile),
    };
    const known = next.find(
      (question) => question.id === readId(id, ids) || isSameText(question.text, fields.text),
    );
    // A person's answer is not asked again; one of the panel's own is, where the writer finds that it does not hold.
    if (known?.status === 'answered' && (known.answered_by !== 'panel' || closed.includes(known.id)))
      continue;
    if (known !== undefined)
      Object.assign(known, fields, { status: 'open', answer: null, answered_by: null });
    else
      next.push({
        ...{ id: nextId('OQ', next), ...fields },
        ...{
          raised_by: ['synthesizer'],
          round: session.total_rounds,
          status: 'open',
          answer: null,
          answered_by: null,
        },
      });
  }
  return next;
}

/** What a reply's ids mean: its own first, then those of the session's items and facts. */
export function joinReferences(
  session: Session,
  ids: ReadonlyMap<string, string>,
  facts: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map([
    ...session.dossier.map(({ id }): [string, string] => [foldId(id), id]),
    ...session.artifacts.map(({ id }): [string, string] => [foldId(id), id]),
    ...[...facts].map(([name, id]): [string, string] => [foldId(name), id]),
    ...ids,
  ]);
}

/** The reasons of what was not taken, with their references resolved. */
export function readReasons(
  { not_taken }: Pick<RevisionReply, 'not_taken'>,
  read: (text: string) => string,
): { statements: string[]; reason: string }[] {
  return not_taken.map(({ statements, reason }) => ({ statements, reason: read(reason) }));
}
