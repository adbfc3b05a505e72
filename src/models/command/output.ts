/** The answer of a program: its whole output, or a place inside the JSON that it printed. */

import type { Completion } from '../../domain/provider.ts';
import { ModelError } from '../../domain/provider.ts';
import type { Usage } from '../../domain/records.ts';
import { makeUsage } from '../client/prices.ts';
import { cleanMessage } from '../http/failure.ts';
import { type Fields, isFields, parseJson, readAmount, readAt, readCount } from '../replies/json-values.ts';
import { findSpokenKind } from './failure.ts';

/** Reads the output as `text`, `json` or `json:<dotted path>`. Throws ModelError `malformed` or `empty`. */
export function readCommandOutput(
  stdout: string,
  { who, output, modelName }: { who: string; output: string; modelName: string },
): Completion {
  if (output === 'text') {
    return finish(stdout, { who, modelName, usage: unknownUsage(), requestId: null });
  }
  const printed = parsePrinted(stdout);
  if (printed === undefined) {
    throw new ModelError('malformed', `${who} printed no JSON, although its output is set to ${output}`, {
      remedy: 'Check the command of the provider, or set its output to text.',
    });
  }
  const path = output.startsWith('json:') ? output.slice('json:'.length).split('.') : [];
  const said = findSaid(printed, path);
  const usage = readUsage(said);
  const requestId = [said['session_id'], said['id']].find((id) => typeof id === 'string') ?? null;
  const value = readAt(printed, ...path) ?? readAt(said, ...path);
  if (said['is_error'] === true) {
    const words = cleanMessage(
      typeof value === 'string' ? value : JSON.stringify(value ?? said['error'] ?? ''),
    );
    throw new ModelError(findSpokenKind(words) ?? 'server', `${who} reported an error: ${words}`, {
      requestId,
      usage,
    });
  }
  if (value === undefined || value === null) {
    throw new ModelError('malformed', `${who}: the printed JSON has nothing at "${path.join('.')}"`, {
      requestId,
      usage,
    });
  }
  return finish(typeof value === 'string' ? value : JSON.stringify(value), {
    who,
    modelName,
    usage,
    requestId,
  });
}

/** The object with the answer: the whole, or the last event in a list of them that has something at the path. */
function findSaid(printed: unknown, path: readonly string[]): Fields {
  if (isFields(printed)) return printed;
  const events = Array.isArray(printed) ? (printed as unknown[]) : [];
  const last = events.findLast(
    (event) => isFields(event) && path.length > 0 && readAt(event, ...path) !== undefined,
  );
  return isFields(last) ? last : {};
}

function finish(
  text: string,
  {
    who,
    modelName,
    usage,
    requestId,
  }: { who: string; modelName: string; usage: Usage; requestId: string | null },
): Completion {
  if (text.trim() === '') throw new ModelError('empty', `${who} printed nothing`, { requestId, usage });
  return { text, usage, stop_reason: null, request_id: requestId, model: modelName };
}

/** The whole output as JSON, else the last line that is JSON: programs print their progress before. */
function parsePrinted(stdout: string): unknown {
  const whole = parseJson(stdout);
  if (whole !== undefined) return whole;
  const lines = stdout.split(/\r?\n/);
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = (lines[index] ?? '').trim();
    if (!line.startsWith('{') && !line.startsWith('[')) continue;
    const value = parseJson(line);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The tokens that the program reports, either with cached tokens apart from the input or as one number. */
function readUsage(printed: Fields): Usage {
  const usage = isFields(printed['usage']) ? printed['usage'] : {};
  const read = readCount(usage['cache_read_input_tokens']);
  const written = readCount(usage['cache_creation_input_tokens']);
  return makeUsage(1, {
    input_tokens: readCount(usage['input_tokens'] ?? usage['prompt_tokens']) + read + written,
    output_tokens: readCount(usage['output_tokens'] ?? usage['completion_tokens']),
    cache_read_tokens: read,
    cache_write_tokens: written,
    cost_usd: readAmount(printed['total_cost_usd']),
  });
}

function unknownUsage(): Usage {
  return makeUsage(1, { cost_usd: null });
}
