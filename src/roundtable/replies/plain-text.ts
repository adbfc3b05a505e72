/** Seats whose models answer in plain text: the words are the position, votes stand in lines of their own. */

import type { Settings } from '../../domain/settings.ts';
import { type Stance, stances } from '../../domain/vocabulary.ts';
import { cutOtherVoices, type Voices } from '../rules/other-speakers.ts';

/** Whether a seat is asked for plain text instead of the structured form. */
export function answersInPlainText(settings: Pick<Settings, 'plain_text_seats'>, seat: string): boolean {
  return settings.plain_text_seats.includes(seat) || settings.plain_text_seats.includes('all');
}

/** Where the replies of a plain-text seat end: its agent's stop sequences and the configured ones, each once. */
export function listStops(
  settings: Pick<Settings, 'stop_sequences'>,
  agent: { stop_sequences: readonly string[] },
): string[] {
  return [...new Set([...agent.stop_sequences, ...settings.stop_sequences])];
}

/** What a plain-text seat is told about the form of its reply. */
export function describePlainText(withStances: boolean): string {
  return [
    'Reply in plain text, with nothing but your own words: no name in front of them, and nobody else speaks in your reply.',
    ...(withStances
      ? [
          'After your answer state each stance on a line of its own, exactly so: "P-001: support", "P-001: stand_aside because …" or "P-001: block because …".',
        ]
      : []),
  ].join(' ');
}

/** A vote as a line: an id, a colon and one of three words; prose that mentions a proposal is none. */
const stanceLine =
  /^[ \t]*(?:[-*][ \t]+)?[*_]*(P-\d{1,6})[*_]*[ \t]*:[*_ \t]*(support|stand[ _-]aside|block)\b[*_.]*[ \t]*(?:[,;:–—-]*[ \t]*(?:because[ \t]+)?(.*))?$/gim;

/**
 * The reply of a plain-text seat in the structured form, up to where it speaks for somebody else (`voice`): neither
 * words nor votes behind that are the seat's. A model that gives the structured form unasked is taken at its word.
 * `stops` end the text where the server did not: at the first one that is not at its very beginning.
 */
export function readPlainAnswer(
  reply: string,
  options: { stops: readonly string[]; voices: Voices },
): { form: Record<string, unknown>; voice: string | null } {
  const spoken = dropThinking(reply).trim();
  const structured = readObject(spoken);
  if (structured !== null && typeof structured['position'] === 'string')
    return { form: structured, voice: null };
  const { text, voice } = cutOtherVoices(cutAtStop(spoken, options.stops), options.voices);
  return { form: { position: text.replace(stanceLine, '').trim(), stances: listStances(text) }, voice };
}

/** The votes of a plain-text ballot; what is said in another's name is none of this seat's. */
export function readPlainBallot(reply: string, voices: Voices): Record<string, unknown> {
  const spoken = dropThinking(reply).trim();
  const structured = readObject(spoken);
  if (structured !== null && Array.isArray(structured['stances'])) return structured;
  return { stances: listStances(cutOtherVoices(spoken, voices).text) };
}

/** The last line on a proposal counts. */
function listStances(reply: string): { proposal_id: string; stance: Stance; reason: string }[] {
  const votes = new Map<string, { proposal_id: string; stance: Stance; reason: string }>();
  for (const [, id = '', word = '', reason = ''] of reply.matchAll(stanceLine)) {
    const stance = stances.find((each) => each === word.toLowerCase().replace(/[ -]/, '_'));
    if (stance !== undefined)
      votes.set(id.toUpperCase(), { proposal_id: id.toUpperCase(), stance, reason: reason.trim() });
  }
  return [...votes.values()];
}

function cutAtStop(text: string, stops: readonly string[]): string {
  const places = stops.filter((stop) => stop !== '').map((stop) => text.indexOf(stop, 1));
  const first = Math.min(...places.filter((place) => place > 0), text.length);
  return text.slice(0, first).trimEnd();
}

function dropThinking(text: string): string {
  return text.replace(/^\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/, '');
}

function readObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
