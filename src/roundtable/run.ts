/** One run of the loop over a session: its ports, its state, its limits. Internal to the loop. */
import type { Notice, PauseDetail } from '../session/codes.ts';
import { S2sError } from '../session/errors.ts';
import type { ReadReply } from '../session/model-reply.ts';
import type { ModelRequest } from '../session/model-request.ts';
import { askedByPerson, type Ports, type Table, type Version } from '../session/ports/ports.ts';
import { type Failure, noUsage, type Takeover, type Usage } from '../session/records.ts';
import type { Round } from '../session/round.ts';
import { listModelsLeft } from '../session/rules/seat-models.ts';
import {
  addUsage,
  countTokens,
  findReachedLimit,
  type ReachedLimit,
  sumUsages,
} from '../session/rules/usage.ts';
import type { Session } from '../session/session.ts';
import type { PauseReason, Step } from '../session/vocabulary.ts';

/** A call made for the open round, in this run or an earlier one. */
type OpenCall = { key: string; usage: Usage };

/** Work under way that is not in the session yet. */
interface OpenWork {
  /** Calls of this run, including those answered from the journal. */
  calls: OpenCall[];
  /** Calls that an earlier run made before it paused, and that have not been replayed from the journal yet. */
  earlier: OpenCall[];
  failures: Failure[];
  takeovers: Takeover[];
  heard: { seat: string; model: string }[];
}

/** Nothing under way, but for calls that an earlier run made. */
export function openWork(earlier: readonly OpenCall[] = []): OpenWork {
  return { calls: [], earlier: [...earlier], failures: [], takeovers: [], heard: [] };
}

/** The model that plays a seat now, and those that can still take over. */
export function listModels(run: Run, seat: string): string[] {
  return listModelsLeft(run.session, seat, run.open.takeovers);
}

/** The state of a run. `session` is replaced, never changed in place. */
export interface Run {
  readonly ports: Ports;
  readonly table: Table;
  session: Session;
  /** The session as last saved: a pause in the middle of a round returns to it. */
  saved: Session;
  version: Version;
  /** Calls and failures of the open round; they enter the session with the round. */
  open: OpenWork;
  /** Usage of all finished rounds and steps. */
  settled: Usage;
  /** Aborts when the run's own time is up; null without a limit. */
  readonly timeLimit: AbortSignal | null;
  /** Set once a limit is reached and `on_limit` is `conclude`: no call is started after that. */
  limitReached: ReachedLimit | null;
  /** True when this run resumes after a lost quorum: seats whose stored replies were unusable are asked again. */
  readonly asksLostSeatsAgain: boolean;
  /** Number of rounds that earlier runs held: a seat that failed in them is asked again. */
  readonly roundsBefore: number;
}

/** Thrown to leave the loop: the session is saved as paused and can be resumed. */
export class PauseRun extends Error {
  readonly reason: PauseReason;
  readonly detail: PauseDetail;
  readonly failure: S2sError | null;

  constructor(reason: PauseReason, detail: PauseDetail, failure: S2sError | null = null) {
    super(detail.code);
    this.reason = reason;
    this.detail = detail;
    this.failure = failure;
  }
}

/** Saves the session as it stands, with a new `updated_at`. */
export async function saveSession(run: Run, changes: Partial<Session>): Promise<void> {
  run.session = await write(run, { ...run.session, ...changes });
}

/** Saves changes to the session's head in the middle of a round, leaving out everything from the open round. */
export async function saveHead(run: Run, changes: Partial<Session>): Promise<void> {
  await write(run, { ...run.saved, ...changes });
  run.session = { ...run.session, ...changes };
}

async function write(run: Run, session: Session): Promise<Session> {
  const open_calls = listOpenCalls(run);
  const written = { ...session, open_calls, usage: readUsage(run), updated_at: nowText(run) };
  run.version = await run.ports.store.save(written, run.version);
  run.saved = written;
  return written;
}

/** Total usage: the settled part plus each call of the open round once. */
export function readUsage(run: Run): Usage {
  return addUsage(run.settled, readOpenUsage(run));
}

function listOpenCalls(run: Run): OpenCall[] {
  return [...run.open.earlier, ...run.open.calls];
}

/** Compares seats by place: first the facilitator, then the participants in table order, then everybody else. */
export function compareByTable(session: Session): (one: string, other: string) => number {
  const order = ['facilitator', ...session.participants.map(({ id }) => id)];
  const place = (seat: string): number => {
    const index = order.indexOf(seat);
    return index === -1 ? order.length : index;
  };
  return (one, other) => place(one) - place(other);
}

