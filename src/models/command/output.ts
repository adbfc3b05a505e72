/**
 * Reads the answer of a program that has ended: its whole output, or a value inside the JSON that it printed. Whether it failed is told
 * by its exit code and by the fields that the known assistants document.
 */

import { stripVTControlCharacters } from 'node:util';
import { isMapping } from '../../session/is-mapping.ts';
import { type Completion, ModelError, type ModelErrorDetails } from '../../session/ports/provider.ts';
import type { Usage } from '../../session/records.ts';
import { parseJson } from '../../text/parse-json.ts';
import { makeUsage } from '../client/prices.ts';
import { cleanMessage } from '../http/failure.ts';
import { type Fields, readAmount, readAt, readCount, readText } from '../replies/json-values.ts';
import { followObject } from '../replies/read-structured.ts';
import type { ProgramEnd } from './run-program.ts';

/** How the output is read. */
export interface OutputOptions {
  /** `text`, `json` or `json:<dotted path>`. */
  output: string;
  modelName: string;
}

/** Reads what a program printed. Throws ModelError. */
export function readCommandOutput(end: ProgramEnd, { output, modelName }: OutputOptions): Completion {
  const printed = stripVTControlCharacters(end.stdout).trim();
  const isJson = output !== 'text';
  const events = isJson ? listObjects(printed) : [];
  const run = describeRun(events);
  const failed = events.findLast(isFailed);
  if (failed !== undefined) throw describeReported(failed, { ...run, status: end.code });
  if (end.code !== 0) throw describeExit(end, printed, run);
  if (printed === '') throw new ModelError('empty', lastWords(end.stderr), { ...run, reason: 'no-output' });
  const path = output.startsWith('json:') ? output.slice('json:'.length) : '';
  const said = isJson ? findSaid(events, path) : printed;
  if (said === undefined) {
    const reason = events.length === 0 ? 'output-not-json' : 'nothing-at-path';
    throw new ModelError('malformed', '', { ...run, reason, about: events.length === 0 ? output : path });
  }
  if (said.trim() === '') throw new ModelError('empty', '', { ...run, reason: 'no-text' });
  const usage = run.usage ?? makeUsage(1, { cost_usd: null });
  return { text: said, usage, stop_reason: null, request_id: run.requestId, model: modelName };
}

/** All objects that were printed, in order: one alone, one on each line, or a list of them. */
function listObjects(text: string): Fields[] {
  const whole = parseJson(text);
  if (whole !== undefined) return [whole].flat().filter(isMapping);
  const found: Fields[] = [];
  for (let at = text.indexOf('{'); at !== -1; ) {
    const { end } = followObject(text, at);
    if (end === null) break;
    const value = parseJson(text.slice(at, end));
    if (isMapping(value)) found.push(value);
    at = text.indexOf('{', end);
  }
  return found;
}

/** The answer: the value at the path in the last event that has one there; without a path, the last event. */
function findSaid(events: readonly Fields[], path: string): string | undefined {
  if (path === '') return events.length === 0 ? undefined : JSON.stringify(events.at(-1));
  const values = events.map((event) => readAt(event, ...path.split('.')));
  const value = values.findLast((one) => one !== undefined && one !== null);
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether an event reports a failure: the results of Claude Code, the turns of Codex, the results of Gemini. */
function isFailed(event: Fields): boolean {
  const { type, subtype } = event;
  if (type === 'result') return event['is_error'] === true || /^error/.test(readText(subtype) ?? '');
  return type === 'turn.failed' || isMapping(event['error']);
}

/** A failure that a program reported; none of the assistants documents codes that tell its kind. */
function describeReported(event: Fields, details: ModelErrorDetails): ModelError {
  const words = readText(readAt(event, 'error', 'message')) ?? readText(event['result']);
  const code = readText(event['subtype']) ?? readText(readAt(event, 'error', 'type'));
  const said = cleanMessage(words ?? code ?? '');
  return new ModelError('server', said, { ...details, reason: 'program-error', code });
}

/** A program that ended with a code other than 0, or by a signal. */
function describeExit(end: ProgramEnd, printed: string, details: ModelErrorDetails): ModelError {
  // By convention 2 means wrong usage; 126 and 127 come from shells that could not run the program. Another try would fail as well.
  const kind = [2, 126, 127].includes(end.code ?? 1) ? 'bad-request' : 'server';
  return new ModelError(kind, lastWords(end.stderr) || lastWords(printed), {
    ...details,
    reason: end.code === null ? 'signal' : 'exit',
    status: end.code,
  });
}

/** The last three lines that are not blank. */
function lastWords(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  return cleanMessage(lines.slice(-3).join(' / '));
}

/** The tokens and the id of the run, from whichever event states them. */
function describeRun(events: readonly Fields[]): { usage: Usage | null; requestId: string | null } {
  const ids = events.flatMap((event) => ['session_id', 'thread_id'].map((name) => readText(event[name])));
  const usage = events.length === 0 ? null : readPrintedUsage(events);
  return { usage, requestId: ids.findLast((id) => id !== null) ?? null };
}

/** Reads them from the last event that states them; the cost is unknown when no event states it. */
export function readPrintedUsage(events: readonly Fields[]): Usage {
  const stated = events.findLast((event) => isMapping(event['usage']))?.['usage'];
  const models = readAt(
    events.findLast((event) => isMapping(readAt(event, 'stats', 'models'))),
    'stats',
    'models',
  );
  const cost = events.map((event) => readAmount(event['total_cost_usd'])).findLast((one) => one !== null);
  const tokens = isMapping(stated) ? readTokens(stated) : isMapping(models) ? sumModels(models) : {};
  return makeUsage(1, { ...tokens, cost_usd: cost ?? null });
}

/** Claude Code and Codex. Claude Code counts cached input separately, Codex as a part of the input. */
function readTokens(usage: Fields): Partial<Usage> {
  const read = readCount(usage['cache_read_input_tokens']);
  const written = readCount(usage['cache_creation_input_tokens']);
  return {
    input_tokens: readCount(usage['input_tokens']) + read + written,
    output_tokens: readCount(usage['output_tokens']),
    cache_read_tokens: read || readCount(usage['cached_input_tokens']),
    cache_write_tokens: written,
  };
}

/** Gemini: the sum over all models that took part. */
function sumModels(models: Fields): Partial<Usage> {
  const sum = (name: string): number =>
    Object.values(models).reduce<number>((total, one) => total + readCount(readAt(one, 'tokens', name)), 0);
  return {
    input_tokens: sum('prompt'),
    output_tokens: sum('candidates') + sum('thoughts'),
    cache_read_tokens: sum('cached'),
  };
}
