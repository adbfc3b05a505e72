/** What single keys do while a discussion runs at a terminal. */
import { type Asker, stopped } from '../prompts/asker.ts';

/** The actions behind the keys. */
export interface RunKeysOptions {
  asker: Asker;
  /** Shows what the seat with this number says. */
  openSeat: (number: number) => void;
  /** Shows that something was heard that has not happened yet. */
  noteAsked: (what: string) => void;
  guide: (text: string) => Promise<unknown>;
  skip: () => Promise<unknown>;
  pause: () => Promise<unknown>;
  /** Allows one round more than before. */
  grant: () => Promise<unknown>;
  /** Shows what was recorded, or why it was not. */
  say: (text: string, level: 'info' | 'warning') => void;
}

/** Keys and questions of one terminal, one at a time. */
export interface RunKeys {
  press: (key: string) => void;
  /** Asks a question of the discussion once no question from a key is open. */
  inTurn: <Value>(ask: () => Promise<Value>) => Promise<Value>;
  /** Resolves once no question is open. */
  settle: () => Promise<void>;
}

/** Makes the keys. Keys that end or pause the discussion ask for confirmation, because a key may be hit by chance. */
export function createRunKeys({
  asker,
  openSeat,
  noteAsked,
  guide,
  skip,
  pause,
  grant,
  say,
}: RunKeysOptions): RunKeys {
  let last: Promise<unknown> = Promise.resolve();
  let isOpen = false;
  const inTurn = <Value>(ask: () => Promise<Value>): Promise<Value> => {
    const next = last.then(ask);
    last = next.catch(() => undefined);
    return next;
  };
  const act = (ask: () => Promise<string | null>): void => {
    isOpen = true;
    void inTurn(ask)
      .then((done) => {
        if (done !== null) say(done, 'info');
      })
      .catch((error: unknown) => say(error instanceof Error ? error.message : String(error), 'warning'))
      .finally(() => {
        isOpen = false;
      });
  };
  const confirmed = async (
    question: string,
    { send, asked }: { send: () => Promise<unknown>; asked: string },
  ): Promise<boolean> => {
    if ((await asker.confirm(question, false)) !== true) return false;
    noteAsked(asked);
    await send();
    return true;
  };
  return {
    inTurn,
    settle: async () => {
      await last;
    },
    press: (key) => {
      if (isOpen) return;
      if (key === 'g') {
        act(async () => {
          const text = await asker.askText('What should the panel take into account? (empty to go back)');
          if (text === stopped || text === '') return null;
          await guide(text);
          return 'Recorded: the panel gets it after this round.';
        });
      } else if (key === 's') {
        act(async () =>
          (await confirmed('End the discussion after this round?', {
            send: skip,
            asked: 'ends after this round',
          }))
            ? 'Recorded: the discussion ends after this round.'
            : null,
        );
      } else if (key === 'p') {
        act(async () =>
          (await confirmed('Pause now? Finished answers are saved.', { send: pause, asked: 'pausing' }))
            ? 'Pausing.'
            : null,
        );
      } else if (key === 'm') {
        act(async () =>
          (await confirmed('Allow one more round than planned?', {
            send: grant,
            asked: 'one more round allowed',
          }))
            ? 'Recorded: the discussion may take one more round.'
            : null,
        );
      } else if (/^[1-9]$/.test(key)) openSeat(Number(key));
    },
  };
}
