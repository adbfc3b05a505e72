/** Step 2 of a round: the facilitator's question, or the program's own if that cannot be used. */
import type { Participant } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { buildFacilitatorSystem, buildQuestionPrompt } from '../prompts/facilitator.ts';
import { createNaming } from '../prompts/seat-names.ts';
import { mapQuestionNames } from '../replies/read-synthesis.ts';
import { type QuestionReply, questionReply, questionWithSidesReply } from '../replies/replies.ts';
import type { PhaseState } from '../rules/phases.ts';
import { buildFallbackQuestion, findQuestionProblem } from '../rules/questions.ts';
import { mayCall, type Run } from '../run.ts';
import { askSeat } from './ask-seat.ts';
import { buildFacts } from './request-facts.ts';

/** Output limit for a question, including thinking, in tokens. */
const questionTokens = 8_000;

/** The question of a round, by the facilitator or the program. */
export interface OpenedRound {
  question: string;
  context_summary: string;
  focus: string;
  topic_id: string | null;
  /** Seat ids in table order. */
  participants: string[];
  /** True when the question names seats; false when it goes to all. */
  named: boolean;
  /** Why the program asks its own question, else null. */
  fallback: string | null;
  losses: string[];
}

/** Asks for the question. In a debate's first round the reply also says what the sides stand for and assigns the seats to them. */
export async function askQuestion(
  run: Run,
  options: { round: number; phase: PhaseState; candidates: readonly string[]; carried: QuestionReply | null },
): Promise<OpenedRound> {
  const { round, phase } = options;
  const earlier = run.session.rounds.map(({ question }) => question);
  if (options.carried !== null && findQuestionProblem(options.carried.question, earlier) === null) {
    return readOpened(run.session, options.carried, { ...options, fallback: null, losses: [] });
  }
  const { facilitator } = run.table;
  const assignSides = run.table.strategy.sides && run.session.sides === undefined;
  const naming = createNaming(run.session, 'facilitator');
  const nextFocus = run.session.rounds.at(-1)?.next_focus ?? null;
  const fall = (reason: string, losses: string[]): OpenedRound => {
    if (assignSides) takeSides(run, { sides: [], pro: '', con: '' });
    return readOpened(run.session, buildFallbackQuestion(run.session, round), {
      ...options,
      fallback: reason,
      losses,
    });
  };
  if (!mayCall(run)) return fall('a limit was reached', []);
  run.ports.report({ type: 'facilitator-asking', round });
  const result = await askSeat<QuestionReply>(run, {
    round,
    step: 'question',
    seat: 'facilitator',
    model: run.session.facilitator.model,
    purpose: 'ask',
    system: buildFacilitatorSystem(facilitator, run.session),
    prompt: buildQuestionPrompt(run.session, run.table, { round, phase, naming, nextFocus, assignSides }),
    schemaName: 'question',
    schema: assignSides ? questionWithSidesReply : questionReply,
    check: ({ question }) => findQuestionProblem(question, earlier),
    facts: () =>
      buildFacts(run.session, run.table, { round, seat: 'facilitator', agent: facilitator, phase }),
    timeoutSeconds: run.session.settings.agent_timeout,
    maxOutputTokens: questionTokens,
    retryFailures: true,
  });
  if (!result.ok) {
    mayCall(run);
    return fall(`the facilitator's question could not be used (${result.kind}: ${result.message})`, []);
  }
  if (assignSides) {
    const { sides = [], pro = '', con = '' } = result.value;
    const named = sides.flatMap(({ seat, side }) => {
      const id = naming.readSeat(seat);
      return id === null ? [] : [{ seat: id, side }];
    });
    takeSides(run, { sides: named, pro: naming.readText(pro), con: naming.readText(con) });
  }
  return readOpened(run.session, mapQuestionNames(result.value, naming), {
    ...options,
    fallback: null,
    losses: result.losses,
  });
}

/** Writes the debate's sides into the session; they are saved with the round. */
function takeSides(
  run: Run,
  named: { sides: { seat: string; side: 'pro' | 'con' }[]; pro: string; con: string },
): void {
  run.session = {
    ...run.session,
    participants: assignMissingSides(run.session.participants, named.sides),
    sides: {
      pro: named.pro || 'the proposition in the topic',
      con: named.con || 'the opposite of it, or its main alternative',
    },
  };
}

function readOpened(
  session: Session,
  reply: QuestionReply,
  options: { candidates: readonly string[]; fallback: string | null; losses: string[] },
): OpenedRound {
  const named = options.candidates.filter((id) => reply.participants.includes(id));
  const known = session.agenda.find(({ id }) => id === reply.topic_id);
  return {
    question: reply.question,
    context_summary: reply.context_summary,
    focus: reply.focus,
    topic_id: known?.id ?? null,
    // "all", or names that match no seat, mean everybody.
    participants: named.length > 0 ? named : [...options.candidates],
    named: named.length > 0,
    fallback: options.fallback,
    losses: options.losses,
  };
}

/** Gives every seat a side: the one named for it, or else the side with fewer seats; with two seats or more neither side stays empty. */
export function assignMissingSides(
  participants: readonly Participant[],
  named: readonly { seat: string; side: 'pro' | 'con' }[],
): Participant[] {
  const next = participants.map((seat) => ({
    ...seat,
    side: seat.side ?? named.find((entry) => entry.seat === seat.id)?.side ?? null,
  }));
  const count = (side: 'pro' | 'con'): number => next.filter((seat) => seat.side === side).length;
  for (const seat of next) seat.side ??= count('pro') <= count('con') ? 'pro' : 'con';
  for (const [side, other] of [
    ['pro', 'con'],
    ['con', 'pro'],
  ] as const) {
    const last = next.at(-1);
    if (count(side) === 0 && last && count(other) > 1) last.side = side;
  }
  return next;
}
