/** Step 3 of a round: the answers. In a parallel round no prompt contains any other seat's answer. */
import { S2sError } from '../../domain/errors.ts';
import { groupCauses, sayCauses } from '../../domain/failure-cause.ts';
import type { Participant } from '../../domain/records.ts';
import { buildAnswerPrompt, buildParticipantSystem, type Heard } from '../prompts/participant.ts';
import { createNaming } from '../prompts/seat-names.ts';
import { answersInPlainText, listStops, readPlainAnswer } from '../replies/plain-text.ts';
import { findStanceProblem, readAnswer } from '../replies/read-answer.ts';
import type { AnswerReply } from '../replies/replies.ts';
import { cutOtherVoices, findPositionProblem, listVoices } from '../rules/other-speakers.ts';
import { speaksForSide } from '../rules/phases.ts';
import { keepsStances } from '../rules/stances.ts';
import { numberStatements } from '../rules/statements.ts';
import { compareByTable, mayCall, noteUnread, notify, PauseRun, type Run, saveHead } from '../run.ts';
import type { AnswersContext, AnswersStep } from './answers-step.ts';
import { askSeat, readTimeout } from './ask-seat.ts';
import { checkAnswer, lookUp } from './look.ts';
import { answerByPerson } from './person-answer.ts';
import { buildFacts } from './request-facts.ts';
import { runTogether } from './run-concurrently.ts';
import { noteStraggler, watchGrace } from './straggler-timeout.ts';

/** Output limit for an answer, including thinking, in tokens. */
const answerTokens = 8_000;

/** Which seats to ask, and the result so far. */
interface Asking {
  step: AnswersStep;
  seats: readonly string[];
  /** The number of the last attempt for each seat that failed: asking it again continues the count. */
  attempts: Map<string, number>;
}

/** Asks all seats in the way `participation` says, and, without a quorum, asks those that failed once more. */
export async function askAnswers(run: Run, context: AnswersContext): Promise<AnswersStep> {
  const { settings } = run.session;
  const step: AnswersStep = {
    answers: [],
    votes: [],
    failed: [],
    lost: [],
    passed: [],
    losses: [],
    seen: new Map(),
  };
  const attempts = new Map<string, number>();
  const isSequential = settings.participation === 'sequential';
  const ask = isSequential ? askInTurn : askAtOnce;
  await ask(run, context, { step, seats: context.order, attempts });
  const { quorum } = settings;
  const needed = Math.min(quorum, context.order.length - step.passed.length);
  if (step.answers.length < needed && step.failed.length > 0 && mayCall(run)) {
    const seats = context.order.filter((id) => step.failed.includes(id));
    const isSomebodyHeard = step.answers.length > 0 || groupCauses(step.lost).length > 1;
    step.failed = [];
    step.lost = [];
    // When nobody answered, and all for the same reason, naming that reason is enough.
    if (isSomebodyHeard)
      notify(
        run,
        `No quorum: ${step.answers.length} of ${needed} answers. Asking ${seats.join(', ')} once more.`,
      );
    if (isSequential) step.again = seats;
    await ask(run, context, { step, seats, attempts });
  }
  if (step.answers.length < needed && run.limitReached === null) {
    mayCall(run);
    if (run.limitReached === null) throw pauseForQuorum(step, needed, context.order);
  }
  // Answers are kept in table order, regardless of who was faster.
  const compare = compareByTable(run.session);
  step.answers.sort((one, other) => compare(one.answer.id, other.answer.id));
  numberAnswers(run, context, step);
  return step;
}

/** Numbers the statements of all answers in table order, so that a resumed round assigns the same ids. */
function numberAnswers(run: Run, { round }: AnswersContext, step: AnswersStep): void {
  let known = run.session.statements;
  for (const entry of step.answers) {
    const { answer } = entry;
    const origin = { seat: answer.id, round, raised_in: 'round' } as const;
    const numbered = numberStatements(known, answer.statements, origin);
    known = [...known, ...numbered];
    entry.answer = {
      ...answer,
      statements: numbered.map(({ id, text, why, verify, replaces, priority, evidence }) => ({
        id,
        text,
        why,
        verify,
        replaces,
        ...(priority === undefined ? {} : { priority }),
        ...(evidence.length === 0 ? {} : { evidence }),
      })),
    };
  }
}

