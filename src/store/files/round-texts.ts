/**
 * Reading a session file round by round. The parser's cost grows faster than its text, since it keeps all of it as a
 * tree; a file in the form in which this program writes it falls into a head and one piece for each round. Whatever
 * looks different, or cannot be read so, is left to the parser as a whole, which also knows the lines of all problems.
 */

import { readYaml } from '../../text/yaml-text.ts';
import { isPlainObject } from '../migrate/migrations.ts';

/** A file that was read in pieces. */
export interface RoundTexts {
  /** Plain data, as the parser makes it of the whole file. */
  value: { [key: string]: unknown };
  /** The text of each round, with its line end. */
  texts: string[];
}

const roundsLine = '\nrounds:\n';

/** Reads the file in pieces, or gives null where only the whole can tell what it says. */
export function readRoundTexts(text: string): RoundTexts | null {
  const end = text.indexOf(roundsLine);
  if (end === -1) return null;
  const body = text.slice(end + roundsLine.length);
  // Within the list every line is indented: a line at the margin is another key, a marker or a comment.
  if (!body.startsWith('  - ') || /^(?! {2}|$)/m.test(body)) return null;
  const head = readYaml(text.slice(0, end + 1), '');
  if (!isPlainObject(head.value) || 'rounds' in head.value) return null;
  const texts = body.split(/^(?= {2}- )/m);
  const rounds: unknown[] = [];
  for (const part of texts) {
    const { value } = readYaml(`rounds:\n${part}`, '');
    const entries = isPlainObject(value) ? value['rounds'] : null;
    if (!Array.isArray(entries) || entries.length !== 1) return null;
    rounds.push(entries[0]);
  }
  const ended = texts.map((part) => (part.endsWith('\n') ? part : `${part}\n`));
  return { value: { ...head.value, rounds }, texts: ended };
}
