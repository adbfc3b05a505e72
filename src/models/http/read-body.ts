/** Finds out what a body holds, whatever its headers say: JSON, the events of a stream, or neither. */

import { createParser } from 'eventsource-parser';
import { isMapping } from '../../domain/is-mapping.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { Fields } from '../replies/json-values.ts';
import { parseLoose } from '../replies/parse-loose.ts';

/** One event of a stream. */
export interface StreamEvent {
  /** The event's name, if the protocol uses names. */
  event: string | undefined;
  /** The parsed data, or the text itself when it is not JSON (`[DONE]`, or an error in words). */
  data: unknown;
}

/** Reads a whole body as a JSON object, or else as events. */
export function readBody(text: string): { json: Fields | undefined; events: StreamEvent[] } {
  // Comments that keep the connection open may come before a reply that is not a stream, too.
  const json = parseJson(text.replace(/^\uFEFF/, '')) ?? parseJson(text.replace(/^:.*$/gm, ''));
  if (isMapping(json)) return { json, events: [] };
  // A reply in a list, or a stream that is a list of its events.
  if (Array.isArray(json)) {
    const events = (json as unknown[]).map((data) => ({ event: undefined, data }));
    const [only, ...others] = json.flat() as unknown[];
    return others.length === 0 && isMapping(only) ? { json: only, events: [] } : { json: undefined, events };
  }
  const events = readEvents(text);
  if (events.length > 0) return { json: undefined, events };
  const lines = readLines(text);
  return { json: lines.length > 0 ? undefined : readDamaged(text), events: lines };
}

/** Reads JSON as some servers write it: with NaN, with raw line breaks in strings, after a prefix or before a remark. */
function readDamaged(text: string): Fields | undefined {
  const start = text.indexOf('{');
  // After more than a short prefix, or in a page, JSON is only quoted.
  if (start === -1 || start > 60 || isPage(text) || /\w{3}\s+\w/.test(text.slice(0, start))) return undefined;
  const read = parseLoose(text, start, text.length);
  return read.data !== null && read.complete ? read.data : undefined;
}

function readEvents(text: string): StreamEvent[] {
  const events: StreamEvent[] = [];
  // A stream that ends without a blank line still has its last event.
  createEventReader((event) => events.push(event))(`${text}\n\n`);
  return events;
}

/** Takes the text of a stream piece by piece and calls `onEvent` as soon as an event is complete. */
export function createEventReader(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const whole = parseJson(data);
      // Some servers omit the blank line between events, so that several events arrive as the lines of one.
      const lines = whole === undefined ? data.split('\n') : [data];
      for (const line of lines) {
        // A proxy that wraps a stream again leaves the inner field name in the data.
        const plain = line.replace(/^data:\s*/, '');
        if (plain.trim() !== '') onEvent({ event, data: parseJson(plain) ?? plain.trim() });
      }
    },
  });
  return (piece) => parser.feed(piece);
}

/** Reads events without field names: one JSON object on each line. */
function readLines(text: string): StreamEvent[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const events = lines.map((line) => ({ event: undefined, data: parseJson(line) }));
  return events.length > 1 && events.every(({ data }) => isMapping(data)) ? events : [];
}

/** Whether a text is a web page. */
export function isPage(text: string): boolean {
  return /^\s*<(?:!doctype|html)/i.test(text);
}

/** The id that the server gave to the request, or null. */
export function readRequestId(headers: Pick<Headers, 'get'>): string | null {
  return (headers.get('request-id') ?? headers.get('x-request-id'))?.slice(0, 200) || null;
}
