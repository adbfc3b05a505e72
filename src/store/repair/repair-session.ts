/** Rebuilds the last valid state of a damaged session. A copy of the damaged one is always kept. */

import { listOpenCalls } from '../../domain/call-key.ts';
import { S2sError } from '../../domain/errors.ts';
import { type Round, roundSchema } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import type { RepairReport } from '../../domain/session-maintenance.ts';
import { schemaVersion } from '../../domain/vocabulary.ts';
import { readStamp } from '../../files/durable-file.ts';
import { acquireLock } from '../files/lock.ts';
import type { LockHost } from '../files/lock-owner.ts';
import { describeUnknown } from '../files/resolve-session.ts';
import { assertSavable } from '../files/session-check.ts';
import { listSessionIds } from '../files/session-list.ts';
import { defaultMaxBytes, describeTooNew } from '../files/session-parse.ts';
import { locateSessionFile, type SessionPaths } from '../files/session-paths.ts';
import { type PlainObject, readList } from '../migrate/coerce-fields.ts';
import { keysOfVersion1, migrate, readSchemaVersion } from '../migrate/migrations.ts';
import { isPluginSession } from '../migrate/plugin-session.ts';
import { salvageHead } from './salvage-head.ts';
import { salvageText } from './salvage-text.ts';
import { locateStored, type StoredSession } from './stored-session.ts';
import { trimSession } from './trim-session.ts';
import { validateStored } from './validate-session.ts';

/**
 * Repairs a session file under its lock. Throws SESSION_INVALID, and touches nothing, when not even the head says what the
 * session was about; SESSION_FOREIGN, SESSION_TOO_NEW, SESSION_LOCKED, UNKNOWN_SESSION, FILE_UNWRITABLE, FILE_TOO_LARGE.
 */
export async function repairSession(
  paths: SessionPaths,
  id: string,
  { host, maxBytes = defaultMaxBytes }: { host: LockHost; maxBytes?: number },
): Promise<RepairReport> {
  if ((await readStamp(locateSessionFile(paths, id))) === null)
    throw describeUnknown(id, await listSessionIds(paths));
  const release = await acquireLock(paths, id, host);
  try {
    return await repairStored(locateStored(paths, id, maxBytes), host);
  } finally {
    await release();
  }
}

/** Repairs a session in any kind of store; the caller holds its lease. Throws as above. */
export async function repairStored(
  stored: StoredSession,
  host: Pick<LockHost, 'now' | 'createToken'>,
): Promise<RepairReport> {
  const { id, file } = stored;
  const report = await validateStored(stored);
  const reading = await stored.read();
  if (reading === null) throw describeUnknown(id, await stored.listIds());
  const nothing = {
    id,
    file,
    repaired: false,
    kept_as: null,
    rounds_lost: 0,
    calls_in_journal: 0,
    notes: [],
  };
  // Bytes that are not UTF-8 become replacement characters, so the rest of their line is kept.
  const text = reading.bytes.toString('utf8');
  if (report.valid) return { ...nothing, rounds_kept: salvageText(text).roundsInFile };
  const { session, lost, notes } = rebuild(text, { id, file, host });
  if (text.includes('\ufffd')) notes.push('Kept bytes that are not text were replaced by \ufffd.');
  assertSavable(session, file);
  const { lines } = await stored.readJournal();
  const keptAs = await stored.keep();
  await stored.replace(session, reading.stamp);
  return {
    id,
    file,
    repaired: true,
    kept_as: keptAs,
    rounds_kept: session.rounds.length,
    rounds_lost: lost,
    calls_in_journal: listOpenCalls(lines, session.rounds.length).length,
    notes,
  };
}

function rebuild(
  text: string,
  { id, file, host }: { id: string; file: string; host: Pick<LockHost, 'now' | 'createToken'> },
): { session: Session; lost: number; notes: string[] } {
  const salvaged = salvageText(text);
  const version = readSchemaVersion(salvaged.head);
  if (isPluginSession({ ...salvaged.head, rounds: salvaged.rounds })) {
    const message = `${file} was written by the s2s plugin, so it is not repaired here.`;
    throw new S2sError('SESSION_FOREIGN', message, {
      hint: 'Correct the lines named by `s2s session validate` by hand.',
    });
  }
  if (version !== null && version > schemaVersion) throw describeTooNew(file, version);
  const raw = migrateSalvaged(salvaged.head, { rounds: salvaged.rounds, lostKeys: salvaged.lostKeys });
  const rounds = takeSoundRounds(readList(raw['rounds']));
  const now = host.now();
  const result = salvageHead(raw, { id, now, token: host.createToken(), rounds });
  if (!result.ok) {
    const message = `${file} cannot be repaired: ${result.missing.join(', ')} cannot be read, and the journal alone does not hold it. The file was not touched.`;
    throw new S2sError('SESSION_INVALID', message, {
      hint: 'Put an older copy of the file in its place, or correct these lines by hand.',
    });
  }
  for (const key of keysOfVersion1.filter((one) => salvaged.lostKeys.includes(one)))
    result.notes.push(`${key}: could not be read; the session goes on without them.`);
  const lost = Math.max(salvaged.roundsInFile, result.head.total_rounds) - rounds.length;
  if (lost <= 0) {
    return { session: { ...result.head, total_rounds: rounds.length, rounds }, lost: 0, notes: result.notes };
  }
  const notes = [
    ...result.notes,
    `Rounds after ${rounds.length} were taken out, and so was what the head had from them.`,
  ];
  return { session: trimSession(result.head, rounds, { now }), lost, notes };
}

/** Migrates the salvaged data to the present schema version. */
function migrateSalvaged(
  head: PlainObject,
  { rounds, lostKeys }: { rounds: unknown[]; lostKeys: readonly string[] },
): PlainObject {
  const version = guessVersion(head, lostKeys);
  const data = { ...head, rounds };
  if (version === 0) return migrate(data);
  return migrate({ ...data, schema_version: version });
}

/** The version of a file. If its version line is lost, keys that only one version has give it away. */
function guessVersion(head: PlainObject, lostKeys: readonly string[]): number {
  const has = (key: string): boolean => key in head || lostKeys.includes(key);
  const said = has('schema_version') ? head['schema_version'] : undefined;
  if (said === 1 || said === schemaVersion) return said;
  if (keysOfVersion1.some(has) && !has('statements')) return 1;
  return has('schema_version') || has('fence') ? schemaVersion : 0;
}

function takeSoundRounds(values: readonly unknown[]): Round[] {
  const rounds: Round[] = [];
  for (const value of values) {
    const result = roundSchema.safeParse(value);
    if (!result.success || result.data.round !== rounds.length + 1) break;
    rounds.push(result.data);
  }
  return rounds;
}
