/**
 * Cuts a damaged session back to its last whole round. The head stays as it is, but for what later rounds brought; a resume holds
 * those rounds again, with the calls that the journal has. A copy of the damaged session is always kept.
 */
import * as z from 'zod';
import { type FileProblem, S2sError } from '../../session/errors.ts';
import { isMapping } from '../../session/is-mapping.ts';
import type { RepairReport } from '../../session/ports/session-maintenance.ts';
import { type Round, roundSchema } from '../../session/round.ts';
import { listOpenCalls } from '../../session/rules/call-key.ts';
import type { Session } from '../../session/session.ts';
import { readYaml } from '../../text/parse-yaml.ts';
import { describeUnknownSession } from '../session/resolve-session.ts';
import {
  checkData,
  checkSession,
  decodeSession,
  describeOtherId,
  type HeadOfSession,
  headSchema,
  placeIssues,
} from '../session/session-text.ts';
import { trimSession } from './trim-session.ts';
import type { StoredSession } from './validate-session.ts';

const roundListSchema = z.array(roundSchema).length(1);

/**
 * Repairs a session in any kind of store; the caller holds its lease. Throws SESSION_INVALID with line and column, and touches nothing,
 * when the head cannot be read; SESSION_FOREIGN, SESSION_TOO_NEW, UNKNOWN_SESSION, FILE_UNWRITABLE, FILE_TOO_LARGE.
 */
export async function repairStored(stored: StoredSession, now: Date): Promise<RepairReport> {
  const { id, file } = stored;
  const reading = await stored.read();
  if (reading === null) throw describeUnknownSession(id, await stored.listIds());
  const sound = readSound(reading.bytes, { id, file });
  if (sound !== null) return describeSound(sound, file);
  // Bytes that are not UTF-8 become replacement characters, so that only the words with them are lost.
  const text = reading.bytes.toString('utf8');
  const start = /^rounds:/m.exec(text)?.index ?? text.length;
  const head = readHead(text.slice(0, start), { id, file });
  const { rounds, roundsInFile } = readRounds(text.slice(start));
  const lost = Math.max(roundsInFile, head.total_rounds) - rounds.length;
  const session =
    lost > 0 ? trimSession(head, { rounds, now }) : { ...head, total_rounds: rounds.length, rounds };
  const problems = checkSession(session).issues.map(({ message }) => ({ file, message }));
  if (problems.length > 0) throw describeHopeless(file, problems);
  const { lines } = await stored.readJournal();
  const keptAs = await stored.keep(reading.bytes);
  await stored.replace(session, reading.stamp);
  const isText = Buffer.from(text).equals(reading.bytes);
  return {
    id,
    file,
    repaired: true,
    kept_as: keptAs,
    rounds_kept: rounds.length,
    rounds_lost: Math.max(0, lost),
    calls_in_journal: listOpenCalls(lines, rounds.length).length,
    notes: isText ? [] : ['Bytes that are not text were replaced by \ufffd.'],
  };
}

/** The report on a session that needs no repair. */
export function describeSound({ id, rounds }: Session, file: string): RepairReport {
  const nothing = { repaired: false, kept_as: null, rounds_lost: 0, calls_in_journal: 0, notes: [] };
  return { id, file, rounds_kept: rounds.length, ...nothing };
}

/** The session when it is valid; null when it can be repaired. Throws SESSION_FOREIGN and SESSION_TOO_NEW. */
function readSound(bytes: Buffer, place: { id: string; file: string }): Session | null {
  try {
    return decodeSession(bytes, place);
  } catch (error) {
    if (error instanceof S2sError && error.code === 'SESSION_INVALID') return null;
    throw error;
  }
}

function readHead(text: string, { id, file }: { id: string; file: string }): HeadOfSession {
  const reading = readYaml(text, file);
  if (reading.problems.length > 0) throw describeHopeless(file, reading.problems);
  // Rounds in another form, such as JSON, cannot be told from the head.
  if (isMapping(reading.value) && 'rounds' in reading.value) {
    const message = 'rounds: do not begin a line of their own';
    throw describeHopeless(file, [{ file, ...reading.locate(['rounds'], 'key'), message }]);
  }
  const { value, issues } = checkData(headSchema, reading.value);
  if (value === null) throw describeHopeless(file, placeIssues(issues, { file, reading }));
  if (value.id !== id) throw describeHopeless(file, [describeOtherId(value.id, { id, file })]);
  return value;
}

/** Reads the rounds, each by itself, up to the first that is not whole. */
function readRounds(text: string): { rounds: Round[]; roundsInFile: number } {
  const lines = text.split('\n').slice(1);
  // Every whole file ends with a line end; without one, the last round may be cut off.
  const isTorn = text !== '' && !text.endsWith('\n');
  const indent = lines.map((line) => /^( *)- /.exec(line)?.[1]).find((found) => found !== undefined);
  const items: string[][] = [];
  for (const line of lines) {
    if (indent !== undefined && line.startsWith(`${indent}- `)) items.push([]);
    items.at(-1)?.push(line);
  }
  const rounds: Round[] = [];
  for (const item of isTorn ? items.slice(0, -1) : items) {
    const { value } = readYaml(`rounds:\n${item.join('\n')}\n`, '');
    const read = isMapping(value) ? checkData(roundListSchema, value['rounds']).value : null;
    const [round] = read ?? [];
    if (round?.round !== rounds.length + 1) break;
    rounds.push(round);
  }
  return { rounds, roundsInFile: items.length };
}

function describeHopeless(file: string, problems: FileProblem[]): S2sError {
  const message = `${file} cannot be repaired: its head, which is everything before the rounds, cannot be read. It is left as it is.`;
  return new S2sError('SESSION_INVALID', message, {
    hint: 'Correct these lines by hand, or put an older copy of the file in its place.',
    problems,
  });
}
