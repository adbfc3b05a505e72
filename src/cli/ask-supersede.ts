/** Older decisions that a draft wants to replace: each is the person's to give up. */
import type { ActionContext } from './action-context.ts';
import { openAsker } from './ask-person.ts';

/** Asks about each record, where somebody is there to answer; gives those that were agreed to. */
export async function askSupersede(records: readonly string[], context: ActionContext): Promise<string[]> {
  if (records.length === 0 || !context.modes.interactive) return [];
  const asker = await openAsker(context);
  const agreed: string[] = [];
  for (const record of records) {
    const answer = await asker.confirm(`Mark ${record} as superseded by the new record?`, false);
    if (answer === true) agreed.push(record);
    else if (answer !== false) break;
  }
  return agreed;
}
