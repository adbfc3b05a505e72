/** What single keys do while a discussion runs at a terminal. */
import { type Asker, guidanceQuestion, stopped } from '../prompts/asker.ts';

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
export function createRunKeys(options: RunKeysOptions): RunKeys {
  const { asker, openSeat, noteAsked, guide, say } = options;
  const confirmed: Readonly<
    Record<string, { question: string; send: () => Promise<unknown>; asked: string; said: string }>
  > = {
    s: {
      question: 'End the discussion after this round?',
      send: options.skip,
      asked: 'ends after this round',
      said: 'Recorded: the discussion ends after this round.',
    },
    p: {
      question: 'Pause now? Finished answers are saved.',
      send: options.pause,
      asked: 'pausing',
      said: 'Pausing.',
    },
    m: {
      question: 'Allow one more round than planned?',
      send: options.grant,
      asked: 'one more round allowed',
      said: 'Recorded: the discussion may take one more round.',
    },
  };
  let last: Promise<unknown> = Promise.resolve();
  let isOpen = false;
  const inTurn = <Value>(ask: () => Promise<Value>): Promise<Value> => {
    const next = last.then(ask);
    last = next.catch(() => undefined);
    return next;
  };
  const askGuidance = async (): Promise<string | null> => {
    const text = await asker.askText(guidanceQuestion);
    if (text === stopped || text === '') return null;
    await guide(text);
    return 'Recorded: the panel gets it after this round.';
  };
  const askFirst = async ({ question, send, asked, said }: NonNullable<(typeof confirmed)[string]>) => {
    if ((await asker.confirm(question, false)) !== true) return null;
    noteAsked(asked);
    await send();
    return said;
  };
  return {
    inTurn,
    settle: async () => {
      await last;
    },
    press: (key) => {
      if (isOpen) return;
      if (/^[1-9]$/.test(key)) return openSeat(Number(key));
      const action = confirmed[key];
      if (action === undefined && key !== 'g') return;
      isOpen = true;
      void inTurn(() => (action === undefined ? askGuidance() : askFirst(action)))
        .then((done) => {
          if (done !== null) say(done, 'info');
        })
        .catch((error: unknown) => say(error instanceof Error ? error.message : String(error), 'warning'))
        .finally(() => {
          isOpen = false;
        });
    },
  };
}
