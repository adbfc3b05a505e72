/** Reads the reply from a chat completion. */
import type { ModelRequest } from '../../domain/model-request.ts';
import { type Completion, ModelError } from '../../domain/provider.ts';
import type { Usage } from '../../domain/records.ts';
import { makeUsage } from '../client/prices.ts';
import { cleanMessage } from '../http/failure.ts';
import type { JoinedReply } from '../http/join-events.ts';
import { readAmount, readAt, readCount, readText } from '../replies/json-values.ts';
import { settleReply } from '../replies/settle-reply.ts';

/** What is known besides the body. */
export interface ReplyContext {
  request: Pick<ModelRequest, 'schema'>;
  who: string;
  requestId: string | null;
  /** Whether `usage.cost` of this server is in USD. */
  statesCost: boolean;
}

/** Reads a successful completion. Throws ModelError when it holds no usable text. */
export function readChatReply({ json, isComplete }: JoinedReply, context: ReplyContext): Completion {
  const { request, who, statesCost } = context;
  const requestId = context.requestId ?? readText(json['id']);
  const choice = readAt(json, 'choices', 0);
  const usage = readUsage(json['usage'] ?? json['usageMetadata'], statesCost);
  const stop = readText(readAt(choice, 'finish_reason')) ?? readText(json['done_reason']);
  const refused = readText(readAt(choice, 'message', 'refusal'));
  if (refused !== null)
    throw new ModelError('refusal', `${who} refused: ${cleanMessage(refused)}`, { requestId, usage });
  if (stop === 'content_filter')
    throw new ModelError('refusal', `${who}: the reply was stopped by a content filter`, {
      requestId,
      usage,
    });
  return settleReply(json, { request, who, stop, isComplete, usage, requestId });
}

function readUsage(usage: unknown, statesCost: boolean): Usage {
  const count = (...names: string[]) =>
    names.map((name) => readCount(readAt(usage, name))).find(Boolean) ?? 0;
  return makeUsage(1, {
    input_tokens: count('prompt_tokens', 'input_tokens', 'inputTokens', 'promptTokenCount'),
    output_tokens: count('completion_tokens', 'output_tokens', 'outputTokens', 'candidatesTokenCount'),
    cache_read_tokens: readCount(readAt(usage, 'prompt_tokens_details', 'cached_tokens')),
    cache_write_tokens: readCount(readAt(usage, 'prompt_tokens_details', 'cache_write_tokens')),
    cost_usd: statesCost ? readAmount(readAt(usage, 'cost')) : null,
  });
}
