/** The seats of a session with their models, usage, and the context files that were sent. */
import type { Usage } from '../../session/records.ts';
import { listModelsLeft } from '../../session/rules/seat-models.ts';
import { sumUsages } from '../../session/rules/usage.ts';
import type { Session } from '../../session/session.ts';
import { formatCount, formatPlural, formatUsage } from '../../wording/format-numbers.ts';
import type { Page } from '../page.ts';

/** Each seat with its model and its usage so far. */
export function addSeats(page: Page, session: Session): void {
  const seats = [
    { id: 'facilitator', role: session.facilitator.agent },
    { id: 'synthesizer', role: session.synthesizer.agent },
    ...session.participants.map(({ id, role, side }) => ({
      id,
      role: side === null ? role : `${role}, ${side}`,
    })),
  ];
  const lines = seats.map(({ id, role }) => {
    const usage = sumUsageOfSeat(session, id);
    const [model = 'a person'] = listModelsLeft(session, id);
    const heard = (session.answered_as ?? []).flatMap((one) => (one.seat === id ? [one.model] : []));
    const other = heard.filter((name) => !model.endsWith(name));
    const answered = other.length === 0 ? '' : `, answered as ${other.join(', ')}`;
    return `${id} (${role}): ${model}${answered}${usage === null ? '' : `; ${formatUsage(usage)}`}`;
  });
  page.list('Seats', lines);
}

/** The usage of each round, and of the completion after the last one. */
export function addUsageByRound(page: Page, session: Session): void {
  const add = (when: string, usage: Usage): void =>
    page.item(page.theme.symbols.dash, `${when}: ${formatUsage(usage)}`, { indent: 4 });
  for (const { round, usage } of session.rounds) add(`round ${round}`, usage);
  if (session.completion_usage.calls > 0) add('after the last round', session.completion_usage);
}

/** How much of each context file was sent. */
export function addContext(page: Page, session: Session): void {
  const lines = session.context_files.map(({ path, note, sent_characters: sent, of_characters: all }) => {
    const share = all === 0 ? '' : ` (${formatCount(sent)} of ${formatPlural(all, 'character')})`;
    return `${path}: ${note}${share}`;
  });
  page.list('Context', lines);
}

/** The usage of a seat in finished rounds and the completion; null when it has not been called. */
function sumUsageOfSeat(session: Session, seat: string): Usage | null {
  const used = [
    ...session.rounds.flatMap(({ usage_by_seat: bySeat }) => bySeat),
    ...(session.completion_usage_by_seat ?? []),
  ].filter((entry) => entry.seat === seat);
  return used.length === 0 ? null : sumUsages(used.map(({ usage }) => usage));
}
