/** Failures with the same cause, one after the other: the first is told whole, the others in one line with their number. */
import { findCause } from '../../domain/failure-cause.ts';
import type { RoundtableEvent } from '../../domain/ports.ts';
import type { Participant } from '../../domain/records.ts';
import { nameSeat } from '../name-seat.ts';

type Failed = Extract<RoundtableEvent, { type: 'seat-failed' }>;

/** Events between which failures still count as one after the other. */
const passing: readonly RoundtableEvent['type'][] = ['usage', 'seat-thinking', 'seat-retrying'];

/** Gathers repeated failures. */
export interface FailureGatherer {
  /** The events to tell in place of this one: none for a repetition, and before another event what was held back. */
  follow: (event: RoundtableEvent, participants: readonly Participant[]) => RoundtableEvent[];
  /** What is held back still, at the end. */
  flush: () => RoundtableEvent[];
}

/** Makes one for a run. */
export function createFailureGatherer(): FailureGatherer {
  let told: string | null = null;
  let held: Failed[] = [];
  let people: readonly Participant[] = [];
  const flush = (): RoundtableEvent[] => {
    if (held.length === 0) return [];
    const names = [...new Set(held.map(({ seat, step }) => `${nameSeat(people, seat)} (${step})`))];
    const times = held.length === 1 ? 'once more' : `${held.length} times more`;
    held = [];
    return [{ type: 'notice', level: 'warning', text: `The same failure ${times}: ${names.join(', ')}` }];
  };
  return {
    follow(event, participants) {
      people = participants;
      if (event.type === 'seat-failed') {
        const cause = `${event.kind}\n${findCause(event.message)}`;
        if (cause === told) {
          held.push(event);
          return [];
        }
        const before = flush();
        told = cause;
        return [...before, event];
      }
      return passing.includes(event.type) ? [event] : [...flush(), event];
    },
    flush,
  };
}
