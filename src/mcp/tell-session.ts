/** The result of a tool that works on one session: its state, as a short text and as data. */
import type { SessionView } from '../app/results.ts';
import { resultWords } from '../wording/outcome.ts';
import { voteWords } from '../wording/votes.ts';
import { fencePanel } from './panel-text.ts';
import { describeState, type SessionState } from './session-state.ts';
import type { Call, Told } from './tool.ts';

/** Reads a session and describes its state. `since`: the rounds that the client already has; all of them when absent. */
export async function tellSession(
  id: string,
  call: Call,
  options: { since?: number | undefined; lead?: string | undefined } = {},
): Promise<Told> {
  const view = await lookAt(id, call);
  const state = readState(view, call, options.since ?? view.session.rounds.length);
  return { text: layOut(state, call.marker, options.lead), data: state };
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

function layOut(state: SessionState, marker: string, lead: string | undefined): string {
  const {
    session_id: id,
    status,
    pause_reason: reason,
    running,
    panel_said: said,
    worker_error: problem,
  } = state;
  const standing =
    running === 'no' ? `${status}${reason === null ? '' : ` (${reason})`}` : `running ${running}`;
  const cost = state.cost_usd === null ? 'cost not known' : `${state.cost_usd.toFixed(2)} USD`;
  const spoken = [
    ...said.rounds.flatMap(({ round, question, synthesis }) => [
      `Round ${round}. Question: ${question}`,
      `Synthesis: ${synthesis}`,
    ]),
    ...said.questions.flatMap((question) => [
      `To decide (${question.escalation}): ${question.reason}`,
      ...question.positions.map(({ seat, text }) => `- ${seat}: ${text}`),
      `Recommended: ${question.recommendation ?? 'nothing'}`,
    ]),
    ...(said.decision === null
      ? []
      : [
          `${state.result === null ? 'Proposed' : 'Decision'}: ${said.decision}`,
          ...said.why.map((why) => `Why: ${why}`),
        ]),
    ...(said.firmness === '' ? [] : [`How firm: ${said.firmness}`]),
    ...(said.pause_detail === null ? [] : [`Why it paused: ${said.pause_detail}`]),
    ...said.dissent.map(
      ({ seat, text, on, vote }) =>
        `Dissent of ${seat}, ${voteWords[vote]}${on === null ? '' : ` ${on}`}: ${text}`,
    ),
  ];
  return [
    ...(lead === undefined ? [] : [lead]),
    `Session ${id}: ${standing}. ${state.rounds} of at most ${state.max_rounds} rounds, ${state.calls} calls, ${cost}.`,
    ...(problem === null ? [] : [`The workers did not go on: ${problem.message}`]),
    ...(state.activity === null ? [] : [`Now: ${state.activity}.`]),
    ...(state.rehearsal ? ['This is a rehearsal by the built-in panel: nothing in it is advice.'] : []),
    ...(state.result === null ? [] : [`Reached: ${resultWords[state.result]}.`]),
    ...state.files.map(({ type, path }) => `Written: ${path} (${type})`),
    ...(spoken.length === 0 ? [] : [fencePanel(spoken.join('\n'), marker)]),
    `Cursor: ${state.cursor}. Next: ${state.next}`,
  ].join('\n');
}
