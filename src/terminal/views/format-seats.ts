/** The seats of a session with their models, usage, and the context files that were sent. */
import type { Usage } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatCount, formatPlural, formatUsage } from '../format-numbers.ts';
import type { Page } from '../page.ts';

/** Each seat with its model and its usage so far. */
export function addSeats(page: Page, session: Session): void {
  const seats = [
    { id: 'facilitator', role: session.facilitator.agent, model: session.facilitator.model },
    { id: 'synthesizer', role: session.synthesizer.agent, model: session.synthesizer.model },
    ...session.participants.map(({ id, role, model, side }) => ({
      id,
      role: side === null ? role : `${role}, ${side}`,
      model,
    })),
  ];
  page.heading('Seats');
  for (const { id, role, model } of seats) {
    const usage = sumUsageOfSeat(session, id);
    const used = usage === null ? '' : `; ${formatUsage(usage)}`;
    page.item(page.theme.symbols.bullet, `${id} (${role}): ${model ?? 'a person'}${used}`);
  }
}

/** The usage of each round, and of the completion after the last one. */
export function addUsageByRound(page: Page, session: Session): void {
  for (const { round, usage } of session.rounds) {
    page.item(page.theme.symbols.dash, `round ${round}: ${formatUsage(usage)}`, { indent: 4 });
  }
  if (session.completion_usage.calls > 0)
    page.item(page.theme.symbols.dash, `after the last round: ${formatUsage(session.completion_usage)}`, {
      indent: 4,
    });
}

/** What was sent of each context file. */
export function addContext(page: Page, session: Session): void {
  if (session.context_files.length === 0) return;
  page.heading('Context');
  for (const { path, note, sent_characters: sent, of_characters: all } of session.context_files) {
    const share = all === 0 ? '' : ` (${formatCount(sent)} of ${formatPlural(all, 'character')})`;
    page.item(page.theme.symbols.bullet, `${path}: ${note}${share}`);
  }
}

/** The usage of a seat in finished rounds and the completion; null when it has not been called. */
export function sumUsageOfSeat(
  session: Pick<Session, 'rounds' | 'completion_usage_by_seat'>,
  seat: string,
): Usage | null {
  const used = [
    ...session.rounds.flatMap(({ usage_by_seat: bySeat }) => bySeat),
    ...(session.completion_usage_by_seat ?? []),
  ].filter((entry) => entry.seat === seat);
  const [first, ...rest] = used;
  if (first === undefined) return null;
  return rest.reduce((sum, { usage }) => addUsages(sum, usage), first.usage);
}

function addUsages(one: Usage, other: Usage): Usage {
  return {
    calls: one.calls + other.calls,
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cache_read_tokens: one.cache_read_tokens + other.cache_read_tokens,
    cache_write_tokens: one.cache_write_tokens + other.cache_write_tokens,
    cost_usd: one.cost_usd === null || other.cost_usd === null ? null : one.cost_usd + other.cost_usd,
  };
}
