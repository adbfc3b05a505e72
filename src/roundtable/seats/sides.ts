/** The sides of a debate. A person argues a side only by choosing it. */
import type { Participant } from '../../session/records.ts';

type Side = 'pro' | 'con';

/**
 * Gives every model's seat a side: the one it has, the one named for it, or else the side with fewer seats. With two seats or more
 * neither side stays empty, unless people gave the sides themselves.
 */
export function assignMissingSides(
  participants: readonly Participant[],
  named: readonly { seat: string; side: Side }[],
): Participant[] {
  const next = participants.map((seat) => ({
    ...seat,
    side:
      seat.side ?? (seat.kind === 'model' ? (named.find((one) => one.seat === seat.id)?.side ?? null) : null),
  }));
  const free = next.filter(({ kind, id }) => kind === 'model' && !isGiven(participants, id));
  const count = (side: Side): number => next.filter((seat) => seat.side === side).length;
  for (const seat of free) seat.side ??= count('pro') <= count('con') ? 'pro' : 'con';
  for (const [side, other] of [
    ['pro', 'con'],
    ['con', 'pro'],
  ] as const) {
    const last = free.at(-1);
    if (count(side) === 0 && last !== undefined && count(other) > 1) last.side = side;
  }
  return next;
}

function isGiven(participants: readonly Participant[], id: string): boolean {
  return participants.some((seat) => seat.id === id && seat.side !== null);
}
