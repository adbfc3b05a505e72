/** One seat's answer by its model: a whole proposal where the round asks for one, else an answer to its question. */
import { buildAnswerPrompt, type Heard } from '../../prompts/answer.ts';
import { type AnswerReply, chooseAnswerForm } from '../../prompts/forms/answer.ts';
import {
  answersInPlainText,
  listStops,
  readPlainText,
  splitPlainText,
} from '../../prompts/forms/plain-text.ts';
import { createNaming, type Naming } from '../../prompts/seat-names.ts';
import type { Participant } from '../../session/records.ts';
import type { Settings } from '../../session/settings.ts';
import { askSeat, readLookBudget, readTimeout } from '../ask-seat.ts';
import { openPlaces } from '../check-facts.ts';
import { buildFacts } from '../request-facts.ts';
import { listModels, type Run } from '../run.ts';
import { cutOtherVoices, findPositionProblem, listVoices, type OwnWords } from '../seats/other-speakers.ts';
import { reportThinking } from '../take-turn.ts';
import type { AnswersContext, AnswersStep } from './answers-step.ts';
import { readAnswer } from './read-answer.ts';
import { noteStraggler } from './straggler-timeout.ts';

/** Output limits, including thinking, in tokens. */
const proposalTokens = 24_000;
const answerTokens = 12_000;

/** Which seats to ask, and the result so far. */
export interface Asking {
  step: AnswersStep;
  seats: readonly string[];
  /** The number of the last attempt for each seat that failed: asking it again continues the count. */
  attempts: Map<string, number>;
}

/** One seat's turn. */
export interface Turn extends Asking {
  seat: Participant;
  heard: readonly Heard[];
  signal?: AbortSignal;
  /** Aborted when another seat's failure ends the round for all seats. */
  others?: AbortSignal;
}

/** Asks a seat's model and adds its answer, or its failure, to the step. */
export async function answerByModel(run: Run, context: AnswersContext, turn: Turn): Promise<void> {
  const { seat, step } = turn;
  const agent = run.table.agents.get(seat.id);
  if (!agent) throw new Error(`no agent is loaded for the seat ${seat.id}`);
  const { settings } = run.session;
  const { round, opened, phase, proposals } = context;
  const naming = createNaming(run.session, seat.id);
  const open = run.session.conflicts.filter(({ status }) => status === 'open');
  const plain = answersInPlainText(settings, seat.id);
  const stops = plain ? listStops(settings, agent) : [];
  const models = listModels(run, seat.id);
  const hasFolder = models.every((one) => run.ports.evidence?.isSeenBy?.(one) === true);
  const { question, focus, topic_id } = opened;
  const cut = createCutter(run, { seat: seat.id, naming, plain });
  reportThinking(run, seat, { round, step: 'answer' });
  const result = await askSeat<AnswerReply>(run, {
    at: round,
    step: 'answer',
    seat: seat.id,
    purpose: 'ask',
    prompt: buildAnswerPrompt(run.session, run.table, {
      ...{ seat, phase, heard: turn.heard, naming, plain, hasFolder },
      asked: { ...opened, round },
      proposal: proposals,
    }),
    formName: 'answer',
    form: chooseAnswerForm({
      proposal: proposals,
      conflicts: open.length > 0,
      facts: settings.evidence.mode !== 'off',
      privateNote: settings.memory.include_internal_reasoning,
    }),
    check: (reply, { last }) =>
      findAnswerProblem(cut(reply), { settings, needsProposal: proposals && !last }),
    facts: buildFacts(run, agent, { asked: { question, focus, topic_id }, proposal: proposals }),
    timeoutSeconds: readTimeout(settings, seat.id, proposals),
    maxOutputTokens: proposals ? proposalTokens : answerTokens,
    // In a structured reply a stop sequence could cut off the reply object itself.
    stopSequences: stops,
    ...(plain ? { readPlain: (text: string) => splitReply(readPlainText(text, stops), proposals) } : {}),
    lookUps: hasFolder ? null : readLookBudget(settings, proposals),
    // A seat that is asked again has already looked things up.
    findings: step.seen.get(seat.id) ?? [],
    firstAttempt: (turn.attempts.get(seat.id) ?? 0) + 1,
    ...(turn.signal ? { signal: turn.signal } : {}),
  });
  step.seen.set(seat.id, result.findings);
  if (!result.ok) {
    const { kind, message, remedy, attempt } = result;
    turn.attempts.set(seat.id, attempt);
    step.failed.push(seat.id);
    step.lost.push({ seat: seat.id, kind, message, remedy });
    if (kind === 'cancelled') noteStraggler(run, { round, id: seat.id, others: turn.others });
    return;
  }
  const { value, duration_ms, replayed } = result;
  const own = cut(value);
  const voice = own.position.voice ?? own.proposal.voice;
  if (voice !== null)
    step.losses.push({ code: 'other_speaker', seat: seat.id, name: naming.readText(voice) });
  const read = readAnswer(value, {
    seat,
    own: { position: own.position.text.trim(), proposal: own.proposal.text.trim() },
    needsStatement: proposals || plain,
    ...{ open, naming },
  });
  step.losses.push(...result.losses, ...read.losses);
  const stated = (value.facts ?? []).map((fact) => ({ ...fact, claim: naming.readText(fact.claim) }));
  const facts = await openPlaces(run, stated, `${round}/check/${seat.id}`);
  step.answers.push({
    answer: read.answer,
    facts: facts.map((fact, index) => ({ ...fact, name: stated[index]?.id ?? '' })),
    model: result.model,
    duration_ms,
    private_note: value.private_note ?? null,
  });
  const { position, proposal, confidence } = read.answer;
  const said = { position, proposal, confidence, duration_ms, replayed };
  run.ports.report({ type: 'seat-answered', round, step: 'answer', seat: seat.id, ...said });
}

/** A plain text as the form of an answer; a short one is its position and nothing more. */
function splitReply(text: string, isProposal: boolean): Record<string, unknown> {
  const { position, proposal } = splitPlainText(text);
  return { position, proposal: proposal === position && !isProposal ? '' : proposal };
}

interface OwnParts {
  position: OwnWords;
  proposal: OwnWords;
}

/** Cuts the texts of a seat's reply where they go on as somebody else. */
function createCutter(
  run: Run,
  { seat, naming, plain }: { seat: string; naming: Naming; plain: boolean },
): (reply: Pick<AnswerReply, 'position' | 'proposal'>) => OwnParts {
  const { participants } = run.session;
  const voices = listVoices(participants, seat, { naming });
  // A plain text is one turn of a transcript; a proposal in a form may hold transcripts.
  const inProposals = plain ? voices : listVoices(participants, seat, { naming, seatsOnly: true });
  return ({ position, proposal }) => ({
    position: cutOtherVoices(position, voices),
    proposal: cutOtherVoices(proposal, inProposals),
  });
}

/** Why a reply cannot be used, or null. */
function findAnswerProblem(
  { position, proposal }: OwnParts,
  { settings, needsProposal }: { settings: Settings; needsProposal: boolean },
): string | null {
  const problem = findPositionProblem(position, settings);
  if (problem !== null) return problem;
  const isMissing = needsProposal && proposal.text.trim() === '';
  return isMissing ? 'proposal: the whole proposal is asked for, and there is none' : null;
}
