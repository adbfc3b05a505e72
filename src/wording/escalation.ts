/** Why a person has to decide, and what was decided. */
import type { Escalation } from '../session/records.ts';
import type { Session } from '../session/session.ts';
import { findWait } from '../session/session-head.ts';
import { formatPlural } from './format-numbers.ts';
import { nameSeat } from './name-seat.ts';
import { sayTurn } from './pause.ts';
import { joinList } from './sentence.ts';

/** Why a person has to decide. The facilitator's own words are given as they are. */
export function sayTrigger(
  escalation: Pick<Escalation, 'trigger' | 'subject' | 'values' | 'reason'>,
): string {
  const { trigger, subject, values, reason } = escalation;
  switch (trigger) {
    case 'facilitator':
      return reason.trim() === '' ? 'The facilitator asks for a decision.' : reason;
    case 'conflict-age':
      return `${subject ?? 'A conflict'} has been open for ${formatPlural(values.age ?? 0, 'round')}.`;
    case 'critical-keyword':
      return `${subject ?? 'An open conflict'} touches "${values.keyword ?? ''}", which your configuration calls critical.`;
    case 'low-confidence':
      return `The panel is not sure: mean confidence ${(values.mean ?? 0).toFixed(2)}, below ${(values.below ?? 0).toFixed(2)}.`;
    case 'last-call':
      return `${subject ?? 'An item'} is not agreed after the last call.`;
    case 'replaces-decision':
      return `${subject ?? 'An item'} replaces what a person decided before (${values.replaced ?? ''}).`;
  }
}

/** What is to be decided: the contested point, the item, or why a person is asked. */
export function sayMatter(
  escalation: Escalation,
  { conflicts, artifacts }: Pick<Session, 'conflicts' | 'artifacts'>,
): string {
  const isMeant = ({ id }: { id: string }): boolean => id === escalation.subject;
  return conflicts.find(isMeant)?.description ?? (artifacts.find(isMeant)?.title || sayTrigger(escalation));
}

/** What a waiting session asks of a person, in a line: what is to be decided, which turn it is, or what was answered and waits for a resume. */
export function sayAsked(session: Session): string {
  const { escalations, text, total_rounds: rounds } = session;
  const answered = escalations.findLast(({ status }) => status === 'answered');
  if (findWait(session) === null && answered !== undefined) return `${answered.id}, ${sayAnswer(answered)}`;
  const asked = escalations
    .filter(({ status }) => status === 'pending')
    .map((escalation) => `${sayMatter(escalation, session)} (${escalation.id})`);
  return asked.length > 0 ? asked.join('; ') : sayTurn({ step: text?.step ?? 'answer', round: rounds + 1 });
}

/** What is recommended; what is shown beside it, a position or the item itself, is named and not said again. */
export function sayRecommended(
  { recommendation, positions, subject }: Pick<Escalation, 'recommendation' | 'positions' | 'subject'>,
  { participants, artifacts }: Pick<Session, 'participants' | 'artifacts'>,
): string {
  if (recommendation === null) return 'The facilitator made no recommendation.';
  if (artifacts.some(({ id, text }) => id === subject && text === recommendation))
    return 'The item as it stands.';
  const holders = positions.filter(({ text }) => text === recommendation);
  if (holders.length === 0) return recommendation;
  return `The position of ${joinList(holders.map(({ seat }) => nameSeat(participants, seat)))}.`;
}

/** Who spoke, by name when it is known: `by Ada`. */
export function sayWho(by: string, name: string | undefined): string {
  if (by === 'policy') return 'by policy';
  return by === 'assistant' ? 'by an assistant' : `by ${name ?? 'a person'}`;
}

/** What was decided about an escalation, in one line. `accepted`: the words that were accepted, empty where they stand above it. */
export function sayAnswer(
  escalation: Escalation,
  { accepted = escalation.text ?? escalation.recommendation ?? '' }: { accepted?: string } = {},
): string {
  if (escalation.status === 'pending') return 'waiting for a decision';
  if (escalation.status === 'settled') return 'settled by the panel in the last call';
  const who = sayWho(escalation.answered_by ?? 'user', escalation.answered_name);
  switch (escalation.decision) {
    case 'accept':
      return `recommendation accepted ${who}${accepted === '' ? '' : `: ${accepted}`}`;
    case 'own':
      return `decided ${who}: ${escalation.text ?? ''}`;
    default:
      return `${formatPlural(escalation.extra_rounds, 'more round')} granted ${who}`;
  }
}
