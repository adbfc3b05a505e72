/** Reads responses of servers, streamed or not: a reply, or an error, even with status 200. */

import { createParser } from 'eventsource-parser';
import { isMapping } from '../../session/is-mapping.ts';
import { ModelError } from '../../session/ports/provider.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { Fields } from '../replies/json-values.ts';
import { findError, readFailure, readRequestId } from './failure.ts';

/** A reply in the shape that it would have without streaming. */
export interface JoinedReply {
  json: Fields;
  /** Whether the stream came to its end; false when it broke off. */
  isComplete: boolean;
}

/** Joins the events of a streamed reply as they arrive; each protocol has its own. */
export interface EventJoiner {
  /** Takes the data of the next event. */
  add: (data: unknown) => void;
  /** The text of the reply so far, without its thinking. */
  said: () => string;
  /** The reply as it stands. */
  join: () => JoinedReply;
}

/** Reads a response as the JSON of a reply. Throws ModelError for errors, empty bodies and whatever else is not a reply. */
export async function readResponse(response: Response, joiner: EventJoiner): Promise<JoinedReply> {
  const text = await response.text();
  const { status, headers } = response;
  const { json, events } = readBody(text);
  const failed = events.find(isError)?.data;
  const failure = readFailure({ status, headers, text, json: json ?? failed });
  // An error after the end of a reply is ignored.
  for (const event of events) if (event.data !== failed) joiner.add(event.data);
  const joined = joiner.join();
  if (failure !== null && (events.length === 0 || !joined.isComplete)) throw failure;
  if (isMapping(json)) return { json, isComplete: true };
  if (events.length > 0) return joined;
  const isEmpty = text.trim() === '';
  throw new ModelError(isEmpty ? 'empty' : 'malformed', '', {
    reason: isEmpty ? 'empty-body' : 'not-json',
    requestId: readRequestId(headers),
    status,
  });
}

function isError({ event, data }: StreamEvent): boolean {
  return event === 'error' || findError(data) !== null;
}

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

/**
 * Returns a function that takes the bytes of a reply. `onText` gets the text so far after each piece
 * that adds to it, and nothing for a reply that is not a stream.
 */
export function watchText(joiner: EventJoiner, onText: (soFar: string) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  const read = createEventReader(({ data }) => joiner.add(data));
  let told = 0;
  return (bytes) => {
    read(decoder.decode(bytes, { stream: true }));
    const text = joiner.said();
    if (text.length === told) return;
    told = text.length;
    onText(text);
  };
}
