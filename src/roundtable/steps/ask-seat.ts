/** Asks one seat until its reply is usable or its retries are used up. A bad reply affects only its own seat. */
import type * as z from 'zod';
import type { ReadReply } from '../../domain/model-reply.ts';
import type { ModelRequest, PromptBlock, Purpose, RequestFacts, Step } from '../../domain/model-request.ts';
import type { Settings } from '../../domain/settings.ts';
import { type FailureKind, fatalFailureKinds } from '../../domain/vocabulary.ts';
import { fenceText } from '../prompts/fence.ts';
import { listLosses } from '../replies/read-field.ts';
import { callModel, noteFailure, pauseForFatal, type Run } from '../run.ts';

/** What to ask, and which seat. `check` says why a reply that fits the schema still cannot be used, or returns null. */
export interface SeatQuestion<Value> {
  round: number;
  step: Step;
  seat: string;
  model: string;
  purpose: Extract<Purpose, 'ask' | 'look-up' | 'review' | 'draft'>;
  system: PromptBlock[];
  prompt: PromptBlock[];
  schemaName: string;
  schema: z.ZodType<Value>;
  check?: (value: Value, attempt: { last: boolean }) => string | null;
  /** Collected only when they are read. */
  facts: () => RequestFacts;
  timeoutSeconds: number;
  maxOutputTokens: number;
  stopSequences?: string[];
  /** For a model that answers in plain text: turns its text into the reply form. The model is then not given a schema. */
  readPlain?: (text: string) => Record<string, unknown>;
  /** The number of the first attempt: above 1 when a seat is asked again to reach a quorum. */
  firstAttempt?: number;
  /** How often to ask again after an unusable reply, if not as often as the session's settings say. */
  retries?: number;
  /** Ask again after a failed call too, not only after an unusable reply. */
  retryFailures?: boolean;
  signal?: AbortSignal;
}

/** A usable reply, or this seat's failure. */
export type SeatResult<Value> =
  | { ok: true; value: Value; losses: string[]; duration_ms: number; replayed: boolean }
  /** `attempt` is the number of the last attempt. */
  | { ok: false; kind: FailureKind; message: string; remedy: string; attempt: number };

/** The remedy for replies that arrived but could not be used. */
const unusableRemedy =
  'Give the seat a model that follows the reply form, or start over and let it answer in prose, with this in .s2s/config.yaml:\n  roundtable: {answers: {plain_text: [<seat>]}}';

/** What a seat is told when it is asked again because it did not answer in time. */
const askedShorter =
  'no answer came within the time that there is; answer in a few short sentences, with only the most important statements';

/** Longest part of a bad reply that is quoted back, in characters. */
const quotedCharacters = 2_000;

/**
 * Asks, reads and checks; repeats up to `answer_retries` times with the problem quoted.
 * Throws PauseRun when every further call would fail the same way.
 */
export async function askSeat<Value extends Record<string, unknown>>(
  run: Run,
  question: SeatQuestion<Value>,
): Promise<SeatResult<Value>> {
  const first = question.firstAttempt ?? 1;
  const retries = question.retries ?? run.session.settings.answer_retries;
  let last = first + retries;
  let unread = 0;
  let problem: { text: string; reply: string } | null = null;
  let failure: Extract<SeatResult<Value>, { ok: false }> = {
    ok: false,
    kind: 'empty',
    message: 'no reply',
    remedy: '',
    attempt: first,
  };
  const askAgain = (kind: FailureKind, reply: ReadReply): void => {
    const { round, step, seat } = question;
    if (!reply.replayed) run.ports.report({ type: 'seat-retrying', round, step, seat, kind, wait_ms: 0 });
  };
  let duration = 0;
  let hasTimedOut = false;
  for (let attempt = first; attempt <= last; attempt += 1) {
    const request = buildRequest(run, question, { attempt, unread, problem });
    const reply = await callModel(run, request, question.signal);
    duration += reply.duration_ms;
    if (reply.ok ? reply.data === undefined : reply.kind === 'empty') unread += 1;
    // A replayed reply was already unusable in the run that lost its quorum, so this run gets new attempts.
    const isKnown = reply.replayed && run.asksLostSeatsAgain && question.step === 'answer';
    if (!reply.ok) {
      failure = { ok: false, kind: reply.kind, message: reply.message, remedy: reply.remedy, attempt };
      // After an unusable reply the seat is asked again with the reason; other failures were retried below the port.
      const unusable = reply.kind === 'empty' || reply.kind === 'malformed' || reply.kind === 'truncated';
      if (unusable && isKnown && attempt === last) {
        problem = null;
        last += retries + 1;
        continue;
      }
      // After a timeout the seat is asked once for a shorter answer, unless it is already being asked again for a quorum.
      const isSeat = question.step === 'answer' || question.step === 'review';
      if (reply.kind === 'timeout' && isSeat && first === 1 && !hasTimedOut && hasTimeLeft(run)) {
        hasTimedOut = true;
        last = Math.max(last, attempt + 1);
        problem = { text: askedShorter, reply: '' };
        askAgain(reply.kind, reply);
        continue;
      }
      if (unusable && attempt < last) {
        problem = {
          text: `${reply.message}${reply.kind === 'truncated' ? '; be much shorter' : ''}`,
          reply: '',
        };
        askAgain(reply.kind, reply);
        continue;
      }
      noteFailure(run, request, reply);
      if (fatalFailureKinds.includes(reply.kind)) throw pauseForFatal(request, reply);
      if (reply.kind === 'cancelled' || !question.retryFailures) return failure;
      continue;
    }
    const read = readReply(question, reply, { last: attempt === last });
    if (read.ok) return { ...read, duration_ms: duration, replayed: reply.replayed };
    const kind = reply.text.trim() === '' ? 'empty' : 'malformed';
    failure = { ok: false, kind, message: read.problem, remedy: unusableRemedy, attempt };
    problem = { text: read.problem, reply: reply.text };
    if (attempt === last && isKnown) {
      problem = null;
      last += retries + 1;
    } else if (attempt === last) {
      noteFailure(run, request, { ...reply, ok: false, kind, message: read.problem, remedy: '' });
    } else askAgain(kind, reply);
  }
  return failure;
}

