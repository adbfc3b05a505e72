/** What a body holds, whatever its headers call it: JSON, the events of a stream, or neither. */
import { createParser } from 'eventsource-parser';
import { isFields, parseJson } from '../replies/json-values.ts';

/** One event of a stream. */
export interface StreamEvent {
  /** The event's name, where the protocol uses names. */
  event: string | undefined;
  /** The parsed data; the text itself where it is not JSON (`[DONE]`, or an error in words). */
  data: unknown;
}

/** A body that was understood. */
export type Body = { json: { [key: string]: unknown } } | { events: StreamEvent[] };

/** Reads a whole body; null when it is neither a JSON object nor a stream of events. */
export function readBody(text: string): Body | null {
  const json = parseJson(text);
  if (isFields(json)) return { json };
  const events = readEvents(text);
  return events.length > 0 ? { events } : null;
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
