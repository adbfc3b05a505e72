/** The decision table of the loop: after each round, the first row that holds says what happens next. */
import type { NextAction, PauseReason } from '../../domain/vocabulary.ts';

/** Everything the table looks at. Rounds count from 1; a phase index from 0. */
export interface DecisionFacts {
  /** The person, a signal, or a limit says pause. */
  pause: PauseReason | null;
  /** The person said: skip to the conclusion. */
  skip: boolean;
  round: number;
  minRounds: number;
  maxRounds: number;
  /** Rounds that a person granted beyond `maxRounds`. */
  grantedRounds: number;
  /** Why an escalation is due, null when none is. */
  escalationDue: string | null;
  /** What the facilitator asked for. */
  proposed: 'continue' | 'phase' | 'conclude' | 'escalate';
  /** Critical agenda topics that are not covered, in agenda order. */
  uncoveredCritical: { id: string; name: string }[];
  phase: { index: number; names: string[]; rounds: number; minRounds: number; maxRounds: number };
  /** Proposals under a standing block; empty when the consensus rule does not count blocks. */
  standingBlocks: string[];
  /** The person has just given the panel guidance, which deserves a round. */
  guided: boolean;
  /** Nothing moved in a full round, and the stopping rule is on. */
  nothingMoved: boolean;
}

/** What the program does, by which row, and why it is not what the facilitator asked for. */
export interface Decision {
  action: NextAction;
  rule: number;
  override: string | null;
  /** How a conclusion came about when not by the facilitator's own proposal. */
  ending: 'skipped' | 'max-rounds' | 'stable' | null;
  /** The topic that the next round has to look at. */
  topic: { id: string; name: string } | null;
}

/** Why a decision is a pause when the person chose it after a round. */
export const pausedByPerson = 'the person asked for a pause';

/** The same for a conclusion. */
export const skippedByPerson = 'the person skipped to the conclusion';

/** Applies the whole table. */
export function decide(facts: DecisionFacts): Decision {
  if (facts.pause !== null) {
    return build('pause', 1, facts.pause === 'person' ? pausedByPerson : `pause: ${facts.pause}`);
  }
  if (facts.skip) return { ...build('conclude', 2, skippedByPerson), ending: 'skipped' };
  const limit = facts.maxRounds + facts.grantedRounds;
  if (facts.round >= limit) {
    return {
      ...build('conclude', 3, facts.proposed === 'conclude' ? null : `max_rounds ${facts.round}/${limit}`),
      ending: 'max-rounds',
    };
  }
  if (facts.escalationDue !== null) {
    return build('escalate', 4, facts.proposed === 'escalate' ? null : facts.escalationDue);
  }
  const decision = decideAfterEscalation(facts);
  return decision.rule === 13 && facts.proposed === 'escalate'
    ? {
        ...decision,
        override: 'no escalation is due: it is switched off, or this was put to a person before',
      }
    : decision;
}

/** The table from row 5 on: where an answered escalation goes on. */
export function decideAfterEscalation(facts: DecisionFacts): Decision {
  if (facts.proposed === 'conclude') return concludeFrom5(facts, { rule: 9, reason: null, ending: null });
  if (facts.proposed === 'phase') return phaseFrom10(facts, { rule: 10, reason: null });
  if (facts.phase.rounds >= facts.phase.maxRounds) {
    return phaseFrom10(facts, {
      rule: 11,
      reason: `max_rounds_per_phase ${facts.phase.rounds}/${facts.phase.maxRounds}`,
    });
  }
  if (facts.nothingMoved) {
    return concludeFrom5(facts, {
      rule: 12,
      reason: `nothing moved in round ${facts.round}`,
      ending: 'stable',
    });
  }
  return build('continue', 13, null);
}

interface Cause {
  rule: number;
  /** Why the program treats this as a conclusion or a phase change that nobody proposed. */
  reason: string | null;
}

function concludeFrom5(facts: DecisionFacts, cause: Cause & { ending: 'stable' | null }): Decision {
  const because = (why: string): string => (cause.reason === null ? why : `${cause.reason}; ${why}`);
  // A quiet round is no proposal: going on after it overrides nothing that the facilitator asked for.
  const held = (rule: number, why: string): Decision =>
    build('continue', rule, facts.proposed === 'continue' ? null : because(why));
  if (facts.round < facts.minRounds) return held(5, `min_rounds ${facts.round}/${facts.minRounds}`);
  const topic = facts.uncoveredCritical[0];
  if (topic) return { ...held(6, `critical topic not covered: ${topic.name}`), topic };
  const nextPhase = facts.phase.names[facts.phase.index + 1];
  if (nextPhase !== undefined) return build('phase', 7, because(`phase not held yet: ${nextPhase}`));
  if (facts.standingBlocks.length > 0) return held(8, `blocked: ${facts.standingBlocks.join(', ')}`);
  if (facts.guided) return held(cause.rule, 'the person has just given the panel guidance');
  return { ...build('conclude', cause.rule, cause.reason), ending: cause.ending };
}

function phaseFrom10(facts: DecisionFacts, cause: Cause): Decision {
  const { index, names, rounds, minRounds } = facts.phase;
  // Only a proposed change waits for the phase's least number of rounds; at its greatest number nothing waits.
  if (cause.rule === 10 && rounds < minRounds)
    return build('continue', 10, `min_rounds of phase ${names[index]}: ${rounds}/${minRounds}`);
  if (index + 1 < names.length) return build('phase', cause.rule, cause.reason);
  return concludeFrom5(facts, {
    rule: cause.rule,
    reason: cause.reason ?? 'the last phase is over',
    ending: null,
  });
}

function build(action: NextAction, rule: number, override: string | null): Decision {
  return { action, rule, override, ending: null, topic: null };
}
