/** Reads answers of servers, streamed or not: a reply, or a refusal in one of the many forms in use, even with status 200. */
import { isMapping } from '../../domain/is-mapping.ts';
import { ModelError } from '../../domain/provider.ts';
import { type JoinedReply, joinEvents } from './join-events.ts';
import { isPage, readBody, readRequestId, type StreamEvent } from './read-body.ts';
import { findError, readRefusal } from './refusal.ts';
import { findPageError } from './spoken-error.ts';

/**
 * Reads a response as the JSON of a reply. `who` names the provider and model in messages: `openai (gpt-5)`. The text of a plain text
 * body is returned under `reply`. Throws ModelError for refusals, empty bodies and web pages.
 */
export async function readAnswer(response: Response, who: string): Promise<JoinedReply> {
  const text = await response.text();
  const { status, headers } = response;
  const { json, events } = readBody(text);
  const place = events.findIndex(isError);
  const before = joinEvents(place === -1 ? events : events.slice(0, place));
  // An error after the end of a reply is ignored.
  const failed = place === -1 || before.isComplete ? undefined : events[place]?.data;
  const failure = failed === undefined || isMapping(failed) ? failed : { error: failed };
  const refusal = readRefusal({ status, headers, text, json: failure ?? json }, who);
  if (refusal !== null) throw refusal;
  if (json !== undefined) return { json, isComplete: true };
  if (events.length > 0) return before;
  // A stream sends comments to keep the connection open; they are not content.
  if (text.replace(/^:.*$/gm, '').trim() === '')
    throw new ModelError('empty', `${who} sent an empty body (${status})`, {
      requestId: readRequestId(headers),
      status,
    });
  if (isPlainReply(response, text)) return { json: { reply: text }, isComplete: true };
  const pageError = isPage(text) ? findPageError(text, who) : null;
  if (pageError !== null) throw pageError;
  const what = isPage(text) ? 'an HTML page' : 'something that is not JSON';
  throw new ModelError('malformed', `${who} sent ${what} instead of a reply`, {
    requestId: readRequestId(headers),
    status,
    remedy: 'Check `base_url` of the provider: it seems to lead to a web page or a proxy.',
  });
}

/** Whether a body is the bare text of a reply, by its content type and its beginning. */
function isPlainReply({ headers }: Response, text: string): boolean {
  return /^text\/(?:plain|markdown)/i.test(headers.get('content-type') ?? '') && !/^\s*[<{[]/.test(text);
}

function isError({ event, data }: StreamEvent): boolean {
  return event === 'error' || findError(data) !== null;
}
