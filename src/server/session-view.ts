/** Sessions as the interface gives them: as `show --json` and `list --json` do, with what goes on at this moment. */
import type { App } from '../app/app.ts';
import { buildResult } from '../app/result.ts';
import type { ListedSession, ListedSessions, SessionView } from '../app/results.ts';
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

/** What this server is doing with a session. */
export interface Doing {
  isRunning: boolean;
  isWaiting: boolean;
}

/** The session itself, with the open round and what goes on. */
export function showSession(
  view: SessionView,
  doing: Doing,
): Session & Now & { open_round: unknown; worker_error: unknown } {
  return {
    ...view.session,
    ...readStatus(view.session, doing),
    open_round: view.openRound,
    worker_error: doing.isRunning || doing.isWaiting ? null : view.workerError,
    ...readNow(view, doing),
  };
}

/** The state after a command. */
export function showState(view: SessionView, doing: Doing): Record<string, unknown> {
  const { session } = view;
  return {
    session_id: session.id,
    ...readStatus(session, doing),
    total_rounds: session.total_rounds,
    max_rounds: session.settings.max_rounds,
    pending_escalations: session.escalations.filter(({ status }) => status === 'pending').map(({ id }) => id),
    usage: session.usage,
    ...readNow(view, doing),
  };
}

/** A run has begun before its first save says so. */
function readStatus(
  { status, pause_reason }: Pick<Session, 'status' | 'pause_reason'>,
  { isRunning }: Doing,
): Pick<Session, 'status' | 'pause_reason'> {
  return isRunning && status === 'paused'
    ? { status: 'active', pause_reason: null }
    : { status, pause_reason };
}

function readNow({ session, runner, lastEvent }: SessionView, { isRunning, isWaiting }: Doing): Now {
  const isPaused = !isRunning && session.status === 'paused' && session.pause_reason === 'waiting-for-person';
  const isDecision = session.escalations.some(({ status }) => status === 'pending');
  return {
    runner: isWaiting ? 'waiting' : isRunning ? 'here' : runner,
    waits_for: !isPaused ? null : isDecision ? 'decision' : 'turn',
    next_speaker: buildResult(session, { full: false, duration: 0 }).next_speaker,
    last_event: lastEvent,
  };
}

const idle: Doing = { isRunning: false, isWaiting: false };

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
  look: (id: string) => Promise<Doing>,
) => Promise<
  Omit<ListedSessions, 'sessions'> & { sessions: (ListedSession & Partial<Reached> & { runner: Runner })[] }
>;

/** Sessions are read whole for it, so what has not changed since is kept. */
export function createListView(app: Pick<App, 'get'>): DescribeList {
  const known = new Map<string, { updated_at: string; reached: Reached }>();
  const describe = async ({ id, updated_at }: ListedSession): Promise<Partial<Reached>> => {
    const before = known.get(id);
    if (before?.updated_at === updated_at) return before.reached;
    try {
      const session = await app.get({ session: id });
      const { rehearsal, output_type, outcome, usage } = session;
      const { waits_for } = readNow(
        { session, runner: null, openRound: null, workerError: null, lastEvent: 0 },
        idle,
      );
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
  return async (listed, look) => ({
    ...listed,
    sessions: await Promise.all(
      listed.sessions.map(async (session) => {
        const doing = await look(session.id);
        const reached = await describe(session);
        const waits = doing.isRunning ? { waits_for: null } : {};
        const runner = doing.isWaiting ? 'waiting' : doing.isRunning ? 'here' : null;
        return { ...session, ...readStatus(session, doing), ...reached, ...waits, runner };
      }),
    ),
  });
}
