/** Gives items their numbers in reading order, and makes every mark and reference follow. */

import { fingerprintItem, replaceMarks } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { Item, Text } from '../../session/text.ts';
import { nextItemId, readWays } from './read-parts.ts';

/** Items in reading order: by their sections, and within one in the order in which they stand. */
export function orderItems<Placed extends Pick<Item, 'section'>>(
  items: readonly Placed[],
  sections: readonly { id: string }[],
): Placed[] {
  const place = new Map(sections.map(({ id }, index) => [id, index]));
  return [...items].sort(
    (one, other) =>
      (place.get(one.section) ?? sections.length) - (place.get(other.section) ?? sections.length),
  );
}

/** Numbers the items of a session anew. `highest` are the numbers that the project's file has used, by prefix. */
export function numberItems(
  session: Session,
  highest: Readonly<Record<string, number>>,
  step: string,
): Session {
  const { text } = session;
  if (text === null) return session;
  const ordered = orderItems(session.artifacts, text.sections);
  // By their ids people and commits know the packages of the plan before.
  if (session.earlier_plan !== undefined) return { ...session, artifacts: ordered };
  const ids = new Map<string, string>();
  const given: { id: string }[] = [];
  for (const { id, kind } of ordered) {
    const next = nextItemId(kind, given, highest);
    given.push({ id: next });
    ids.set(id, next);
  }
  if ([...ids].every(([before, after]) => before === after)) return { ...session, artifacts: ordered };
  const rename = (words: string): string =>
    replaceMarks(words, (id) => (ids.has(id) ? `[[${ids.get(id)}]]` : null));
  const renameAt = (at: string): string => at.replace(/^[A-Z]+-\d+/, (id) => ids.get(id) ?? id);
  const map = (list: readonly string[]): string[] => list.map((id) => ids.get(id) ?? id);
  return {
    ...session,
    text: {
      ...renameText(text, rename),
      problems: text.problems.map((one) => ({ ...one, at: renameAt(one.at) })),
      left: text.left.map((one) => ({ ...one, at: renameAt(one.at) })),
    },
    artifacts: ordered.map((item) => renumber(item, { ids, rename, step })),
    statements: session.statements.map((statement) => ({
      ...statement,
      went_to: map(statement.went_to),
      not_taken: statement.not_taken === null ? null : rename(statement.not_taken),
    })),
    amendments: session.amendments.map((amendment) => ({
      ...amendment,
      targets: map(amendment.targets),
      words: rename(amendment.words),
      reason: rename(amendment.reason),
      because: rename(amendment.because),
    })),
    open_questions: session.open_questions.map((question) => ({
      ...question,
      text: rename(question.text),
      for_whom: rename(question.for_whom),
      until: rename(question.until),
      meanwhile: rename(question.meanwhile),
    })),
  };
}

function renumber(
  item: Item,
  options: {
    ids: ReadonlyMap<string, string>;
    rename: (words: string) => string;
    step: string;
  },
): Item {
  const { rename, step } = options;
  const id = options.ids.get(item.id) ?? item.id;
  const renameWords = (words: NonNullable<Item['reviewed']>): NonNullable<Item['reviewed']> => ({
    title: rename(words.title),
    text: rename(words.text),
    why: rename(words.why),
    check: rename(words.check),
    priority: words.priority,
    details: Object.fromEntries(Object.entries(words.details).map(([name, part]) => [name, rename(part)])),
  });
  const next: Item = {
    ...item,
    ...renameWords(item),
    id,
    reviewed: item.reviewed === null ? null : renameWords(item.reviewed),
    history: id === item.id ? item.history : [...item.history, { step, code: 'renumbered', from: item.id }],
  };
  // A vote is on what the words say; another number in a reference changes nothing that was voted on.
  const [before, after] = [fingerprintItem(item), fingerprintItem(next)];
  if (before === after) return next;
  return { ...next, votes: item.votes.map((vote) => (vote.on === before ? { ...vote, on: after } : vote)) };
}

function renameText(text: Text, rename: (words: string) => string): Text {
  return {
    ...text,
    title: rename(text.title),
    decision: rename(text.decision),
    why: text.why.map(rename),
    firmness: rename(text.firmness),
    sections: text.sections.map((section) => ({
      ...section,
      title: rename(section.title),
      body: rename(section.body),
    })),
    drivers: text.drivers.map(rename),
    ways: readWays(text.ways, rename),
  };
}
