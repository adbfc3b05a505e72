/** Seats whose models answer in plain text: the text is the position, with each vote on a line of its own. */

import { isMapping } from '../../domain/is-mapping.ts';
import type { Settings } from '../../domain/settings.ts';
import { splitThinking } from '../../domain/split-thinking.ts';
import { cutOtherVoices, type Voices } from '../rules/other-speakers.ts';
import { readStanceWord, type StanceDraft } from '../rules/stances.ts';

/** Whether a seat is asked for plain text instead of the structured form. */
export function answersInPlainText(settings: Pick<Settings, 'plain_text_seats'>, seat: string): boolean {
  return settings.plain_text_seats.includes(seat) || settings.plain_text_seats.includes('all');
}

/** The stop sequences for a plain-text seat: its agent's and the configured ones, each once. */
export function listStops(
  settings: Pick<Settings, 'stop_sequences'>,
  agent: { stop_sequences: readonly string[] },
): string[] {
  return [...new Set([...agent.stop_sequences, ...settings.stop_sequences])];
}

/** The instruction to a plain-text seat on the form of its reply. */
export function describePlainText(withStances: boolean, withStandingAside = true): string {
  return [
    'Reply in plain text, with nothing but your own words: no name in front of them, and nobody else speaks in your reply.',
    ...(withStances
      ? [
          `After your answer state each stance on a line of its own, exactly so: "REQ-001: support", ${withStandingAside ? '"REQ-001: stand_aside because …" ' : ''}or "REQ-001: block because …".`,
        ]
      : []),
  ].join(' ');
}

/** A line that may be a vote: an id, a colon, equals sign or dash, and a text. Whether the text states a stance, `readVote` decides. */
const stanceLine =
  /^[ \t]*(?:[-*][ \t]+)?[*_`[]*(\p{Lu}{1,6}-?\d{1,6})[*_`\]]*[ \t]*[:=–—-][*_` \t]*([^\n]*)$/gmu;

/**
 * Reads the text after a line's id as a stance and a reason; null when it is prose. After the stance only a punctuation mark,
 * "because" or a bracket may follow: "REQ-001: Object storage for the clips" repeats an item and opposes nothing.
 */
function readVote(words: string): { stance: string; reason: string } | null {
  const [, stance = '', reason = ''] =
    /^([\p{L}]+(?:[ _-]aside)?)[*_`]*(?:[ \t]*$|[ \t]*[.,;:!–—-][*_` \t]*(?:because[ \t]+)?(.*)$|[ \t]+because[ \t]+(.*)$|[ \t]+(\(.*)$)/u
      .exec(words.trim())
      ?.filter((part) => part !== undefined) ?? [];
  return readStanceWord(stance) === null ? null : { stance, reason: reason.trim() };
}

/**
 * Converts a plain-text reply to the structured form, up to the point where it speaks for somebody else (`voice`): what
 * follows is not the seat's. A reply that has the structured form already is used as it is. `stops` cut the text if the
 * server did not: at the first one that is not at its very beginning.
 */
export function readPlainAnswer(
  reply: string,
  options: { stops: readonly string[]; voices: Voices },
): { form: Record<string, unknown>; voice: string | null } {
  const spoken = splitThinking(reply).spoken.trim();
  const structured = readObject(spoken);
  if (typeof structured?.['position'] === 'string') return { form: structured, voice: null };
  const { text, voice } = cutOtherVoices(cutAtStop(spoken, options.stops), options.voices);
  return { form: { position: dropVotes(text), stances: listStances(text) }, voice };
}

/** Converts the review of a plain-text seat: its votes, and the rest as one statement. Text in another's name is dropped. */
export function readPlainReview(reply: string, voices: Voices): Record<string, unknown> {
  const spoken = splitThinking(reply).spoken.trim();
  const structured = readObject(spoken);
  if (structured !== null && Array.isArray(structured['stances'])) return structured;
  const { text } = cutOtherVoices(spoken, voices);
  const words = dropVotes(text);
  return { stances: listStances(text), missing: nothing.test(words) ? [] : [{ text: words }] };
}

/** Removes the votes from a text. */
function dropVotes(text: string): string {
  return text
    .replace(stanceLine, (line, _id, words: string) => (readVote(words) === null ? line : ''))
    .trim();
}

/** Texts that say that nothing is missing. */
const nothing = /^(?:|nothing|none|no|ok|okay|nothing is missing|n\/a)[.!]?$/i;

/** The votes of a reply; the last line on an item counts. */
function listStances(reply: string): StanceDraft[] {
  const votes = new Map<string, StanceDraft>();
  for (const [, id = '', words = ''] of reply.matchAll(stanceLine)) {
    const vote = readVote(words);
    if (vote !== null) votes.set(id, { item_id: id, ...vote });
  }
  return [...votes.values()];
}

function cutAtStop(text: string, stops: readonly string[]): string {
  const places = stops.filter((stop) => stop !== '').map((stop) => text.indexOf(stop, 1));
  const first = Math.min(...places.filter((place) => place > 0), text.length);
  return text.slice(0, first).trimEnd();
}

function readObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) ? value : null;
  } catch {
    return null;
  }
}