function pauseForQuorum(step: AnswersStep, needed: number, order: readonly string[]): PauseRun {
  const failed = order.filter((id) => step.failed.includes(id));
  const causes = groupCauses(failed.flatMap((id) => step.lost.filter(({ seat }) => seat === id)));
  const why = causes.length === 0 ? '' : `; ${sayCauses(causes)}`;
  const message =
    causes.length === 1 && step.answers.length === 0
      ? `no answer from ${sayCauses(causes)}`
      : `no quorum: ${step.answers.length} of ${needed} needed answers; without an answer: ${failed.join(', ')}${why}`;
  const remedies = [...new Set(causes.map(({ remedy }) => remedy.replaceAll('<seat>', failed[0] ?? 'seat')))];
  return new PauseRun(
    'no-quorum',
    message,
    new S2sError('NO_QUORUM', `The round cannot go on: ${message}.`, {
      hint: [
        ...remedies.filter((remedy) => remedy !== ''),
        `Then resume, or give a lost seat another model: s2s roundtable resume --models ${failed[0] ?? 'seat'}=<provider/model>`,
      ].join('\n'),
      data: { failed, causes },
    }),
  );
}

async function askAtOnce(run: Run, context: AnswersContext, options: Asking): Promise<void> {
  if (!mayCall(run)) return;
  const seats = run.session.participants.filter(({ id }) => options.seats.includes(id));
  const grace = watchGrace(run, Math.min(run.session.settings.quorum, context.order.length));
  try {
    await runTogether(seats, async (seat, others) => {
      const signal = grace === null ? others : AbortSignal.any([others, grace.signal]);
      await answerOnce(run, context, { ...options, seat, heard: [], signal, others });
      grace?.count(options.step.answers.length);
    });
  } finally {
    grace?.clear();
  }
}

async function askInTurn(run: Run, context: AnswersContext, options: Asking): Promise<void> {
  const { step } = options;
  for (const id of options.seats) {
    const seat = run.session.participants.find((participant) => participant.id === id);
    if (!seat || !mayCall(run)) return;
    const index = context.order.indexOf(id);
    const { turn } = run.saved;
    if (turn.index !== index || turn.next_speaker !== id) {
      await saveHead(run, { turn: { order: [...context.order], index, next_speaker: id } });
    }
    const heard = step.answers.map(({ answer }) => ({ seat: answer.id, position: answer.position }));
    await answerOnce(run, context, { ...options, seat, heard });
  }
}

