/** Takes the facts that a reply cites into the dossier, each opened at its place. */
import type { FactReply } from '../../prompts/forms/facts.ts';
import type { Fact } from '../../session/records.ts';
import { addFacts } from '../../session/rules/dossier.ts';
import type { Session } from '../../session/session.ts';
import { openPlaces } from '../check-facts.ts';
import type { Run } from '../run.ts';
import { foldId } from './read-parts.ts';

/** The dossier with the facts, and what the reply's own ids, folded, are called in it. */
export async function takeFacts(
  run: Run,
  { dossier: known, total_rounds: round }: Pick<Session, 'dossier' | 'total_rounds'>,
  facts: readonly FactReply[],
  { seat, key }: { seat: string; key: string },
): Promise<{ dossier: Fact[]; names: Map<string, string> }> {
  const { dossier, ids } = addFacts(known, await openPlaces(run, facts, key), { seat, round });
  const names = new Map(
    facts.flatMap(({ id }, index) => {
      const meant = ids[index];
      return id === '' || meant === undefined ? [] : [[foldId(id), meant] as const];
    }),
  );
  return { dossier, names };
}
