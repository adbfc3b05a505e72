/** What makes two requests the same request: a finished call is only taken from the journal for the same one. */
import { createHash } from 'node:crypto';
import type { ModelRequest, PromptBlock } from '../../domain/model-request.ts';

/** Stands for the session's own fence marker, which is random and says nothing. */
const fenceStandIn = '<fence>';

/**
 * SHA-256, in hex, over what decides a reply: instructions, prompt, the wanted shape, the model, the length of
 * the reply and where it stops. Left out: the fence marker, the time limit, marks for caching, and the facts.
 */
export function hashRequest(request: ModelRequest): string {
  const withoutFence = (text: string): string =>
    request.fence === '' ? text : text.replaceAll(request.fence, fenceStandIn);
  const texts = (blocks: readonly PromptBlock[]): string[] => blocks.map((block) => withoutFence(block.text));
  return createHash('sha256')
    .update(
      JSON.stringify([
        texts(request.system),
        texts(request.prompt),
        request.schema === null
          ? null
          : [request.schema.name, withoutFence(writeCanonically(request.schema.json))],
        request.model,
        request.max_output_tokens,
        request.stop_sequences,
      ]),
    )
    .digest('hex');
}

/** A short hash (12 hex digits) of any plain data, for `inputs` of a session. The order of keys does not matter. */
export function hashInput(value: unknown): string {
  return createHash('sha256').update(writeCanonically(value)).digest('hex').slice(0, 12);
}

function writeCanonically(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  );
}
