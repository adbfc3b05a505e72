/**
 * Splices a reply of the writer into the text, be it a draft, a revision, a shorter text or a patch: pure. What the reply does not name stays
 * byte for byte.
 */
import type { RevisionReply } from '../../prompts/forms/revision.ts';
import type { Naming } from '../../prompts/seat-names.ts';
import type { DocumentForm } from '../../session/ports/document-form.ts';
import type { Table } from '../../session/ports/ports.ts';
import { readId, readIds } from '../../session/rules/read-ids.ts';
import { fingerprintItem } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { Amendment, Item, Text, TextSection } from '../../session/text.ts';
import { accountStatements } from './account.ts';
import { fillSame, listLeftOut, nameItem } from './earlier-packages.ts';
import {
  applyQuestions,
  foldId,
  foldSection,
  type ItemContext,
  joinReferences,
  type References,
  readItem,
  readReasons,
  readSections,
  readWays,
  resolveReferences,
} from './read-parts.ts';

/** The reply, and how it is spliced in. */
export interface SpliceOptions {
  reply: RevisionReply;
  /** What the reply's own facts are called in the dossier. */
  facts: ReadonlyMap<string, string>;
  naming: Naming;
  /** The step, for histories: `draft`, `revision`, `shorten`, `patch`. */
  step: string;
  /** Keep the old words of changed items until the new ones are voted on. */
  keepsBefore?: boolean;
  /**
   * A patch touches these items, the head, and passages of sections, which all vote on with the items: without an item that changes nobody
   * would. All may change where it is absent.
   */
  only?: readonly string[];
}

/** The session with the reply spliced into its text; `text.step` stays what it is. */
export function spliceReply(session: Session, table: Table, options: SpliceOptions): Session {
  const { text } = session;
  if (text === null) return session;
  const { naming, step, only } = options;
  const reply = only === undefined ? options.reply : limitReply(session, options.reply, only);
  const added = reply.items.filter(({ id }) => !isKnown(id, session.artifacts));
  const ids = new Map<string, string>();
  const taken: { id: string }[] = [...session.artifacts];
  for (const item of added) {
    const next = nameItem(item, taken, { session, table });
    taken.push({ id: next });
    ids.set(foldId(item.id), next);
  }
  const foreign = new Set([
    ...(table.extended?.items ?? []).map(({ id }) => foldId(id)),
    ...listLeftOut(session, [...session.artifacts, ...reply.items]),
  ]);
  const references: References = { known: joinReferences(session, ids, options.facts), foreign };
  const context: ItemContext = { session, references, naming, step };
  const read = (words: string): string => resolveReferences(naming.readText(words), references);
  const amendments = answerAmendments(session.amendments, reply, read);
  const removed = readRemoved(session, reply, read);
  const items = patchItems(session, { ...options, reply, context, ids, amendments }).filter(
    ({ id }) => !removed.has(id),
  );
  const gone = session.artifacts.filter(({ id }) => removed.has(id));
  const sections = patchSections(text, reply, { context, document: table.document, removed });
  const { title, decision, why, firmness, drivers, ways } = text;
  const head = { title, decision, why, firmness, drivers, ways };
  const before = {
    head,
    sections: text.sections.filter(({ id, body }) =>
      sections.some((one) => one.id === id && one.body !== body),
    ),
  };
  const reasons = [
    ...gone.map((item) => ({ statements: item.from, reason: removed.get(item.id) ?? '' })),
    ...readReasons(reply, read),
  ];
  return {
    ...session,
    amendments,
    artifacts: items,
    open_questions: applyQuestions(session, reply, context),
    statements: accountStatements(session.statements, [...items, ...sections], reasons),
    text: {
      ...text,
      ...patchHead(text, reply, read),
      sections,
      ...(options.keepsBefore ? { before: text.before ?? before } : {}),
      ...(text.step === 'revision' ? { reviewed: text.reviewed ?? { head, sections: text.sections } } : {}),
      removed: [
        ...text.removed,
        ...gone.map((item) => ({
          title: item.title,
          text: item.text,
          because: removed.get(item.id) ?? '',
          step,
        })),
      ],
    },
  };
}

/** The part of a reply that changes these items, and what accounts for them. */
function limitReply({ text }: Session, reply: RevisionReply, only: readonly string[]): RevisionReply {
  const items = reply.items.filter(({ id }) => only.some((one) => foldId(one) === foldId(id)));
  const known = (text?.sections ?? []).map(({ id }) => id);
  const sections = reply.sections
    .filter(({ id }) => items.length > 0 && known.includes(foldSection(id)))
    .map((section) => ({ ...section, title: '' }));
  return { ...reply, sections, removed: [], items };
}

function isKnown(id: string, items: readonly Item[]): boolean {
  return items.some((item) => foldId(item.id) === foldId(id));
}

/** Items to take out, with the reason. What carries out a person's decision stays. */
function readRemoved(
  session: Session,
  reply: RevisionReply,
  read: (words: string) => string,
): Map<string, string> {
  const removable = session.artifacts.filter(({ decision }) => decision === null).map(({ id }) => id);
  const entries = reply.removed.flatMap(({ id, because }) => {
    const found = readId(id, removable);
    const isPatched = reply.items.some((item) => foldId(item.id) === foldId(found ?? ''));
    return found === null || isPatched ? [] : [[found, read(because)] as const];
  });
  return new Map(entries);
}

