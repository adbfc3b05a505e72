/**
 * Asks one seat until its reply is usable or its retries are used up; a bad reply affects only its own seat. Where look-ups are
 * allowed, the seat may ask to see something of the project instead of replying: the program answers and asks again.
 */
import { fenceText } from '../prompts/fence.ts';
import { toJsonSchema } from '../prompts/forms/json-schema.ts';
import { allowLookUps } from '../prompts/forms/look-ups.ts';
import { describeFindings, describeLookUps } from '../prompts/look.ts';
import { buildSystem } from '../prompts/system.ts';
import type { Loss } from '../session/codes.ts';
import type { Finding, LookUp } from '../session/evidence.ts';
import type { ModelRequest, PromptBlock, Purpose, RequestFacts } from '../session/model-request.ts';
import { cutText } from '../session/rules/cut-text.ts';
import type { Settings } from '../session/settings.ts';
import { type FailureKind, fatalFailureKinds, type Step } from '../session/vocabulary.ts';
import { type ReplyForm, readSeatReply } from './read-seat-reply.ts';
import { callModel, listModels, noteFailure, notify, pauseForFatal, type Run } from './run.ts';

/** How much may be looked up before a reply. */
export interface LookBudget {
  turns: number;
  look_ups: number;
  bytes: number;
}

/** What to ask, and which seat. */
export interface SeatQuestion<Value> extends ReplyForm<Value> {
  /** Where the call belongs: a round's number, or the text. */
  at: number | 'text';
  step: Step;
  /** The step's name in the key, where it is not the step itself: `last-call-2`. */
  stepName?: string;
  purpose: Extract<Purpose, 'ask' | 'review' | 'draft'>;
  prompt: PromptBlock[];
  formName: string;
  /** The JSON Schema to send, where it is not that of the form. */
  json?: ModelRequest['schema'];
  facts: RequestFacts;
  timeoutSeconds: number;
  maxOutputTokens: number;
  stopSequences?: string[];
  /** What it may look up first; null for nothing. */
  lookUps: LookBudget | null;
  /** What it has looked up before, when it is asked again for a quorum. */
  findings?: readonly Finding[];
  /** The number of the first attempt: above 1 when a seat is asked again. */
  firstAttempt?: number;
  /** How often to ask again after an unusable reply, if not as often as the session's settings say. */
  retries?: number;
  /** Ask again after a failed call too, not only after an unusable reply. */
  retryFailures?: boolean;
  signal?: AbortSignal;
}

/** A usable reply, or this seat's failure. `attempt` is the number of the last attempt. */
export type SeatResult<Value> =
  | {
      ok: true;
      value: Value;
      losses: Loss[];
      findings: Finding[];
      /** The model that answered, by its own word. */
      model: string;
      duration_ms: number;
      replayed: boolean;
      attempt: number;
    }
  | { ok: false; kind: FailureKind; message: string; remedy: string; findings: Finding[]; attempt: number };

/** The remedy for replies that arrived but could not be used. */
const unusableRemedy =
  'Give the seat a model that follows the reply form, or start over and let it answer in prose, with this in .s2s/config.yaml:\n  roundtable: {answers: {plain_text: [<seat>]}}';

/** What a seat is told when it is asked again because it did not answer in time. */
const askedShorter =
  'no answer came within the time that there is; be much shorter, with only what matters most';

/** Longest part of a bad reply that is quoted back, in characters. */
const quotedCharacters = 2_000;

/** What a call says after the prompt: what was looked up, and what was wrong with the last reply. */
interface Aftermath {
  /** What was looked up, by turns. */
  turns: Finding[][];
  /** Turns and look-ups that are left; null when none may be made. */
  left: LookBudget | null;
  problem: { text: string; reply: string } | null;
}

/**
 * Asks, reads and checks; repeats up to `answer_retries` times with the problem quoted. Throws PauseRun when every further call would
 * fail the same way.
 */
