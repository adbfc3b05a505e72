/** The decision table of the loop: after each round, the first row that applies says what happens next. */
import type { Ending, NextAction, PauseReason } from '../../domain/vocabulary.ts';

/** The input of the table. Rounds count from 1, a phase index from 0. */
export interface DecisionFacts {
  /** Why to pause (the person, a signal or a limit), or null. */
  pause: PauseReason | null;
  /** The person chose to skip to the conclusion. */
  skip: boolean;
  round: number;
  minRounds: number;
  maxRounds: number;
  /** Rounds that a person granted beyond `maxRounds`. */
  grantedRounds: number;
  /** Why an escalation is due; null when none is. */
  escalationDue: string | null;
  /** What the facilitator asked for. */
  proposed: 'continue' | 'phase' | 'conclude' | 'escalate';
  /** Critical agenda topics that are not covered, in agenda order. */
  uncoveredCritical: { id: string; name: string }[];
  phase: {
    index: number;
    names: string[];
    rounds: number;
    minRounds: number;
    maxRounds: number;
    /** The minimum number of rounds that the later phases of the strategy need. */
    laterRounds: number;
  };
  /** Open items with a standing block; empty under a rule in which a single block does not prevent agreement. */
  standingBlocks: string[];
  /** The person has just given the panel guidance, which needs a round to answer it, or granted rounds. */
  guided: boolean;
  /** For how many rounds in a row the discussion has stood still; 0 if the stopping rule is off. */
  stillRounds: number;
}

/** What the program does, by which row, and why that differs from what the facilitator asked for. */
export interface Decision {
  action: NextAction;
  rule: number;
  override: string | null;
  /** What ended the discussion; null unless it ends. */
  ending: Ending | null;
  /** The topic that the next round has to discuss. */
  topic: { id: string; name: string } | null;
}

/** The reason recorded when the person chose a pause after a round. */
export const pausedByPerson = 'the person asked for a pause';

/** The reason recorded when the person chose to skip to the conclusion. */
export const skippedByPerson = 'the person skipped to the conclusion';

/** Applies the whole table. */
export function decide(facts: DecisionFacts): Decision {
  if (facts.pause !== null)
    return build('pause', 1, facts.pause === 'person' ? pausedByPerson : pauseWords[facts.pause]);
  if (facts.skip) return conclude(2, 'skipped', skippedByPerson);
  if (facts.escalationDue !== null)
    return build('escalate', 3, facts.proposed === 'escalate' ? null : facts.escalationDue);
  const decision = decideAfterEscalation(facts);
  return decision.rule === 13 && facts.proposed === 'escalate'
    ? {
        ...decision,
        override: 'no escalation is due: it is switched off, or this was put to a person before',
      }
    : decision;
}

const pauseWords: Record<Exclude<PauseReason, 'person'>, string> = {
  signal: 'the run was asked to stop',
  time: 'the time for this run is over',
  budget: 'the budget is used up',
  'no-quorum': 'too few seats answered',
  'waiting-for-person': 'a person has to answer first',
};

/** The table from row 4 on: where the loop continues after an answered escalation. */
export function decideAfterEscalation(facts: DecisionFacts): Decision {
  const limit = facts.maxRounds + facts.grantedRounds;
  if (facts.round >= limit) {
    return facts.proposed === 'conclude'
      ? conclude(4, 'conclude', null)
      : conclude(4, 'max-rounds', `max_rounds ${facts.round}/${limit}`);
  }
  if (facts.proposed === 'conclude')
    return concludeFrom5(facts, { rule: 9, reason: null, ending: 'conclude' });
  if (facts.proposed === 'phase') return phaseFrom10(facts, { rule: 10, reason: null });
  const over = findPhaseEnd(facts.phase, limit - facts.round);
  if (over !== null) return phaseFrom10(facts, { rule: 11, reason: over });
  if (facts.stillRounds > 0) {
    return concludeFrom5(facts, {
      rule: 12,
      reason: `nothing moved in round ${facts.round}`,
      ending: 'stable',
    });
  }
  return build('continue', 13, null);
}

/** Why a phase has to end after a round, whatever is proposed; null when it can go on. `left`: rounds that may still be held. */
export function findPhaseEnd(
  { index, names, rounds, maxRounds, laterRounds }: Omit<DecisionFacts['phase'], 'minRounds'>,
  left: number,
): string | null {
  if (rounds >= maxRounds) return `max_rounds_per_phase ${rounds}/${maxRounds}`;
  return index + 1 < names.length && left <= laterRounds
    ? 'the rounds that are left are needed for the later phases'
    : null;
}

interface Cause {
  rule: number;
  /** Why the program concludes or changes the phase although nobody proposed it; null when the facilitator did. */
  reason: string | null;
}

function concludeFrom5(facts: DecisionFacts, cause: Cause & { ending: Ending }): Decision {
  // After two rounds without movement, a third will not cover the topic or lift the block.
  const isStuck = facts.stillRounds > 1;
  const because = (why: string): string => (cause.reason === null ? why : `${cause.reason}; ${why}`);
  // If the facilitator proposed to continue, continuing overrides nothing.
  const held = (rule: number, why: string): Decision =>
    build('continue', rule, facts.proposed === 'continue' ? null : because(why));
  if (facts.round < facts.minRounds) return held(5, `min_rounds ${facts.round}/${facts.minRounds}`);
  const topic = facts.uncoveredCritical[0];
  if (topic && !isStuck) return { ...held(6, `critical topic not covered: ${topic.name}`), topic };
  const nextPhase = facts.phase.names[facts.phase.index + 1];
  if (nextPhase !== undefined) return build('phase', 7, because(`phase not held yet: ${nextPhase}`));
  if (facts.standingBlocks.length > 0 && !isStuck)
    return held(8, `blocked: ${facts.standingBlocks.join(', ')}`);
  if (facts.guided) return held(cause.rule, 'the person has just given the panel guidance');
  const left = [
    ...(topic ? [`critical topic not covered: ${topic.name}`] : []),
    ...facts.standingBlocks.map((id) => `blocked: ${id}`),
  ];
  const reason = left.length === 0 ? cause.reason : because(left.join('; '));
  return conclude(cause.rule, cause.ending, reason);
}

function phaseFrom10(facts: DecisionFacts, cause: Cause): Decision {
  const { index, names, rounds, minRounds } = facts.phase;
  // Only a proposed change waits for the phase's minimum number of rounds; a phase that has to end does not wait.
  if (cause.rule === 10 && rounds < minRounds)
    return build('continue', 10, `min_rounds of phase ${names[index]}: ${rounds}/${minRounds}`);
  if (index + 1 < names.length) return build('phase', cause.rule, cause.reason);
  return concludeFrom5(facts, {
    rule: cause.rule,
    reason: cause.reason ?? 'the last phase is over',
    ending: 'conclude',
  });
}

function conclude(rule: number, ending: Ending, override: string | null): Decision {
  return { ...build('conclude', rule, override), ending };
}

function build(action: NextAction, rule: number, override: string | null): Decision {
  return { action, rule, override, ending: null, topic: null };
}
