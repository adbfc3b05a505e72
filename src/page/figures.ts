/** Formats figures that only the page shows; those that the terminal shows too come from there. */

import type { Usage } from '../session/records.ts';
import type { Round } from '../session/round.ts';
import { formatCost, formatDuration, formatTokens } from '../wording/format-numbers.ts';
import type { Estimate } from './answer-types.ts';

/** An instant as `28 Nov, 20:31` in the person's time zone, with the year when it is not the present one. */
export function sayInstant(instant: string, now: number): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  const two = (count: number): string => String(count).padStart(2, '0');
  const year = at.getFullYear() === new Date(now).getFullYear() ? '' : ` ${at.getFullYear()}`;
  return `${at.getDate()} ${months[at.getMonth()]}${year}, ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** How long something has lasted. */
export function sayElapsed(since: string, now: number): string {
  return formatDuration(Math.max(0, now - Date.parse(since)));
}

/** The cost of one more round, from the mean of the last three; empty before the first. */
export function sayRoundCost(rounds: readonly Pick<Round, 'usage'>[]): string {
  const last = rounds.slice(-3);
  if (last.length === 0) return '';
  const mean = (read: (usage: Usage) => number): number =>
    last.reduce((sum, { usage }) => sum + read(usage), 0) / last.length;
  const tokens = mean(({ input_tokens, output_tokens }) => input_tokens + output_tokens);
  const isKnown = last.every(({ usage }) => usage.cost_usd !== null);
  const cost = isKnown ? mean(({ cost_usd }) => cost_usd ?? 0) : 0;
  return `about ${cost === 0 ? '' : `${formatCost(cost)} and `}${formatTokens(tokens)} tokens per round`;
}

/** The range of an estimate. */
export function sayEstimate({ minimum, maximum }: Pick<Estimate, 'minimum' | 'maximum'>): string {
  const range = (least: number, most: number): string =>
    least === most ? formatTokens(least) : `${formatTokens(least)} to ${formatTokens(most)}`;
  const tokens = ({ usage }: Estimate['minimum']): number => usage.input_tokens + usage.output_tokens;
  const costs = [formatCost(minimum.usage.cost_usd), formatCost(maximum.usage.cost_usd)];
  return [
    `${range(minimum.rounds, maximum.rounds)} ${maximum.rounds === 1 ? 'round' : 'rounds'}`,
    `${range(minimum.usage.calls, maximum.usage.calls)} calls`,
    `${range(tokens(minimum), tokens(maximum))} tokens`,
    costs[0] === costs[1] ? String(costs[0]) : costs.join(' to '),
  ].join(', ');
}
