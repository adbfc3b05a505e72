/** What the rehearsed facilitator suggests after a round. The program decides; see the decision table. */
import type { Disagreement } from './disagreement.ts';
import { listUnmet, rankTopics, type Scene } from './scene.ts';
import { lowerFirst } from './text.ts';

/** The criteria of a topic that a round has met. */
interface Met {
  topic_id: string;
  criteria_met: { criterion: string }[];
}

/**
 * Suggests what comes next, in the fields of a synthesis, as the scenario says. By default it suggests the next phase while there is
 * one, and a conclusion when all critical topics are covered.
 */
export function suggestNext(scene: Scene, reading: { met: readonly Met[]; dispute: Disagreement }) {
  const waiting = listWaiting(scene, reading.met);
  const disputed = reading.dispute.standing.length > 0;
  const action = chooseAction(scene, { waiting, disputed, justSettled: reading.dispute.resolved.length > 0 });
  const [first, second] = scene.scenario.ways;
  return {
    next_action: action,
    next_focus:
      action === 'conclude'
        ? null
        : (waiting[0]?.name ?? (disputed ? 'What would settle the open disagreement' : null)),
    escalation_reason:
      action === 'escalate'
        ? `The seats cannot decide this among themselves: whether to ${first.phrase} or to ${second.phrase}. Somebody who answers for the project has to.`
        : null,
    escalate_conflicts:
      action === 'escalate'
        ? scene.facts.conflicts.flatMap(({ id, status }) => (status === 'open' ? [id] : [])).slice(0, 1)
        : [],
    recommendation:
      disputed || action === 'conclude' || action === 'escalate' ? recommend(scene, reading.dispute) : null,
  };
}

/** Topics that are still uncovered after this round, critical ones first. */
function listWaiting(scene: Scene, met: readonly Met[]): { name: string; critical: boolean }[] {
  return rankTopics(scene.facts, null).filter((topic) => {
    const fresh = met.find(({ topic_id: id }) => id === topic.id)?.criteria_met ?? [];
    return listUnmet(topic).length > fresh.length;
  });
}

function chooseAction(
  scene: Scene,
  state: { waiting: { critical: boolean }[]; disputed: boolean; justSettled: boolean },
): 'continue' | 'phase' | 'conclude' | 'escalate' {
  const { facts, scenario } = scene;
  const enough = facts.round >= facts.min_rounds;
  const hasLaterPhase = facts.phase.index < facts.phase.count - 1;
  if (scenario.name === 'phases') return 'phase';
  if (scenario.name === 'early-conclude') return 'conclude';
  if (scenario.name === 'uncovered-conclude' && enough) return 'conclude';
  if (scenario.name === 'facilitator-escalates' && facts.round === 2 && state.disputed) return 'escalate';
  if (hasLaterPhase) return 'phase';
  // While all seats are unsure, no end is proposed before the minimum round is over.
  if (scenario.name === 'low-confidence' && facts.round <= facts.min_rounds) return 'continue';
  if (scenario.name === 'stable') return 'continue';
  // After a conflict is settled there is one more round, so that the seats can vote on the result.
  const settled =
    scenario.name === 'old-conflict' ||
    !(state.disputed || (state.justSettled && facts.round + 1 < facts.max_rounds));
  return enough && settled && !state.waiting.some(({ critical }) => critical) ? 'conclude' : 'continue';
}

/** Recommends the way that more answers of this round take (the first way in a tie), and says when to reconsider. */
function recommend(scene: Scene, dispute: Disagreement): string {
  const [first, second] = scene.scenario.ways;
  const [way, other] =
    dispute.holders[1].length > dispute.holders[0].length ? [second, first] : [first, second];
  return `${way.title}, and look at it again as soon as it is seen that ${lowerFirst(way.bad[0] ?? `somebody has to ${other.phrase}`)}.`;
}
