/**
 * Step 5 of a round: the facilitator's synthesis, or one that the program assembles and labels as such. The program checks
 * that every statement has a place in it, and asks once about those that have none.
 */
import type { Item, Statement } from '../../domain/records.ts';
import type { FullAnswer } from '../../domain/round.ts';
import type { ItemType } from '../../domain/vocabulary.ts';
import { buildFacilitatorSystem } from '../prompts/facilitator.ts';
import { createNaming } from '../prompts/seat-names.ts';
import { buildLeftOutPrompt, buildSynthesisPrompt } from '../prompts/synthesis.ts';
import { readLeftOut, readSynthesis, type SynthesisDraft } from '../replies/read-synthesis.ts';
import {
  combinedSynthesisReply,
  type LeftOutReply,
  leftOutReply,
  type SynthesisReply,
  synthesisReply,
} from '../replies/replies.ts';
import { listWantedByAgenda } from '../rules/agenda.ts';
import { applyItems } from '../rules/items.ts';
import { createDraft, listWantedItems } from '../rules/new-item.ts';
import { type PhaseState, speaksForSide } from '../rules/phases.ts';
import { collectStatements, listUnplaced, readNotTaken } from '../rules/statements.ts';
import { mayCall, type Run } from '../run.ts';
import { askSeat } from './ask-seat.ts';
import type { OpenedRound } from './question.ts';
import { buildFacts } from './request-facts.ts';

/** Output limit for a synthesis, including thinking, in tokens. */
const synthesisTokens = 16_000;

/** The synthesis of a round, by the facilitator or the program. */
export interface SynthesisStep {
  reply: SynthesisDraft;
  /** Where the statements that it left out belong, as answered when asked about them; null without such an answer. */
  leftOut: Pick<SynthesisDraft, 'items' | 'not_taken'> | null;
  /** All statements of the session, including this round's, which have no place yet. */
  statements: Statement[];
  /** Why the program assembled the synthesis, else null. */
  fallback: string | null;
  losses: string[];
}

interface SynthesisContext {
  round: number;
  phase: PhaseState;
  opened: OpenedRound;
  answers: readonly FullAnswer[];
  silent: readonly string[];
}

/** Asks for a synthesis of the answers received. If that fails, it is asked for again from the same answers. */
export async function askSynthesis(run: Run, options: SynthesisContext): Promise<SynthesisStep> {
  const { round, phase, opened, answers } = options;
  const statements = collectStatements(run.session.statements, answers, {
    round,
    forSide: (seat) => speaksForSide(run.session, run.table.strategy, { phase: phase.phase.name, seat }),
  });
  const added = statements.slice(run.session.statements.length);
  const fall = (reason: string): SynthesisStep => ({
    reply: assembleSynthesis(answers, added),
    leftOut: null,
    statements,
    fallback: reason,
    losses: [],
  });
  if (!mayCall(run)) return fall(`a limit was reached (${run.limitReached})`);
  if (answers.length === 0) return fall('nobody who was asked wanted to speak');
  const { facilitator } = run.table;
  const { settings } = run.session;
  const naming = createNaming(run.session, 'facilitator');
  const asked = { ...opened, round };
  const about = { round, seat: 'facilitator', agent: facilitator, phase };
  const wanted = listWanted(run);
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
    facts: () => ({
      ...buildFacts(run.session, run.table, { ...about, asked, answers, statements: added }),
      wanted_items: wanted,
    }),
    timeoutSeconds: settings.agent_timeout,
    maxOutputTokens: synthesisTokens,
    retryFailures: true,
  });
  if (!result.ok) {
    mayCall(run);
    return fall(`${result.kind}: ${result.message}`);
  }
  const reply = readSynthesis(result.value, naming);
  const { items } = applyItems(run.session.artifacts, reply.items, { round, statements });
  const missing = listUnplaced(added, { items, notTaken: readNotTaken(reply.not_taken, added) });
  const leftOut = missing.length === 0 ? null : await askLeftOut(run, options, { missing, items, wanted });
  return { reply, leftOut, statements, fallback: null, losses: result.losses };
}

function listWanted(run: Run): ItemType[] {
  return [
    ...new Set([
      ...listWantedItems(run.session.workflow_type, run.table.document),
      ...listWantedByAgenda(run.table.agenda),
    ]),
  ];
}

/** Asks the facilitator where the statements belong that its synthesis left out; null if it gives no usable answer. */
async function askLeftOut(
  run: Run,
  { round, phase, opened, answers }: SynthesisContext,
  { missing, items, wanted }: { missing: Statement[]; items: Item[]; wanted: ItemType[] },
): Promise<SynthesisStep['leftOut']> {
  if (!mayCall(run)) return null;
  const { facilitator } = run.table;
  const naming = createNaming(run.session, 'facilitator');
  const result = await askSeat<LeftOutReply>(run, {
    round,
    step: 'statements',
    seat: 'facilitator',
    model: run.session.facilitator.model,
    purpose: 'ask',
    system: buildFacilitatorSystem(facilitator, run.session),
    prompt: buildLeftOutPrompt(run.session, run.table, { naming, statements: missing, items, wanted }),
    schemaName: 'left_out',
    schema: leftOutReply,
    facts: () => ({
      ...buildFacts(run.session, run.table, {
        round,
        seat: 'facilitator',
        agent: facilitator,
        phase,
        asked: { ...opened, round },
        answers,
        statements: missing,
      }),
      items,
      wanted_items: wanted,
    }),
    timeoutSeconds: run.session.settings.agent_timeout,
    maxOutputTokens: synthesisTokens,
  });
  if (result.ok) return readLeftOut(result.value, naming);
  // A stop ends the run here, so that a resumed run asks again instead of leaving the statements out.
  mayCall(run);
  return null;
}

/**
 * The program's own synthesis: what each seat said, word for word, without judgement. Each statement becomes a separate
 * item; the synthesis claims no agreement and closes no conflict.
 */
export function assembleSynthesis(
  answers: readonly FullAnswer[],
  statements: readonly Statement[],
): SynthesisDraft {
  const lines = answers.map(({ role, position }) => `${role}: ${position}`);
  return {
    synthesis: `[Assembled by the program from ${answers.length} ${answers.length === 1 ? 'answer' : 'answers'}.]\n${lines.join('\n')}`,
    items: statements.map(({ id, text, why, verify }) =>
      createDraft({ text, rationale: why, acceptance: verify === '' ? [] : [verify], from: [id] }),
    ),
    not_taken: [],
    conflicts: [],
    resolved: [],
    agenda_coverage: [],
    open_questions: answers.flatMap(({ id, questions }) =>
      questions.map((text) => ({ text, raised_by: [id] })),
    ),
    answered_questions: [],
    next_action: 'continue',
    next_focus: null,
    escalation_reason: null,
    escalate_conflicts: [],
    recommendation: null,
    next_question: null,
  };
}
