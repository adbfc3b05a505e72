/**
 * From version 1, which kept the points that were voted on apart from the artifacts that were printed, to version 2, where
 * both are items and each answer is a statement. Nothing is dropped and nothing is guessed: what version 1 did not record
 * is empty or marked as unrecorded.
 */
import { isMapping } from '../../domain/is-mapping.ts';
import type { Item } from '../../domain/records.ts';
import { type PlainObject, readList, readObject, readText } from './coerce-fields.ts';
import { type Decision, listDecisions, markLaterAgreements } from './migration-1-decisions.ts';
import { migrateConsensus, migrateItems } from './migration-1-items.ts';
import { migrateOutcome } from './migration-1-outcome.ts';
import { type DatePosition, datePositions, migrateAnswers, migrateRound } from './migration-1-rounds.ts';
import {
  artifact1,
  type Conflict1,
  conflict1,
  consensus1,
  escalation1,
  outcome1,
  type Proposal1,
  proposal1,
  type Round1,
  readOldList,
  round1,
} from './version-1.ts';

/** Turns the plain data of a version 1 file into that of version 2. Unknown keys and invalid parts stay as they are. */
export function migrateFromVersion1(old: PlainObject): PlainObject {
  const { proposals: _, ballot_after: __, ballot_missing: ___, ...rest } = old;
  const lists = {
    proposals: readOldList(proposal1, old['proposals']),
    artifacts: readOldList(artifact1, old['artifacts']),
    consensus: readOldList(consensus1, old['consensus']),
    conflicts: readOldList(conflict1, old['conflicts']),
    escalations: readOldList(escalation1, old['escalations']),
    rounds: readOldList(round1, old['rounds']),
  };
  const [proposals, artifacts, consensus] = [
    lists.proposals.sound,
    lists.artifacts.sound,
    lists.consensus.sound,
  ];
  const [conflicts, escalations, rounds] = [
    lists.conflicts.sound,
    lists.escalations.sound,
    lists.rounds.sound,
  ];
  const outcome = outcome1.safeParse(old['outcome']);

  const decisions = listDecisions(escalations, conflicts);
  const { ofArtifacts, points, itemIds } = migrateItems({ proposals, artifacts, consensus, rounds });
  const marked = markLaterAgreements([...ofArtifacts, ...points], { decisions, consensus });
  const arguesSide = readSides(old, { rounds, proposals });
  const statements = migrateAnswers(rounds, { items: marked, arguesSide });
  const items = [...marked, ...decisions.map(({ item }) => item)].map((item): Item => {
    const made = [...statements.values()].filter((statement) => statement.items.includes(item.id));
    return made.length === 0 ? item : { ...item, from: made.map(({ id }) => id) };
  });
  const agreements = consensus.map((entry) => migrateConsensus(entry, { proposals, items, itemIds }));
  const agreed = agreements.filter((entry) => entry !== null);
  const date = datePositions(rounds);
  const votes = readObject(readObject(old['settings'])['consensus'])['mechanism'] !== 'none';
  return {
    ...rest,
    schema_version: 2,
    statements: [...statements.values()],
    artifacts: [
      ...readList(lists.artifacts.replace(items.slice(0, ofArtifacts.length))),
      ...items.slice(ofArtifacts.length),
      ...lists.proposals.odd,
    ],
    consensus: lists.consensus.replace(agreements),
    review: migrateBallot(old, items),
    conflicts: lists.conflicts.replace(
      conflicts.map((conflict) => migrateConflict(conflict, { rounds, decisions, date })),
    ),
    escalations: lists.escalations.replace(
      escalations.map((escalation) => ({
        ...escalation,
        positions: escalation.positions.map((position) =>
          date(position, { conflictId: escalation.subject, otherwise: escalation.round }),
        ),
      })),
    ),
    guidance: migrateGuidance(old['guidance']),
    outcome: outcome.success
      ? migrateOutcome(outcome.data, { items, itemIds, proposals, conflicts, rounds, votes, date })
      : old['outcome'],
    rounds: lists.rounds.replace(
      rounds.map((round) => migrateRound(round, { items, itemIds, agreed, statements, date })),
    ),
  };
}

/**
 * Whether a seat spoke for an assigned side. In phases with votes, and in the closing phase of the built-in debate, seats
 * spoke for themselves.
 */
function readSides(
  old: PlainObject,
  { rounds, proposals }: { rounds: readonly Round1[]; proposals: readonly Proposal1[] },
): (seat: string, phase: string) => boolean {
  const sided = readList(old['participants'])
    .map(readObject)
    .filter(({ side }) => side === 'pro' || side === 'con')
    .map((participant) => readText(participant['id']));
  const free = rounds
    .filter(({ round }) => proposals.some(({ opened_in: opened }) => opened === round))
    .map(({ phase }) => phase);
  return (seat, phase) => sided.includes(seat) && phase !== 'closing' && !free.includes(phase);
}

function migrateConflict(
  old: Conflict1,
  given: { rounds: readonly Round1[]; decisions: readonly Decision[]; date: DatePosition },
): PlainObject {
  const { rounds, decisions, date } = given;
  return {
    ...old,
    item_ids: decisions.filter(({ conflictIds }) => conflictIds.includes(old.id)).map(({ item }) => item.id),
    positions: old.positions.map((position) =>
      date(position, { conflictId: old.id, otherwise: old.opened_in }),
    ),
    recommendation: null,
    history: listChanges(old, rounds),
  };
}

/** How a conflict was worded, round by round, and how it ended. */
function listChanges(conflict: Conflict1, rounds: readonly Round1[]): Item['history'] {
  const wordings = rounds.flatMap(({ round, conflicts }) =>
    conflicts.filter(({ id }) => id === conflict.id).map(({ description }) => ({ round, text: description })),
  );
  const first = wordings[0] ?? { round: conflict.opened_in, text: conflict.description };
  const history: Item['history'] = [{ round: first.round, change: 'opened', text: first.text }];
  for (const { round, text } of wordings)
    if (text !== history.at(-1)?.text) history.push({ round, change: 'reworded', text });
  const { resolution, resolution_type: type, resolved_in: round } = conflict;
  if (resolution !== null && round !== null)
    history.push({ round, change: type === null ? 'resolved' : `resolved (${type})`, text: resolution });
  return history;
}

function migrateGuidance(old: unknown): unknown {
  if (!Array.isArray(old)) return old;
  return old.map((entry: unknown) => (isMapping(entry) ? { ...entry, by: 'user' } : entry));
}

/**
 * The final ballot as a review. When there was nothing to vote on, version 1 noted a ballot in which nobody spoke; that does
 * not count as a review, so that a session that goes on still holds one.
 */
function migrateBallot(old: PlainObject, items: readonly Item[]): PlainObject | null {
  const round = old['ballot_after'];
  if (typeof round !== 'number') return null;
  const failed = readList(old['ballot_missing']).map((seat) => readText(seat));
  const seats = readList(old['participants']).map((participant) => readText(readObject(participant)['id']));
  const answers = seats.flatMap((seat) => {
    const voted = items.filter(({ stances }) =>
      stances.some((one) => one.seat === seat && one.round === round),
    );
    if (voted.length === 0 || failed.includes(seat)) return [];
    return [{ seat, stances: voted.map(({ id }) => id), statements: [], duration_ms: 0 }];
  });
  return answers.length === 0 && failed.length === 0 ? null : { after_round: round, answers, failed };
}