/** Seconds that a seat has to reply. */
export function readTimeout(settings: Settings, seat: string): number {
  return settings.seat_timeouts.find((entry) => entry.seat === seat)?.seconds ?? settings.agent_timeout;
}

function hasTimeLeft(run: Run): boolean {
  return !run.ports.operator.stop.aborted && run.timeLimit?.aborted !== true && run.limitReached === null;
}

function readReply<Value extends Record<string, unknown>>(
  question: SeatQuestion<Value>,
  reply: Extract<ReadReply, { ok: true }>,
  attempt: { last: boolean },
): { ok: true; value: Value; losses: string[] } | { ok: false; problem: string } {
  if (reply.text.trim() === '') return { ok: false, problem: 'the reply was empty' };
  const data = question.readPlain === undefined ? reply.data : question.readPlain(reply.text);
  const parsed = question.schema.safeParse(data);
  if (!parsed.success) {
    const paths = new Set(parsed.error.issues.map((issue) => issue.path.join('.')));
    const missing = [...paths].filter((path) => path !== '').join(', ');
    const what = missing ? `missing or unreadable: ${missing}` : 'no object of the asked form was found';
    const said = reply.problem?.replace(/\.$/, '') ?? null;
    return { ok: false, problem: [said, what].filter((text) => text !== null).join('; ') };
  }
  const problem = question.check?.(parsed.data, attempt) ?? null;
  if (problem !== null) return { ok: false, problem };
  const losses = listLosses(data, parsed.data).map((loss) => `${question.seat}: ${loss} could not be read`);
  if (reply.problem !== null) losses.push(`${question.seat}: ${reply.problem}`);
  return { ok: true, value: parsed.data, losses };
}

function buildRequest<Value>(
  run: Run,
  question: SeatQuestion<Value>,
  options: { attempt: number; unread: number; problem: { text: string; reply: string } | null },
): ModelRequest {
  const { attempt, unread, problem } = options;
  const { fence } = run.session;
  let facts: RequestFacts | null = null;
  const again: PromptBlock[] =
    problem === null
      ? []
      : [
          {
            cache: false,
            text: `## Your reply ${problem.text === askedShorter ? 'did not come in time' : 'could not be used'}\n${fenceText('reason', problem.text, fence)}\n${problem.reply === '' ? '' : `${fenceText('your reply', problem.reply.slice(0, quotedCharacters), fence)}\n`}Answer again, in the form asked for and nothing else.`,
          },
        ];
  return {
    key: `${question.round}/${question.step}/${question.seat}/${attempt}`,
    round: question.round,
    step: question.step,
    seat: question.seat,
    attempt,
    unread,
    purpose: question.purpose === 'ask' && attempt > 1 ? 'retry' : question.purpose,
    model: question.model,
    system: question.system,
    prompt: [...question.prompt, ...again],
    schema:
      question.readPlain === undefined
        ? { name: question.schemaName, json: run.forms.describe(question.schema) }
        : null,
    timeout_ms: Math.round(question.timeoutSeconds * 1000),
    max_output_tokens: question.maxOutputTokens,
    stop_sequences: question.stopSequences ?? [],
    fence,
    get facts() {
      facts ??= question.facts();
      return facts;
    },
  };
}
