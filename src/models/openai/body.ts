/** The body of a chat completion, and what is left out of it after a refusal. */
import type { ModelRequest } from '../../domain/model-request.ts';
import type { ModelError } from '../../domain/provider.ts';
import { joinBlocks, writeUserTurn } from '../client/flatten-prompt.ts';
import type { Effort } from '../provider-kind.ts';
import { prepareSchema } from '../replies/prepare-schema.ts';

/** What a model needs otherwise than usual, as its server's refusals have shown. */
export type Adaptation =
  | 'no-json-schema'
  | 'no-json-object'
  | 'other-token-limit'
  | 'no-token-limit'
  | 'no-stop'
  | 'no-effort'
  | 'no-stream-usage';

/** A chat completion's body, as far as it is used here. */
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

/** How a body is written beside the request. */
export interface BodySettings {
  model: string;
  effort: Effort | null;
  stops: readonly string[];
  /** The vendor's own server, whose newer models know only the newer name of the token limit. */
  official: boolean;
  stream: boolean;
  adaptations: ReadonlySet<Adaptation>;
}

/** Most servers take no more. */
const mostStops = 4;

/** Writes the body for a request. */
export function writeBody(request: ModelRequest, settings: BodySettings): ChatBody {
  const { adaptations } = settings;
  const enforced = request.schema !== null && !adaptations.has('no-json-schema');
  const system = joinBlocks(request.system);
  const body: ChatBody = {
    model: settings.model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user', content: writeUserTurn(request, !enforced) },
    ],
  };
  if (adaptations.has('no-token-limit')) {
    // The server's own limit holds.
  } else if (settings.official !== adaptations.has('other-token-limit'))
    body.max_completion_tokens = request.max_output_tokens;
  else body.max_tokens = request.max_output_tokens;
  if (request.schema !== null && enforced) {
    const name = request.schema.name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'reply';
    body.response_format = {
      type: 'json_schema',
      json_schema: { name, strict: true, schema: prepareSchema(request.schema.json) },
    };
  } else if (request.schema !== null && !adaptations.has('no-json-object')) {
    body.response_format = { type: 'json_object' };
  }
  if (settings.stops.length > 0 && !adaptations.has('no-stop'))
    body.stop = settings.stops.slice(0, mostStops);
  if (settings.effort !== null && !adaptations.has('no-effort')) body.reasoning_effort = settings.effort;
  if (settings.stream) {
    body.stream = true;
    if (!adaptations.has('no-stream-usage')) body.stream_options = { include_usage: true };
  }
  return body;
}

/** Which adaptation a refusal asks for, or null when it is about something else. */
export function findAdaptation(refusal: ModelError, body: ChatBody): Adaptation | null {
  const mayAdapt =
    ['bad-request', 'server', 'too-large'].includes(refusal.kind) &&
    [400, 404, 422, 500, 501].includes(refusal.status ?? 0);
  if (!mayAdapt) return null;
  const said = refusal.message;
  if (/max_(completion_)?tokens/i.test(said)) {
    const tooMuch = /too large|at most|exceed|maximum|less than or equal/i.test(said);
    return tooMuch && !/unsupported|unrecognized/i.test(said) ? 'no-token-limit' : 'other-token-limit';
  }
  if (refusal.kind === 'too-large') return null;
  if (body.stop !== undefined && /['"`]?\bstop\b['"`]?/i.test(said)) return 'no-stop';
  if (body.reasoning_effort !== undefined && /reasoning|effort/i.test(said)) return 'no-effort';
  if (body.stream_options !== undefined && /stream_options|include_usage/i.test(said))
    return 'no-stream-usage';
  if (!/response_format|json_schema|json_object|json mode|structured|schema|grammar|format/i.test(said))
    return null;
  if (body.response_format?.type === 'json_schema') return 'no-json-schema';
  return body.response_format?.type === 'json_object' ? 'no-json-object' : null;
}
