/** A document as data: the text and its items as the session has them, with their marks, and what was decided about them. */
import type { Session } from '../session/session.ts';
import type { Subject } from '../session/subject.ts';
import type { OutputType } from '../session/vocabulary.ts';
import { isDecision } from './parts/decisions.ts';
import { isChanged } from './parts/notices.ts';
import { isNotAgreed } from './printing.ts';

/** The document as plain data. `ids` maps the ids of items to those in the project's file. */
export function describeDocument({
  session,
  type,
  ids = new Map(),
}: {
  session: Session;
  type: OutputType;
  ids?: ReadonlyMap<string, string>;
}): Record<string, unknown> {
  const { outcome, text, artifacts } = session;
  return {
    session_id: session.id,
    topic: session.topic,
    ...(session.subject === undefined ? {} : { reviewed: describeReviewed(session.subject) }),
    type,
    language: session.language,
    workflow_type: session.workflow_type,
    strategy: session.strategy,
    status: session.status,
    rehearsal: session.rehearsal,
    result: outcome?.result ?? null,
    degraded: outcome?.degraded ?? false,
    decision: text?.decision ?? outcome?.decision ?? null,
    outcome,
    text,
    /** False when somebody changed the session after the vote, null before a vote. */
    is_as_voted: (text?.frozen_hash ?? null) === null ? null : !isChanged(session),
    items: artifacts.map((item) => ({ ...item, printed_id: ids.get(item.id) ?? item.id })),
    not_agreed: artifacts.filter(isNotAgreed).map(({ id }) => id),
    decisions: session.escalations.filter(isDecision),
    open_questions: session.open_questions.filter(({ status }) => status === 'open'),
    facts: session.dossier,
    participants: session.participants,
    facilitator: session.facilitator,
    synthesizer: session.synthesizer,
    failures: session.failures,
  };
}

/** What a review is of, without its text. */
function describeReviewed(subject: Subject): Omit<Subject, 'text'> {
  const { text: _, ...reviewed } = subject;
  return reviewed;
}
