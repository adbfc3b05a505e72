/** Finds items of the project's documents that a session was told of: a text may refer to them by their marks. */
import type { EarlierDecision } from '../records.ts';
import type { Session } from '../session.ts';
import { readId } from './read-ids.ts';

/** The earlier decision whose title begins with this id. */
export function findEarlier(
  { earlier_decisions: earlier = [] }: Pick<Session, 'earlier_decisions'>,
  id: string,
): EarlierDecision | undefined {
  return earlier.find(({ title }) => {
    const [, own = ''] = /^([A-Z]+-\d+)(?![\w-])/.exec(title) ?? [];
    return own !== '' && readId(id, [own]) === own;
  });
}
