/**
 * The track record of agents in `.s2s/agents-record.yaml`. An unreadable file counts as empty; a copy of it is kept before
 * it is replaced.
 */

import { join } from 'node:path';
import * as z from 'zod';
import { removeStaleTemporaries, writeFileDurably } from '../../files/durable-file.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { S2sError } from '../../session/errors.ts';
import {
  type AgentsRecord,
  addToRecord,
  agentRecordSchema,
  type SeatPerformance,
  type TrackRecord,
} from '../../session/track-record.ts';
import { idPattern } from '../../session/vocabulary.ts';
import { readYaml } from '../../text/parse-yaml.ts';
import { writeYaml } from '../../text/write-yaml.ts';
import type { LockHost } from './lock-owner.ts';
import { keepDamaged } from './session-files.ts';
import {
  assertInside,
  describeFolder,
  type FolderParts,
  type SessionPaths,
  showPath,
} from './session-paths.ts';
import { createTurns, type WaitForTurn, waitForLock } from './wait-for-lock.ts';

const maxBytes = 4 * 1024 * 1024;
/** How many session ids are kept, so that no session is counted twice. */
const mostSessions = 1000;

const recordSchema = z.looseObject({
  agents: z.record(z.string().regex(idPattern), agentRecordSchema),
  sessions: z.array(z.string()),
});

/** Builds the port. Touches no file. */
export function createFileTrackRecord(parts: FolderParts): TrackRecord {
  const { paths, host } = describeFolder(parts);
  const waitForTurn = createTurns();
  return {
    read: () => readAgentsRecord(paths),
    recordSession: (session) =>
      recordSession(paths, session, { at: host.now().toISOString(), host, waitForTurn }),
  };
}

/** Reads the record; a missing file is an empty record. Does not throw for an unreadable file. */
async function readAgentsRecord(paths: SessionPaths): Promise<AgentsRecord> {
  try {
    return (await readRecord(paths)).record;
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    return { agents: new Map(), sessions: [], damage: error.message };
  }
}

/**
 * Adds a session's seats to the record, once for each session id. Returns notes for the user, none when all is well.
 * Throws FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT, FILE_UNREADABLE, FILE_TOO_LARGE.
 */
async function recordSession(
  paths: SessionPaths,
  session: { id: string; seats: readonly SeatPerformance[] },
  { at, host, waitForTurn }: { at: string; host: LockHost; waitForTurn: WaitForTurn },
): Promise<string[]> {
  const path = locateRecord(paths);
  await assertInside(paths, path);
  const lock = join(paths.s2sDir, 'agents-record.lock');
  const release = await waitForLock(lock, {
    host,
    waitForTurn,
    what: showPath(paths, path),
    shownAs: showPath(paths, lock),
  });
  try {
    // Nobody else writes a temporary file while this process holds the lock.
    await removeStaleTemporaries(path);
    const { record, bytes } = await readRecord(paths);
    if (record.sessions.includes(session.id)) return [];
    const notes: string[] = [];
    if (record.damage !== null && bytes !== null) {
      const kept = await keepDamaged(paths, path, bytes);
      notes.push(`${record.damage} It is kept as ${kept}; the record begins anew.`);
    }
    const agents = new Map(record.agents);
    for (const { seat, ...performance } of session.seats) {
      if (performance.answers + performance.failures === 0) continue;
      agents.set(seat, addToRecord(agents.get(seat), performance, at));
    }
    const text = writeYaml({
      schema_version: 1,
      agents: Object.fromEntries([...agents].sort(([one], [other]) => (one < other ? -1 : 1))),
      sessions: [...record.sessions, session.id].slice(-mostSessions),
    });
    await writeFileDurably(path, text, { shownAs: showPath(paths, path) });
    return notes;
  } finally {
    await release();
  }
}

function locateRecord(paths: SessionPaths): string {
  return join(paths.s2sDir, 'agents-record.yaml');
}

async function readRecord(paths: SessionPaths): Promise<{ record: AgentsRecord; bytes: Buffer | null }> {
  const path = locateRecord(paths);
  const shownAs = showPath(paths, path);
  await assertInside(paths, path);
  const reading = await readFileBounded(path, { shownAs, maxBytes });
  if (reading === null) return { record: { agents: new Map(), sessions: [], damage: null }, bytes: null };
  return { record: parseRecord(reading.bytes.toString('utf8'), shownAs), bytes: reading.bytes };
}

function parseRecord(text: string, shownAs: string): AgentsRecord {
  const { value, problems } = readYaml(text, shownAs);
  const parsed = recordSchema.safeParse(value);
  if (parsed.success) {
    const { agents, sessions } = parsed.data;
    return { agents: new Map(Object.entries(agents)), sessions, damage: null };
  }
  const [first] = problems;
  const why = first === undefined ? 'it is no record' : `line ${first.line ?? '?'}: ${first.message}`;
  return { agents: new Map(), sessions: [], damage: `${shownAs} cannot be read (${why}).` };
}
