/**
 * Saves that a discussion does not stand still for. When the text of a session is in its new file and only the disk has to
 * be waited for, the loop may send its next call; everything else waits for the disk: the reply to that call, a
 * question to the person, documents, the next save, the end. So at most one call is on its way that a disk which fails
 * at the last moment makes useless, and it is cancelled. All calls before it are in the journal, which is flushed first.
 */
import type { Ask, Operator, Store, Version } from '../roundtable/ports.ts';
import type { SessionStore } from './session-store.ts';

/** What is saved behind, and whose lines are flushed with it. */
export interface WriteBehindParts {
  store: Pick<SessionStore, 'save' | 'publish' | 'release'>;
  /** Resolves when the journal's lines so far are on disk; rejects when one could not be written. */
  flushed: () => Promise<void>;
}

/** The ports of one discussion, each of which knows what it has to wait for. */
export interface WriteBehind {
  /** `save` resolves when the text is written; the version that it gives is for `save` alone. */
  store: Store;
  /** Hands a reply on when the save before its call is on disk. Rejects with the error of that save. */
  wrapAsk(ask: Ask): Ask;
  /** Asks the person when all is on disk. */
  wrapOperator(operator: Operator): Operator;
  /** Resolves when all is on disk; rejects with the error of the save that is not. */
  settled(): Promise<void>;
}

/** Builds the ports for the discussion of one session. */
export function createWriteBehind({ store, flushed }: WriteBehindParts): WriteBehind {
  let last: Promise<Version> | null = null;
  let isUnderWay = false;

  async function settled(): Promise<void> {
    await Promise.all([last, flushed()]);
  }

  async function save(session: Parameters<Store['save']>[0], expected: Version): Promise<Version> {
    const version = last === null ? expected : await last;
    isUnderWay = true;
    await new Promise<void>((resolve, reject) => {
      last = store.save(session, version, { onWritten: resolve });
      const end = (): void => {
        isUnderWay = false;
      };
      last.then(end, end);
      last.then(() => resolve(), reject);
    });
    return version;
  }

  return {
    store: {
      save,
      publish: async (session) => {
        await settled();
        return store.publish(session);
      },
      release: async (id) => {
        await settled();
        return store.release(id);
      },
    },
    wrapAsk: (ask) => async (request, options) => {
      if (!isUnderWay) return ask(request, options);
      const failed = new AbortController();
      const saved = last?.then(
        () => null,
        (error: unknown) => {
          failed.abort();
          return { error };
        },
      );
      const reply = await ask(request, { signal: AbortSignal.any([options.signal, failed.signal]) });
      const failure = await saved;
      if (failure) throw failure.error;
      return reply;
    },
    wrapOperator: (operator) => ({
      get stop() {
        return operator.stop;
      },
      chooseAfterRound: async (view) => {
        await settled();
        return operator.chooseAfterRound(view);
      },
      decideEscalation: async (view) => {
        await settled();
        return operator.decideEscalation(view);
      },
      takeTurn: async (view) => {
        await settled();
        return operator.takeTurn(view);
      },
    }),
    settled,
  };
}
