/** `state.yaml`: which session is the current one. It is only a pointer: a wrong one is corrected and never an error. */

import { readStamp, writeFileDurably } from '../../files/durable-file.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { S2sError } from '../../session/errors.ts';
import { isMapping } from '../../session/is-mapping.ts';
import type { CurrentSession } from '../../session/ports/repository.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { assertId, isId } from '../../session/rules/session-id.ts';
import { readYaml } from '../../text/parse-yaml.ts';
import { writeYaml } from '../../text/write-yaml.ts';
import { assertInside, locateSessionFile, type SessionPaths, showPath } from './session-paths.ts';

const maxBytes = 1024 * 1024;
/** How often a write is tried when other processes keep writing the pointer first. */
const mostTries = 100;

interface State {
  data: Record<string, unknown>;
  stamp: string | null;
  isMalformed: boolean;
}

/**
 * The current session, or null. A pointer to a missing session is cleared, with a notice. A file that does not parse counts
 * as empty, with a notice. `exists`: for sessions that are not files.
 */
export async function readCurrentSession(
  paths: SessionPaths,
  exists = async (id: string): Promise<boolean> => (await readStamp(locateSessionFile(paths, id))) !== null,
): Promise<CurrentSession> {
  const state = await readState(paths);
  const file = showPath(paths, paths.state);
  if (state.isMalformed) {
    return { id: null, notice: `${file} cannot be read, so there is no current session.` };
  }
  const id = state.data['current_session'];
  if (id === undefined || id === null) return { id: null, notice: null };
  if (typeof id === 'string' && isId(id) && (await exists(id))) {
    return { id, notice: null };
  }
  const shown = cutText(typeof id === 'string' ? id : JSON.stringify(id), 80);
  // In a read-only checkout the pointer stays wrong, which does no harm.
  await writeState(paths, state, { ...state.data, current_session: null }).catch(() => undefined);
  return { id: null, notice: `${file} named the session "${shown}", which does not exist; it was cleared.` };
}

/** Makes a session the current one. Throws INVALID_ID, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT. */
export async function setCurrentSession(paths: SessionPaths, id: string): Promise<void> {
  assertId(id);
  await changeState(paths, ({ data }) =>
    data['current_session'] === id ? null : { ...data, current_session: id },
  );
}

/** Clears the pointer when it names this session, and only then. Throws as above. */
export async function releaseCurrentSession(paths: SessionPaths, id: string): Promise<void> {
  assertId(id);
  await changeState(paths, ({ data }) =>
    data['current_session'] === id ? { ...data, current_session: null } : null,
  );
}

/** Reads, changes and writes the state; starts again when another process was quicker. Writes nothing when `change` gives null. */
async function changeState(
  paths: SessionPaths,
  change: (state: State) => Record<string, unknown> | null,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const state = await readState(paths);
    const data = change(state);
    if (data === null) return;
    try {
      return await writeState(paths, state, data);
    } catch (error) {
      // Another process has written first; of all competing writers one succeeds with every try.
      const wasOvertaken = error instanceof S2sError && error.code === 'SESSION_CHANGED';
      if (!wasOvertaken || tries >= mostTries) throw error;
    }
  }
}

async function readState(paths: SessionPaths): Promise<State> {
  await assertInside(paths, paths.state);
  const shownAs = showPath(paths, paths.state);
  const reading = await readFileBounded(paths.state, { shownAs, maxBytes });
  const { value, problems } = readYaml(reading?.bytes.toString('utf8') ?? '', shownAs);
  const data = isMapping(value) ? value : {};
  return {
    data,
    stamp: reading?.stamp ?? null,
    isMalformed: problems.length > 0 || (value !== null && value !== data),
  };
}

/** Replaces only the state that was read, so that a pointer that another process set meanwhile is not lost. */
async function writeState(paths: SessionPaths, state: State, data: Record<string, unknown>): Promise<void> {
  const shownAs = showPath(paths, paths.state);
  const confirm = async (): Promise<void> => {
    if ((await readStamp(paths.state)) !== state.stamp) {
      throw new S2sError('SESSION_CHANGED', `Another process has just changed ${shownAs}.`, {
        hint: 'Run the same command again.',
      });
    }
  };
  await writeFileDurably(paths.state, writeYaml(data), { shownAs, confirm });
}
