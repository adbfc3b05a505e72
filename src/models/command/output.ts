/** Reads the answer of a program: its whole output, or a value inside the JSON that it printed. A printed error is not an answer. */
import { isMapping } from '../../domain/is-mapping.ts';
import type { ModelRequest } from '../../domain/model-request.ts';
import { type Completion, ModelError } from '../../domain/provider.ts';
import { parseJson } from '../../text/parse-json.ts';
import { makeUsage } from '../client/prices.ts';
import { cleanMessage } from '../http/failure.ts';
import { readAt, readText } from '../replies/json-values.ts';
import { listKeys } from '../replies/read-reply.ts';
import { readStructured } from '../replies/read-structured.ts';
import { classifyExit, classifyWords, findPrintedError } from './failure.ts';
import { cleanPrinted, listPrinted } from './printed-text.ts';
import { readPrintedUsage } from './printed-usage.ts';
import type { ProgramEnd } from './run-program.ts';

/** How the output is read. */
export interface OutputOptions {
  /** Who was asked, for messages. */
  who: string;
  /** `text`, `json` or `json:<dotted path>`. */
  output: string;
  modelName: string;
  schema: ModelRequest['schema'];
}

/**
 * Reads what a program printed, after it has ended. A usable answer counts whatever the exit code is, and an error counts as an error
 * even with code 0. Throws ModelError.
 */
export function readCommandOutput(end: ProgramEnd, options: OutputOptions): Completion {
  const { who, output } = options;
  const printed = cleanPrinted(end.stdout);
  if (output === 'text') return readAnswer(printed, { ...options, end, said: [] });
  const values = listPrinted(printed);
  const path = output.startsWith('json:') ? output.slice('json:'.length).split('.') : [];
  const said = findSaid(printed, values, { path, ...listKeys(options) });
  const failed = values.findLast((value) => readAt(value, 'is_error') === true) ?? null;
  if (failed !== null || said === undefined) {
    const words = failed === null ? findError(values) : describeError(failed, path);
    if (words !== null) throw classifyWords(words, { who, how: 'reported an error', ...describeRun(values) });
    if (end.code !== 0) throw classifyExit(end, who);
    if (values.length === 0) throw describeNoJson(printed, options);
    throw new ModelError('malformed', `${who}: the printed JSON has nothing at "${path.join('.')}"`, {
      ...describeRun(values),
      remedy: 'Check the output setting of the provider against what the program prints.',
    });
  }
  return readAnswer(writeText(said), { ...options, end, said: values });
}

function readAnswer(
  text: string,
  { who, modelName, schema, end, said }: OutputOptions & { end: ProgramEnd; said: readonly unknown[] },
): Completion {
  const run = describeRun(said);
  if (text.trim() === '') {
    if (end.code !== 0) throw classifyExit(end, who);
    const words = cleanMessage(cleanPrinted(end.stderr).slice(-500));
    if (words === '') throw new ModelError('empty', `${who} printed nothing`, run);
    throw classifyWords(words, { who, how: 'printed nothing', otherwise: 'empty', ...run });
  }
  const hasForm =
    schema !== null && readStructured(text, { keys: listKeys({ schema }).keys }).data !== undefined;
  if (!hasForm) {
    const error = findPrintedError(text);
    if (error !== null) throw classifyWords(error, { who, how: 'printed an error as its answer', ...run });
    // If the program failed, prose counts as an answer only when it is long enough.
    if (end.code !== 0 && (schema !== null || text.length < leastProse)) throw classifyExit(end, who);
  }
  return { text, usage: run.usage, stop_reason: null, request_id: run.requestId, model: modelName };
}

/** The fewest characters of an answer in prose when the exit code says that something went wrong. */
const leastProse = 200;

/** The last value with something at the path; undefined when there is none. */
function findSaid(
  printed: string,
  values: readonly unknown[],
  { path, keys }: { path: readonly string[]; keys: readonly string[] },
): unknown {
  const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
  if (path.length === 0) {
    const objects = values.filter(isMapping);
    return objects.findLast((value) => keys.some((key) => key in value)) ?? objects.at(-1);
  }
  const places = [parseJson(printed), ...values].map((value) => readAt(value, ...path));
  return places.findLast(isSaid);
}

/** An answer as text: joins a list of texts, and writes other values as JSON. */
function writeText(value: unknown): string {
  if (typeof value === 'string') return value;
  const parts = Array.isArray(value) ? value.map((part: unknown) => readAt(part, 'text') ?? part) : [];
  return parts.length > 0 && parts.every((part) => typeof part === 'string')
    ? parts.join('')
    : JSON.stringify(value);
}

/** The words of the last event that reports a failure, or null. */
function findError(values: readonly unknown[]): string | null {
  const failed = values.findLast(
    (value) =>
      Boolean(readAt(value, 'error')) ||
      ['type', 'subtype'].some((name) => /error|fail/i.test(readText(readAt(value, name)) ?? '')),
  );
  return failed === undefined ? null : describeError(failed, []);
}

function describeError(value: unknown, path: readonly string[]): string {
  const places = [
    ...(path.length > 0 ? [readAt(value, ...path)] : []),
    readAt(value, 'error', 'message'),
    readAt(value, 'error'),
    readAt(value, 'message'),
    readAt(value, 'result'),
    readAt(value, 'errors'),
    readAt(value, 'subtype'),
  ];
  const words = places.find((place) => place !== undefined && place !== null && place !== '') ?? value;
  return cleanMessage(typeof words === 'string' ? words : JSON.stringify(words));
}

function describeNoJson(printed: string, { who, output }: OutputOptions): ModelError {
  const error = findPrintedError(printed);
  if (error !== null) return classifyWords(error, { who, how: 'printed an error as its answer' });
  if (printed === '') return new ModelError('empty', `${who} printed nothing`);
  return new ModelError('malformed', `${who} printed no JSON, although its output is set to ${output}`, {
    remedy: 'Check the command of the provider, or set its output to text.',
  });
}

/** The tokens and the id of the run, from whichever event states them. */
function describeRun(values: readonly unknown[]): Pick<Completion, 'usage'> & { requestId: string | null } {
  const fields = values.filter(isMapping);
  if (fields.length === 0) return { usage: makeUsage(1, { cost_usd: null }), requestId: null };
  const ids = fields.flatMap((event) => ['session_id', 'thread_id', 'id'].map((name) => event[name]));
  const requestId = ids.findLast((id): id is string => typeof id === 'string' && id !== '') ?? null;
  return { usage: readPrintedUsage(fields), requestId };
}
