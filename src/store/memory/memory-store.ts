/** Sessions in memory, for a program that wants nothing on disk: they last as long as the store. */

import type { BatchNotes } from '../../session/batch.ts';
import { S2sError } from '../../session/errors.ts';
import type { EventStore, KeptEvent } from '../../session/ports/event-store.ts';
import type { JournalLine } from '../../session/ports/journal.ts';
import type { JournalReading, SessionRepository, StoredMessage } from '../../session/ports/repository.ts';
import type { SessionMaintenance } from '../../session/ports/session-maintenance.ts';
import type { Session } from '../../session/session.ts';
import { makeHead } from '../../session/session-head.ts';
import { buildJournal } from '../journal/journal.ts';
import { chainLine, emptyChain } from '../journal/journal-chain.ts';
import { closeSession } from '../repair/close-session.ts';
import { openEngine } from '../search/open-engine.ts';
import { findInIndex, prepareIndex, putSources } from '../search/search-index.ts';
import { describeUnknownSession, fitsFilters, resolveSession } from '../session/resolve-session.ts';
import { describeSearchSource } from '../session/session-source.ts';

/** The ports that differ from those of a store in files. */
export interface MemoryStore {
  repository: SessionRepository;
  events: EventStore;
  close: SessionMaintenance['close'];
  openBatchNotes: (name: string) => BatchNotes;
}

interface Kept {
  session: Session | null;
  version: number;
  lines: JournalLine[];
  messages: StoredMessage[];
  events: KeptEvent[];
  isLeased: boolean;
}

/** Makes an empty store. */
export function createMemoryStore({ now }: { now: () => Date }): MemoryStore {
  const all = new Map<string, Kept>();
  const batches = new Map<string, string>();
  let current: string | null = null;
  let sent = 0;
  const open = (id: string): Kept => {
    const kept = all.get(id) ?? emptyKept();
    all.set(id, kept);
    return kept;
  };
  const list = (): Session[] =>
    [...all.values()]
      .flatMap(({ session }) => (session === null ? [] : [session]))
      .sort((one, other) => (one.id < other.id ? 1 : -1));
  const listIds = async (): Promise<string[]> => list().map(({ id }) => id);
  const readCurrent = async () => ({ id: current, notice: null });
  const locate = (id: string): string => `memory:${id}`;
  const readJournal = (id: string): JournalReading => {
    const lines = [...(all.get(id)?.lines ?? [])];
    let chain = emptyChain;
    const ends = lines.map((line) => {
      ({ chain } = chainLine(chain, JSON.stringify(line)));
      return chain;
    });
    return { location: locate(id), lines, problems: [], changedLines: [], ends };
  };
  const repository: SessionRepository = {
    listIds,
    readCurrent,
    locate,
    resolve: (input) => resolveSession({ listIds, readCurrent }, input),
    create: async (session) => {
      const kept = open(session.id);
      if (kept.session !== null) throw describeTaken(session.id);
      kept.session = structuredClone(session);
      return String(kept.version);
    },
    load: async (id) => {
      const { session = null, version = 0 } = all.get(id) ?? {};
      if (session === null) throw describeUnknownSession(id, await listIds());
      return { session: structuredClone(session), version: String(version), location: locate(id) };
    },
    save: async (session, expected) => {
      const kept = open(session.id);
      if (String(kept.version) !== expected) throw describeTaken(session.id);
      kept.session = structuredClone(session);
      kept.version += 1;
      return String(kept.version);
    },
    list: async (options = {}) => {
      const { offset = 0, limit = all.size } = options;
      const heads = list()
        .map(makeHead)
        .filter((head) => fitsFilters(head, options));
      const entries = heads.slice(offset, offset + limit).map((head) => {
        return { id: head.id, location: locate(head.id), head, damaged: null };
      });
      return { entries, total: heads.length };
    },
    search: async (words, options) => {
      const engine = await openEngine(null);
      try {
        prepareIndex(engine);
        const sources = list().map((session, place) => ({
          ...{ key: session.id, stamp: '', second: all.size - place, file: locate(session.id), unread: null },
          source: describeSearchSource(session),
        }));
        await putSources(engine, sources);
        return await findInIndex(engine, words, options);
      } finally {
        engine.close();
      }
    },
    setCurrent: async (id) => {
      current = id;
    },
    release: async (id) => {
      if (current === id) current = null;
    },
    acquireLease: async (id) => {
      const kept = open(id);
      if (kept.isLeased) {
        throw new S2sError('SESSION_LOCKED', `This program runs the session ${id} already.`, {
          hint: 'Wait until its run has ended.',
        });
      }
      kept.isLeased = true;
      return {
        release: async () => {
          kept.isLeased = false;
        },
      };
    },
    isLeased: async (id) => all.get(id)?.isLeased === true,
    readJournal: async (id) => readJournal(id),
    openJournal: async (id) => {
      const { lines } = open(id);
      const append = async (text: string): Promise<void> => {
        lines.push(JSON.parse(text) as JournalLine);
      };
      return { ...buildJournal(readJournal(id), append), close: async () => undefined };
    },
    addMessage: async (id, message) => {
      sent += 1;
      open(id).messages.push({ id: String(sent).padStart(16, '0'), message });
    },
    readMessages: async (id) => [...(all.get(id)?.messages ?? [])],
    removeMessage: async (id, messageId) => {
      const kept = open(id);
      kept.messages = kept.messages.filter((message) => message.id !== messageId);
    },
  };
  return {
    repository,
    close: (id) => closeSession(repository, id, now),
    events: {
      open: async (id) => {
        const { events } = open(id);
        return {
          last: events.length,
          append: (...more) => {
            events.push(...(structuredClone(more) as KeptEvent[]));
          },
          close: async () => undefined,
        };
      },
      read: async (id, { seq }) => {
        const events = all.get(id)?.events ?? [];
        if (events.length === 0) return null;
        return { events: events.slice(seq), next: { offset: events.length, seq: events.length } };
      },
      noteServed: async () => undefined,
      isServed: async () => false,
    },
    openBatchNotes: (name) => ({
      find: async (keys) => keys.map((key) => batches.get(`${name}/${key}`) ?? null),
      add: async (key, id) => {
        batches.set(`${name}/${key}`, id);
      },
    }),
  };
}

function emptyKept(): Kept {
  return { session: null, version: 0, lines: [], messages: [], events: [], isLeased: false };
}

function describeTaken(id: string): S2sError {
  return new S2sError(
    'SESSION_CHANGED',
    `The session ${id} was changed meanwhile; nothing was written over it.`,
    {
      hint: 'Start or resume it again.',
    },
  );
}
