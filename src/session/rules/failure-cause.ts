/** Groups failures by cause, so that each cause is reported once with the seats that it affected. */
import type { FailureFacts } from '../failure.ts';
import type { FailureKind } from '../vocabulary.ts';

/** A failed call. */
interface Failed {
  kind: FailureKind;
  message: string;
}

/** A seat that gave no answer. */
export interface LostSeat extends Failed {
  seat: string;
  /** What a person can do about it; empty when unknown. */
  remedy: string;
  facts?: FailureFacts | undefined;
}

/** A cause and the seats that it affected. */
export interface Cause extends Failed {
  seats: string[];
  remedy: string;
}

/** Whether two failures have the same cause: the same kind with the same message. */
export function isSameCause(one: Failed, other: Failed): boolean {
  return one.kind === other.kind && one.message === other.message;
}

/** Each cause once, in the order of first occurrence. */
export function groupCauses(lost: readonly LostSeat[]): Cause[] {
  const causes: Cause[] = [];
  for (const { seat, kind, message, remedy } of lost) {
    const known = causes.find((cause) => isSameCause(cause, { kind, message }));
    if (known === undefined) causes.push({ kind, message, seats: [seat], remedy });
    else if (!known.seats.includes(seat)) known.seats.push(seat);
  }
  return causes;
}
