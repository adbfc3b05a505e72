/** What every part of the page uses: the server, the time, the person's name, and the voice for those who do not see. */
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Shown } from './answer-types.ts';
import { type Client, type Refusal, toRefusal } from './client.ts';
import type { Source } from './sources.ts';

export interface PageContext {
  client: Client;
  /** Milliseconds since 1970. */
  now: () => number;
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  name: string;
  /** Says something that is otherwise only seen. */
  announce: (text: string) => void;
}

const Context = createContext<PageContext | null>(null);

export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  const page = useContext(Context);
  if (page === null) throw new Error('outside of the page');
  return page;
}

/** The session that is looked at, and how a person looks behind what it says. */
export interface ShownSession {
  session: Shown;
  open: (source: Source) => void;
}

const SessionContext = createContext<ShownSession | null>(null);

export const SessionProvider = SessionContext.Provider;

export function useShown(): ShownSession {
  const shown = useContext(SessionContext);
  if (shown === null) throw new Error('outside of a session');
  return shown;
}

/** The title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · s2s`;
  }, [title]);
}

/** What was loaded, or why it was not. */
export interface Loaded<Value> {
  value: Value | null;
  problem: Refusal | null;
  reload: () => void;
}

/** Loads when `keys` change, and again every `everyMs` while the page is seen. What is there stays until the next is. */
export function useLoaded<Value>(
  load: () => Promise<Value>,
  keys: readonly unknown[],
  { everyMs }: { everyMs?: number } = {},
): Loaded<Value> {
  const { wait } = usePage();
  const [value, setValue] = useState<Value | null>(null);
  const [problem, setProblem] = useState<Refusal | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    const run = async (): Promise<void> => {
      for (;;) {
        if (!document.hidden || everyMs === undefined) {
          try {
            const loaded = await load();
            if (gone.signal.aborted) return;
            setValue(() => loaded);
            setProblem(null);
          } catch (error) {
            if (gone.signal.aborted) return;
            setProblem(toRefusal(error));
          }
        }
        if (everyMs === undefined) return;
        await wait(everyMs, gone.signal);
        if (gone.signal.aborted) return;
      }
    };
    void run();
    return () => gone.abort();
  }, [...keys, turn]);
  return { value, problem, reload: () => setTurn((before) => before + 1) };
}

/** Something that a person does: once at a time, with what went wrong. */
export function useAct() {
  const { announce } = usePage();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refusal | null>(null);
  const run = async (act: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      const refusal = toRefusal(error);
      setProblem(refusal);
      announce(refusal.message);
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, problem };
}

/** The time, again every second while something runs. */
export function useNow(isRunning: boolean): number {
  const { now, wait } = usePage();
  const [at, setAt] = useState(now());
  useEffect(() => {
    if (!isRunning) return;
    const gone = new AbortController();
    const tick = async (): Promise<void> => {
      while (!gone.signal.aborted) {
        setAt(now());
        await wait(1000, gone.signal);
      }
    };
    void tick();
    return () => gone.abort();
  }, [isRunning]);
  return isRunning ? Math.max(at, now()) : at;
}
