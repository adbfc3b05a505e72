/** Step 2 of a round: the facilitator's question, or the program's own if that cannot be used. */
import { chooseQuestionForm, type QuestionReply } from '../../prompts/forms/question.ts';
import { buildQuestionPrompt } from '../../prompts/question.ts';
import { createNaming, type Naming } from '../../prompts/seat-names.ts';
import type { Fallback, Loss } from '../../session/codes.ts';
import type { Finding } from '../../session/evidence.ts';
import { mapStrings } from '../../session/map-strings.ts';
import { readTag } from '../../session/rules/language.ts';
import type { PhaseState } from '../../session/rules/phases.ts';
import type { Session } from '../../session/session.ts';
import { askSeat, readLookBudget, readTimeout } from '../ask-seat.ts';
import { buildFacts } from '../request-facts.ts';
import { mayCall, type Run } from '../run.ts';
import { assignMissingSides } from '../seats/sides.ts';
import { buildFallbackQuestion, findQuestionProblem } from './questions.ts';

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
  fallback: Fallback | null;
  /** What the facilitator looked up before it asked. */
  findings: Finding[];
  losses: Loss[];
}

interface QuestionOptions {
  round: number;
  phase: PhaseState;
  candidates: readonly string[];
  /** The question that came with the last synthesis. */
  carried: QuestionReply | null;
  /** What the round has to look at, where it is not what the last decision says. */
  focus: string | null;
}

/** How a question came about. */
type Origin = Pick<OpenedRound, 'fallback' | 'findings' | 'losses'>;

/**
 * Asks for the question. In the first round the reply also names the language; in a debate it says what the sides stand for and
 * gives the seats their sides.
 */
export async function askQuestion(run: Run, options: QuestionOptions): Promise<OpenedRound> {
  const { round, phase } = options;
  const earlier = run.session.rounds.map(({ question }) => question);
  const open = (reply: QuestionReply, origin: Partial<Origin> = {}): OpenedRound =>
    readOpened(run.session, reply, {
      ...{ fallback: null, findings: [], losses: [], ...origin },
      candidates: options.candidates,
    });
  const { carried } = options;
  if (carried !== null && findQuestionProblem(carried.question, earlier) === null) return open(carried);
  const { facilitator } = run.table;
  const { settings } = run.session;
  const assignSides = run.table.strategy.sides && run.session.sides === undefined;
  const naming = createNaming(run.session, 'facilitator');
  const nextFocus = options.focus ?? run.session.rounds.at(-1)?.next_focus ?? null;
  const fall = (fallback: Fallback, findings: Finding[] = []): OpenedRound => {
    takeLanguage(run, '');
    if (assignSides) takeSides(run, {}, naming);
    return open(buildFallbackQuestion(run.session, round, nextFocus), { fallback, findings });
  };
  if (!mayCall(run)) return fall({ code: 'limit' });
  run.ports.report({ type: 'facilitator-asking', round });
  const result = await askSeat<QuestionReply>(run, {
    at: round,
    step: 'question',
    seat: 'facilitator',
    purpose: 'ask',
    prompt: buildQuestionPrompt(run.session, run.table, { round, phase, naming, nextFocus, assignSides }),
    formName: 'question',
    form: chooseQuestionForm({ first: round === 1, sides: assignSides }),
    check: ({ question }) => findQuestionProblem(question, earlier),
    facts: buildFacts(run, facilitator),
    timeoutSeconds: readTimeout(settings, 'facilitator'),
    maxOutputTokens: questionTokens,
    lookUps: readLookBudget(settings, false),
    retryFailures: true,
  });
  if (!result.ok) {
    // A stop ends the run here, so that a resumed run asks again.
    mayCall(run);
    return fall({ code: 'failed', kind: result.kind, message: result.message }, result.findings);
  }
  const { value, findings, losses } = result;
  if (round === 1) takeLanguage(run, value.language ?? '');
  if (assignSides) takeSides(run, value, naming);
  return open(mapQuestionNames(value, naming), { findings, losses });
}

/** Maps the seat names in a facilitator's question back to ids; an unknown name stays as it is. */
export function mapQuestionNames(reply: QuestionReply, naming: Naming): QuestionReply {
  return {
    ...mapStrings(reply, naming.readText),
    participants: reply.participants.flatMap((name) => readNamed(name, naming)),
  };
}

/** The seats that one entry names: `qa-lead`, but also `qa-lead and software-architect` where every part is a seat. */
function readNamed(name: string, naming: Naming): string[] {
  const whole = naming.readSeat(name);
  if (whole !== null) return [whole];
  const parts = name.split(/[,;&+/]|\s(?:and|und|et|y|e)\s/).filter((part) => part.trim() !== '');
  const seats = parts.flatMap((part) => naming.readSeat(part.trim()) ?? []);
  return parts.length > 1 && seats.length === parts.length ? seats : [naming.readText(name)];
}

/** Notes the language of the discussion: what a person set, else what the facilitator named. It is saved with the round. */
function takeLanguage(run: Run, named: string): void {
  const tag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(named.trim()) ? named.trim() : null;
  const { language } = run.session.settings;
  run.session = {
    ...run.session,
    language: (language === null ? tag : readTag(language)) ?? run.session.language,
  };
}

/** Writes the debate's sides into the session; they are saved with the round. */
function takeSides(run: Run, reply: Partial<QuestionReply>, naming: Naming): void {
  const named = (reply.sides ?? []).flatMap(({ seat, side }) => {
    const id = naming.readSeat(seat);
    return id === null ? [] : [{ seat: id, side }];
  });
  run.session = {
    ...run.session,
    participants: assignMissingSides(run.session.participants, named),
    sides: {
      pro: naming.readText(reply.pro ?? '') || 'the proposition in the topic',
      con: naming.readText(reply.con ?? '') || 'the opposite of it, or its main alternative',
    },
  };
}

function readOpened(
  session: Session,
  reply: QuestionReply,
  { candidates, ...origin }: Origin & { candidates: readonly string[] },
): OpenedRound {
  const named = candidates.filter((id) => reply.participants.includes(id));
  const known = session.agenda.find(({ id }) => id === reply.topic_id);
  return {
    question: reply.question,
    context_summary: reply.context_summary,
    focus: reply.focus,
    topic_id: known?.id ?? null,
    // "all", or names that match no seat, mean everybody.
    participants: named.length > 0 ? named : [...candidates],
    named: named.length > 0,
    ...origin,
  };
}
