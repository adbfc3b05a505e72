/** Formats figures that only the page shows; those that the terminal shows too come from there. */

import type { Usage } from '../session/records.ts';
import type { Round } from '../session/round.ts';
import { formatCost, formatDuration, formatTokens } from '../wording/format-numbers.ts';
import type { Estimate, Shown } from './answer-types.ts';
import type { LiveRound } from './live-view.ts';

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

type Held = Pick<Round, 'started_at' | 'ended_at'>;

/** The mean length of the last three rounds in milliseconds; null before the first. */
export function meanRound(rounds: readonly Held[]): number | null {
  const lengths = rounds
    .slice(-3)
    .map(({ started_at, ended_at }) => Date.parse(ended_at) - Date.parse(started_at));
  if (lengths.length === 0) return null;
  return Math.max(0, lengths.reduce((sum, length) => sum + length, 0) / lengths.length);
}

const roundStages: ReadonlySet<string> = new Set(['question', 'answers', 'synthesis', 'decision']);

/** The time left in the open round, and in all if every allowed round is held, at the pace of the last rounds. */
export function estimateLeft(
  session: { rounds: readonly Held[]; total_rounds: number; settings: Pick<Shown['settings'], 'max_rounds'> },
  round: Pick<LiveRound, 'started_at' | 'stage'> | null,
  now: number,
): { round: number; most: number } | null {
  const mean = meanRound(session.rounds);
  if (mean === null || round === null || !roundStages.has(round.stage)) return null;
  const ofRound = Math.max(0, mean - (now - Date.parse(round.started_at)));
  const more = Math.max(0, session.settings.max_rounds - session.total_rounds - 1);
  return { round: ofRound, most: ofRound + more * mean };
}

/** The same in words; empty for null. */
export function sayLeft(left: { round: number; most: number } | null): string {
  if (left === null) return '';
  const ofRound =
    left.round < 1000
      ? 'this round should end any moment'
      : `about ${formatDuration(left.round)} left of this round`;
  return left.most - left.round < 1000
    ? `${ofRound}, the last that is allowed`
    : `${ofRound}, at most ${formatDuration(left.most)} if all rounds are held`;
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
