/** Converts a facilitator's synthesis to the form that the rules take: maps seat names back, accepts older forms. */
import type { Naming } from '../prompts/seat-names.ts';
import type { ReportedCoverage } from '../rules/agenda.ts';
import type { ConflictDraft } from '../rules/conflicts.ts';
import { createDraft, type ItemDraft, readPriority } from '../rules/new-item.ts';
import { slugOf } from '../rules/same-text.ts';
import type { ItemReply, LeftOutReply, QuestionReply, SynthesisReply } from './replies.ts';

/** A synthesis, by the facilitator or the program. References between its parts are still as the reply wrote them. */
export type SynthesisDraft = ReturnType<typeof readSynthesis>;

export function readSynthesis(reply: SynthesisReply, naming: Naming) {
  const read = (text: string): string => naming.readText(text);
  const readOrNull = (text: string | null): string | null => (text === null ? null : read(text));
  // The public plugin lists conflicts and questions together with the results.
  const proposed = reply.proposed_artifacts ?? [];
  const isConflict = ({ kind }: { kind: string }): boolean => /conflict/i.test(kind);
  const isQuestion = ({ kind }: { kind: string }): boolean => /question/i.test(kind);
  const older = [
    ...(reply.artifacts ?? []),
    ...proposed
      .filter((one) => !isConflict(one) && !isQuestion(one))
      .map(({ kind: _kind, positions: _positions, raised_by: _raised, ...item }) => item),
  ];
  const conflicts = [
    ...reply.conflicts,
    ...proposed.filter(isConflict).map(({ id, title, text, related_to: items, positions }) => ({
      id: /^CONF/i.test(id) ? id : 'new',
      description: title === '' || title === text ? text : `${title}: ${text}`,
      item_ids: items,
      positions,
      recommendation: null,
    })),
  ];
  const updates = (reply.agenda_update ?? []).map(
    ({ topic_id, new_status: status }): ReportedCoverage => ({
      topic_id,
      status: status === 'closed' ? 'covered' : status === 'open' ? 'pending' : status,
      criteria_met: [],
    }),
  );
  const next = (['continue', 'phase', 'conclude', 'escalate'] as const).find(
    (action) => action === reply.next?.toLowerCase(),
  );
  return {
    synthesis: read(reply.synthesis),
    items: [
      ...[...reply.items, ...older].map((item) => readItem(item, naming)),
      // Points that an older form listed as agreed become ordinary items, which the seats still have to vote on.
      ...(reply.consensus ?? []).map((text) => createDraft({ text: read(text) })),
    ],
    not_taken: reply.not_taken.map(({ statement, reason }) => ({ statement, reason: read(reason) })),
    conflicts: conflicts.map(
      (conflict): ConflictDraft => ({
        id: naming.readId(
          conflict.id === 'new' || conflict.id === '' ? slugOf(conflict.description) : conflict.id,
        ),
        description: read(conflict.description),
        item_ids: conflict.item_ids,
        positions: conflict.positions.flatMap(({ seat, text }) => {
          const id = naming.readSeat(seat);
          return id === null ? [] : [{ seat: id, text: read(text) }];
        }),
        recommendation: readOrNull(conflict.recommendation),
      }),
    ),
    resolved: [...reply.resolved, ...(reply.resolved_conflicts ?? [])].map(
      ({ conflict_id: id, resolution }) => ({
        conflict_id: naming.readId(id),
        resolution: read(resolution),
      }),
    ),
    agenda_coverage: [...reply.agenda_coverage, ...updates],
    open_questions: [...reply.open_questions, ...proposed.filter(isQuestion)].map(
      ({ text, raised_by: by }) => ({
        text: read(text),
        raised_by: by.map((name) => naming.readSeat(name)).filter((id) => id !== null),
      }),
    ),
    answered_questions: reply.answered_questions.map(({ id, answer }) => ({ id, answer: read(answer) })),
    // A reply with the plugin's field `next` lacks ours, which then has its default value.
    next_action: reply.next_action === 'continue' && next !== undefined ? next : reply.next_action,
    next_focus: readOrNull(reply.next_focus),
    escalation_reason: readOrNull(reply.escalation_reason),
    escalate_conflicts: reply.escalate_conflicts.map((id) => naming.readId(id)),
    recommendation: readOrNull(reply.recommendation),
    next_question: reply.next_question ? mapQuestionNames(reply.next_question, naming) : null,
  };
}

/** Reads the reply that says where the left-out statements belong. */
export function readLeftOut(
  reply: LeftOutReply,
  naming: Naming,
): Pick<SynthesisDraft, 'items' | 'not_taken'> {
  return {
    items: reply.items.map((item) => readItem(item, naming)),
    not_taken: reply.not_taken.map(({ statement, reason }) => ({
      statement,
      reason: naming.readText(reason),
    })),
  };
}

function readItem(item: ItemReply, naming: Naming): ItemDraft {
  const read = (text: string): string => naming.readText(text);
  return {
    ...item,
    title: read(item.title),
    text: read(item.text),
    rationale: read(item.rationale),
    priority: readPriority(item.priority),
    acceptance: item.acceptance.map(read),
    withdrawn: item.withdrawn === null ? null : read(item.withdrawn),
  };
}

/** Maps the seat names in a facilitator's question back to ids; an unknown name stays as it is. */
export function mapQuestionNames(reply: QuestionReply, naming: Naming): QuestionReply {
  return {
    ...reply,
    focus: naming.readText(reply.focus),
    question: naming.readText(reply.question),
    context_summary: naming.readText(reply.context_summary),
    participants: reply.participants.map((name) => naming.readSeat(name) ?? name),
  };
}
