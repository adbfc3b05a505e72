/** Formats numbers for people, in the same way on every screen and in every locale. */
import type { Usage } from '../session/records.ts';

/** `1234567` as `1,234,567`. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** `3` and `seat` as `3 seats`. */
export function formatPlural(count: number, word: string, plural = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : plural}`;
}

/** Milliseconds as `8s`, `1m 05s`, `2h 03m`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}

/** A count of tokens in at most four characters: `950`, `6.1k`, `34k`, `1.2M`. */
export function formatTokens(count: number): string {
  if (count < 1_000) return String(Math.round(count));
  if (count < 9_950) return `${(count / 1_000).toFixed(1)}k`;
  if (count < 999_500) return `${Math.round(count / 1_000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** US dollars; null is unknown. A cost above zero is never shown as zero. */
export function formatCost(cost: number | null): string {
  if (cost === null) return 'cost unknown';
  if (cost === 0) return 'no cost';
  if (cost < 0.0001) return 'less than $0.0001';
  return cost < 0.01 ? `$${cost.toFixed(4)}` : `$${cost.toFixed(2)}`;
}

/** A confidence between 0 and 1 as `0.70`; `none` when none was given. */
export function formatConfidence(confidence: number | null): string {
  return confidence === null ? 'none' : confidence.toFixed(2);
}

/** The same in a sentence. */
export function sayConfidence(confidence: number | null): string {
  return confidence === null ? 'no confidence given' : `confidence ${formatConfidence(confidence)}`;
}

/** The local time of day: `HH:MM:SS`. */
export function formatTime(at: Date): string {
  return [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** An ISO instant as `2026-11-27 10:15` in UTC; `unknown` for an empty text; any other text is returned as it is. */
export function formatInstant(instant: string): string {
  if (instant === '') return 'unknown';
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(instant);
  return parts === null ? instant : `${parts[1]} ${parts[2]}`;
}

/** Calls, tokens and money, rounded, for a line among others: `23 calls, 38k tokens, $0.12`. */
export function formatUsageBriefly(usage: Usage): string {
  const tokens = formatTokens(usage.input_tokens + usage.output_tokens);
  return `${formatPlural(usage.calls, 'call')}, ${tokens} tokens, ${formatCost(usage.cost_usd)}`;
}

/** Calls, tokens and money in one line, exactly. */
export function formatUsage(usage: Usage): string {
  const cached = usage.cache_read_tokens > 0 ? ` (${formatCount(usage.cache_read_tokens)} from cache)` : '';
  const tokens = `${formatCount(usage.input_tokens)} tokens in${cached}, ${formatCount(usage.output_tokens)} out`;
  const estimated = usage.estimated_calls ?? 0;
  const label = estimated === 0 ? '' : ` (${estimated === usage.calls ? '' : 'partly '}estimated)`;
  return `${formatPlural(usage.calls, 'model call')}, ${tokens}${label}, ${formatCost(usage.cost_usd)}`;
}
