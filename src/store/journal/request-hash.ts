/** Decides whether two requests are the same: only then is a finished call taken from the journal. */

import { hashText } from '../../files/hash-text.ts';
import type { ModelRequest, PromptBlock } from '../../session/model-request.ts';
import { makeWellFormed } from '../../text/well-formed.ts';

/** Stands in for the session's fence marker, which is random. */
const fenceStandIn = '<fence>';

/**
 * SHA-256, in hex, over everything that determines a reply: instructions, prompt, schema, model, length limit and stop
 * sequences. Left out: the fence marker, the time limit, cache marks, and the facts.
 */
export function hashRequest(request: ModelRequest): string {
  const withoutFence = (text: string): string =>
    makeWellFormed(request.fence === '' ? text : text.replaceAll(request.fence, fenceStandIn));
  const texts = (blocks: readonly PromptBlock[]): string[] => blocks.map((block) => withoutFence(block.text));
  const { schema } = request;
  return hashText(
    JSON.stringify([
      texts(request.system),
      texts(request.prompt),
      schema && [schema.name, withoutFence(writeCanonically(schema.json))],
      request.model,
      request.max_output_tokens,
      request.stop_sequences,
    ]),
  );
}

/** A short hash (12 hex digits) of any plain data, for `inputs` of a session. The order of keys does not matter. */
export function hashInput(value: unknown): string {
  return hashText(writeCanonically(value)).slice(0, 12);
}

/** JSON in which the order of keys makes no difference. */
function writeCanonically(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  );
}
