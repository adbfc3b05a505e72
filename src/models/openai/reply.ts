/** Reads the reply from a chat completion. */
import type { ModelRequest } from '../../session/model-request.ts';
import { type Completion, ModelError } from '../../session/ports/provider.ts';
import type { Usage } from '../../session/records.ts';
import { makeUsage } from '../client/prices.ts';
import { cleanMessage } from '../http/failure.ts';
import type { JoinedReply } from '../http/read-response.ts';
import { readAmount, readAt, readCount, readText } from '../replies/json-values.ts';
import { settleReply } from '../replies/read-reply.ts';

/** What is known besides the body. */
export interface ReplyContext {
  request: Pick<ModelRequest, 'schema' | 'model'>;
  requestId: string | null;
  /** Whether `usage.cost` of this server is in USD. */
  statesCost: boolean;
}

/**
 * Reads a successful completion. Thinking that a server puts into a field of its own (`reasoning_content`, `reasoning`) is left there.
 * Throws ModelError when it holds no usable text.
 */
export function readChatReply({ json, isComplete }: JoinedReply, context: ReplyContext): Completion {
  const { request, statesCost } = context;
  const requestId = context.requestId ?? readText(json['id']);
  const choice = readAt(json, 'choices', 0);
  const message = readAt(choice, 'message');
  const usage = readChatUsage(json['usage'], statesCost);
  const details = { requestId, usage };
  const stop = readText(readAt(choice, 'finish_reason'));
  const refused = readText(readAt(message, 'refusal'));
  if (refused !== null)
    throw new ModelError('refusal', cleanMessage(refused), { ...details, reason: 'refused' });
  if (stop === 'content_filter') throw new ModelError('refusal', '', { ...details, reason: 'filtered' });
  if (message === undefined) throw new ModelError('malformed', '', { ...details, reason: 'no-message' });
  return settleReply({
    request,
    text: readContent(readAt(message, 'content')),
    usage,
    stop_reason: stop,
    request_id: requestId,
    model: readText(json['model']) ?? request.model,
    isComplete,
    isCut: stop === 'length',
  });
}

/** The text of a message or a piece of it: a text, or parts of which those of the type `text` count. */
export function readContent(content: unknown): string {
  if (!Array.isArray(content)) return readText(content) ?? '';
  return content
    .map((part: unknown) => (readAt(part, 'type') === 'text' ? (readText(readAt(part, 'text')) ?? '') : ''))
    .join('');
}

function readChatUsage(usage: unknown, statesCost: boolean): Usage {
  return makeUsage(1, {
    input_tokens: readCount(readAt(usage, 'prompt_tokens')),
    output_tokens: readCount(readAt(usage, 'completion_tokens')),
    cache_read_tokens: readCount(readAt(usage, 'prompt_tokens_details', 'cached_tokens')),
    cache_write_tokens: readCount(readAt(usage, 'prompt_tokens_details', 'cache_write_tokens')),
    cost_usd: statesCost ? readAmount(readAt(usage, 'cost')) : null,
  });
}
