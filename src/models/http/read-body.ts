/** Finds out what a body holds: JSON, or the events of a stream. */
import { createParser } from 'eventsource-parser';
import { parseJson } from '../../text/parse-json.ts';

/** One event of a stream. */
export interface StreamEvent {
  /** The event's name, if the protocol uses names. */
  event: string | undefined;
  /** The parsed data, or the text itself when it is not JSON (`[DONE]`). */
  data: unknown;
}

/** Reads a whole body as JSON (undefined when it is none), or else as events. */
export function readBody(text: string): { json: unknown; events: StreamEvent[] } {
  const json = parseJson(text);
  if (json !== undefined) return { json, events: [] };
  const events: StreamEvent[] = [];
  // A stream that ends without a blank line still has its last event.
  createEventReader((event) => events.push(event))(`${text}\n\n`);
  return { json, events };
}

/** Takes the text of a stream piece by piece and calls `onEvent` as soon as an event is complete. */
export function createEventReader(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  const parser = createParser({
    onEvent: ({ event, data }) => onEvent({ event, data: parseJson(data) ?? data }),
  });
  return (piece) => parser.feed(piece);
}
