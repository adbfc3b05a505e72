/** Finds out why a program gave no answer, from its exit code and the end of its output. */
import { stripVTControlCharacters } from 'node:util';
import { ModelError } from '../../domain/provider.ts';
import type { Usage } from '../../domain/records.ts';
import type { FailureKind } from '../../domain/vocabulary.ts';
import { parseJson } from '../../text/parse-json.ts';
import { cleanMessage } from '../http/failure.ts';
import { findErrorWords, findSpokenKind } from '../http/spoken-error.ts';
import { readSpokenWait } from '../http/waits.ts';
import { readAt, readText } from '../replies/json-values.ts';
import { cleanPrinted } from './printed-text.ts';
import type { ProgramEnd } from './run-program.ts';

/** What assistants print when they fail, the most specific words first. */
const wordRules: readonly [pattern: RegExp, kind: FailureKind][] = [
  [
    /not logged in|please (?:run )?\/?log ?in|log ?in required|unauthori[sz]ed|(?:invalid|incorrect|missing|expired) api key|api key not (?:valid|found|set)|authentication|\b401\b/i,
    'auth',
  ],
  [/credit balance|insufficient_quota|billing|payment required|\b402\b/i, 'billing'],
  [
    /rate.?limit|usage limit|(?:hit|reached|exceeded) your (?:\w+ ){0,3}(?:limit|quota)|too many requests|resource_exhausted|quota exceeded|\b429\b/i,
    'rate-limit',
  ],
  [/overloaded|at capacity|\b529\b|\b503\b/i, 'overloaded'],
  [
    /(?:unknown|invalid|unsupported) model|model\b.{0,120}(?:not found|does not exist|not exist|not supported|not available|unknown)/i,
    'unknown-model',
  ],
  [/prompt is too long|context (?:length|window)|too many tokens/i, 'too-large'],
  [/forbidden|permission denied|\b403\b/i, 'forbidden'],
  [
    /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|fetch failed|network error|could not resolve/i,
    'network',
  ],
];

/** The error that a program printed in place of an answer, or null when the text is an answer. */
export function findPrintedError(text: string): string | null {
  const trimmed = text.trim();
  const error = readAt(parseJson(trimmed), 'error');
  if (error)
    return cleanMessage(readText(readAt(error, 'message')) ?? (typeof error === 'string' ? error : trimmed));
  return findErrorWords(trimmed) === null ? null : cleanMessage(trimmed);
}

/** What is known about a failure besides the program's own words. */
interface SpokenFailure {
  who: string;
  /** What the program did, for the message. */
  how: string;
  /** The kind when the words name none. */
  otherwise?: FailureKind;
  status?: number | null;
  usage?: Usage | null;
  requestId?: string | null;
}

/** Makes a failure of the kind that the words describe. A `billing` failure that names a wait will pass, so it counts as `rate-limit`. */
export function classifyWords(
  words: string,
  { who, how, otherwise = 'server', ...details }: SpokenFailure,
): ModelError {
  const retryAfterMs = readSpokenWait(words);
  const named = wordRules.find(([pattern]) => pattern.test(words))?.[1] ?? null;
  const spoken = named ?? (findErrorWords(words) === null ? null : findSpokenKind(words)) ?? otherwise;
  const kind = spoken === 'billing' && retryAfterMs !== null ? 'rate-limit' : spoken;
  return new ModelError(kind, `${who} ${how}${words === '' ? '' : `: ${words}`}`, {
    ...details,
    retryAfterMs,
    remedy:
      kind === 'auth'
        ? 'Start the program once by hand and log in, or name the variable of its key under `env` of the provider; then resume.'
        : null,
  });
}

/** Classifies a program that ended without a usable answer, with a code other than 0 or by a signal. */
export function classifyExit(end: ProgramEnd, who: string): ModelError {
  const words = lastWords(end.stderr) || lastWords(end.stdout);
  // The last words of a program may be noise, and the reason in its standard output.
  const told = findPrintedError(cleanPrinted(end.stdout));
  const isNoise = !wordRules.some(([pattern]) => pattern.test(words));
  return classifyWords(isNoise && told !== null ? told : words, {
    who,
    how: end.code === null ? 'was ended by a signal' : `ended with code ${end.code}`,
    // By convention 2 means wrong usage; 126 and 127 come from wrappers that could not run the program. Another try would fail as well.
    otherwise: [2, 126, 127].includes(end.code ?? 1) ? 'bad-request' : 'server',
    status: end.code,
  });
}

/** Classifies a program that could not be started. */
export function classifyStart(
  error: unknown,
  { who, program }: { who: string; program: string },
): ModelError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') {
    return new ModelError('unknown-model', `${who}: the program "${program}" was not found`, {
      remedy: `Install "${program}" or put it on the PATH, or name another model for this seat.`,
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new ModelError('forbidden', `${who}: the program "${program}" may not be run`, {
      remedy: `Make "${program}" executable, or name another model for this seat.`,
      cause: error,
    });
  }
  const said = error instanceof Error ? error.message : String(error);
  return new ModelError('bad-request', `${who}: "${program}" could not be started: ${cleanMessage(said)}`, {
    cause: error,
  });
}

/** The last three lines that are not blank, without colours. */
function lastWords(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return cleanMessage(lines.slice(-3).join(' / '));
}
