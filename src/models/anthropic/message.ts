/** Reads the reply out of a message of the Anthropic API. */
import { type Completion, ModelError } from '../../domain/provider.ts';
import { makeUsage } from '../client/prices.ts';
import { cleanMessage } from '../http/failure.ts';
import { type Fields, readAt, readCount, readText } from '../replies/json-values.ts';

/** Reads a success. Throws ModelError where it holds no usable text. */
export function readMessage(
  message: Fields,
  { who, requestId }: { who: string; requestId: string | null },
): Completion {
  if (!Array.isArray(message['content'])) {
    throw new ModelError('malformed', `${who} sent something that is not a message`, {
      requestId,
      remedy: 'Check `base_url` of the provider; a proxy may have replaced the reply.',
    });
  }
  const usage = readUsage(message['usage']);
  const details = { requestId, usage };
  const text = message['content']
    .filter((block: unknown) => readAt(block, 'type') === 'text')
    .map((block: unknown) => readText(readAt(block, 'text')) ?? '')
    .join('');
  const stop = readText(message['stop_reason']);
  if (stop === 'refusal') {
    const said = cleanMessage(readText(readAt(message, 'stop_details', 'explanation')) ?? text);
    throw new ModelError('refusal', `${who} refused${said === '' ? '' : `: ${said}`}`, details);
  }
  if (stop === 'max_tokens' || stop === 'model_context_window_exceeded')
    throw new ModelError('truncated', `${who} stopped at ${usage.output_tokens} tokens (${stop})`, details);
  if (text.trim() === '') throw new ModelError('empty', `${who} sent an empty reply (${stop})`, details);
  return { text, usage, stop_reason: stop, request_id: requestId, model: readText(message['model']) ?? who };
}

/** The API counts cached input apart; here it is part of the input. */
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