export async function askSeat<Value extends object>(
  run: Run,
  question: SeatQuestion<Value>,
): Promise<SeatResult<Value>> {
  const first = question.firstAttempt ?? 1;
  const after: Aftermath = {
    turns: question.findings?.length ? [[...question.findings]] : [],
    left: mayLookAtAll(run, question) ? question.lookUps : null,
    problem: null,
  };
  const retriesAtFirst = question.retries ?? run.session.settings.answer_retries;
  let retries = retriesAtFirst;
  let unread = 0;
  let duration = 0;
  let hasTimedOut = false;
  let isAgain = false;
  let lastLooked = false;
  for (let attempt = first; ; attempt += 1) {
    const purpose = lastLooked
      ? 'look-up'
      : isAgain && question.purpose === 'ask'
        ? 'retry'
        : question.purpose;
    lastLooked = false;
    const request = buildRequest(run, question, { attempt, unread, after, purpose });
    const reply = await callModel(run, request, question.signal);
    /** Gives the seat to its next model, if it has one; a call that was stopped or not made says nothing about the model. */
    const takeOver = (kind: FailureKind, message: string): boolean => {
      const [, to] = listModels(run, question.seat);
      if (to === undefined || kind === 'cancelled' || kind === 'budget') return false;
      const { round, step, seat, model: from } = request;
      run.open.takeovers.push({
        ...{ round, step, seat, kind, message, from, to },
        request_id: reply.request_id,
      });
      notify(run, { code: 'model_took_over', seat, from, to, kind, message });
      retries = retriesAtFirst;
      unread = 0;
      hasTimedOut = false;
      after.problem = null;
      return true;
    };
    duration += reply.duration_ms;
    if (reply.ok ? reply.data === undefined : reply.kind === 'empty') unread += 1;
    const fail = (kind: FailureKind, message: string, remedy: string): SeatResult<Value> => ({
      ...{ ok: false, kind, message, remedy },
      ...{ findings: after.turns.flat(), attempt },
    });
    // A replayed reply was already unusable in the run that lost its quorum: what that run asked next is asked next again.
    const isRenewed = retries === 0 && reply.replayed && run.asksLostSeatsAgain && question.step === 'answer';
    const again = (kind: FailureKind, problem: Aftermath['problem']): void => {
      const { step, seat } = question;
      retries = isRenewed ? retriesAtFirst : retries - 1;
      isAgain = !isRenewed;
      after.problem = isRenewed ? null : problem;
      if (!reply.replayed)
        run.ports.report({ type: 'seat-retrying', round: request.round, step, seat, kind, wait_ms: 0 });
    };
    if (!reply.ok) {
      // After an unusable reply the seat is asked again with the reason; other failures were retried below the port.
      const unusable = reply.kind === 'empty' || reply.kind === 'malformed' || reply.kind === 'truncated';
      // After a timeout a seat is asked once for a shorter answer, unless it is already being asked again for a quorum.
      const mayShorten = question.step === 'answer' || question.step === 'review';
      const isLast = listModels(run, question.seat).length <= 1;
      if (
        reply.kind === 'timeout' &&
        isLast &&
        mayShorten &&
        first === 1 &&
        !hasTimedOut &&
        hasTimeLeft(run)
      ) {
        hasTimedOut = true;
        retries += 1;
        again(reply.kind, { text: askedShorter, reply: '' });
        continue;
      }
      if (unusable && (retries > 0 || isRenewed)) {
        const shorter = reply.kind === 'truncated' ? '; be much shorter' : '';
        again(reply.kind, { text: `${reply.message}${shorter}`, reply: '' });
        continue;
      }
      if (takeOver(reply.kind, reply.message)) continue;
      noteFailure(run, request, reply);
      const isFatal = fatalFailureKinds.includes(reply.kind) || reply.facts?.reason === 'prompt-cut';
      if (isFatal) throw pauseForFatal(request, reply);
      if (reply.kind === 'cancelled' || !question.retryFailures || retries <= 0)
        return fail(reply.kind, reply.message, reply.remedy);
      retries -= 1;
      continue;
    }
    const read = readSeatReply(question, reply, { last: retries <= 0, mayLook: after.left !== null });
    if (read.ok && read.lookUps !== null) {
      const looked = await lookUp(run, question, { lookUps: read.lookUps, after, key: request.key });
      if (!looked) return fail('cancelled', 'The run was stopped while the project was looked at.', '');
      lastLooked = true;
      continue;
    }
    if (read.ok && read.value !== null) {
      const { value, losses } = read;
      const { model, replayed } = reply;
      return {
        ok: true,
        ...{ value, losses, model, replayed, attempt },
        findings: after.turns.flat(),
        duration_ms: duration,
      };
    }
    const problem = read.ok ? 'the reply was empty' : read.problem;
    const kind = reply.text.trim() === '' ? 'empty' : 'malformed';
    if (retries > 0 || isRenewed) again(kind, { text: problem, reply: reply.text });
    else if (!takeOver(kind, problem)) {
      noteFailure(run, request, { ...reply, ok: false, kind, message: problem, remedy: '' });
      return fail(kind, problem, unusableRemedy);
    }
  }
}

/** Seconds that a seat has to reply; three times as long for proposals and the text. */
export function readTimeout(settings: Settings, seat: string, isLong = false): number {
  const own = settings.seat_timeouts.find((entry) => entry.seat === seat)?.seconds;
  return (own ?? settings.agent_timeout) * (isLong ? 3 : 1);
}

/** What may be looked up: the whole budget for a proposal and the text, half of it for anything else; null when nothing may. */
export function readLookBudget(settings: Settings, isDeep: boolean): LookBudget | null {
  const { mode, turns, look_ups, bytes } = settings.evidence;
  if (mode === 'off') return null;
  const part = (whole: number): number => (isDeep ? whole : Math.max(1, Math.floor(whole / 2)));
  return { turns: part(turns), look_ups: part(look_ups), bytes: part(bytes) };
}

