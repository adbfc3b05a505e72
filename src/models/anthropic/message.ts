/** Reads the reply from a message of the Anthropic API. */
import type { ModelRequest } from '../../session/model-request.ts';
import { type Completion, ModelError } from '../../session/ports/provider.ts';
import type { Usage } from '../../session/records.ts';
import { makeUsage } from '../client/prices.ts';
import { cleanMessage } from '../http/failure.ts';
import type { JoinedReply } from '../http/read-response.ts';
import { readAt, readCount, readText } from '../replies/json-values.ts';
import { settleReply } from '../replies/read-reply.ts';

/** The stop reasons that mean that a reply ended at a limit. */
const cutReasons: readonly (string | null)[] = ['max_tokens', 'model_context_window_exceeded'];

/** Reads a successful message. Throws ModelError when it holds no usable text. */
export function readMessage(
  { json, isComplete }: JoinedReply,
  { request, requestId }: { request: Pick<ModelRequest, 'schema' | 'model'>; requestId: string | null },
): Completion {
  const usage = readMessageUsage(json['usage']);
  const stop = readText(json['stop_reason']);
  const { content } = json;
  if (!Array.isArray(content))
    throw new ModelError('malformed', '', { reason: 'no-message', requestId, usage });
  // Thinking comes in blocks of its own.
  const texts = content.map((block: unknown) => readAt(block, 'type') === 'text' && readAt(block, 'text'));
  const text = texts.map((one) => readText(one) ?? '').join('');
  if (stop === 'refusal') {
    const words = readText(readAt(json, 'stop_details', 'explanation')) ?? text;
    throw new ModelError('refusal', cleanMessage(words), { reason: 'refused', requestId, usage });
  }
  return settleReply({
    request,
    text,
    usage,
    stop_reason: stop,
    request_id: requestId,
    model: readText(json['model']) ?? request.model,
    isComplete,
    isCut: cutReasons.includes(stop),
  });
}

/** The API counts cached input separately; here it is part of the input. */
function readMessageUsage(usage: unknown): Usage {
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
