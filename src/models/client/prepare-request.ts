/** Makes a request fit to leave: no text in it holds a key, a NUL or half of a character. */
import type { JsonSchema, ModelRequest, PromptBlock } from '../../session/model-request.ts';
import type { Redactor } from '../../text/secrets/redactor.ts';
import { makeWellFormed } from '../../text/well-formed.ts';

/** Cleans the texts of a request. A file of the project, or a person, may have put a key of another provider into the prompt. */
export function prepareRequest(request: ModelRequest, redact: Redactor): ModelRequest {
  const clean = (blocks: readonly PromptBlock[]): PromptBlock[] =>
    blocks.map((block) => ({ ...block, text: redact(block.text) }));
  const { schema } = request;
  return {
    ...request,
    system: clean(request.system),
    prompt: clean(request.prompt),
    schema: schema === null ? null : { ...schema, json: cleanSchema(schema.json) },
    stop_sequences: request.stop_sequences.map(makeWellFormed),
  };
}

function cleanSchema(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    typeof value === 'string' ? makeWellFormed(value) : value,
  ) as JsonSchema;
}