/** Looks up what a reply asks for, within what is left, and counts the turn; false when the run was stopped meanwhile. */
async function lookUp<Value>(
  run: Run,
  question: SeatQuestion<Value>,
  options: { lookUps: LookUp[]; after: Aftermath; key: string },
): Promise<boolean> {
  const { after, key } = options;
  const { evidence, operator } = run.ports;
  const left = after.left;
  if (!evidence || left === null) return true;
  const wanted = options.lookUps.slice(0, left.look_ups);
  let bytes = left.bytes;
  const findings: Finding[] = [];
  for (const [index, one] of wanted.entries()) {
    const share = Math.max(1_000, Math.floor(bytes / (wanted.length - index)));
    const signal = question.signal ? AbortSignal.any([operator.stop, question.signal]) : operator.stop;
    const finding = await evidence
      .lookUp(one, { key: `${key}/${index + 1}`, maxBytes: share, signal })
      .catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
    if (finding === null) return false;
    const size = new TextEncoder().encode(finding.text).length;
    bytes = Math.max(0, bytes - size);
    findings.push(finding);
    const { step, seat } = question;
    const round = question.at === 'text' ? run.session.total_rounds : question.at;
    run.ports.report({
      type: 'looked-up',
      round,
      step,
      seat,
      title: finding.title,
      found: finding.found,
      bytes: size,
    });
  }
  after.turns.push(findings);
  const next = { turns: left.turns - 1, look_ups: left.look_ups - wanted.length, bytes };
  after.left = next.turns > 0 && next.look_ups > 0 && bytes >= 1_000 ? next : null;
  after.problem = null;
  return true;
}

function hasTimeLeft(run: Run): boolean {
  return !run.ports.operator.stop.aborted && run.timeLimit?.aborted !== true && run.limitReached === null;
}

function buildRequest<Value>(
  run: Run,
  question: SeatQuestion<Value>,
  options: { attempt: number; unread: number; after: Aftermath; purpose: Purpose },
): ModelRequest {
  const { attempt, unread, after, purpose } = options;
  const { fence } = run.session;
  const round = question.at === 'text' ? run.session.total_rounds : question.at;
  const [model = '', ...others] = listModels(run, question.seat);
  const { projectMap: map } = run.table;
  const evidence =
    map === undefined
      ? undefined
      : { map, look_ups: after.left?.look_ups ?? 0, findings: after.turns.flat() };
  // The form stays the same when nothing more may be looked up: a provider reads again only what has the same form.
  const form = mayLookAtAll(run, question) ? allowLookUps(question.form) : question.form;
  return {
    key: `${question.at}/${question.stepName ?? question.step}/${question.seat}/${attempt}`,
    round,
    step: question.step,
    seat: question.seat,
    attempt,
    unread,
    purpose,
    model,
    ...(others.length > 0 ? { hasFallback: true } : {}),
    system: buildSystem(run.session),
    prompt: [...markLast(question.prompt, after), ...buildAftermath(run, after)],
    schema:
      question.readPlain !== undefined
        ? null
        : (question.json ?? { name: question.formName, json: toJsonSchema(form) }),
    timeout_ms: Math.round(question.timeoutSeconds * 1000),
    max_output_tokens: question.maxOutputTokens,
    stop_sequences: question.stopSequences ?? [],
    fence,
    facts: { ...question.facts, ...(evidence === undefined ? {} : { evidence }) },
  };
}

/** Whether its author may look things up before it replies. */
function mayLookAtAll<Value>(run: Run, { lookUps, readPlain }: SeatQuestion<Value>): boolean {
  return run.ports.evidence !== null && lookUps !== null && readPlain === undefined;
}

/** The prompt, marked at its end where the same may be sent again with what was looked up. */
function markLast(prompt: readonly PromptBlock[], { left, turns }: Aftermath): PromptBlock[] {
  const isSentAgain = left !== null || turns.length > 0;
  return prompt.map((block, index) =>
    isSentAgain && index === prompt.length - 1 ? { ...block, cache: true } : block,
  );
}

/**
 * What follows the prompt: what was looked up so far, a block for each turn, so that a provider finds the earlier ones again; how much may
 * still be; and what was wrong with the last reply.
 */
function buildAftermath(run: Run, { turns, left, problem }: Aftermath): PromptBlock[] {
  const { fence } = run.session;
  const blocks = turns.map((findings, index): PromptBlock => {
    const shown = describeFindings(findings, run.session);
    return {
      text: index === 0 ? `## What you looked up\n${shown}` : shown,
      cache: left !== null || index < turns.length - 1,
    };
  });
  if (left !== null || turns.length > 0) blocks.push({ cache: false, text: describeLookUps(left) });
  if (problem !== null) {
    const quoted =
      problem.reply === ''
        ? ''
        : `${fenceText('your reply', cutText(problem.reply, quotedCharacters, ''), fence)}\n`;
    const title = problem.text === askedShorter ? 'did not come in time' : 'could not be used';
    blocks.push({
      cache: false,
      text: `## Your reply ${title}\n${fenceText('reason', problem.text, fence)}\n${quoted}Answer again, in the form asked for and nothing else.`,
    });
  }
  return blocks;
}
