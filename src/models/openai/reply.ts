/** Reads the reply out of a chat completion. */
import { type Completion, ModelError } from '../../domain/provider.ts';
import type { Usage } from '../../domain/records.ts';
import { makeUsage } from '../client/prices.ts';
import { cleanMessage } from '../http/failure.ts';
import { type Fields, isFields, readAmount, readAt, readCount, readText } from '../replies/json-values.ts';

/** What is known beside the body. */
export interface ReplyContext {
  who: string;
  requestId: string | null;
  /** `usage.cost` of this server is USD. */
  statesCost: boolean;
}

/** Reads a success. Throws ModelError where it holds no usable text. */
export function readChatReply(body: Fields, { who, statesCost, ...context }: ReplyContext): Completion {
  const requestId = context.requestId ?? readText(body['id']);
  const choice = readAt(body, 'choices', 0);
  const message = readAt(choice, 'message');
  if (!isFields(message))
    throw new ModelError('malformed', `${who} sent a reply without a message`, { requestId });
  const usage = readUsage(body['usage'], statesCost);
  const details = { requestId, usage };
  const finish = readText(readAt(choice, 'finish_reason'));
  const text = readContent(message['content']);
  const refused = readText(message['refusal']);
  if (refused !== null) throw new ModelError('refusal', `${who} refused: ${cleanMessage(refused)}`, details);
  if (finish === 'content_filter')
    throw new ModelError('refusal', `${who}: the reply was stopped by a content filter`, details);
  if (finish === 'length')
    throw new ModelError('truncated', `${who} stopped at ${usage.output_tokens} tokens (length)`, details);
  if (text.trim() === '') throw new ModelError('empty', `${who} sent an empty reply`, details);
  return { text, usage, stop_reason: finish, request_id: requestId, model: readText(body['model']) ?? who };
}

function readUsage(usage: unknown, statesCost: boolean): Usage {
  return makeUsage(1, {
    input_tokens: readCount(readAt(usage, 'prompt_tokens')),
    output_tokens: readCount(readAt(usage, 'completion_tokens')),
    cache_read_tokens: readCount(readAt(usage, 'prompt_tokens_details', 'cached_tokens')),
    cache_write_tokens: readCount(readAt(usage, 'prompt_tokens_details', 'cache_write_tokens')),
    cost_usd: statesCost ? readAmount(readAt(usage, 'cost')) : null,
  });
}

/** The text of a message: a string, or a list of parts of which some have a text. */
export function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (typeof part === 'string' ? part : readAt(part, 'text')))
    .filter((part) => typeof part === 'string')
    .join('');
}
