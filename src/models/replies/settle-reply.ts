/** Decides whether a successful answer of a server holds a usable reply. */

import type { ModelRequest } from '../../domain/model-request.ts';
import { type Completion, ModelError, type ModelErrorDetails } from '../../domain/provider.ts';
import type { Usage } from '../../domain/records.ts';
import { splitThinking } from '../../domain/split-thinking.ts';
import { findReply } from './find-reply.ts';
import { type Fields, readText } from './json-values.ts';
import { listKeys } from './read-reply.ts';
import { holdsWholeReply } from './read-structured.ts';

/** What is known about a successful answer besides its body. */
export interface Success {
  request: Pick<ModelRequest, 'schema'>;
  /** Who was asked, for messages: `openai (gpt-5)`. */
  who: string;
  /** The reason that the server gives for the end of the reply. */
  stop: string | null;
  /** False when a stream broke off. */
  isComplete: boolean;
  usage: Usage;
  requestId: string | null;
}

/** The reasons that mean that a reply ended at a limit. */
const cut =
  /^(?:length|max_(?:output_|completion_)?tokens|token_limit|model_(?:context_window_exceeded|length))$/i;

/**
 * Returns the reply. A reply that was cut off is still used when it is whole. Throws ModelError `malformed` when the body has no
 * place for a reply, `network` when the stream broke off, `truncated` at a limit, and `empty`.
 */
export function settleReply(body: Fields, success: Success): Completion {
  const { request, who, stop, usage, requestId } = success;
  const details: ModelErrorDetails = { requestId, usage };
  const shape = request.schema === null ? null : listKeys(request);
  const text = findReply(body, shape);
  if (text === null)
    throw new ModelError('malformed', `${who} sent a reply without a message`, {
      ...details,
      remedy: 'Check `base_url` of the provider; a proxy may have replaced the reply.',
    });
  const model = readText(body['model']) ?? who;
  const completion = { text, usage, stop_reason: stop, request_id: requestId, model };
  if (shape !== null && holdsWholeReply(text, shape)) return completion;
  if (!success.isComplete)
    throw new ModelError('network', `${who}: the reply broke off before its end`, details);
  if (stop !== null && cut.test(stop))
    throw new ModelError('truncated', `${who} stopped at ${usage.output_tokens} tokens (${stop})`, details);
  const said = shape === null ? splitThinking(text).spoken : text;
  if (said.trim() === '')
    throw new ModelError('empty', `${who} sent an empty reply${stop === null ? '' : ` (${stop})`}`, details);
  return completion;
}
