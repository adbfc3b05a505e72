/** The packages of the plan before: the ids that they keep, and their words where they stay. */
import type { ItemReply } from '../../prompts/forms/text-parts.ts';
import type { Table } from '../../session/ports/ports.ts';
import type { EarlierPlan } from '../../session/records.ts';
import type { Session } from '../../session/session.ts';
import { type ItemKind, itemPrefixes } from '../../session/vocabulary.ts';
import { foldId, nextItemId } from './read-parts.ts';

type Earlier = EarlierPlan['packages'][number];

function findEarlier({ earlier_plan: plan }: Session, id: string): Earlier | undefined {
  return plan?.packages.find((one) => foldId(one.id) === foldId(id));
}

/** The id of a new item: its own where the plan before has it, else the next that neither has used. */
export function nameItem(
  { id, kind }: { id: string; kind: ItemKind },
  taken: readonly { id: string }[],
  { session, table }: { session: Session; table: Pick<Table, 'extended'> },
): string {
  const earlier = kind === 'package' ? findEarlier(session, id) : undefined;
  if (earlier !== undefined && !taken.some((one) => one.id === earlier.id)) return earlier.id;
  return nextItemId(kind, taken, readHighest(session, table));
}

/** The highest numbers that are used, by prefix: by the project's file, or by the plan before. */
export function readHighest(
  { earlier_plan: plan }: Session,
  { extended }: Pick<Table, 'extended'>,
): Readonly<Record<string, number>> {
  if (plan === undefined) return extended?.highest ?? {};
  const numbers = plan.packages.map(({ id }) => Number(/\d+$/.exec(id)?.[0] ?? 0));
  return { [itemPrefixes.package]: Math.max(0, ...numbers) };
}

/** An item whose package stays as it was, with the words that it had. */
export function fillSame(reply: ItemReply, session: Session): ItemReply {
  const earlier = findEarlier(session, reply.id);
  if (reply.compared !== 'same' || earlier === undefined) return reply;
  const { title, text, why, check, details } = earlier;
  return { ...reply, title, text, why, check, ...details, compared: 'same', changes: '' };
}

/** Ids of the plan before that none of these items has: they are printed as they stand. */
export function listLeftOut({ earlier_plan: plan }: Session, items: readonly { id: string }[]): string[] {
  return (plan?.packages ?? [])
    .map(({ id }) => foldId(id))
    .filter((id) => !items.some((one) => foldId(one.id) === id));
}