/** Gets one seat's answer, from a model or the person, and adds it to the step. */
async function answerOnce(
  run: Run,
  context: AnswersContext,
  options: Asking & {
    seat: Participant;
    heard: readonly Heard[];
    signal?: AbortSignal;
    /** Aborted when another seat's failure ends the round for all seats. */
    others?: AbortSignal;
  },
): Promise<void> {
  const { seat, step } = options;
  if (seat.kind === 'human') return answerByPerson(run, context, options);
  const agent = run.table.agents.get(seat.id);
  if (!agent) throw new Error(`no agent is loaded for the seat ${seat.id}`);
  const { settings } = run.session;
  const { round, opened, phase } = context;
  const naming = createNaming(run.session, seat.id);
  const asked = { ...opened, round };
  const { artifacts: items } = run.session;
  // Arguing an assigned side is not voting, so no stances are asked for.
  const argues = speaksForSide(run.session, run.table.strategy, { phase: phase.phase.name, seat: seat.id });
  const hasItems = !argues && items.some(keepsStances);
  const voices = listVoices(run.session.participants, seat.id, naming);
  const plain = answersInPlainText(settings, seat.id);
  let plainVoice: string | null = null;
  const stops = plain ? listStops(settings, agent) : [];
  const model = seat.model ?? '';
  const thinking = { round, step: 'answer', seat: seat.id, role: seat.role, model } as const;
  run.ports.report({ type: 'seat-thinking', ...thinking });
  const { votes, judges } = context;
  const hasFolder = run.ports.evidence?.isSeenBy?.(model) === true;
  const asksFor = { seat, asked, phase, votes, judges, heard: options.heard, naming, plain, hasFolder };
  const whom = {
    round,
    seat: seat.id,
    model,
    system: buildParticipantSystem(agent, run.session),
    timeoutSeconds: readTimeout(settings, seat.id),
    ...(options.signal ? { signal: options.signal } : {}),
  };
  const factOptions = { round, seat: seat.id, agent, phase, asked };
  // A seat that is asked again has already looked things up.
  const findings =
    step.seen.get(seat.id) ??
    (await lookUp(run, {
      ...whom,
      answer: asksFor,
      facts: (evidence) => buildFacts(run.session, run.table, { ...factOptions, evidence }),
    }));
  step.seen.set(seat.id, findings);
  if (findings.length > 0) run.ports.report({ type: 'seat-thinking', ...thinking });
  const result = await askSeat<AnswerReply>(run, {
    ...whom,
    step: 'answer',
    purpose: 'ask',
    prompt: buildAnswerPrompt(run.session, run.table, { ...asksFor, findings }),
    schemaName: 'answer',
    schema: run.forms.chooseAnswer({
      stances: hasItems,
      judgements: judges,
      priorities: run.session.output_type === 'requirements',
      privateNote: settings.memory.include_internal_reasoning,
      evidence: settings.evidence.mode !== 'off',
    }),
    check: ({ position, stances = [] }, attempt) =>
      findPositionProblem(cutOtherVoices(position, voices), settings) ??
      (attempt.last ? null : findStanceProblem(stances, items)),
    facts: () => buildFacts(run.session, run.table, { ...factOptions, evidence: { look_ups: 0, findings } }),
    maxOutputTokens: answerTokens,
    // In a structured reply a stop sequence could cut off the reply object itself.
    stopSequences: stops,
    ...(plain
      ? {
          readPlain: (text: string) => {
            const read = readPlainAnswer(text, { stops, voices });
            plainVoice = read.voice;
            return read.form;
          },
        }
      : {}),
    firstAttempt: (options.attempts.get(seat.id) ?? 0) + 1,
  });
  if (!result.ok) {
    options.attempts.set(seat.id, result.attempt);
    step.failed.push(seat.id);
    step.lost.push({ seat: seat.id, kind: result.kind, message: result.message, remedy: result.remedy });
    if (result.kind === 'cancelled') noteStraggler(run, { round, id: seat.id, others: options.others });
    return;
  }
  const { value } = result;
  const isFirst = !run.session.rounds.some(({ answers }) =>
    answers.some((answer) => answer.seat === seat.id),
  );
  const own = cutOtherVoices(value.position, voices);
  step.losses.push(...result.losses);
  const voice = own.voice ?? plainVoice;
  if (voice !== null)
    step.losses.push(`${seat.id}: went on as "${naming.readText(voice)}" and was cut off there`);
  const read = readAnswer(value, { seat, position: own.text.trim(), isFirst, items, naming });
  const { changed, unreadStances } = read;
  const answer = await checkAnswer(run, read.answer, round);
  const isUnclear = unreadStances.length > 0;
  if (isUnclear) noteUnread(run, { round, step: 'answer', seat: seat.id, text: unreadStances.join('; ') });
  const { duration_ms, replayed } = result;
  const { position, confidence } = answer;
  step.answers.push({ answer, isUnclear, changed, duration_ms, private_note: value.private_note ?? null });
  run.ports.report({
    type: 'seat-answered',
    round,
    step: 'answer',
    seat: seat.id,
    position,
    confidence,
    duration_ms,
    replayed,
  });
}
