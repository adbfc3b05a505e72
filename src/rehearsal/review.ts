/** What rehearsed seats put to the writer in the review, and how they vote at the last call. */
import type { RequestFacts } from '../session/model-request.ts';
import { createRandom } from '../session/rules/random.ts';
import type { Session } from '../session/session.ts';
import type { Item } from '../session/text.ts';
import { grades } from '../session/vocabulary.ts';
import { choosePlot, findHeld, listDissenters, listSeats } from './plots.ts';

/** What the first seat adds to the check of the item that the review is about. */
const whoChecks = 'Somebody who did not build it carries this out and keeps the result.';

/** What the seat that stands alone holds against a text that takes the other way. */
const unconvinced = 'Nobody has shown that the present parts will carry it.';

/** With what a seat would sign the item that it blocks. */
const provisional = 'Until its check has been carried out once, this holds for a trial only.';

/** The item that review and last call are about: the first one that is voted on. */
function findContested({ artifacts }: Session): Item | undefined {
  return artifacts.find(({ decision }) => decision === null);
}

/** The first seat amends the check of the item, or its text in a form without checks, the one that stood alone would not sign it without, and the others take all. */
export function rehearseReview({ session }: RequestFacts, seat: string) {
  const item = findContested(session);
  const isFirst = listSeats(session)[0]?.id === seat;
  const standsAside = item !== undefined && !isFirst && listDissenters(session)[0] === seat;
  const random = createRandom(session.seed, `review/${seat}`);
  const grade = () => grades[Math.floor(random() * grades.length)] ?? 'medium';
  return {
    exceptions: standsAside
      ? [
          {
            item: item.id,
            vote: 'stand_aside',
            reason: 'Its check can be carried out by those who built it, and then it shows little.',
            lifted_by: 'A check that names who carries it out.',
          },
        ]
      : [],
    amendments:
      item !== undefined && isFirst
        ? [
            {
              target: item.id,
              operation: 'change',
              ...(item.check === ''
                ? { field: 'text', words: `${item.text} ${whoChecks}` }
                : { field: 'check', words: `${item.check} ${whoChecks}` }),
              reason: 'The check does not say who carries it out.',
              severity: 'gap',
            },
          ]
        : [],
    judgements: session.artifacts
      .filter(({ kind }) => kind === 'idea')
      .map(({ id }) => ({ item: id, value: grade(), feasibility: grade() })),
  };
}

/** Everybody signs; in the plot `mends` the seat that stood alone first asks for words in the item, by a block. */
export function rehearseVotes({ session, ballot }: RequestFacts, seat: string) {
  const blocked =
    choosePlot(session.seed) === 'mends' && listDissenters(session)[0] === seat
      ? ballot.find(({ id, text }) => id === findContested(session)?.id && !text.includes(provisional))
      : undefined;
  return {
    votes: Object.fromEntries(ballot.map((item) => [item.id, item === blocked ? 'block' : 'ratify'])),
    conflicts: Object.fromEntries(
      session.conflicts
        .filter((conflict) => conflict.status === 'open' && findHeld(conflict, seat) !== null)
        .map((conflict) => {
          const settled = findHeld(conflict, seat) === conflict.positions[0];
          return [conflict.id, { settled, because: settled ? '' : unconvinced }];
        }),
    ),
    exceptions:
      blocked === undefined
        ? []
        : [
            {
              item: blocked.id,
              reason: 'As it reads, it binds everybody before anybody has tried it.',
              lifted_by: 'Words that make it a trial until its check was carried out.',
              ratify_if: `${blocked.text} ${provisional}`,
            },
          ],
  };
}
