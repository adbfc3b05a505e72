/** Writes the body of a chat completion. */
import type { ModelRequest } from '../../session/model-request.ts';
import type { FormWay } from '../client/ask-in-form.ts';
import { joinBlocks, writeUserTurn } from '../client/flatten-prompt.ts';
import type { Effort } from '../provider-kind.ts';

/** The fields of a chat completion's body that are used here. */
export interface ChatBody {
  model: string;
  messages: { role: 'system' | 'user'; content: string }[];
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: { type: 'json_schema'; json_schema: { name: string; strict: true; schema: unknown } };
  stop?: string[];
  reasoning_effort?: string;
  stream?: true;
  stream_options?: { include_usage: true };
}

/** Parameters that a model may say it does not support; either name of the limit stands in for the other. */
export const optionalParameters = [
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'reasoning_effort',
] as const;

/** What the body depends on besides the request. */
export interface BodySettings {
  model: string;
  effort: Effort | null;
  /** The most tokens that the model can write, if that is less than the request asks for. */
  maxTokens: number;
  /** Whether it is the vendor's own server, whose newer models know only the newer name of the token limit. */
  official: boolean;
  stream: boolean;
  way: FormWay;
  unsupported: ReadonlySet<string>;
}

/** Most servers accept no more stop sequences. */
const mostStops = 4;

/** Writes the body for a request. */
export function writeChatBody(request: ModelRequest, settings: BodySettings): ChatBody {
  const { way, unsupported } = settings;
  const { schema, stop_sequences: stops } = request;
  const system = joinBlocks(request.system);
  const user = writeUserTurn(request, way !== 'schema');
  const body: ChatBody = {
    model: settings.model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user', content: user },
    ],
  };
  const isOld = settings.official ? unsupported.has('max_completion_tokens') : !unsupported.has('max_tokens');
  body[isOld ? 'max_tokens' : 'max_completion_tokens'] = Math.min(
    request.max_output_tokens,
    settings.maxTokens,
  );
  if (schema !== null && way !== 'prompt') {
    const { name, json } = schema;
    body.response_format = { type: 'json_schema', json_schema: { name, strict: true, schema: json } };
  }
  if (stops.length > 0 && !unsupported.has('stop')) body.stop = stops.slice(0, mostStops);
  if (settings.effort !== null && !unsupported.has('reasoning_effort'))
    body.reasoning_effort = settings.effort;
  if (settings.stream) {
    body.stream = true;
    body.stream_options = { include_usage: true };
  }
  return body;
}
