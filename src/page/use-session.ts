/** Follows a session while a view shows it. */
import { useEffect, useState } from 'preact/hooks';
import type { PageEvent, Shown } from './answer-types.ts';
import { type Refusal, toRefusal } from './client.ts';
import { type Connection, followSession } from './follow-session.ts';
import { addEvent, changesSession, keepLater, type View, viewSession } from './live-view.ts';
import { usePage } from './page-context.ts';

/** What a view of a session gets. */
export interface FollowedSession {
  view: View | null;
  connection: Connection;
  problem: Refusal | null;
  /** Reads the session again, for changes without an event. */
  refresh: () => Promise<void>;
}

/** How often the session is read without an event: commands to a session that is not running cause none. */
const everyMs = 10_000;

interface Kept {
  session: Shown;
  events: PageEvent[];
}

export function useSession(id: string): FollowedSession {
  const { client, wait } = usePage();
  const [kept, setKept] = useState<Kept | null>(null);
  const [connection, setConnection] = useState<Connection>('connecting');
  const [problem, setProblem] = useState<Refusal | null>(null);

  const take = (session: Shown): void =>
    setKept((before) => {
      // An older answer may arrive after a newer one; it is dropped.
      const isNewer =
        before === null || before.session.id !== id || session.last_event >= before.session.last_event;
      if (!isNewer) return before;
      return { session, events: keepLater(session, before?.session.id === id ? before.events : []) };
    });
  const refresh = async (): Promise<void> => {
    // The stream notices a broken connection and starts again with the state.
    const session = await client.get<Shown>(`/api/sessions/${id}`).catch(() => null);
    if (session !== null) take(session);
  };

  useEffect(() => {
    const gone = new AbortController();
    followSession(id, {
      ...{ client, wait, signal: gone.signal, onConnection: setConnection },
      onSession: (session) => {
        setProblem(null);
        // After a restart of the server the numbers may start again, so earlier events are dropped.
        setKept({ session, events: [] });
      },
      onEvent: (event) => {
        setKept((before) => before && { ...before, events: addEvent(before.events, event) });
        if (changesSession(event)) void refresh();
      },
    }).catch((error) => {
      if (!gone.signal.aborted) setProblem(toRefusal(error));
    });
    const look = async (): Promise<void> => {
      for (;;) {
        await wait(everyMs, gone.signal);
        if (gone.signal.aborted) return;
        if (!document.hidden) await refresh();
      }
    };
    void look();
    return () => gone.abort();
  }, [id, client]);

  return { view: kept && viewSession(kept.session, kept.events), connection, problem, refresh };
}
