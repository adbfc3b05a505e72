/** Takes a session's head back to an earlier round: results of later rounds are removed. */
import { type Conflict, type Item, noUsage, type Statement } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { sumUsages } from '../../domain/usage.ts';
import type { HeadOfSession } from '../files/session-text.ts';

/** The reason for a statement that is no longer in any item. */
const lostWithRound = 'the round that took it up was damaged and is gone';

/** A session with the given rounds and a head without traces of later ones. It can be resumed from there. */
export function trimSession(head: HeadOfSession, rounds: Round[], { now }: { now: Date }): Session {
  const last = rounds.length;
  const upTo = <Entry>(entries: readonly Entry[], read: (entry: Entry) => number): Entry[] =>
    entries.filter((entry) => read(entry) <= last);
  const ended = head.status === 'completed';
  const statements = upTo(head.statements, ({ round }) => round);
  const artifacts = upTo(head.artifacts, ({ round }) => round).map((item) =>
    trimItem(item, { last, statements }),
  );
  const known = new Set(artifacts.map(({ id }) => id));
  const agreed = new Set(artifacts.filter(({ status }) => status === 'agreed').map(({ id }) => id));
  // The calls of an interrupted round are in the journal, and are counted when the round is resumed.
  const { open_calls: _, ...rest } = head;
  return {
    ...rest,
    status: ended ? 'paused' : head.status,
    pause_reason: ended ? 'person' : head.pause_reason,
    paused_at: ended ? now.toISOString() : head.paused_at,
    completed_at: null,
    current_phase: rounds.at(-1)?.phase ?? head.current_phase,
    total_rounds: last,
    total_turns: rounds.reduce((sum, { answers }) => sum + answers.length, 0),
    turn: { ...head.turn, order: [], index: 0, next_speaker: null },
    agenda: head.agenda.map((topic) => {
      const met = upTo(topic.criteria_met, ({ round }) => round);
      const fewer = met.length < topic.criteria_met.length;
      const status = fewer ? (met.length > 0 ? 'partial' : 'pending') : last === 0 ? 'pending' : topic.status;
      return { ...topic, criteria_met: met, status };
    }),
    statements: statements.map((statement) => trimStatement(statement, known)),
    artifacts,
    consensus: upTo(head.consensus, ({ round }) => round).filter(
      ({ item_id: id }) => id === null || agreed.has(id),
    ),
    review: head.review !== null && head.review.after_round <= last ? head.review : null,
    conflicts: upTo(head.conflicts, ({ opened_in: opened }) => opened).map((conflict) =>
      trimConflict(conflict, { rounds, known }),
    ),
    open_questions: upTo(head.open_questions, ({ round }) => round),
    escalations: upTo(head.escalations, ({ round }) => round),
    guidance: upTo(head.guidance, ({ after_round: after }) => after),
    failures: upTo(head.failures, ({ round }) => round),
    usage: sumUsages(rounds.map(({ usage }) => usage)),
    completion_usage: noUsage,
    completion_usage_by_seat: [],
    outcome: null,
    rounds,
  };
}

/** A statement whose items all come from later rounds gets a reason instead of an item. */
function trimStatement(statement: Statement, known: ReadonlySet<string>): Statement {
  const items = statement.items.filter((id) => known.has(id));
  const isLost = items.length === 0 && statement.items.length > 0;
  return { ...statement, items, not_taken: isLost ? lostWithRound : statement.not_taken };
}

/** The first words of an entry in an item's history, and the status that the entry gave the item. */
const standings: readonly [string, Item['status']][] = [
  ['opened again', 'open'],
  ['put to the table again', 'open'],
  ['reworded', 'open'],
  ['agreed', 'agreed'],
  ['decided by a person', 'agreed'],
  ['accepted by the policy', 'agreed'],
  ['rejected', 'rejected'],
  ['withdrawn', 'withdrawn'],
  ['replaced by', 'replaced'],
];

/** History entries that record the item's wording at the time. */
const wordings = ['put forward', 'put to the vote as', 'reworded', 'raised in the review'];

function trimItem(
  item: Item,
  { last, statements }: { last: number; statements: readonly Statement[] },
): Item {
  const history = item.history.filter(({ round }) => round <= last);
  const stances = item.stances.filter(({ round }) => round <= last);
  const trimmed: Item = {
    ...item,
    history,
    stances,
    judgements: item.judgements.filter(({ round }) => round <= last),
    proposed_by: item.proposed_by.filter(({ round }) => round <= last),
    from: item.from.filter((id) => statements.some((statement) => statement.id === id)),
  };
  if (history.length === item.history.length && stances.length === item.stances.length) return trimmed;
  const wording = history.findLast(({ change }) => wordings.some((words) => change.startsWith(words)));
  const given = history.flatMap(({ change }) => standings.filter(([words]) => change.startsWith(words)));
  const status = given.at(-1)?.[1] ?? 'open';
  return {
    ...trimmed,
    status,
    decided_by: status === 'agreed' || status === 'rejected' ? (item.decided_by ?? 'count') : null,
    replaced_by: status === 'replaced' ? item.replaced_by : null,
    ...(wording === undefined || item.worded_in <= last
      ? {}
      : { text: wording.text, worded_in: wording.round }),
  };
}

/** The conflict as the last remaining round that mentions it has it; resolved only if it was resolved by then. */
function trimConflict(
  conflict: Conflict,
  { rounds, known }: { rounds: readonly Round[]; known: ReadonlySet<string> },
): Conflict {
  const last = rounds.length;
  const seen = rounds.flatMap(({ conflicts }) => conflicts.filter(({ id }) => id === conflict.id)).at(-1);
  const trimmed: Conflict = {
    ...conflict,
    item_ids: conflict.item_ids.filter((id) => known.has(id)),
    description: seen?.description ?? conflict.description,
    positions: (seen ?? conflict).positions.filter(({ round }) => round <= last),
    history: conflict.history.filter(({ round }) => round <= last),
  };
  if (conflict.resolved_in !== null && conflict.resolved_in <= last) return trimmed;
  return {
    ...trimmed,
    status: 'open',
    rounds_open: Math.max(0, last - conflict.opened_in + 1),
    resolution: null,
    resolution_type: null,
    resolved_in: null,
  };
}
