/** How firm a result is, as it was counted. */
import { readVotes } from '../session/rules/votes.ts';
import type { Session } from '../session/session.ts';
import type { Say } from './labels.ts';

/**
 * How many seats agree with what is printed, and who dissents; empty where nobody voted. What a person decided, and what is not agreed, is
 * said elsewhere: then it is about the rest. `name` gives the name of a seat.
 */
export function sayFirmness(
  {
    artifacts,
    conflicts,
    participants,
    outcome,
  }: Pick<Session, 'artifacts' | 'conflicts' | 'participants' | 'outcome'>,
  say: Say,
  name: (seat: string) => string,
): string {
  const votes = artifacts
    .filter(({ status }) => status === 'agreed' || status === 'decided')
    .flatMap((item) => [...readVotes(item).values()]);
  if (votes.length === 0) return '';
  const against = [
    ...votes.filter(({ vote }) => vote !== 'ratify').map(({ seat }) => seat),
    ...(outcome?.dissent ?? []).map(({ seat }) => seat),
  ];
  const agreed = participants.filter(
    ({ id }) => votes.some(({ seat }) => seat === id) && !against.includes(id),
  ).length;
  const isWhole =
    (outcome?.decided_by ?? 'panel') === 'panel' &&
    artifacts.every(({ status }) => status === 'agreed') &&
    conflicts.every(({ status }) => status !== 'open');
  const key = `firm.${agreed === participants.length ? 'all' : 'some'}${isWhole ? '' : '_rest'}` as const;
  const names = participants.filter(({ id }) => against.includes(id)).map(({ id }) => name(id));
  return [
    say(key, { agreed, seats: participants.length }),
    ...(names.length === 0 ? [] : [`${say('head.dissent')}: ${names.join(', ')}.`]),
  ].join(' ');
}
