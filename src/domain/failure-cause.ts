/** Groups failures by cause, so that each cause is reported once with the seats that it affected. */
import type { FailureKind } from './vocabulary.ts';

/** A seat that gave no answer. */
export interface LostSeat {
  seat: string;
  kind: FailureKind;
  message: string;
  /** What a person can do about it; empty when unknown. */
  remedy: string;
}

/** A cause and the seats that it affected. */
export interface Cause {
  kind: FailureKind;
  /** What happened, without the provider and the model. */
  cause: string;
  seats: string[];
  remedy: string;
}

/**
 * What happened, without the provider and model that were asked, the number of tries and the code of the network layer:
 * `local (some) could not be reached: connection refused by localhost:1 (ECONNREFUSED) (after 3 tries)` is
 * `connection refused by localhost:1`.
 */
export function findCause(message: string): string {
  const cause = message
    .replace(/ \(after \d+ tries\)/g, '')
    .replace(/ \(E[A-Z_]+\)$/, '')
    .replace(/^[\w.-]+(?: \([^()]*\))?(?:: | (?=could not be reached|answered \d{3}|did not answer))/, '')
    .replace(/^could not be reached: /, '')
    .trim();
  return cause === '' ? message : cause;
}

/** Each cause once, in the order of first occurrence. */
export function groupCauses(lost: readonly LostSeat[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const { seat, kind, message, remedy } of lost) {
    const cause = findCause(message);
    const known = causes.get(`${kind}\n${cause}`);
    if (known === undefined) causes.set(`${kind}\n${cause}`, { kind, cause, seats: [seat], remedy });
    else if (!known.seats.includes(seat)) known.seats.push(seat);
  }
  return [...causes.values()];
}

/** `3 seats: connection refused by localhost:11434`; with several causes, the seats of each by name. */
export function sayCauses(causes: readonly Cause[]): string {
  return causes
    .map(({ cause, seats }) => {
      const count = seats.length === 1 ? (seats[0] ?? '') : `${seats.length} seats`;
      return `${count}${causes.length > 1 && seats.length > 1 ? ` (${seats.join(', ')})` : ''}: ${cause}`;
    })
    .join('; ');
}
