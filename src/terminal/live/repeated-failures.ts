/** Groups failures with the same cause: the first is shown in full, the others as one line with their number after the round. */

import type { RoundtableEvent } from '../../session/ports/ports.ts';
import type { Participant } from '../../session/records.ts';
import { isSameCause } from '../../session/rules/failure-cause.ts';
import { nameSeat } from '../../wording/name-seat.ts';

type Failed = Extract<RoundtableEvent, { type: 'seat-failed' }>;

/** Events after which a cause is shown again. Until then it is shown once: a dead server fails every call. */
const ends: readonly RoundtableEvent['type'][] = ['recap', 'completed', 'escalation-raised'];

/** Gathers repeated failures. */
export interface FailureGatherer {
  /** The events to show in place of this one: none for a repetition, and the held back ones before some other events. */
  follow: (event: RoundtableEvent, participants: readonly Participant[]) => RoundtableEvent[];
  /** The events that are still held back at the end. */
  flush: () => RoundtableEvent[];
}

/** Makes a gatherer for one run. */
export function createFailureGatherer(): FailureGatherer {
  let told: Failed | null = null;
  let held: Failed[] = [];
  let people: readonly Participant[] = [];
  const flush = (): RoundtableEvent[] => {
    if (held.length === 0) return [];
    const names = [...new Set(held.map(({ seat, step }) => `${nameSeat(people, seat)} (${step})`))];
    const times = held.length === 1 ? 'once more' : `${held.length} more times`;
    held = [];
    return [{ type: 'notice', level: 'warning', text: `The same failure ${times}: ${names.join(', ')}` }];
  };
  return {
    follow(event, participants) {
      people = participants;
      if (event.type === 'seat-failed') {
        if (told !== null && isSameCause(told, event)) {
          held.push(event);
          return [];
        }
        const before = flush();
        told = event;
        return [...before, event];
      }
      // A pause gives its reason, so failures for that reason need not be repeated.
      if (event.type === 'paused') held = [];
      return ends.includes(event.type) ? [...flush(), event] : [event];
    },
    flush,
  };
}
