/** Writes the body of a message request: blocks with cache marks, and a schema to enforce. */
import type Anthropic from '@anthropic-ai/sdk';
import type { ModelRequest, PromptBlock } from '../../session/model-request.ts';
import type { FormWay } from '../client/ask-in-form.ts';
import { joinBlocks } from '../client/flatten-prompt.ts';
import type { ProviderConfig } from '../provider-kind.ts';
import { describeSchema } from '../replies/describe-schema.ts';

type Body = Anthropic.MessageCreateParamsNonStreaming;

/** The API accepts at most four cache marks. */
const mostCacheMarks = 4;

/** What the body depends on besides the request. */
export interface MessageSettings {
  model: string;
  config: ProviderConfig;
  way: FormWay;
}

/** Writes the body. */
export function writeMessageBody(request: ModelRequest, settings: MessageSettings): Body {
  const { model, config, way } = settings;
  const { schema } = request;
  const effort = config.effort ?? null;
  const marks = chooseCacheMarks([...request.system, ...request.prompt]);
  const system = writeBlocks(request.system, marks);
  const content = writeBlocks(request.prompt, marks);
  if (schema !== null && way !== 'schema') content.push({ type: 'text', text: describeSchema(schema.json) });
  const output: Anthropic.OutputConfig = {
    ...(schema !== null && way !== 'prompt'
      ? { format: { type: 'json_schema' as const, schema: schema.json } }
      : {}),
    ...(effort === null ? {} : { effort }),
  };
  return {
    model,
    max_tokens: Math.min(request.max_output_tokens, config.max_output_tokens ?? Number.POSITIVE_INFINITY),
    ...(system.length > 0 ? { system } : {}),
    messages: [{ role: 'user', content }],
    ...(Object.keys(output).length > 0 ? { output_config: output } : {}),
    ...(request.stop_sequences.length > 0 ? { stop_sequences: [...request.stop_sequences] } : {}),
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
