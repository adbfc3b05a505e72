/** Decides whether the text of a successful answer is a usable reply. */
import type { ModelRequest } from '../../session/model-request.ts';
import { type Completion, ModelError } from '../../session/ports/provider.ts';
import { cutThinking } from './cut-thinking.ts';
import { readForm } from './read-reply.ts';

/** What a server answered. */
export interface Answered extends Completion {
  request: Pick<ModelRequest, 'schema'>;
  /** False when a stream broke off. */
  isComplete: boolean;
  /** Whether the stop reason says that the reply ended at a limit. */
  isCut: boolean;
}

/**
 * Returns the reply. A reply that was cut off is still used when its form is whole. Throws ModelError `network` when the stream broke
 * off, `truncated` at a limit, and `empty`.
 */
export function settleReply({ request, isComplete, isCut, ...completion }: Answered): Completion {
  const { text, usage, stop_reason: code, request_id: requestId } = completion;
  const { schema } = request;
  if (schema !== null && readForm(text, schema).isWhole) return completion;
  const details = { requestId, usage, code, text };
  if (!isComplete) throw new ModelError('network', '', { ...details, reason: 'broke-off' });
  if (isCut)
    throw new ModelError('truncated', '', { ...details, reason: 'cut-off', about: usage.output_tokens });
  if (cutThinking(text).trim() === '') throw new ModelError('empty', '', { ...details, reason: 'no-text' });
  return completion;
}
