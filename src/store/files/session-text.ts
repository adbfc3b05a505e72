/** A session as text: keys in the order of the schema, so that the head can be read without the rounds. */
import type * as z from 'zod';
import { roundSchema } from '../../domain/round.ts';
import { type Session, sessionSchema } from '../../domain/session.ts';
import { writeYaml } from '../../text/write-yaml.ts';
import { orderKeys, readKeyOrder } from './order-keys.ts';

/** The whole session without its rounds: what a list needs, and what a repair starts from. */
export const headSchema = sessionSchema.omit({ rounds: true });

/** A session without its rounds. */
export type HeadOfSession = z.infer<typeof headSchema>;

const headOrder = readKeyOrder(headSchema);
const roundsOrder = { element: readKeyOrder(roundSchema) };

/** Writes a session as YAML: the head's keys in schema order, a person's own keys after them, then the rounds. */
export function stringifySession(session: Session): string {
  const { rounds, ...head } = session;
  return writeYaml({ ...orderKeys(head, headOrder), rounds: orderKeys(rounds, roundsOrder) });
}
