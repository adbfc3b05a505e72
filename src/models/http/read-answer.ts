/** Reads answers of servers, streamed or not: a reply, or an error, even with status 200. */
import { isMapping } from '../../session/is-mapping.ts';
import { ModelError } from '../../session/ports/provider.ts';
import type { Fields } from '../replies/json-values.ts';
import { findError, readFailure, readRequestId } from './failure.ts';
import { readBody, type StreamEvent } from './read-body.ts';

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
export async function readAnswer(response: Response, joiner: EventJoiner): Promise<JoinedReply> {
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
