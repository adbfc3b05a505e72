/** The result of a tool that works on one session. */
import type { SessionView } from '../app/results.ts';
import { describeState, type SessionState } from './session-state.ts';
import type { Call, Told } from './tool.ts';

/** What the tool did, and the state of the session. `since`: the rounds that the client already has; all of them when absent. */
export async function tellSession(
  id: string,
  call: Call,
  { since, did }: { since?: number; did?: string } = {},
): Promise<Told> {
  const view = await lookAt(id, call);
  return {
    ...(did === undefined ? {} : { did }),
    ...readState(view, call, since ?? view.session.rounds.length),
  };
}

/** Reads a session; once more if its run began or ended meanwhile, since what was read is then from before and after it. */
export async function lookAt(id: string, call: Pick<Call, 'app' | 'discussions'>): Promise<SessionView> {
  const run = call.discussions.find(id);
  const view = await call.app.look({ session: id });
  return call.discussions.find(id) === run ? view : lookAt(id, call);
}

/** The state of a session for an assistant; `since`: the rounds that it has. */
export function readState(
  { session, runner, workerError }: SessionView,
  { discussions }: Pick<Call, 'discussions'>,
  since: number,
): SessionState {
  const own = discussions.find(session.id);
  const isElsewhere = runner !== null && session.status !== 'completed';
  return describeState(session, {
    running: own !== null ? 'here' : isElsewhere ? 'elsewhere' : 'no',
    activity: own?.activity ?? null,
    workerError: own === null ? workerError : null,
    ending: discussions.findEnding(session.id),
    since,
  });
}
