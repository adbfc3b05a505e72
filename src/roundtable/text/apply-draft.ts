/** Makes the text of a session from a draft: pure. */
import type { DraftReply } from '../../prompts/forms/draft.ts';
import type { Naming } from '../../prompts/seat-names.ts';
import type { Table } from '../../session/ports/ports.ts';
import type { Session } from '../../session/session.ts';
import type { TextSection } from '../../session/text.ts';
import { accountStatements } from './account.ts';
import { fillSame, listLeftOut, nameItem } from './earlier-packages.ts';
import { orderItems } from './number-items.ts';
import {
  applyQuestions,
  foldId,
  foldSection,
  type References,
  readItem,
  readSections,
  readWays,
  resolveReferences,
} from './read-parts.ts';

/** The session with the draft as its text. `facts`: what the reply's own facts are called in the dossier. */
export function applyDraft(
  session: Session,
  table: Table,
  options: { reply: DraftReply; facts: ReadonlyMap<string, string>; naming: Naming },
): Session {
  const { reply, facts, naming } = options;
  const foreign = new Set([
    ...(table.extended?.items ?? []).map(({ id }) => foldId(id)),
    ...listLeftOut(session, reply.items),
  ]);
  const sections = joinSections(reply, table);
  const ordered = orderItems(
    reply.items.map((item) => ({ ...fillSame(item, session), section: foldSection(item.section) })),
    sections,
  );
  const ids = new Map<string, string>();
  const given: { id: string }[] = [];
  const numbered = ordered.map((item) => {
    const id = nameItem(item, given, { session, table });
    given.push({ id });
    if (!ids.has(foldId(item.id))) ids.set(foldId(item.id), id);
    return { item, id };
  });
  const references: References = { known: joinReferences(session, ids, facts), foreign };
  const context = { session, references, naming, step: 'draft' };
  const read = (text: string): string => resolveReferences(naming.readText(text), references);
  const items = numbered.map(({ item, id }) => readItem(item, id, context));
  const written = readSections(sections, { ...context, document: table.document });
  return {
    ...session,
    open_questions: applyQuestions(session, reply, context),
    statements: accountStatements(session.statements, [...items, ...written], readReasons(reply, read)),
    artifacts: items,
    text: {
      version: 1,
      step: 'review',
      last_calls: 0,
      reopened: [],
      reopened_round: null,
      title: read(reply.title),
      decision: read(reply.decision),
      why: reply.why.map(read),
      firmness: read(reply.firmness),
      sections: written,
      drivers: (reply.drivers ?? []).map(read),
      ways: readWays(reply.ways ?? [], read),
      labels: reply.labels ?? [],
      extends: table.extended === null ? null : { path: table.extended.path },
      supersedes: reply.supersedes ?? [],
      frozen_hash: null,
      written_by: 'synthesizer',
      fallback: null,
      unrevised: null,
      removed: [],
      before: null,
      problems: [],
      left: [],
    },
  };
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
  { not_taken }: Pick<DraftReply, 'not_taken'>,
  read: (text: string) => string,
): { statements: string[]; reason: string }[] {
  return not_taken.map(({ statements, reason }) => ({ statements, reason: read(reason) }));
}

/** The sections of a draft, each id once, and one for each section that only items name. Headings come from the form where they are empty. */
function joinSections(reply: DraftReply, { document }: Table): TextSection[] {
  const sections = new Map<string, TextSection>();
  const title = (id: string): string => document.sections.find((one) => one.id === id)?.title ?? '';
  for (const given of reply.sections) {
    const id = foldSection(given.id);
    const before = sections.get(id);
    const body = [before?.body ?? '', given.body].filter((part) => part !== '').join('\n\n');
    const from = [...(before?.from ?? []), ...given.from];
    sections.set(id, { id, title: before?.title || given.title || title(id), body, from });
  }
  for (const { section } of reply.items) {
    const id = foldSection(section);
    if (!sections.has(id)) sections.set(id, { id, title: title(id) || section, body: '', from: [] });
  }
  // A section that only items name stands where the form has it.
  const order = document.sections.map(({ id }) => id);
  const named = new Set(reply.sections.map(({ id }) => foldSection(id)));
  const list = [...sections.values()].filter(({ id }) => named.has(id));
  for (const section of [...sections.values()].filter(({ id }) => !named.has(id))) {
    const place = order.indexOf(section.id);
    const after =
      place === -1
        ? -1
        : list.findLastIndex(({ id }) => order.indexOf(id) !== -1 && order.indexOf(id) < place);
    list.splice(place === -1 ? list.length : after + 1, 0, section);
  }
  return list;
}
