/** Events of a discussion, as reporters hear them. */
import type { RoundtableEvent } from '../../src/session/ports/ports.ts';
import type { Session } from '../../src/session/session.ts';
import type { Step } from '../../src/session/vocabulary.ts';

type Event<Type extends RoundtableEvent['type']> = Extract<RoundtableEvent, { type: Type }>;

export function begin(session: Session): RoundtableEvent {
  return { type: 'session-started', session, resumed: false };
}

export function ask(asked: string[], changes: Partial<Event<'question-asked'>> = {}): RoundtableEvent {
  return {
    ...{ type: 'question-asked', round: 1, question: 'Push or poll?', focus: 'Jobs', asked, fallback: null },
    ...changes,
  };
}

export function think(seat: string, role: string, step: Step = 'answer'): RoundtableEvent {
  return { type: 'seat-thinking', round: 1, step, seat, role, model: 'anthropic/claude-sonnet-5-5' };
}

export function answer(
  seat: string,
  position: string,
  changes: Partial<Event<'seat-answered'>> = {},
): Event<'seat-answered'> {
  return {
    ...{ type: 'seat-answered', round: 1, step: 'answer', seat, position, confidence: 0.5 },
    ...{ duration_ms: 2_000, replayed: false, ...changes },
  };
}
