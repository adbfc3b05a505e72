/** When a person has to decide, and what the person is asked. */
import type { Conflict, Escalation, EscalationTrigger, Participant } from '../../session/records.ts';
import type { Round } from '../../session/round.ts';
import { escapePattern, nextId } from '../../session/rules/same-text.ts';
import type { Session } from '../../session/session.ts';
import { listHeld } from './word-conflict.ts';

/** Why an escalation is due. Each cause (trigger and subject) escalates once, and again after granted rounds are over. */
export interface EscalationCause {
  trigger: EscalationTrigger;
  /** The conflict; null when it is about no single one. */
  subject: string | null;
  values: Escalation['values'];
  /** The facilitator's own words, where it asked; else empty. */
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
    const reason = round.escalation_reason ?? '';
    for (const { id } of subjects) causes.push({ trigger: 'facilitator', subject: id, values: {}, reason });
  }
  for (const conflict of open.filter((one) => listHeld(one).length > 1)) {
    const cause = (trigger: EscalationTrigger, values: Escalation['values']): EscalationCause => ({
      ...{ trigger, subject: conflict.id, values, reason: '' },
    });
    const age = ageOf(conflict, session, round.round);
    if (age >= escalation.max_rounds_per_conflict) causes.push(cause('conflict-age', { age }));
    const keyword = findKeyword(conflict, escalation.critical_keywords, session.participants);
    // A person is asked only after the sides have had the chance to settle it themselves.
    if (keyword !== null && round.round - conflict.opened_in + 1 >= answeredOnce)
      causes.push(cause('critical-keyword', { keyword }));
  }
  const mean = meanConfidence(round);
  const { confidence_below: below } = escalation;
  if (!forSides && round.round >= minRounds && mean !== null && mean < below)
    causes.push({
      trigger: 'low-confidence',
      subject: null,
      values: { mean: roundShare(mean), below },
      reason: '',
    });
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

/** A share with two decimals, as it is told. */
function roundShare(share: number): number {
  return Math.round(share * 100) / 100;
}

/** The first keyword that occurs as a whole word in the conflict's text, ignoring case; null when none does. */
export function findKeyword(
  conflict: Pick<Conflict, 'description'> & { positions: readonly { text: string }[] },
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

/** Whether a cause may escalate now: once, and not while rounds that were granted for its subject are still to be held. */
function isDue(
  cause: Pick<EscalationCause, 'trigger' | 'subject'>,
  escalations: readonly Escalation[],
  round: number,
): boolean {
  const isOver = ({ decision, round: asked, extra_rounds: extra }: Escalation): boolean =>
    decision === 'continue' && round >= asked + Math.max(1, extra);
  return escalations.every((escalation) => {
    if (escalation.subject !== cause.subject) return true;
    const isSame = escalation.trigger === cause.trigger;
    const holds = isSame || (cause.subject !== null && escalation.decision === 'continue');
    return !holds || isOver(escalation);
  });
}

/** Makes a pending escalation from a due cause, with the positions of the conflict that it is about, else what the seats answered. */
export function raiseEscalation(session: Session, cause: EscalationCause, round: Round): Escalation {
  const conflict = session.conflicts.find(({ id }) => id === cause.subject);
  const positions =
    conflict === undefined
      ? round.answers.map(({ seat, position }) => ({ seat, text: position }))
      : listHeld(conflict).flatMap(({ text, held_by: held }) => held.map(({ seat }) => ({ seat, text })));
  const recommendation = conflict?.recommendation ?? round.recommendation;
  return openEscalation(session, { ...cause, round: round.round, positions, recommendation });
}

/** A pending escalation under the next id. */
export function openEscalation(
  { escalations }: Pick<Session, 'escalations'>,
  asked: EscalationCause & Pick<Escalation, 'round' | 'positions' | 'recommendation'>,
): Escalation {
  return {
    id: nextId('E', escalations),
    ...asked,
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
