/** How firm a result is, as it was counted. */
import { readVotes } from '../session/rules/votes.ts';
import type { Session } from '../session/session.ts';
import { beginSentence } from './sentence.ts';

/**
 * How many seats agree with what is printed, and who dissents; empty where nothing was agreed by votes. What a person decided, and what is
 * not agreed, is said elsewhere: then it is about everything else. No part of a document, which counts no votes. `name` gives the name of a seat.
 */
export function sayFirmness(
  {
    artifacts,
    conflicts,
    participants,
    outcome,
  }: Pick<Session, 'artifacts' | 'conflicts' | 'participants' | 'outcome'>,
  name: (seat: string) => string,
): string {
  const votes = artifacts
    .filter(({ status }) => status === 'agreed')
    .flatMap((item) => [...readVotes(item).values()]);
  if (votes.length === 0) return '';
  const against = new Set([
    ...votes.filter(({ vote }) => vote !== 'ratify').map(({ seat }) => seat),
    ...(outcome?.dissent ?? []).map(({ seat }) => seat),
  ]);
  const agreed = participants.filter(
    ({ id }) => votes.some(({ seat }) => seat === id) && !against.has(id),
  ).length;
  const isWhole =
    (outcome?.decided_by ?? 'panel') === 'panel' &&
    artifacts.every(({ status }) => status === 'agreed') &&
    conflicts.every(({ status }) => status !== 'open');
  const who = agreed === participants.length ? `all ${agreed}` : `${agreed} of ${participants.length}`;
  const dissenting = participants.filter(({ id }) => against.has(id)).map(({ id }) => name(id));
  return [
    beginSentence(`${isWhole ? '' : 'on everything else, '}${who} seats agree.`),
    ...(dissenting.length === 0 ? [] : [`Dissent: ${dissenting.join(', ')}.`]),
  ].join(' ');
}
