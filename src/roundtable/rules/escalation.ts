/** When a person has to decide, and what the person is asked. */

import type { Conflict, Escalation, EscalationTrigger, Participant } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { escapePattern, nextId } from './same-text.ts';

/** Why an escalation is due. Each cause (trigger and conflict) escalates once, and again after granted rounds are over. */
export interface EscalationCause {
  trigger: EscalationTrigger;
  /** A conflict's id, or null. */
  subject: string | null;
  reason: string;
}

/** Number of rounds after which both sides of a conflict have answered each other: the opening round and the next. */
const answeredOnce = 2;

/**
 * All causes that are due after a round, starting with the facilitator's own request. `forSides`: the seats argued assigned
 * sides in this round, so their confidence does not show what they think.
 */
export function findEscalationCauses(
  session: Session,
  round: Round,
  { forSides }: { forSides: boolean },
): EscalationCause[] {
  const { escalation, min_rounds: minRounds } = session.settings;
  if (!escalation.enabled) return [];
  const open = session.conflicts.filter(({ status }) => status === 'open');
  const causes: EscalationCause[] = [];
  if (round.proposed_action === 'escalate') {
    const named = open.filter(({ id }) => round.escalate_conflicts?.includes(id));
    const subjects = named.length > 0 ? named : open.length === 1 ? open : [{ id: null }];
    const reason = round.escalation_reason ?? 'the facilitator asks for a decision';
    for (const { id } of subjects) causes.push({ trigger: 'facilitator', subject: id, reason });
  }
  for (const conflict of open) {
    const keyword = findKeyword(conflict, escalation.critical_keywords, session.participants);
    const age = ageOf(conflict, session, round.round);
    if (age >= escalation.max_rounds_per_conflict) {
      causes.push({
        trigger: 'conflict-age',
        subject: conflict.id,
        reason: `"${conflict.description}" is still open after ${age} ${age === 1 ? 'round' : 'rounds'}`,
      });
    }
    // A person is asked only after the sides have had the chance to settle it themselves.
    if (keyword !== null && round.round - conflict.opened_in + 1 >= answeredOnce) {
      causes.push({
        trigger: 'critical-keyword',
        subject: conflict.id,
        reason: `the open conflict "${conflict.description}" touches "${keyword}"`,
      });
    }
  }
  const mean = meanConfidence(round);
  if (!forSides && round.round >= minRounds && mean !== null && mean < escalation.confidence_below) {
    causes.push({
      trigger: 'low-confidence',
      subject: null,
      reason: `the seats are unsure: their mean confidence of ${mean.toFixed(2)} is below ${escalation.confidence_below}`,
    });
  }
  const due = causes.filter((cause) => isDue(cause, session.escalations, round.round));
  // One question per conflict is enough: the first trigger stands for the others, and a facilitator's request that names
  // no conflict stands for all open ones.
  const coversAll = due.some(({ trigger, subject }) => trigger === 'facilitator' && subject === null);
  return due.filter(
    ({ subject }, index) =>
      subject === null || (!coversAll && due.findIndex((one) => one.subject === subject) === index),
  );
}

/** The mean of the stated confidences of a round; null when no seat stated one. */
function meanConfidence(round: Pick<Round, 'answers'>): number | null {
  const stated = round.answers.map(({ confidence }) => confidence).filter((value) => value !== null);
  return stated.length === 0 ? null : stated.reduce((sum, value) => sum + value, 0) / stated.length;
}

/** The first keyword that occurs as a whole word in the conflict's text, ignoring case; null when none does. */
export function findKeyword(
  conflict: Pick<Conflict, 'description' | 'positions'>,
  keywords: readonly string[],
  participants: readonly Pick<Participant, 'id' | 'role'>[] = [],
): string | null {
  const whole = [conflict.description, ...conflict.positions.map((position) => position.text)].join('\n');
  // Names of seats do not count: mentioning the security champion does not make a conflict one about security.
  const text = participants
    .flatMap(({ id, role }) => [id, role])
    .filter((name) => /[\s-]/.test(name))
    .reduce((rest, name) => rest.replace(new RegExp(escapePattern(name), 'giu'), ' '), whole);
  return (
    keywords.find((keyword) => {
      const words = escapePattern(keyword.trim());
      return words !== '' && new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'iu').test(text);
    }) ?? null
  );
}

/** Rounds a conflict has been open; a decision that grants rounds restarts the count. */
function ageOf(conflict: Conflict, session: Session, round: number): number {
  const granted = session.escalations
    .filter(({ subject, decision }) => subject === conflict.id && decision === 'continue')
    .map((escalation) => escalation.round + 1);
  return round - Math.max(conflict.opened_in, ...granted) + 1;
}

/** Whether a cause may escalate now: during rounds granted for a conflict, no trigger asks about it again. */
function isDue(cause: EscalationCause, escalations: readonly Escalation[], round: number): boolean {
  const isOver = ({ decision, round: asked, extra_rounds: extra }: Escalation): boolean =>
    decision === 'continue' && round >= asked + Math.max(1, extra);
  return escalations.every((escalation) => {
    if (escalation.subject !== cause.subject) return true;
    const isSame = escalation.trigger === cause.trigger;
    const holds = isSame || (cause.subject !== null && escalation.decision === 'continue');
    return !holds || isOver(escalation);
  });
}

/** Makes a pending escalation from a due cause. */
export function raiseEscalation(session: Session, cause: EscalationCause, round: Round): Escalation {
  const subjects = session.conflicts.filter(
    ({ id, status }) => status === 'open' && (cause.subject === null || id === cause.subject),
  );
  const positions = subjects.flatMap((conflict) => conflict.positions);
  return {
    id: nextId('E', session.escalations),
    round: round.round,
    ...cause,
    positions:
      positions.length > 0
        ? positions
        : round.answers.map(({ seat, position }) => ({ seat, text: position, round: round.round })),
    recommendation: (subjects.length === 1 ? subjects[0]?.recommendation : null) ?? round.recommendation,
    status: 'pending',
    decision: null,
    text: null,
    extra_rounds: 0,
    answered_by: null,
    answered_at: null,
  };
}

/** Whether an escalation has a recommendation that can be accepted. */
export function isAcceptable({ recommendation }: Pick<Escalation, 'recommendation'>): boolean {
  return recommendation !== null && recommendation.trim() !== '';
}

/** Rounds beyond `max_rounds`: those granted by a person or an assistant, and one for guidance after the last round. */
export function countGrantedRounds(session: Pick<Session, 'escalations' | 'guidance'>): number {
  const granted = session.escalations
    .filter(({ answered_by: by, decision }) => by !== 'policy' && decision === 'continue')
    .reduce((sum, { extra_rounds: extra }) => sum + extra, 0);
  return granted + session.guidance.filter(({ grants_round: grants }) => grants === true).length;
}

/** The total number of rounds that a session may have. */
export function countMostRounds(session: Session): number {
  return session.settings.max_rounds + countGrantedRounds(session);
}

/** The open conflicts for which granted rounds are still to be held after a round. */
export function listGrantedConflicts(session: Session, round: number): Conflict[] {
  const subjects = session.escalations
    .filter(
      ({ decision, round: asked, extra_rounds: extra }) =>
        decision === 'continue' && asked <= round && round < asked + Math.max(1, extra),
    )
    .map(({ subject }) => subject);
  return session.conflicts.filter(({ id, status }) => status === 'open' && subjects.includes(id));
}
