/** Step 4 of a round: the facilitator's synthesis, or one that the program assembles and labels as such. */
import { combinedSynthesisForm, type SynthesisReply, synthesisForm } from '../../prompts/forms/synthesis.ts';
import { createNaming } from '../../prompts/seat-names.ts';
import { buildSynthesisPrompt } from '../../prompts/synthesis.ts';
import type { Fallback, Loss } from '../../session/codes.ts';
import type { FullAnswer } from '../../session/round.ts';
import type { PhaseState } from '../../session/rules/phases.ts';
import { askSeat, readTimeout } from '../ask-seat.ts';
import { buildFacts } from '../request-facts.ts';
import { mayCall, type Run } from '../run.ts';
import type { OpenedRound } from './question.ts';
import { assembleSynthesis, readSynthesis, type SynthesisDraft } from './read-synthesis.ts';

/** Output limit for a synthesis, including thinking, in tokens. */
const synthesisTokens = 16_000;

/** The synthesis of a round, by the facilitator or the program. */
export interface SynthesisStep {
  reply: SynthesisDraft;
  /** Why the program assembled the synthesis, else null. */
  fallback: Fallback | null;
  losses: Loss[];
}

/** Asks for a synthesis of the answers received. If that fails, it is asked for again from the same answers. */
export async function askSynthesis(
  run: Run,
  options: {
    round: number;
    phase: PhaseState;
    opened: OpenedRound;
    answers: readonly FullAnswer[];
    /** Seats that were asked and said nothing. */
    silent: readonly string[];
  },
): Promise<SynthesisStep> {
  const { round, phase, opened, answers, silent } = options;
  const fall = (fallback: Fallback): SynthesisStep => ({
    reply: assembleSynthesis(answers),
    fallback,
    losses: [],
  });
  if (!mayCall(run)) return fall({ code: 'limit' });
  if (answers.length === 0) return fall({ code: 'nobody_answered' });
  const { facilitator } = run.table;
  const { combined } = run.session.settings;
  const naming = createNaming(run.session, 'facilitator');
  const { question, focus, topic_id } = opened;
  run.ports.report({ type: 'synthesizing', round });
  const result = await askSeat<SynthesisReply>(run, {
    at: round,
    step: 'synthesis',
    seat: 'facilitator',
    purpose: 'ask',
    prompt: buildSynthesisPrompt(run.session, run.table, {
      ...{ round, phase, naming, asked: opened, answers: [...answers], silent: [...silent], combined },
    }),
    formName: 'synthesis',
    form: combined ? combinedSynthesisForm : synthesisForm,
    facts: buildFacts(run, facilitator, { asked: { question, focus, topic_id }, answers: [...answers] }),
    timeoutSeconds: readTimeout(run.session.settings, 'facilitator'),
    maxOutputTokens: synthesisTokens,
    lookUps: null,
    retryFailures: true,
  });
  if (!result.ok) {
    // A stop ends the run here, so that a resumed run asks again from the saved answers.
    mayCall(run);
    return fall({ code: 'failed', kind: result.kind, message: result.message });
  }
  const { draft, losses } = readSynthesis(result.value, naming);
  return { reply: draft, fallback: null, losses: [...result.losses, ...losses] };
}
