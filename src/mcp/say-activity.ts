import type { StreamEvent } from '../session/event-schema.ts';

/** Describes an event to a waiting client, without quoting the panel; null if the event does not change the activity. */
export function sayActivity(event: StreamEvent): string | null {
  switch (event.type) {
    case 'session-started':
      return event.resumed ? 'the discussion goes on' : 'the discussion begins';
    case 'round-started':
      return `round ${event.round} begins`;
    case 'facilitator-asking':
      return `round ${event.round}: the facilitator writes the question`;
    case 'question-asked':
      return `round ${event.round}: ${event.asked.length} seats were asked`;
    case 'seat-answered':
      return `round ${event.round}: ${event.seat} answered`;
    case 'seat-failed':
      return `round ${event.round}: ${event.seat} gave no answer (${event.kind})`;
    case 'seat-retrying':
      return `round ${event.round}: ${event.seat} is asked again in ${Math.round(event.wait_ms / 1000)} s (${event.kind})`;
    case 'synthesizing':
      return `round ${event.round}: the answers are brought together`;
    case 'round-saved':
      return `round ${event.round} is finished`;
    case 'escalation-raised':
      return 'the panel asks for a decision';
    case 'review-started':
      return 'the seats review the items';
    case 'draft-started':
      return 'the document is being written';
    case 'paused':
      return 'the discussion is paused';
    case 'completed':
      return 'the discussion is completed';
    default:
      return null;
  }
}
