/** Runs several calls at once. The first that cannot go on stops the others before they cost more. */
import { PauseRun } from './run.ts';

/**
 * Runs all tasks at once and waits for all of them. A task that rejects aborts the signal given to the others, unless it
 * only waits for a person: that is no reason to discard what the models are about to say. Rejects with the most serious
 * error: any error other than PauseRun first, then a pause because of a model, then one that waits for a person.
 */
export async function runTogether<Item, Result>(
  items: readonly Item[],
  task: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const others = new AbortController();
  const results = await Promise.allSettled(
    items.map(async (item) => {
      try {
        return await task(item, others.signal);
      } catch (error) {
        if (!waitsForPerson(error)) others.abort();
        throw error;
      }
    }),
  );
  const errors = results.flatMap((result): unknown[] =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  if (errors.length > 0) {
    throw (
      errors.find((error) => !(error instanceof PauseRun)) ??
      errors.find((error) => !waitsForPerson(error)) ??
      errors[0]
    );
  }
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

function waitsForPerson(error: unknown): boolean {
  return error instanceof PauseRun && error.reason === 'waiting-for-person';
}
