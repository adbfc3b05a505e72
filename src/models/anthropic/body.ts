/** Writes the body of a message request: blocks with cache marks, a schema to enforce, and without the parts that the model refuses. */
import type Anthropic from '@anthropic-ai/sdk';
import type { ModelRequest, PromptBlock } from '../../domain/model-request.ts';
import type { FormLevel } from '../../domain/provider.ts';
import type { Concessions } from '../client/ask-for-less.ts';
import { joinBlocks, listStops } from '../client/flatten-prompt.ts';
import type { ProviderConfig } from '../provider-kind.ts';
import { describeSchema } from '../replies/describe-schema.ts';
import { prepareSchema } from '../replies/prepare-schema.ts';

type Body = Anthropic.MessageCreateParamsNonStreaming;

/** The API accepts at most four cache marks. */
const mostCacheMarks = 4;

/** What the body depends on besides the request. */
export interface BodySettings {
  model: string;
  config: ProviderConfig;
  without: Concessions;
  form: FormLevel;
}

/** Writes the body. `without` names the parts that the model has refused before. */
export function writeMessageBody(
  request: ModelRequest,
  { model, config, without, form }: BodySettings,
): Body {
  const { names, limit } = without;
  const enforced = request.schema !== null && form !== 'prompt' && !names.has('form');
  const effort = config.effort ?? null;
  const stops = listStops(request, config.stop);
  const blocks = [...request.system, ...request.prompt];
  const marks = names.has('cache-marks') ? new Set<PromptBlock>() : chooseCacheMarks(blocks);
  const hasSystem = !names.has('system');
  const system = writeBlocks(hasSystem ? request.system : [], marks);
  const content = writeBlocks(hasSystem ? request.prompt : blocks, marks);
  if (request.schema !== null && (!enforced || form !== 'server'))
    content.push({ type: 'text', text: describeSchema(request.schema.json) });
  const output: Anthropic.OutputConfig = {
    ...(enforced && request.schema !== null
      ? { format: { type: 'json_schema' as const, schema: prepareSchema(request.schema.json) } }
      : {}),
    ...(effort !== null && !names.has('effort') ? { effort } : {}),
  };
  const join = (all: Anthropic.TextBlockParam[]) =>
    names.has('blocks') ? all.map(({ text }) => text).join('\n\n') : all;
  return {
    model,
    max_tokens: Math.min(request.max_output_tokens, limit ?? Infinity),
    ...(system.length > 0 ? { system: join(system) } : {}),
    messages: [{ role: 'user', content: join(content) }],
    ...(Object.keys(output).length > 0 ? { output_config: output } : {}),
    ...(stops.length > 0 && !names.has('stops') ? { stop_sequences: stops } : {}),
  };
}

/** Keeps the last marks, since the longest prefixes save most. */
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
