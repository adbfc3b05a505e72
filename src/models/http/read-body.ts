/** What a body holds, whatever its headers call it: JSON, the events of a stream, or neither. */
import { createParser } from 'eventsource-parser';
import { type Fields, isFields, parseJson } from '../replies/json-values.ts';

/** One event of a stream. */
export interface StreamEvent {
  /** The event's name, where the protocol uses names. */
  event: string | undefined;
  /** The parsed data; the text itself where it is not JSON (`[DONE]`, or an error in words). */
  data: unknown;
}

/** Reads a whole body: the JSON object that it is, else the events that it holds. */
export function readBody(text: string): { json: Fields | undefined; events: StreamEvent[] } {
  const json = parseJson(text);
  return isFields(json) ? { json, events: [] } : { json: undefined, events: readEvents(text) };
}

function readEvents(text: string): StreamEvent[] {
  const events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const whole = parseJson(data);
      // Some servers leave out the blank line between events, so that several arrive as one of several lines.
      const lines = whole === undefined ? data.split('\n') : [];
      if (lines.length < 2) events.push({ event, data: whole ?? data });
      else for (const line of lines) events.push({ event, data: parseJson(line) ?? line });
    },
  });
  // A stream that ends without a blank line still has its last event.
  parser.feed(`${text}\n\n`);
  return events;
}

/** Whether a text is a web page. */
export function isPage(text: string): boolean {
  return /^\s*<(?:!doctype|html)/i.test(text);
}

/** The id that the server gave to the request, or null. */
export function readRequestId(headers: Pick<Headers, 'get'>): string | null {
  return (headers.get('request-id') ?? headers.get('x-request-id'))?.slice(0, 200) || null;
}
