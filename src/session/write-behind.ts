/**
 * Saves that a discussion does not stand still for: the loop goes on at once, and a session is written while its next
 * call is on its way to a model. Everything else waits for the disk: the reply to that call, a question to the person,
 * documents, the next save, the end. So at most one call is under way that a failing disk makes useless, and it is
 * cancelled. All calls before it are in the journal, which is flushed before the call is made.
 */
import type { Ask, Operator, Store, Version } from '../roundtable/ports.ts';

/** What is saved behind, and whose lines are flushed before. */
export interface WriteBehindParts {
  store: Store;
  /** Resolves when the journal's lines so far are on disk; rejects when one could not be written. */
  flushed: () => Promise<void>;
}

/** The ports of one discussion, each of which knows what it has to wait for. */
export interface WriteBehind {
  /** `save` resolves before the session is written; the version that it gives is for `save` alone. */
  store: Store;
  /** Hands a reply on when the save before its call is on disk. Rejects with the error of that save. */
  wrapAsk(ask: Ask): Ask;
  /** Asks the person when all is on disk. */
  wrapOperator(operator: Operator): Operator;
  /** Resolves when all is on disk; rejects with the error of the save that is not. */
  settled(): Promise<void>;
}

/** A save that was asked for. */
interface Saving {
  /** Begins it, if that has not been done. */
  begin: () => void;
  done: Promise<Version>;
  isDone: boolean;
}

/** Builds the ports for the discussion of one session. */
export function createWriteBehind({ store, flushed }: WriteBehindParts): WriteBehind {
  let last: Saving | null = null;

  async function settled(): Promise<void> {
    last?.begin();
    await Promise.all([last?.done, flushed()]);
  }

  async function save(session: Parameters<Store['save']>[0], expected: Version): Promise<Version> {
    last?.begin();
    const version = last === null ? expected : await last.done;
    last = postpone(() => store.save(session, version));
    // Until then the next call waits as well; behind it there is time.
    flushed().then(
      () => setImmediate(() => last?.begin()),
      () => undefined,
    );
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
      const saving = last;
      if (saving === null || saving.isDone) return ask(request, options);
      const failed = new AbortController();
      saving.done.catch(() => failed.abort());
      const reply = await ask(request, { signal: AbortSignal.any([options.signal, failed.signal]) });
      saving.begin();
      await saving.done;
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

function postpone(work: () => Promise<Version>): Saving {
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const saving: Saving = { begin: start, done: started.then(work), isDone: false };
  // Whoever comes next hears of a failure; nobody may come.
  saving.done.then(
    () => {
      saving.isDone = true;
    },
    () => undefined,
  );
  return saving;
}
