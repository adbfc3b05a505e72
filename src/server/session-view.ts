/** Sessions as the interface gives them: as `show --json` and `list --json` do, with what goes on at this moment. */
import type { App } from '../app/app.ts';
import type { SessionView } from '../app/look.ts';
import { buildResult } from '../app/result.ts';
import type { ListedSession, ListedSessions } from '../app/results.ts';
import type { Session } from '../domain/session.ts';

/** Who runs a session: this server, now or as soon as a place is free, another process, or nobody. */
export type Runner = 'here' | 'waiting' | 'elsewhere' | null;

/** What a session waits for from a person. */
export type Wait = 'decision' | 'turn' | null;

/** What is added to a stored session. */
export interface Now {
  runner: Runner;
  waits_for: Wait;
  next_speaker: string | null;
  last_event: number;
}

/** The session itself, with the open round and what goes on. */
export function showSession(view: SessionView, isWaiting: boolean): Session & Now & { open_round: unknown } {
  return {
    ...view.session,
    open_round: view.openRound,
    ...readNow(view, isWaiting),
  };
}

/** The state after a command. */
export function showState(view: SessionView, isWaiting: boolean): Record<string, unknown> {
  const { session } = view;
  return {
    session_id: session.id,
    status: session.status,
    pause_reason: session.pause_reason,
    total_rounds: session.total_rounds,
    max_rounds: session.settings.max_rounds,
    pending_escalations: session.escalations.filter(({ status }) => status === 'pending').map(({ id }) => id),
    usage: session.usage,
    ...readNow(view, isWaiting),
  };
}

function readNow({ session, runner, lastEvent }: SessionView, isWaiting: boolean): Now {
  const isPaused = session.status === 'paused' && session.pause_reason === 'waiting-for-person';
  const isDecision = session.escalations.some(({ status }) => status === 'pending');
  return {
    runner: isWaiting ? 'waiting' : runner,
    waits_for: !isPaused ? null : isDecision ? 'decision' : 'turn',
    next_speaker: buildResult(session, { full: false, duration: 0 }).next_speaker,
    last_event: lastEvent,
  };
}

/** What a list adds to a session of `list --json`; null where the session cannot be read whole. */
type Reached = Pick<Session, 'rehearsal' | 'output_type'> & {
  result: string | null;
  degraded: boolean | null;
  cost_usd: number | null;
  waits_for: Wait;
};

/** Adds to a list what was reached and spent. */
export type DescribeList = (
  listed: ListedSessions,
  isWaiting: (id: string) => boolean,
) => Promise<Omit<ListedSessions, 'sessions'> & { sessions: (ListedSession & Partial<Reached>)[] }>;

/** Sessions are read whole for it, so what has not changed since is kept. */
export function createListView(app: Pick<App, 'get'>): DescribeList {
  const known = new Map<string, { updated_at: string; reached: Reached }>();
  const describe = async ({ id, updated_at }: ListedSession): Promise<Partial<Reached>> => {
    const before = known.get(id);
    if (before?.updated_at === updated_at) return before.reached;
    try {
      const session = await app.get({ session: id });
      const { rehearsal, output_type, outcome, usage } = session;
      const { waits_for } = readNow({ session, runner: null, openRound: null, lastEvent: 0 }, false);
      const reached: Reached = {
        ...{ rehearsal, output_type, waits_for },
        result: outcome?.result ?? null,
        degraded: outcome?.degraded ?? null,
        cost_usd: usage.cost_usd,
      };
      known.set(id, { updated_at: session.updated_at, reached });
      return reached;
    } catch {
      return {};
    }
  };
  return async (listed, isWaiting) => ({
    ...listed,
    sessions: await Promise.all(
      listed.sessions.map(async (session) => {
        return { ...session, ...(await describe(session)), waiting: isWaiting(session.id) };
      }),
    ),
  });
}
