/** A document as data: the same content and record as in markdown, unescaped. */
import type { Session } from '../domain/session.ts';
import type { OutputType } from '../domain/vocabulary.ts';
import { listLatest, sortItems } from './parts/standing.ts';
import { readContent } from './render-document.ts';

/** The document as plain data. Texts are not changed. */
export function describeDocument({
  session,
  type,
  publishedIds = new Map(),
}: {
  session: Session;
  type: OutputType;
  publishedIds?: ReadonlyMap<string, string>;
}): Record<string, unknown> {
  const { content, assembled, unsupported } = readContent(session, type);
  const outcome = session.outcome;
  return {
    session_id: session.id,
    topic: session.topic,
    type,
    workflow_type: session.workflow_type,
    strategy: session.strategy,
    status: session.status,
    rehearsal: session.rehearsal,
    result: outcome?.result ?? null,
    ended_by: outcome?.ended_by ?? null,
    degraded: (outcome?.degraded ?? false) || assembled !== null,
    degradation: outcome?.degradation ?? [],
    assembled_by: assembled === null ? 'synthesizer' : 'program',
    assembled_reason: assembled,
    content,
    unsupported,
    open_conflicts: session.conflicts.filter((conflict) => conflict.status === 'open'),
    dissent: outcome?.dissent ?? [],
    reservations: session.artifacts.flatMap((item) =>
      listLatest(item)
        .filter(({ stance }) => stance !== 'support')
        .map((stance) => ({ item_id: item.id, item: item.text, ...stance })),
    ),
    standing: Object.fromEntries(
      Object.entries(sortItems(session)).map(([name, items]) => [name, items.map(({ id }) => id)]),
    ),
    not_taken: session.statements.filter(({ not_taken: reason }) => reason !== null),
    decisions: session.escalations,
    overrides: session.rounds
      .filter((round) => round.override !== null)
      .map((round) => ({
        round: round.round,
        proposed: round.proposed_action,
        done: round.next_action,
        why: round.override,
      })),
    open_questions: session.open_questions.filter((question) => question.status === 'open'),
    artifacts: session.artifacts,
    /** Maps the ids of `artifacts` to those in the project's requirements file. */
    published_ids: Object.fromEntries(publishedIds),
    participants: session.participants,
    facilitator: session.facilitator,
    synthesizer: session.synthesizer,
    failures: session.failures,
  };
}