/** The usage of the open round by seat, in table order regardless of who was faster: facilitator, participants, others. */
export function readUsageBySeat(run: Run): Round['usage_by_seat'] {
  const bySeat = new Map<string, Usage>();
  for (const { key, usage } of listOpenCalls(run)) {
    const seat = key.split('/')[2] ?? key;
    const before = bySeat.get(seat);
    bySeat.set(seat, before ? addUsage(before, usage) : usage);
  }
  return sortByTable(bySeat, run.session);
}

function sortByTable(bySeat: ReadonlyMap<string, Usage>, session: Session): Round['usage_by_seat'] {
  const compare = compareByTable(session);
  return Array.from(bySeat, ([seat, usage]) => ({ seat, usage })).sort((one, other) =>
    compare(one.seat, other.seat),
  );
}

/** The usage of the open round alone. */
export function readOpenUsage(run: Run): Usage {
  return sumUsages(listOpenCalls(run).map(({ usage }) => usage));
}

/** The current time in the format that sessions use. */
export function nowText(run: Run): string {
  return run.ports.clock.now().toISOString();
}

/** Moves the usage and failures of the open round or step into the session when the round is written. */
export function settleOpen(run: Run): Pick<Session, 'failures' | 'takeovers' | 'answered_as'> {
  run.settled = readUsage(run);
  const { failures: known, takeovers = [], answered_as: before = [] } = run.session;
  const failures = mergeFailures(known, run.open.failures);
  const taken = [...takeovers, ...run.open.takeovers];
  const heard = new Map([...before, ...run.open.heard].map((one) => [`${one.seat} ${one.model}`, one]));
  // The same whoever was faster.
  const compare = compareByTable(run.session);
  const answered_as = [...heard.values()].sort(
    (one, other) => compare(one.seat, other.seat) || (one.model < other.model ? -1 : 1),
  );
  run.open = openWork();
  return { failures, ...(taken.length > 0 ? { takeovers: taken } : {}), answered_as };
}

/** The same for the steps after the last round, whose usage belongs to no round. */
export function settleCompletion(
  run: Run,
): ReturnType<typeof settleOpen> & Pick<Session, 'completion_usage' | 'completion_usage_by_seat'> {
  const usage = addUsage(run.session.completion_usage, readOpenUsage(run));
  const bySeat = new Map(run.session.completion_usage_by_seat?.map((entry) => [entry.seat, entry.usage]));
  for (const { seat, usage: more } of readUsageBySeat(run))
    bySeat.set(seat, addUsage(bySeat.get(seat) ?? noUsage, more));
  return {
    completion_usage: usage,
    completion_usage_by_seat: sortByTable(bySeat, run.session),
    ...settleOpen(run),
  };
}

/** Adds the failures that are not yet recorded: a resumed round may repeat one that the pause already recorded. */
export function mergeFailures(known: readonly Failure[], met: readonly Failure[]): Failure[] {
  const keyOf = (failure: Failure): string =>
    [failure.round, failure.step, failure.seat, failure.kind, failure.message, failure.request_id].join('\n');
  const keys = new Set(known.map(keyOf));
  return [...known, ...met.filter((failure) => !keys.has(keyOf(failure)))];
}

/**
 * Called before each step that calls models. Throws PauseRun when the person asked to stop, or when a limit is reached
 * and `on_limit` is `pause`; returns false when it is `conclude`.
 */
export function mayCall(run: Run): boolean {
  const { stop } = run.ports.operator;
  if (stop.aborted) throw pauseForStop(stop);
  if (run.limitReached !== null) return false;
  const limit = findLimit(run);
  if (limit === null) return true;
  if (run.session.settings.on_limit === 'pause') throw pauseForLimit(limit);
  concludeAt(run, limit);
  return false;
}

/** Makes no further call: the run concludes with what there is. */
function concludeAt(run: Run, reached: ReachedLimit): void {
  if (run.limitReached !== null) return;
  run.limitReached = reached;
  const { limit, have, need } = reached;
  notify(run, { code: 'concluding_at_limit', limit, have, need });
}

/** The limit that has been reached, or null. */
export function findLimit(run: Run): ReachedLimit | null {
  const { settings } = run.session;
  const seconds = settings.total_timeout ?? 0;
  return run.timeLimit?.aborted
    ? { reason: 'time', limit: 'total_timeout', have: seconds, need: seconds }
    : findReachedLimit(readUsage(run), settings);
}

/** The pause at a limit. */
export function pauseForLimit({ reason, ...limit }: ReachedLimit): PauseRun {
  return new PauseRun(reason, { code: 'limit', ...limit });
}

/** Tells the person something that no other event covers. */
export function notify(run: Run, notice: Notice): void {
  run.ports.report({ type: 'notice', notice });
}

