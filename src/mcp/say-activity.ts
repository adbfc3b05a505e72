import type { StreamEvent } from '../session/event-schema.ts';

/** Describes an event to a waiting client, without quoting the panel; null if the event does not change the activity. */
export function sayActivity(event: StreamEvent): string | null {
  switch (event.type) {
    case 'session-started':
      return event.resumed ? 'the discussion goes on' : 'the discussion begins';
    case 'round-started':
      return `round ${event.round} begins`;
    case 'question-asked':
      return `round ${event.round}: ${event.asked.length} seats were asked`;
    case 'seat-answered':
      return `round ${event.round}: ${event.seat} answered`;
    case 'seat-failed':
      return `round ${event.round}: ${event.seat} gave no answer (${event.kind})`;
    case 'round-saved':
      return `round ${event.round} is finished`;
    case 'escalation-raised':
      return 'the panel asks for a decision';
    case 'review-started':
      return 'the seats review the items';
    case 'draft-started':
      return 'the document is being written';
    default:
      return null;
  }
}
