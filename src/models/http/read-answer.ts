/** What servers answer, streamed or not: a reply, or a refusal in one of the many forms in use, also under status 200. */
import { isMapping } from '../../domain/is-mapping.ts';
import { ModelError } from '../../domain/provider.ts';
import { type JoinedReply, joinEvents } from './join-events.ts';
import { isPage, readBody, readRequestId, type StreamEvent } from './read-body.ts';
import { findError, readRefusal } from './refusal.ts';
import { findPageError } from './spoken-error.ts';

/**
 * Reads a response as the JSON of a reply. `who` was asked, for messages: `openai (gpt-5)`. A body that is only a text
 * is a reply under `reply`. Throws ModelError for refusals and for web pages.
 */
export async function readAnswer(response: Response, who: string): Promise<JoinedReply> {
  const text = await response.text();
  const { status, headers } = response;
  const { json, events } = readBody(text);
  const place = events.findIndex(isError);
  const before = joinEvents(place === -1 ? events : events.slice(0, place));
  // What fails once the reply has come to its end takes nothing from it.
  const failed = place === -1 || before.isComplete ? undefined : events[place]?.data;
  const failure = failed === undefined || isMapping(failed) ? failed : { error: failed };
  const refusal = readRefusal({ status, headers, text, json: failure ?? json }, who);
  if (refusal !== null) throw refusal;
  if (json !== undefined) return { json, isComplete: true };
  if (events.length > 0) return before;
  // Comments of a stream keep a connection open until there is something to say.
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

/** Whether a body is the bare text of a reply, and says so. */
function isPlainReply({ headers }: Response, text: string): boolean {
  return /^text\/(?:plain|markdown)/i.test(headers.get('content-type') ?? '') && !/^\s*[<{[]/.test(text);
}

function isError({ event, data }: StreamEvent): boolean {
  return event === 'error' || findError(data) !== null;
}
