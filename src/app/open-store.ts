/** Where a project's sessions are kept: the one place in `app/` that names the kind of store. */
import type { Journal, SessionRepository } from '../domain/repository.ts';
import type { SessionMaintenance } from '../domain/session-maintenance.ts';
import type { TrackRecord } from '../domain/track-record.ts';
import { cleanupSessions } from '../store/files/cleanup-sessions.ts';
import { addMessage, readMessages, removeMessage } from '../store/files/inbox.ts';
import { acquireLock, readLockHolder } from '../store/files/lock.ts';
import { createSessionStore } from '../store/files/session-store.ts';
import { readAgentsRecord, recordSession } from '../store/files/track-record-file.ts';
import { openJournal, readJournal } from '../store/journal/journal.ts';
import { repairSession } from '../store/repair/repair-session.ts';
import { validateSession } from '../store/repair/validate-session.ts';
import { describeHost } from './describe-host.ts';
import type { AppWorld } from './world.ts';

/** The ports of a project's store. */
export interface ProjectStore {
  repository: SessionRepository;
  trackRecord: TrackRecord;
  maintenance: SessionMaintenance;
}

/** Builds the ports. Touches no file. */
export function openProjectStore(place: { root: string; s2sDir: string }, world: AppWorld): ProjectStore {
  const host = describeHost(world);
  const store = createSessionStore({
    ...place,
    clock: world.clock,
    publish: () => Promise.reject(new Error('the store writes no documents')),
  });
  const { paths } = store;
  const acquireLease: SessionRepository['acquireLease'] = async (id) => ({
    release: await acquireLock(paths, id, host),
  });
  const repository: SessionRepository = {
    create: (session) => store.create(session),
    load: async (id) => {
      const { file, ...loaded } = await store.load(id);
      return { ...loaded, location: file };
    },
    save: (session, expected) => store.save(session, expected),
    list: async (options) => {
      const { entries, total } = await store.list(options);
      return { entries: entries.map(({ file, ...entry }) => ({ ...entry, location: file })), total };
    },
    listIds: () => store.listIds(),
    resolve: (input) => store.resolveId(input),
    readCurrent: () => store.readCurrent(),
    setCurrent: (id) => store.setCurrent(id),
    release: (id) => store.release(id),
    acquireLease,
    isLeased: async (id) => (await readLockHolder(paths, id, host)) !== null,
    readJournal: async (id) => {
      const { file, ...reading } = await readJournal(paths, id);
      return { ...reading, location: file };
    },
    openJournal: async (id) => openDurableJournal(await openJournal(paths, id)),
    addMessage: (id, message) => addMessage(paths, id, { message, token: world.randomToken() }),
    readMessages: (id) => readMessages(paths, id),
    removeMessage: (id, messageId) => removeMessage(paths, id, messageId),
  };
  return {
    repository,
    trackRecord: {
      read: () => readAgentsRecord(paths),
      recordSession: (session) =>
        recordSession(paths, session, { at: world.clock.now().toISOString(), host }),
    },
    maintenance: {
      validate: (id) => validateSession(paths, id),
      repair: (id) => repairSession(paths, id, { host }),
      close: async (id) => {
        const lease = await acquireLease(id);
        try {
          return await store.close(id);
        } finally {
          await lease.release();
        }
      },
      cleanup: ({ statuses, ...options }) =>
        cleanupSessions(paths, { ...options, ...(statuses === undefined ? {} : { statuses }), host }),
    },
  };
}

/** A journal whose lines are flushed when `append` returns. */
function openDurableJournal(journal: Awaited<ReturnType<typeof openJournal>>): Journal {
  return {
    location: journal.file,
    problems: journal.problems,
    readLines: () => journal.readLines(),
    findSuccess: (key, hash) => journal.findSuccess(key, () => hash),
    findSettledFailure: (key, hash) => journal.findSettledFailure(key, () => hash),
    findInput: (key) => journal.findInput(key),
    append: async (line) => {
      await journal.append(line);
      await journal.flushed();
    },
    appendInput: (input) => journal.appendInput(input),
    close: () => journal.close(),
  };
}
