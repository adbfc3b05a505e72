/** Gives items their numbers in reading order, and makes every mark and reference follow. */

import { mapStrings } from '../../session/map-strings.ts';
import { fingerprintItem, replaceMarks } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { Item } from '../../session/text.ts';
import { nextItemId } from './read-parts.ts';

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
  const { amendments, open_questions } = session;
  // What a seat stated stays as it was said.
  const renamed = mapStrings({ text, amendments, open_questions }, rename);
  return {
    ...session,
    ...renamed,
    text: {
      ...renamed.text,
      problems: text.problems.map((one) => ({ ...one, at: renameAt(one.at) })),
      left: text.left.map((one) => ({ ...one, at: renameAt(one.at) })),
    },
    artifacts: ordered.map((item) => renumber(item, { ids, rename, step })),
    statements: session.statements.map((one) => ({
      ...one,
      went_to: map(one.went_to),
      not_taken: one.not_taken === null ? null : rename(one.not_taken),
    })),
    amendments: renamed.amendments.map((one) => ({ ...one, targets: map(one.targets) })),
  };
}

function renumber(
  item: Item,
  {
    ids,
    rename,
    step,
  }: { ids: ReadonlyMap<string, string>; rename: (words: string) => string; step: string },
): Item {
  const id = ids.get(item.id) ?? item.id;
  const next = mapStrings({ ...item, id }, rename);
  if (id !== item.id) next.history = [...item.history, { step, code: 'renumbered', from: item.id }];
  // A vote is on what the words say; another number in a reference changes nothing that was voted on.
  const [before, after] = [fingerprintItem(item), fingerprintItem(next)];
  return { ...next, votes: next.votes.map((vote) => (vote.on === before ? { ...vote, on: after } : vote)) };
}
