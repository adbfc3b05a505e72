/** Step 3 of a round: the answers. In a parallel round no prompt contains any other seat's answer. */
import { S2sError } from '../../session/errors.ts';
import { groupCauses } from '../../session/rules/failure-cause.ts';
import { compareByTable, mayCall, notify, PauseRun, type Run, saveHead } from '../run.ts';
import { runTogether } from '../run-concurrently.ts';
import type { AnswersContext, AnswersStep } from './answers-step.ts';
import { type Asking, answerByModel } from './model-answer.ts';
import { answerByPerson } from './person-answer.ts';
import { numberAnswers } from './statements.ts';
import { watchGrace } from './straggler-timeout.ts';

/** Asks all seats in the way `participation` says, and, without a quorum, asks those that failed once more. */
export async function askAnswers(run: Run, context: AnswersContext): Promise<AnswersStep> {
  const { settings } = run.session;
  const step: AnswersStep = {
    ...{ answers: [], stances: [], failed: [], lost: [], passed: [], losses: [], statements: [] },
    seen: new Map(),
    dossier: run.session.dossier,
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
      notify(run, { code: 'asking_again', have: step.answers.length, need: needed, seats });
    if (isSequential) step.again = seats;
    await ask(run, context, { step, seats, attempts });
  }
  if (step.answers.length < needed && run.limitReached === null) {
    mayCall(run);
    if (run.limitReached === null) throw pauseForQuorum(step, needed, context.order);
  }
  // Everything is kept in table order, regardless of who was faster.
  const compare = compareByTable(run.session);
  step.answers.sort((one, other) => compare(one.answer.id, other.answer.id));
  step.losses.sort((one, other) => compare(one.seat ?? '', other.seat ?? ''));
  step.failed.sort(compare);
  const { statements, dossier } = run.session;
  return { ...step, ...numberAnswers(step.answers, { statements, dossier, round: context.round }) };
}

function pauseForQuorum(step: AnswersStep, needed: number, order: readonly string[]): PauseRun {
  const failed = order.filter((id) => step.failed.includes(id));
  const lost = failed.flatMap((id) => step.lost.filter(({ seat }) => seat === id));
  const causes = groupCauses(lost);
  const have = step.answers.length;
  const said = causes.map(({ seats, message }) => `${seats.join(', ')}: ${message}`).join('; ');
  const remedies = [...new Set(causes.map(({ remedy }) => remedy.replaceAll('<seat>', failed[0] ?? 'seat')))];
  return new PauseRun(
    'no-quorum',
    { code: 'no_quorum', have, need: needed, lost: lost.map((one) => ({ ...one })) },
    new S2sError('NO_QUORUM', `The round cannot continue: ${have} of ${needed} needed answers. ${said}`, {
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
      if (seat.kind === 'human') await answerByPerson(run, context, { ...options, seat, heard: [] });
      else await answerByModel(run, context, { ...options, seat, heard: [], signal, others });
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
    if (turn.index !== index || turn.next_speaker !== id)
      await saveHead(run, { turn: { order: [...context.order], index, next_speaker: id } });
    const heard = step.answers.map(({ answer }) => ({ seat: answer.id, position: answer.position }));
    const ask = seat.kind === 'human' ? answerByPerson : answerByModel;
    await ask(run, context, { ...options, seat, heard });
  }
}
