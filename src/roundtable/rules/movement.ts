/** What moved in a round: the program stops on measured stability, not on a model's judgement (arXiv 2510.12697). */
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';

/**
 * Lists what a round changed in a session, a few words each. After the first round, an empty list means that the round
 * moved nothing.
 */
export function listMovement(
  before: Session,
  after: Session,
  round: Pick<Round, 'answers' | 'topic_id'>,
): string[] {
  const moved: string[] = [];
  for (const { seat, changed } of round.answers) if (changed) moved.push(`${seat} changed position`);
  for (const conflict of after.conflicts) {
    const known = before.conflicts.find(({ id }) => id === conflict.id);
    if (!known) moved.push(`new conflict ${conflict.id}`);
    else if (known.status !== conflict.status) moved.push(`conflict ${conflict.id} ${conflict.status}`);
  }
  for (const item of after.artifacts) {
    const known = before.artifacts.find(({ id }) => id === item.id);
    if (!known) moved.push(`new item ${item.id}`);
    else if (known.worded_in !== item.worded_in) moved.push(`${item.id} reworded`);
    else if (known.status !== item.status) moved.push(`${item.id} ${item.status}`);
  }
  for (const topic of after.agenda) {
    const known = before.agenda.find(({ id }) => id === topic.id);
    if (topic.criteria_met.length > (known?.criteria_met.length ?? 0))
      moved.push(`criterion met in ${topic.id}`);
  }
  const topics = new Set(before.rounds.map(({ topic_id: id }) => id));
  if (round.topic_id !== null && !topics.has(round.topic_id)) moved.push(`new topic ${round.topic_id}`);
  return moved;
}

/**
 * Whether the discussion stands still: nothing moved in the last rounds, and together they asked every seat that can
 * speak. A quiet round that asked two of five seats is not enough.
 */
function isStandstill(rounds: readonly Round[], seats: readonly string[]): boolean {
  const heard = new Set<string>();
  for (const round of rounds.toReversed()) {
    if (!isStill(round)) return false;
    for (const seat of [...round.asked, ...round.passed]) heard.add(seat);
    if (seats.every((seat) => heard.has(seat))) return true;
  }
  return false;
}

/** For how many rounds in a row, up to the last one, the discussion has stood still. */
export function countStandstills(rounds: readonly Round[], seats: readonly string[]): number {
  for (let count = 0; count < rounds.length; count += 1)
    if (!isStandstill(rounds.slice(0, rounds.length - count), seats)) return count;
  return 0;
}

/** Whether a round moved nothing. The first round, and a round in which a seat failed, never counts as still. */
function isStill(round: Round): boolean {
  return round.round > 1 && round.moved.length === 0 && round.failed.length === 0;
}
