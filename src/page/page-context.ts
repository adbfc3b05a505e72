/** The context that every part of the page uses: the server, the time, the person's name, and announcements for screen readers. */
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
  /** The name that the person gave, or that the server suggests. */
  name: string;
  setName: (name: string) => void;
  /** The name under which a proxy has signed the person in, or null. */
  signedIn: string | null;
  /** What the program said at the start of a discussion, by its id. */
  told: Map<string, readonly string[]>;
  /** Announces a change to screen readers. */
  announce: (text: string) => void;
}

const Context = createContext<PageContext | null>(null);

export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  const page = useContext(Context);
  if (page === null) throw new Error('outside of the page');
  return page;
}

/** The shown session, and a function that opens a source in it. */
export interface ShownSession {
  session: Shown;
  open: (source: Source) => void;
}

const SessionContext = createContext<ShownSession | null>(null);

export const SessionProvider = SessionContext.Provider;

/** Null outside of a session. */
export function useMaybeShown(): ShownSession | null {
  return useContext(SessionContext);
}

export function useShown(): ShownSession {
  const shown = useMaybeShown();
  if (shown === null) throw new Error('outside of a session');
  return shown;
}

/** Sets the title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · s2s`;
  }, [title]);
}

/** A loaded value, or why it could not be loaded. */
export interface Loaded<Value> {
  value: Value | null;
  problem: Refusal | null;
  reload: () => void;
}

/** Loads when `keys` change, and every `everyMs` while the page is visible. The old value stays until the new one has arrived. */
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

/** Runs an action of the person, one at a time, and keeps its error. */
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

/** The time, updated every second while something runs. */
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
