/** Opens the journal that answers in a replay. */
import type { CallModel } from '../../session/model-reply.ts';
import type { JournalReading, SessionRepository } from '../../session/ports/repository.ts';
import type { Session } from '../../session/session.ts';
import { createReplay, type Replay } from '../../store/journal/replay.ts';

/** A replay with all recorded lines, including people's input. */
export type OpenReplay = Replay & Pick<JournalReading, 'lines' | 'location' | 'changedLines'>;

/**
 * Opens the journal that a session replays; null for a session that is no replay. `callMissing` makes the calls that were not recorded,
 * if the session allows it. Throws what reading a journal throws.
 */
export async function openReplay(
  session: Pick<Session, 'replay'>,
  repository: Pick<SessionRepository, 'readJournal'>,
  callMissing: CallModel,
): Promise<OpenReplay | null> {
  const { replay } = session;
  if (replay === undefined) return null;
  const reading = await repository.readJournal(replay.of);
  // How far this journal goes is known to the recorded session, not to this one.
  const { ends: _, ...recorded } = reading;
  const { location: file, lines } = recorded;
  return {
    ...createReplay(lines, { file, ...(replay.missing === 'ask' ? { callMissing } : {}) }),
    ...recorded,
  };
}
