/** Step 4 of a round: the facilitator's synthesis, or one that the program assembles and labels. */
import type { FullAnswer } from '../../domain/round.ts';
import type { ArtifactType } from '../../domain/vocabulary.ts';
import { buildFacilitatorSystem, buildSynthesisPrompt } from '../prompts/facilitator.ts';
import { createNaming, type Naming } from '../prompts/seat-names.ts';
import { combinedSynthesisReply, type SynthesisReply, synthesisReply } from '../replies/replies.ts';
import { listWantedByAgenda } from '../rules/agenda.ts';
import { listWantedArtifacts } from '../rules/artifacts.ts';
import type { PhaseState } from '../rules/phases.ts';
import { slugOf } from '../rules/same-text.ts';
import { mayCall, type Run } from '../run.ts';
import { askSeat } from './ask-seat.ts';
import { mapQuestionNames, type OpenedRound } from './question.ts';
import { buildFacts } from './request-facts.ts';

/** Room for a synthesis and for thinking about it, in tokens. */
const synthesisTokens = 16_000;

/** The synthesis of a round, whoever made it. */
export interface SynthesisStep {
  reply: SynthesisReply;
  /** Why the program assembled it, else null. */
  fallback: string | null;
  losses: string[];
}

/** Asks for the synthesis of the answers that are there. A failed one is asked for again from the same answers. */
export async function askSynthesis(
  run: Run,
  options: {
    round: number;
    phase: PhaseState;
    opened: OpenedRound;
    answers: readonly FullAnswer[];
    silent: readonly string[];
  },
): Promise<SynthesisStep> {
  const { round, phase, opened, answers } = options;
  const fall = (reason: string): SynthesisStep => ({
    reply: assembleSynthesis(answers),
    fallback: reason,
    losses: [],
  });
  if (!mayCall(run)) return fall(`a limit was reached (${run.limitReached})`);
  if (answers.length === 0) return fall('nobody who was asked wanted to speak');
  const { facilitator } = run.table;
  const { settings } = run.session;
  const naming = createNaming(run.session, 'facilitator');
  const asked = { ...opened, round };
  const wanted: ArtifactType[] = [
    ...new Set([
      ...listWantedArtifacts(run.session.workflow_type, run.session.output_type),
      ...listWantedByAgenda(run.table.agenda),
    ]),
  ];
  run.ports.report({ type: 'synthesizing', round });
  const result = await askSeat<SynthesisReply>(run, {
    round,
    step: 'synthesis',
    seat: 'facilitator',
    model: run.session.facilitator.model,
    purpose: 'ask',
    system: buildFacilitatorSystem(facilitator, run.session),
    prompt: buildSynthesisPrompt(run.session, run.table, {
      round,
      phase,
      naming,
      nextFocus: null,
      asked,
      answers,
      silent: options.silent,
      wanted,
      combined: settings.combined,
    }),
    schemaName: 'synthesis',
    schema: settings.combined ? combinedSynthesisReply : synthesisReply,
    check: (value, attempt) => (attempt.last ? null : findMissingRecommendation(value)),
    facts: () => ({
      ...buildFacts(run.session, run.table, {
        round,
        seat: 'facilitator',
        agent: facilitator,
        phase,
        asked,
        answers,
      }),
      wanted_artifacts: wanted,
    }),
    timeoutSeconds: settings.agent_timeout,
    maxOutputTokens: synthesisTokens,
    retryFailures: true,
  });
  if (!result.ok) {
    mayCall(run);
    return fall(`${result.kind}: ${result.message}`);
  }
  const losses = [...result.losses];
  const missing = findMissingRecommendation(result.value);
  if (missing !== null) losses.push(`facilitator: ${missing}`);
  return { reply: mapNames(result.value, naming), fallback: null, losses };
}

/** A recommendation is required while a conflict is open: a person may have to decide on it. */
function findMissingRecommendation(value: SynthesisReply): string | null {
  const needed = value.conflicts.length > 0 || value.next_action === 'escalate';
  return needed && value.recommendation === null
    ? 'recommendation is required while a conflict is open'
    : null;
}

/**
 * The program's own synthesis: what each seat said, word for word, and no judgement. It claims no agreement and
 * closes no conflict.
 */
export function assembleSynthesis(answers: readonly FullAnswer[]): SynthesisReply {
  const lines = answers.map(({ role, position }) => `${role}: ${position}`);
  return {
    synthesis: `[Assembled by the program from ${answers.length} ${answers.length === 1 ? 'answer' : 'answers'}.]\n${lines.join('\n')}`,
    consensus: [],
    conflicts: [],
    resolved: [],
    agenda_coverage: [],
    artifacts: [],
    open_questions: answers.flatMap(({ id, questions }) =>
      questions.map((text) => ({ text, raised_by: [id], answer: null })),
    ),
    next_action: 'continue',
    next_focus: null,
    escalation_reason: null,
    recommendation: null,
    output_type: null,
  };
}

function mapNames(reply: SynthesisReply, naming: Naming): SynthesisReply {
  const read = (text: string): string => naming.readText(text);
  const readOrNull = (text: string | null): string | null => (text === null ? null : read(text));
  const seats = (names: readonly string[]): string[] =>
    names.map((name) => naming.readSeat(name)).filter((id) => id !== null);
  return {
    ...reply,
    synthesis: read(reply.synthesis),
    consensus: reply.consensus.map(read),
    conflicts: reply.conflicts.map((conflict) => ({
      ...conflict,
      id: naming.readId(
        conflict.id === 'new' || conflict.id === '' ? slugOf(conflict.description) : conflict.id,
      ),
      description: read(conflict.description),
      positions: conflict.positions.flatMap(({ seat, text }) => {
        const id = naming.readSeat(seat);
        return id === null ? [] : [{ seat: id, text: read(text) }];
      }),
    })),
    resolved: reply.resolved.map((entry) => ({
      ...entry,
      conflict_id: naming.readId(entry.conflict_id),
      resolution: read(entry.resolution),
    })),
    artifacts: reply.artifacts.map((artifact) => ({
      ...artifact,
      title: read(artifact.title),
      text: read(artifact.text),
      rationale: read(artifact.rationale),
      related_to: artifact.related_to.map(read),
      withdrawn: readOrNull(artifact.withdrawn),
      acceptance: artifact.acceptance.map(read),
      proposed_by: seats(artifact.proposed_by),
    })),
    open_questions: reply.open_questions.map((question) => ({
      ...question,
      text: read(question.text),
      answer: readOrNull(question.answer),
      raised_by: seats(question.raised_by),
    })),
    next_focus: readOrNull(reply.next_focus),
    escalation_reason: readOrNull(reply.escalation_reason),
    recommendation: readOrNull(reply.recommendation),
    ...(reply.next_question ? { next_question: mapQuestionNames(reply.next_question, naming) } : {}),
  };
}
