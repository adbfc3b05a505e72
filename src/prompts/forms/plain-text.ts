/** Seats whose models answer in plain text: the text is the whole answer, and its first paragraph the position. */

import { cutText } from '../../session/rules/cut-text.ts';
import type { Settings } from '../../session/settings.ts';

/** Longest position that is taken from a text, in characters. */
const longestPosition = 400;

/** Whether a seat is asked for plain text instead of the structured form. */
export function answersInPlainText(settings: Pick<Settings, 'plain_text_seats'>, seat: string): boolean {
  return settings.plain_text_seats.includes(seat) || settings.plain_text_seats.includes('all');
}

/** The stop sequences for a plain-text seat: its agent's and the configured ones, each once. */
export function listStops(
  settings: Pick<Settings, 'stop_sequences'>,
  agent: { stop_sequences: readonly string[] },
): string[] {
  return [...new Set([...agent.stop_sequences, ...settings.stop_sequences])].filter((stop) => stop !== '');
}

/**
 * What a reply says. `stops` cut it where the server did not: at the first one that is not at its
 * very beginning.
 */
export function readPlainText(reply: string, stops: readonly string[]): string {
  const text = reply.trim();
  const places = stops.map((stop) => text.indexOf(stop, 1));
  const first = Math.min(...places.filter((place) => place > 0), text.length);
  return text.slice(0, first).trimEnd();
}

/** A text as the form of an answer: the position is its first paragraph, cut at the end of a sentence where it is long. */
export function splitPlainText(text: string): { position: string; proposal: string } {
  const [paragraph = ''] = text.trim().split(/\n\s*\n/);
  const start = cutText(paragraph.trim(), longestPosition, '');
  const [, sentences = ''] = /^(.*[.!?。！？])(?=\s|$)/su.exec(start) ?? [];
  const isWhole = paragraph.trim().length <= longestPosition;
  return { position: isWhole || sentences === '' ? start.trim() : sentences.trim(), proposal: text.trim() };
}
