/** Why a program gave no answer, read from its exit code and the end of its output. */
import { stripVTControlCharacters } from 'node:util';
import { ModelError } from '../../domain/provider.ts';
import type { FailureKind } from '../../domain/vocabulary.ts';
import { cleanMessage } from '../http/failure.ts';
import type { ProgramEnd } from './run-program.ts';

/** What assistants print when they fail, most telling first. */
const wordRules: readonly [pattern: RegExp, kind: FailureKind][] = [
  [
    /not logged in|please (?:run )?\/?log ?in|log ?in required|unauthori[sz]ed|invalid api key|api key not (?:valid|found|set)|authentication|\b401\b/i,
    'auth',
  ],
  [/credit balance|insufficient_quota|billing|payment required|\b402\b/i, 'billing'],
  [/rate.?limit|usage limit|too many requests|resource_exhausted|quota exceeded|\b429\b/i, 'rate-limit'],
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

/** The kind of failure that a program's output speaks of, or null. */
export function findSpokenKind(words: string): FailureKind | null {
  return wordRules.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

/** A program that ended with a code other than 0, or by a signal. */
export function classifyExit(end: ProgramEnd, who: string): ModelError {
  const words = lastWords(end.stderr) || lastWords(end.stdout);
  const how = end.code === null ? 'was ended by a signal' : `ended with code ${end.code}`;
  // 2 is wrong usage by convention, 126 and 127 come from wrappers that could not run it: the next try fails as well.
  const otherwise = [2, 126, 127].includes(end.code ?? 1) ? 'bad-request' : 'server';
  const kind = findSpokenKind(words) ?? otherwise;
  return new ModelError(kind, `${who} ${how}${words === '' ? '' : `: ${words}`}`, {
    status: end.code,
    remedy: kind === 'auth' ? 'Start the program once by hand and log in, then resume.' : null,
  });
}

/** A program that could not be started. */
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

/** The last three lines that say something, without colours. */
function lastWords(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return cleanMessage(lines.slice(-3).join(' / '));
}
