/** Failures with the same cause: the first is told whole, the others in one line with their number once the round is over. */
import { findCause } from '../../domain/failure-cause.ts';
import type { RoundtableEvent } from '../../domain/ports.ts';
import type { Participant } from '../../domain/records.ts';
import { nameSeat } from '../name-seat.ts';
import { sayReason } from '../wording.ts';

type Failed = Extract<RoundtableEvent, { type: 'seat-failed' }>;

/** Events that end a stretch in which a cause is told once: a dead server fails every call, and is one thing to know. */
const ends: readonly RoundtableEvent['type'][] = ['recap', 'completed', 'escalation-raised'];

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
  /** That the program asks its own question matters once somebody answers it. */
  let owed: RoundtableEvent[] = [];
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
      if (
        event.type === 'question-asked' &&
        told !== null &&
        event.fallback?.includes(told.split('\n')[1] ?? '') === true
      ) {
        const why = sayReason(event.fallback.replace(/ \(.*\)$/s, ''));
        owed = [{ type: 'notice', level: 'warning', text: `The program asked its own question: ${why}` }];
        return [{ ...event, fallback: null }];
      }
      if (event.type === 'seat-answered' || event.type === 'paused') {
        const before = event.type === 'paused' ? [] : owed;
        owed = [];
        // A pause says why, so what failed for that reason need not be told once more.
        if (event.type === 'paused') held = [];
        return [...before, event];
      }
      return ends.includes(event.type) ? [...flush(), event] : [event];
    },
    flush,
  };
}