/** Makes one call through the port and records its usage. */
export async function callModel(run: Run, request: ModelRequest, signal?: AbortSignal): Promise<ReadReply> {
  const reply = await run.ports.ask(request, { signal: joinStops(run, signal) });
  if (reply.replayed) forgetEarlier(run, request.key, reply.usage);
  if (reply.ok) run.open.heard.push({ seat: request.seat, model: reply.model });
  run.open.calls.push({ key: request.key, usage: reply.usage });
  run.ports.report({ type: 'usage', usage: readUsage(run) });
  if (!reply.ok && reply.kind === 'budget') stopAtCostLimit(run, Number(reply.facts?.about));
  return reply;
}

/** A call that was not made because the cost limit has too little left ends the calls of the run, as reaching the limit does. */
function stopAtCostLimit(run: Run, least: number): void {
  const { max_cost: need, on_limit: onLimit } = run.session.settings;
  const limit: ReachedLimit = {
    reason: 'budget',
    limit: 'max_cost',
    have: readUsage(run).cost_usd ?? 0,
    need: need ?? 0,
    ...(least > 0 && { least }),
  };
  if (onLimit === 'pause') throw pauseForLimit(limit);
  concludeAt(run, limit);
}

/** Joins everything that can stop a call; usually that is a single signal, which is returned as it is. */
function joinStops(run: Run, signal: AbortSignal | undefined): AbortSignal {
  const { stop } = run.ports.operator;
  const more = [run.timeLimit, signal].filter((entry) => entry !== null && entry !== undefined);
  return more.length === 0 ? stop : AbortSignal.any([stop, ...more]);
}

/** A call replayed from the journal is counted with its reply, so its entry from the earlier run is dropped. */
function forgetEarlier(run: Run, key: string, usage: Usage): void {
  const { earlier } = run.open;
  const isSame = (call: OpenCall): boolean =>
    call.key === key &&
    call.usage.input_tokens === usage.input_tokens &&
    call.usage.output_tokens === usage.output_tokens;
  const exact = earlier.findLastIndex(isSame);
  const index = exact === -1 ? earlier.findLastIndex((call) => call.key === key) : exact;
  if (index !== -1) run.open.earlier = earlier.filter((_, at) => at !== index);
}

/** Records a failed call. A call that the stop itself cancelled is not recorded: it is made again on resume. */
export function noteFailure(run: Run, request: ModelRequest, reply: Extract<ReadReply, { ok: false }>): void {
  if (reply.kind === 'cancelled') return;
  const { round, step, seat } = request;
  const { kind, message, request_id } = reply;
  noteAnyFailure(run, { round, step, seat, kind, message, request_id });
}

/** Records a failure and reports it. */
export function noteAnyFailure(run: Run, failure: Failure & { step: Step }): void {
  run.open.failures.push(failure);
  const { round, step, seat, kind, message } = failure;
  run.ports.report({ type: 'seat-failed', round, step, seat, kind, message });
}

/** The pause for a failure that every further call would hit too: a wrong key, account or model name. */
export function pauseForFatal(request: ModelRequest, reply: Extract<ReadReply, { ok: false }>): PauseRun {
  const { seat, model } = request;
  const { kind, message, remedy } = reply;
  return new PauseRun(
    'no-quorum',
    { code: 'model_unusable', ...{ seat, model, kind, message, remedy } },
    new S2sError('MODEL_UNUSABLE', `${seat} could not be asked: ${model} answered "${kind}": ${message}`, {
      hint:
        remedy === ''
          ? `Check the model reference and its key, or give the seat another model: --models ${seat}=<provider/model>`
          : remedy.replaceAll('<seat>', seat),
      data: { seat, model, kind },
    }),
  );
}

/** The pause when the run was stopped: by a person who asked for it, or by a signal. */
export function pauseForStop({ reason }: AbortSignal): PauseRun {
  return reason === askedByPerson
    ? new PauseRun('person', { code: 'person_asked' })
    : new PauseRun('signal', { code: 'stopped' });
}

/** The pause when the person cannot answer now, or asked the run to stop instead of answering. */
export function pauseForPerson(run: Run, detail: PauseDetail): PauseRun {
  const { stop } = run.ports.operator;
  return stop.aborted ? pauseForStop(stop) : new PauseRun('waiting-for-person', detail);
}

/** Warns when the cost limit cannot be checked because a price is unknown. */
export function warnUnknownCost(run: Run): void {
  const { max_cost } = run.session.settings;
  const usage = readUsage(run);
  if (max_cost !== null && usage.cost_usd === null)
    notify(run, { code: 'cost_unknown', max_cost, tokens: countTokens(usage) });
}
