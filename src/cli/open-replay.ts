/** The journal that answers in a replay. */
import { readJournal } from '../session/journal.ts';
import type { JournalLine, RawAsk } from '../session/journal-types.ts';
import { createReplay, type Replay } from '../session/replay.ts';
import type { Session } from '../session/schema.ts';
import type { SessionPaths } from '../session/session-paths.ts';

/** A replay, and all that was recorded, what people said included. */
export type OpenReplay = Replay & { lines: readonly JournalLine[] };

/**
 * Opens the journal that a session replays; null for a session that is no replay. `askMissing` makes the calls that
 * were not recorded, where the session says so. Throws what reading a journal throws.
 */
export async function openReplay(
  session: Pick<Session, 'replay'>,
  paths: SessionPaths,
  askMissing: RawAsk,
): Promise<OpenReplay | null> {
  const { replay } = session;
  if (replay === undefined) return null;
  const { file, lines } = await readJournal(paths, replay.of);
  return { ...createReplay(lines, { file, ...(replay.missing === 'ask' ? { askMissing } : {}) }), lines };
}
