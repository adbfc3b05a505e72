/** Asks the person about the older decisions that a draft wants to replace. */
import type { ActionContext } from '../action-context.ts';
import { openAsker } from './ask-person.ts';

/** Asks about each record at a terminal; returns those that the person agreed to replace. */
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