function patchItems(
  session: Session,
  options: SpliceOptions & {
    context: ItemContext;
    ids: ReadonlyMap<string, string>;
    amendments: readonly Amendment[];
  },
): Item[] {
  const { reply, context, ids, step } = options;
  const next = [...session.artifacts];
  for (const given of reply.items) {
    const index = next.findIndex(({ id }) => foldId(id) === foldId(given.id));
    const old = next[index];
    if (old !== undefined) {
      next[index] = patchItem(old, readItem(given, old.id, context), options);
      continue;
    }
    const id = ids.get(foldId(given.id));
    if (id === undefined || next.some((item) => item.id === id)) continue;
    // What a new item lacks is asked for; one that says nothing is none.
    if (given.title === '' && given.text === '') continue;
    const item = readItem(fillSame(given, session), id, context);
    next.splice(findPlace(next, given, context), 0, { ...item, history: [{ step, code: 'drafted' }] });
  }
  return next;
}

/** The old item with the new words. An empty field leaves what was there; what it was made from stays. */
function patchItem(
  old: Item,
  given: Item,
  {
    step,
    keepsBefore,
    amendments,
    context,
  }: SpliceOptions & { context: ItemContext; amendments: readonly Amendment[] },
): Item {
  const item: Item = {
    ...old,
    kind: given.kind,
    section: given.section === 'section' ? old.section : given.section,
    title: given.title || old.title,
    text: given.text || old.text,
    why: given.why || old.why,
    check: given.check || old.check,
    priority: given.priority ?? old.priority,
    details: { ...old.details, ...given.details },
    from: [...new Set([...old.from, ...given.from])],
    facts: given.facts.length > 0 ? given.facts : old.facts,
    replaces: given.replaces.length > 0 ? given.replaces : old.replaces,
    change: given.change === 'none' ? old.change : given.change,
    decision: given.decision ?? old.decision,
  };
  if (fingerprintItem(item) === fingerprintItem(old)) return item;
  const { title, text, why, check, priority, details } = old;
  const by = amendments
    .filter(({ targets, answer }) => targets.includes(old.id) && (answer === 'taken' || answer === 'merged'))
    .map(({ id }) => id);
  const words = { title, text, why, check, priority, details };
  const isRevised = context.session.text?.step === 'revision' && old.reviewed === null;
  return {
    ...item,
    ...(keepsBefore && old.before === null ? { before: words } : {}),
    ...(isRevised ? { reviewed: words } : {}),
    history: [...old.history, { step, code: 'changed', ...(by.length > 0 ? { amendments: by } : {}) }],
  };
}

/** Where a new item goes: behind the one that it names, else behind the last of its section. */
function findPlace(
  items: readonly Item[],
  given: { after?: string; section: string },
  context: ItemContext,
): number {
  const after = context.references.known.get(foldId(given.after ?? ''));
  const named = items.findIndex(({ id }) => id === after);
  if (named !== -1) return named + 1;
  const section = foldSection(given.section);
  const last = items.findLastIndex((item) => item.section === section);
  return last === -1 ? items.length : last + 1;
}

function patchSections(
  text: Text,
  reply: RevisionReply,
  options: { context: ItemContext; document: DocumentForm; removed: ReadonlyMap<string, string> },
): TextSection[] {
  const { context, document, removed } = options;
  const given = readSections(reply.sections, { ...context, document });
  let next = text.sections.map((section) => {
    const patch = given.find(({ id }) => id === section.id);
    return patch === undefined
      ? section
      : {
          ...section,
          title: patch.title || section.title,
          body: patch.body || section.body,
          from: [...new Set([...section.from, ...patch.from])],
        };
  });
  for (const [index, section] of given.entries()) {
    if (next.some(({ id }) => id === section.id)) continue;
    const after = foldSection(reply.sections[index]?.after ?? '');
    const place = next.findIndex(({ id }) => id === after);
    next.splice(after === 'first' ? 0 : place === -1 ? next.length : place + 1, 0, section);
  }
  const gone = new Set(reply.removed.map(({ id }) => foldSection(id)));
  const holds = (id: string): boolean =>
    context.session.artifacts.some((item) => item.section === id && !removed.has(item.id)) ||
    reply.items.some((item) => foldSection(item.section) === id);
  // A section that still holds items stays, with its heading alone.
  next = next.flatMap((section) => {
    if (!gone.has(section.id) || given.some(({ id }) => id === section.id)) return [section];
    return holds(section.id) ? [{ ...section, body: '' }] : [];
  });
  return next;
}

function patchHead(text: Text, reply: RevisionReply, read: (words: string) => string): Partial<Text> {
  const drivers = reply.drivers ?? [];
  const ways = reply.ways ?? [];
  return {
    title: read(reply.title) || text.title,
    decision: read(reply.decision) || text.decision,
    why: reply.why.length > 0 ? reply.why.map(read) : text.why,
    firmness: read(reply.firmness) || text.firmness,
    drivers: drivers.length > 0 ? drivers.map(read) : text.drivers,
    ways: ways.length > 0 ? readWays(ways, read) : text.ways,
  };
}

/** Amendments with the answers of a reply. */
function answerAmendments(
  amendments: readonly Amendment[],
  { answers = [] }: RevisionReply,
  read: (words: string) => string,
): Amendment[] {
  const ids = amendments.map(({ id }) => id);
  const given = new Map(
    answers.flatMap(({ ids: named, answer, because }) =>
      readIds(named.join(', '), ids).map((id) => [id, { answer, because: read(because) }] as const),
    ),
  );
  return amendments.map((amendment) => ({ ...amendment, ...given.get(amendment.id) }));
}
