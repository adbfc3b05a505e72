/** Records the decision of a person, of an assistant, or of a policy in their place, on an escalation. */
import type { EscalationDecision } from '../../session/ports/ports.ts';
import type { Escalation } from '../../session/records.ts';
import type { Session } from '../../session/session.ts';
import { closeConflict } from './conflicts.ts';
import { isAcceptable } from './escalation.ts';

/**
 * Applies a decision to the session: the escalation is answered and, unless rounds were granted, the conflict that it is about is
 * decided in these words. Nothing is read out of them: the panel and the writer of the text work them in. Accepting when nothing was
 * recommended changes nothing: the escalation stays pending.
 */
export function answerEscalation(
  session: Session,
  id: string,
  answer: { decision: EscalationDecision; at: string },
): Session {
  const escalation = session.escalations.find((entry) => entry.id === id);
  const { decision } = answer;
  if (!escalation || (decision.decision === 'accept' && !isAcceptable(escalation))) return session;
  const answered = writeAnswer(escalation, answer);
  const { text } = answered;
  const escalations = session.escalations.map((entry) => (entry.id === id ? answered : entry));
  if (text === null) return { ...session, escalations };
  const round = session.rounds.at(-1)?.round ?? escalation.round;
  const conflicts = session.conflicts.map((conflict) =>
    conflict.id === escalation.subject && conflict.status === 'open'
      ? closeConflict(conflict, { resolution: text, type: decision.by, round })
      : conflict,
  );
  return { ...session, escalations, conflicts };
}

/** An escalation with its answer. */
export function writeAnswer(
  escalation: Escalation,
  { decision, at }: { decision: EscalationDecision; at: string },
): Escalation {
  const accepted = decision.decision === 'accept' ? escalation.recommendation : null;
  return {
    ...escalation,
    status: 'answered',
    decision: decision.decision,
    text: decision.decision === 'own' ? decision.text : accepted,
    extra_rounds: decision.decision === 'continue' ? decision.rounds : 0,
    answered_by: decision.by,
    answered_at: at,
    ...(decision.by === 'user' && decision.name !== undefined ? { answered_name: decision.name } : {}),
  };
}
