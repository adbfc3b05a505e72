/**
 * Saves that a discussion does not stand still for: while a session is being flushed, the loop prepares its next step. The
 * step itself waits: the next call for the flushed file in its place; a question to the person, documents, the next save
 * and the end also for the flush of the folder.
 */
import type { Operator, Store, Version } from '../../domain/ports.ts';
import type { AnsweredParts } from '../../domain/round.ts';
import type { SessionStore } from './session-store.ts';

/** What is saved behind, and whose lines are flushed with it. */
export interface WriteBehindParts {
  store: Pick<SessionStore, 'save' | 'prepare' | 'publish' | 'release'>;
  /** Resolves when the journal's lines so far are on disk; rejects when one could not be written. */
  flushed: () => Promise<void>;
}

/** The ports of one discussion, each of which knows what it has to wait for. */
export interface WriteBehind {
  /** `save` resolves before the session is on disk; the version that it gives is for `save` alone. */
  store: Store;
  /**
   * For a call that is about to leave: resolves when what was saved last stands in its file, flushed, and rejects when it
   * could not be written. What `prepare` was told of is prepared right behind, when the call is on its way.
   */
  saved(): Promise<void>;
  /** Asks the person when all is on disk. */
  wrapOperator(operator: Operator): Operator;
  /** Resolves when all is on disk; rejects with the error of the save that is not. */
  settled(): Promise<void>;
}

/** Builds the ports for the discussion of one session. */
export function createWriteBehind({ store, flushed }: WriteBehindParts): WriteBehind {
  let last: Promise<Version> | null = null;
  let named: Promise<void> | null = null;
  let failure: { error: unknown } | null = null;
  let unprepared: AnsweredParts | null = null;

  async function settled(): Promise<void> {
    await Promise.all([last, flushed()]);
  }

  function prepareLast(): void {
    const parts = unprepared;
    unprepared = null;
    try {
      if (parts !== null) store.prepare?.(parts);
    } catch {
      // The save meets the same parts, and whoever waits for it hears of it.
    }
  }

  /** The same, done when all is on disk. */
  const whenSettled =
    <View, Result>(act: (view: View) => Promise<Result>) =>
    async (view: View): Promise<Result> => {
      await settled();
      return act(view);
    };

  return {
    store: {
      save: async (session, expected) => {
        const version = last === null ? expected : await last;
        // What was to be prepared for it is in it.
        unprepared = null;
        named = new Promise((resolve, reject) => {
          last = store.save(session, version, resolve);
          last.then(
            () => resolve(),
            (error: unknown) => {
              failure = { error };
              reject(error);
            },
          );
        });
        // Whoever comes next hears of a failure; nobody may come.
        named.catch(() => undefined);
        return version;
      },
      prepare: (parts) => {
        unprepared = parts;
      },
      publish: whenSettled((session) => store.publish(session)),
      release: whenSettled((id) => store.release(id)),
    },
    saved: async () => {
      await named;
      // The folder's flush may fail after its file was named.
      if (failure !== null) throw failure.error;
      // The call that waited is on its way first.
      if (unprepared !== null) setImmediate(prepareLast);
    },
    wrapOperator: (operator) => ({
      get stop() {
        return operator.stop;
      },
      chooseAfterRound: whenSettled((view) => operator.chooseAfterRound(view)),
      decideEscalation: whenSettled((view) => operator.decideEscalation(view)),
      takeTurn: whenSettled((view) => operator.takeTurn(view)),
    }),
    settled,
  };
}
