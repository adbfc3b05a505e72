/** The decision table of the loop: after each round, the first row that applies says what happens next. */
import type { Override } from '../../session/codes.ts';
import { findPhaseEnd, type PhaseLimits } from '../../session/rules/phases.ts';
import type { Ending, NextAction, PauseReason } from '../../session/vocabulary.ts';

/** The input of the table. Rounds count from 1, a phase index from 0. */
export interface DecisionFacts {
  /** Why to pause (the person, a signal or a limit), or null. */
  pause: Exclude<PauseReason, 'waiting-for-person'> | null;
  /** The person chose to skip to the conclusion. */
  skip: boolean;
  round: number;
  minRounds: number;
  maxRounds: number;
  /** Rounds that a person granted beyond `maxRounds`. */
  grantedRounds: number;
  /** The first escalation that is due; null when none is. */
  escalationDue: { trigger: string; subject: string | null } | null;
  /** What the facilitator asked for. */
  proposed: 'continue' | 'phase' | 'conclude' | 'escalate';
  /** Critical agenda topics that are not covered, in agenda order. */
  uncoveredCritical: { id: string; name: string }[];
  phase: PhaseLimits & { minRounds: number };
  /** The person has just given the panel guidance, which needs a round to answer it, or granted rounds. */
  guided: boolean;
  /** For how many rounds in a row the discussion has stood still; 0 if the stopping rule is off. */
  stillRounds: number;
}

/** What the program does, by which row, and why that differs from what the facilitator asked for. */
export interface Decision {
  action: NextAction;
  rule: number;
  override: Override | null;
  /** What ended the discussion; null unless it ends. */
  ending: Ending | null;
  /** The topic that the next round has to discuss. */
  topic: { id: string; name: string } | null;
}

/** Applies the whole table. */
export function decide(facts: DecisionFacts): Decision {
  const { pause, escalationDue: due, proposed } = facts;
  if (pause !== null) return build('pause', 1, { code: 'paused', by: pause });
  if (facts.skip) return conclude(2, 'skipped', { code: 'skipped' });
  if (due !== null)
    return build('escalate', 3, proposed === 'escalate' ? null : { code: 'escalation', ...due });
  const decision = decideAfterEscalation(facts);
  return decision.rule === 12 && proposed === 'escalate'
    ? { ...decision, override: { code: 'escalation_not_due' } }
    : decision;
}

/** The table from row 4 on: where the loop continues after an answered escalation. */
export function decideAfterEscalation(facts: DecisionFacts): Decision {
  const limit = facts.maxRounds + facts.grantedRounds;
  if (facts.round >= limit)
    return facts.proposed === 'conclude'
      ? conclude(4, 'conclude', null)
      : conclude(4, 'max-rounds', { code: 'max_rounds', have: facts.round, need: limit });
  if (facts.proposed === 'conclude')
    return concludeFrom5(facts, { rule: 8, override: null, ending: 'conclude' });
  if (facts.proposed === 'phase') return phaseFrom9(facts, { rule: 9, override: null });
  const over = findPhaseEnd(facts.phase, limit - facts.round);
  if (over !== null) return phaseFrom9(facts, { rule: 10, override: over });
  if (facts.stillRounds > 0) {
    const isStuck = facts.stillRounds > 1;
    // After two rounds in which nothing moved, a third will not cover a topic: what is left uncovered is said.
    const uncovered = isStuck ? facts.uncoveredCritical.map(({ name }) => name) : [];
    const override: Override = { code: 'nothing_moved', round: facts.round, uncovered };
    return concludeFrom5(facts, { rule: 11, override, ending: 'stable', isStuck });
  }
  return build('continue', 12, null);
}

interface Cause {
  rule: number;
  /** Why the program concludes or changes the phase although nobody proposed it; null when the facilitator did. */
  override: Override | null;
}

function concludeFrom5(
  facts: DecisionFacts,
  { rule, override, ending, isStuck = false }: Cause & { ending: Ending; isStuck?: boolean },
): Decision {
  // If the facilitator proposed to continue, continuing overrides nothing.
  const held = (row: number, why: Override): Decision =>
    build('continue', row, facts.proposed === 'continue' ? null : why);
  if (facts.round < facts.minRounds)
    return held(5, { code: 'min_rounds', have: facts.round, need: facts.minRounds });
  const [topic] = facts.uncoveredCritical;
  if (topic !== undefined && !isStuck)
    return { ...held(6, { code: 'topic_not_covered', topic_id: topic.id, name: topic.name }), topic };
  const next = facts.phase.names[facts.phase.index + 1];
  if (next !== undefined && !isStuck) return build('phase', 7, { code: 'phase_not_held', phase: next });
  if (facts.guided) return held(rule, { code: 'guidance_given' });
  return conclude(rule, ending, override);
}

function phaseFrom9(facts: DecisionFacts, { rule, override }: Cause): Decision {
  const { index, names, rounds, minRounds } = facts.phase;
  // Only a proposed change waits for the phase's minimum number of rounds; a phase that has to end does not wait.
  if (rule === 9 && rounds < minRounds)
    return build('continue', 9, {
      code: 'phase_min_rounds',
      phase: names[index] ?? '',
      have: rounds,
      need: minRounds,
    });
  if (index + 1 < names.length) return build('phase', rule, override);
  return concludeFrom5(facts, {
    rule,
    override: override ?? { code: 'last_phase_over' },
    ending: 'conclude',
  });
}

function conclude(rule: number, ending: Ending, override: Override | null): Decision {
  return { ...build('conclude', rule, override), ending };
}

function build(action: NextAction, rule: number, override: Override | null): Decision {
  return { action, rule, override, ending: null, topic: null };
}
