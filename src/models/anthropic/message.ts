/** Reads the reply from a message of the Anthropic API. */
import type { ModelRequest } from '../../domain/model-request.ts';
import { type Completion, ModelError } from '../../domain/provider.ts';
import { makeUsage } from '../client/prices.ts';
import { cleanMessage } from '../http/failure.ts';
import type { JoinedReply } from '../http/join-events.ts';
import { findReply } from '../replies/find-reply.ts';
import { readAt, readCount, readText } from '../replies/json-values.ts';
import { settleReply } from '../replies/settle-reply.ts';

/** Reads a successful message. Throws ModelError when it holds no usable text. */
export function readMessage(
  { json, isComplete }: JoinedReply,
  {
    request,
    who,
    requestId,
  }: { request: Pick<ModelRequest, 'schema'>; who: string; requestId: string | null },
): Completion {
  const usage = readUsage(json['usage']);
  const stop = readText(json['stop_reason']);
  if (stop === 'refusal') {
    const words = readText(readAt(json, 'stop_details', 'explanation')) ?? findReply(json, null) ?? '';
    const said = cleanMessage(words);
    throw new ModelError('refusal', `${who} refused${said === '' ? '' : `: ${said}`}`, { requestId, usage });
  }
  return settleReply(json, { request, who, stop, isComplete, usage, requestId });
}

/** The API counts cached input separately; here it is part of the input. */
function readUsage(usage: unknown) {
  const read = readCount(readAt(usage, 'cache_read_input_tokens'));
  const written = readCount(readAt(usage, 'cache_creation_input_tokens'));
  return makeUsage(1, {
    input_tokens: readCount(readAt(usage, 'input_tokens')) + read + written,
    output_tokens: readCount(readAt(usage, 'output_tokens')),
    cache_read_tokens: read,
    cache_write_tokens: written,
    cost_usd: null,
  });
}
