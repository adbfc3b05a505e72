/** The body of a message request: blocks with cache marks, a schema to keep to, and what a model turned out not to take. */
import type Anthropic from '@anthropic-ai/sdk';
import type { ModelRequest, PromptBlock } from '../../domain/model-request.ts';
import type { ModelError } from '../../domain/provider.ts';
import { joinBlocks, listStops, writeUserTurn } from '../client/flatten-prompt.ts';
import type { ProviderConfig } from '../provider-kind.ts';
import { prepareSchema } from '../replies/prepare-schema.ts';

type Body = Anthropic.MessageCreateParamsNonStreaming;

/** The API takes at most four marks of cached prefixes. */
const mostCacheMarks = 4;

/** Writes the body. `without` names what the model has refused before. */
export function writeMessageBody(
  request: ModelRequest,
  { model, config, without }: { model: string; config: ProviderConfig; without: ReadonlySet<string> },
): Body {
  const enforced = request.schema !== null && !without.has('format');
  const effort = config.effort ?? null;
  const stops = listStops(request, config.stop);
  const marks = chooseCacheMarks([...request.system, ...request.prompt]);
  const system = writeBlocks(request.system, marks);
  const content = writeBlocks(request.prompt, marks);
  if (request.schema !== null && !enforced) {
    content.push({ type: 'text', text: writeUserTurn({ ...request, prompt: [] }, true).trim() });
  }
  const output: Anthropic.OutputConfig = {
    ...(enforced && request.schema !== null
      ? { format: { type: 'json_schema' as const, schema: prepareSchema(request.schema.json) } }
      : {}),
    ...(effort !== null && !without.has('effort') ? { effort } : {}),
  };
  return {
    model,
    max_tokens: request.max_output_tokens,
    ...(system.length > 0 ? { system } : {}),
    messages: [{ role: 'user', content }],
    ...(Object.keys(output).length > 0 ? { output_config: output } : {}),
    ...(stops.length > 0 ? { stop_sequences: stops } : {}),
  };
}

/** The last marks win: the longest prefix is worth most. */
function chooseCacheMarks(blocks: readonly PromptBlock[]): Set<PromptBlock> {
  return new Set(blocks.filter((block) => block.cache && block.text.trim() !== '').slice(-mostCacheMarks));
}

function writeBlocks(
  blocks: readonly PromptBlock[],
  marks: ReadonlySet<PromptBlock>,
): Anthropic.TextBlockParam[] {
  // The API refuses blank blocks.
  return blocks
    .filter((block) => joinBlocks([block]) !== '')
    .map((block) => ({
      type: 'text',
      text: block.text,
      ...(marks.has(block) ? { cache_control: { type: 'ephemeral' as const } } : {}),
    }));
}

/** Which of the features in use a refusal speaks of, so that the call can be made without it; null when of none. */
export function findRefusedFeature(failure: ModelError, body: Body): 'format' | 'effort' | null {
  if (failure.kind !== 'bad-request' || failure.status !== 400) return null;
  if (body.output_config?.effort !== undefined && /effort/i.test(failure.message)) return 'effort';
  const speaksOfFormat = /output_config|output_format|json_schema|structured output|schema|grammar/i.test(
    failure.message,
  );
  return body.output_config?.format !== undefined && speaksOfFormat ? 'format' : null;
}
