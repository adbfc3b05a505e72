/** Writes the body of a chat completion. */
import type { ModelRequest } from '../../domain/model-request.ts';
import type { FormLevel } from '../../domain/provider.ts';
import type { Concessions } from '../client/ask-for-less.ts';
import { joinBlocks, writeUserTurn } from '../client/flatten-prompt.ts';
import type { Effort } from '../provider-kind.ts';
import { prepareSchema } from '../replies/prepare-schema.ts';

/** The fields of a chat completion's body that are used here. */
export interface ChatBody {
  model: string;
  messages: { role: 'system' | 'user'; content: string }[];
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?:
    | { type: 'json_schema'; json_schema: { name: string; strict: true; schema: unknown } }
    | { type: 'json_object' };
  stop?: string[];
  reasoning_effort?: string;
  stream?: true;
  stream_options?: { include_usage: true };
}

/** What the body depends on besides the request. */
export interface BodySettings {
  model: string;
  effort: Effort | null;
  stops: readonly string[];
  /** Whether it is the vendor's own server, whose newer models know only the newer name of the token limit. */
  official: boolean;
  stream: boolean;
  without: Concessions;
  form: FormLevel;
}

/** Most servers accept no more stop sequences. */
const mostStops = 4;

/** Writes the body for a request. */
export function writeBody(request: ModelRequest, settings: BodySettings): ChatBody {
  const { form } = settings;
  const { names, limit } = settings.without;
  const told = request.schema !== null && form !== 'prompt';
  const enforced = told && !names.has('schema');
  const system = joinBlocks(request.system);
  const user = writeUserTurn(request, !enforced || form !== 'server');
  const hasSystem = system !== '' && !names.has('system');
  const body: ChatBody = {
    model: settings.model,
    messages: [
      ...(hasSystem ? [{ role: 'system' as const, content: system }] : []),
      { role: 'user', content: hasSystem || system === '' ? user : `${system}\n\n${user}` },
    ],
  };
  const name = settings.official === names.has('limit-name') ? 'max_tokens' : 'max_completion_tokens';
  if (!names.has('no-limit')) body[name] = Math.min(request.max_output_tokens, limit ?? Infinity);
  if (request.schema !== null && enforced) {
    const schemaName = request.schema.name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'reply';
    body.response_format = {
      type: 'json_schema',
      json_schema: { name: schemaName, strict: true, schema: prepareSchema(request.schema.json) },
    };
  } else if (told && !names.has('form')) {
    body.response_format = { type: 'json_object' };
  }
  if (settings.stops.length > 0 && !names.has('stops')) body.stop = settings.stops.slice(0, mostStops);
  if (settings.effort !== null && !names.has('effort')) body.reasoning_effort = settings.effort;
  if (names.has('streamed') || (settings.stream && !names.has('stream'))) {
    body.stream = true;
    if (!names.has('stream-usage')) body.stream_options = { include_usage: true };
  }
  return body;
}
