/** Describes the settings of a project that do not count without the person's yes; shows no keys and no control characters. */
import type { Withheld } from '../config/project-power.ts';
import { listSecrets } from '../models/secrets.ts';
import type { FileProblem } from '../session/errors.ts';
import { cutText } from '../session/rules/cut-text.ts';
import { cleanLine } from '../text/clean-text.ts';
import { joinWords } from '../text/join-words.ts';
import { createRedactor } from '../text/secrets/redactor.ts';

/** The longest value that is shown whole. A longer one could hide its end beyond the edge of the screen. */
const longestShown = 2_000;

/** Each setting that does not count, with its effect; contains no keys and no control characters. */
export function describeWithheld(
  withheld: readonly Withheld[],
  env: Readonly<Record<string, string | undefined>>,
): FileProblem[] {
  const redact = createRedactor(listSecrets(env, {}).map(({ value }) => value));
  return withheld.map((one) => ({
    file: one.entry.file ?? '',
    line: one.entry.line ?? undefined,
    column: one.entry.column ?? undefined,
    message: showLine(redact(describe(one))),
  }));
}

/** One line that names the settings left out; null if there are none. */
export function sayWithheld(withheld: readonly Withheld[]): string | null {
  if (withheld.length === 0) return null;
  const names = [...new Set(withheld.map(({ entry }) => cleanLine(entry.path.slice(0, 2).join('.'))))];
  const shown = names.length > 8 ? [...names.slice(0, 8), `${names.length - 8} more`] : names;
  return `Ignored in this project's configuration until you approve it (s2s trust): ${joinWords(shown, 'and')}.`;
}

function describe({ entry: { key, path, value, spec }, refusal }: Withheld): string {
  const part = path[2] ?? '';
  const end = refusal === null ? '' : `; refused, because ${refusal}`;
  if (key === 'notify.desktop') return `${key} shows notifications on your desktop${end}`;
  if (spec.can === 'runs')
    return `${key} runs the program: ${(value as string[]).map(quote).join(' ')}${end}`;
  if (spec.can === 'variable')
    return `${key} sends the value of the variable: ${String(value as string | null)}${end}`;
  if (path[0] === 'store') return `${key} keeps sessions elsewhere: ${String(value)}${end}`;
  if (spec.can === 'folder')
    return `${key} writes documents where other programs act on files: ${String(value)}${end}`;
  if (part === 'headers') return `${key} sends a header of its own${end}`;
  if (part === 'api_key_header') return `${key} sends the key in the header: ${value as string}${end}`;
  if (part === 'type') return `${key} speaks to the provider as: ${value as string}${end}`;
  if (spec.can === 'host') return `${key} calls: ${showAddress(value)}${end}`;
  return `${key} names: ${JSON.stringify(value)}${end}`;
}

/** Hides the query of an address, which may contain a key. */
function showAddress(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value)) return 'its usual address';
  const { origin, pathname, search } = new URL(value);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

/** A word of a command line, in quotes if a shell needs them. */
export function quote(word: string): string {
  return /^[\w./:@%+=,{}-]+$/.test(word) ? word : JSON.stringify(word);
}

/** Turns a text from a file into one line for an error. */
export function showLine(text: string): string {
  const line = cleanLine(text);
  return line.length <= longestShown ? line : `${cutText(line, longestShown)} (${line.length} characters)`;
}
