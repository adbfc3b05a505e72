/**
 * Takes a damaged session file apart and reads each key of the head and each round separately. A broken key loses only
 * itself, a broken round also the rounds after it.
 */

import { isMapping } from '../../domain/is-mapping.ts';
import { readYaml } from '../../text/parse-yaml.ts';
import { headSchema } from '../files/session-text.ts';
import type { PlainObject } from '../migrate/coerce-fields.ts';
import { keysOfVersion1 } from '../migrate/migrations.ts';

export interface SalvagedText {
  head: PlainObject;
  /** The rounds up to the first that cannot be read as YAML. */
  rounds: unknown[];
  /** How many rounds the file seems to contain. */
  roundsInFile: number;
  /** Keys of the head that could not be read. */
  lostKeys: string[];
}

interface Entry {
  key: string;
  text: string;
}

const knownKeys = new Set([...Object.keys(headSchema.shape), ...keysOfVersion1, 'rounds', 'schema_version']);

/** Reads all that is readable. Never throws. */
export function salvageText(text: string): SalvagedText {
  const lines = text.split('\n');
  // Every complete file ends with a line end; without one, the last entry may be cut off.
  const torn = lines.at(-1) !== '';
  const entries = splitEntries(lines);
  const head: PlainObject = {};
  const lostKeys: string[] = [];
  const roundsIndex = entries.findIndex(({ key }) => key === 'rounds');
  for (const [index, entry] of entries.entries()) {
    if (index === roundsIndex) continue;
    const afterRounds = roundsIndex !== -1 && index > roundsIndex;
    if (Object.hasOwn(head, entry.key) || (afterRounds && !knownKeys.has(entry.key))) continue;
    const broken = torn && index === entries.length - 1;
    const { value, problems } = readYaml(entry.text, '');
    if (!broken && problems.length === 0 && isMapping(value) && Object.hasOwn(value, entry.key)) {
      Object.defineProperty(head, entry.key, {
        value: value[entry.key],
        enumerable: true,
        writable: true,
        configurable: true,
      });
    } else {
      lostKeys.push(entry.key);
    }
  }
  const roundsEntry = entries[roundsIndex];
  if (roundsEntry === undefined) return { head, rounds: [], roundsInFile: 0, lostKeys };
  const next = entries[roundsIndex + 1];
  // An unindented unknown key was part of the last round before the damage.
  const lastIsBroken = next === undefined ? torn : !knownKeys.has(next.key);
  return { head, lostKeys, ...readRounds(roundsEntry.text, lastIsBroken) };
}

/** An entry is an unindented line with a key, and the lines below it up to the next unindented one. */
function splitEntries(lines: readonly string[]): Entry[] {
  const entries: { key: string; lines: string[] }[] = [];
  for (const line of lines) {
    const key = /^["']?([^\s"'#:[\]{}-][^\s"':]*)["']?:(?:\s|$)/.exec(line)?.[1];
    if (key !== undefined) entries.push({ key, lines: [line] });
    else if (/^[^\s#-]/.test(line)) entries.push({ key: '', lines: [line] });
    else entries.at(-1)?.lines.push(line);
  }
  return entries.map((entry) => ({ key: entry.key, text: `${entry.lines.join('\n')}\n` }));
}

function readRounds(text: string, lastIsBroken: boolean): { rounds: unknown[]; roundsInFile: number } {
  const lines = text.split('\n').slice(1);
  const indent = lines.map((line) => /^( *)- /.exec(line)?.[1]).find((found) => found !== undefined);
  if (indent === undefined) return { rounds: [], roundsInFile: 0 };
  const items: string[][] = [];
  for (const line of lines) {
    if (line.startsWith(`${indent}- `)) items.push([line]);
    else items.at(-1)?.push(line);
  }
  const rounds: unknown[] = [];
  for (const [index, item] of items.entries()) {
    if (lastIsBroken && index === items.length - 1) break;
    const { value, problems } = readYaml(`rounds:\n${item.join('\n')}\n`, '');
    const list = isMapping(value) ? value['rounds'] : undefined;
    if (problems.length > 0 || !Array.isArray(list) || list.length !== 1) break;
    rounds.push(list[0]);
  }
  return { rounds, roundsInFile: items.length };
}
