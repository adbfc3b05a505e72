/** Applies a round to the session: a pure function from state to state. */

import type { Table } from '../../session/ports/ports.ts';
import type { Way } from '../../session/records.ts';
import { applyCoverage } from '../../session/rules/coverage.ts';
import { readNamed } from '../../session/rules/read-ids.ts';
import { isSameText, nextId } from '../../session/rules/same-text.ts';
import type { Session } from '../../session/session.ts';
import { applyConflicts, pickNamed } from './conflicts.ts';
import { countNewStatements } from './movement.ts';
import { applyOpenQuestions } from './open-questions.ts';
import { buildRecord, type RoundParts } from './round-record.ts';

/**
 * Builds the round's record and applies it to the session as it was before the round. `next_action` stays null: the decision comes
 * after the save.
 */
export function applyRound(before: Session, table: Pick<Table, 'agenda'>, parts: RoundParts): Session {
  const { round, step, synthesis, opened } = parts;
  const { reply } = synthesis;
  const statements = [...before.statements, ...step.statements];
  const answers = step.answers.map(({ answer }) => answer);
  const conflicts = applyConflicts(
    before.conflicts,
    {
      stances: [...answers.map(({ id: seat, conflicts: stances }) => ({ seat, stances })), ...step.stances],
      drafts: reply.conflicts,
    },
    { round, answered: answers.map(({ id }) => id) },
  );
  const coverage = applyCoverage(before.agenda, reply.agenda_coverage, {
    ...{ round, agenda: table.agenda, statements, escalations: before.escalations },
  });
  const questions = applyOpenQuestions(before.open_questions, reply, round);
  const record = buildRecord(parts, {
    causes: conflicts.causes,
    consensus: reply.consensus.map(({ text, statements: named }) => ({
      text,
      statements: readNamed(named, statements),
    })),
    conflicts: conflicts.conflicts.filter(({ status }) => status === 'open').map(({ id }) => id),
    resolved: conflicts.resolved,
    escalated: pickNamed(conflicts.conflicts, reply.escalate_conflicts),
    agenda_coverage: coverage.agenda.map(({ id, status }) => ({ topic_id: id, status })),
    moved: countNewStatements(before.statements, step.statements) + conflicts.moved.length,
    losses: [
      ...opened.losses,
      ...step.losses,
      ...synthesis.losses,
      ...conflicts.losses,
      ...coverage.losses,
      ...questions.losses,
    ],
  });
  return {
    ...before,
    statements,
    dossier: step.dossier,
    ways: mergeWays(before.ways, reply.ways),
    conflicts: conflicts.conflicts,
    agenda: coverage.agenda,
    open_questions: questions.questions,
    total_rounds: round,
    total_turns: before.total_turns + answers.length,
    turn: { order: [...parts.order], index: 0, next_speaker: null },
    rounds: [...before.rounds, record],
  };
}

/** Merges the ways of a synthesis into the known ones, by id or name. What a draft leaves empty stays; a way is never dropped. */
function mergeWays(known: readonly Way[], drafts: readonly Way[]): Way[] {
  const next = [...known];
  for (const draft of drafts) {
    const [named] = readNamed([draft.id], next);
    const byId = next.findIndex(({ id }) => id === named);
    const index = byId === -1 ? next.findIndex(({ name }) => isSameText(name, draft.name)) : byId;
    const before = next[index];
    if (before === undefined) next.push({ ...draft, id: nextId('W', next) });
    else
      next[index] = {
        ...before,
        name: draft.name,
        meaning: draft.meaning === '' ? before.meaning : draft.meaning,
        for: draft.for.length === 0 ? before.for : draft.for,
        against: draft.against.length === 0 ? before.against : draft.against,
        preferred_by: draft.preferred_by,
      };
  }
  return next;
}
