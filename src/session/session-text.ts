/**
 * A session as text. Rounds are kept as text once they are written, so a save costs the head and what is new.
 * This relies on rounds being replaced, never changed in place; a round that was written is frozen, so that a
 * change in place fails at once instead of never reaching the disk.
 */
import type { z } from 'zod';
import { orderKeys, readKeyOrder } from './key-order.ts';
import { type Round, roundSchema, type Session, sessionSchema } from './schema.ts';
import { writeYaml } from './yaml-text.ts';

/** The whole session without its rounds: what a list needs, and what a repair starts from. */
export const headSchema = sessionSchema.omit({ rounds: true });

/** A session without its rounds. */
export type HeadOfSession = z.infer<typeof headSchema>;

const headOrder = readKeyOrder(headSchema);
const roundOrder = readKeyOrder(roundSchema);
const roundTexts = new WeakMap<Round, string>();
const roundsKey = 'rounds:\n';

/** Writes a session as YAML: the head's keys in schema order, keys of a person's own after them, then the rounds. */
export function stringifySession(session: Session): string {
  const { rounds, ...head } = session;
  const headText = writeYaml(orderKeys(head, headOrder));
  if (rounds.length === 0) return `${headText}rounds: []\n`;
  return `${headText}${roundsKey}${rounds.map(stringifyRound).join('')}`;
}

/** True when this very round object has been written before. */
export function isRoundWritten(round: Round): boolean {
  return roundTexts.has(round);
}

function stringifyRound(round: Round): string {
  const known = roundTexts.get(round);
  if (known !== undefined) return known;
  const text = writeYaml({ rounds: [orderKeys(round, roundOrder)] }).slice(roundsKey.length);
  freezeDeeply(round);
  roundTexts.set(round, text);
  return text;
}

function freezeDeeply(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freezeDeeply(inner);
}
