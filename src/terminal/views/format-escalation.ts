/** A question that only a person can answer. */
import type { Escalation } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatPlural } from '../format-numbers.ts';
import { nameSeat } from '../name-seat.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { beginSentence, sayReason } from '../wording.ts';

/** The escalation with its reason, the positions and the recommendation, if any. `session` adds names and the conflict. */
export function formatEscalation(
  escalation: Escalation,
  options: { modes: ViewModes; session?: Session | undefined },
): string {
  const { modes, session } = options;
  const page = createPage(modes);
  const { theme } = page;
  page.title(`A decision is needed ${theme.symbols.dot} ${escalation.id}`);
  page.field('Why', beginSentence(sayEscalation(escalation)));
  if (escalation.subject !== null) {
    const conflict = session?.conflicts.find((candidate) => candidate.id === escalation.subject);
    page.field(
      'Conflict',
      conflict === undefined ? escalation.subject : `${conflict.id}: ${conflict.description}`,
    );
  }
  if (escalation.positions.length > 0) {
    page.heading('Positions');
    for (const position of escalation.positions) {
      page.item(
        theme.symbols.bullet,
        `${nameSeat(session?.participants ?? [], position.seat)}: ${position.text}`,
      );
    }
  }
  page.blank();
  page.field('Recommended', escalation.recommendation ?? 'The facilitator made no recommendation.');
  return page.toText();
}

/** Why a person has to decide. */
export function sayEscalation(escalation: Escalation): string {
  // The facilitator's own words are shown as they are.
  if (escalation.trigger !== 'facilitator') return sayReason(escalation.reason);
  return escalation.reason.trim() === '' ? 'The facilitator asks for a decision.' : escalation.reason;
}

/** What was decided about an escalation, in one line. */
export function sayDecision(escalation: Escalation): string {
  if (escalation.status === 'pending') return 'waiting for a decision';
  const who = escalation.answered_by === 'policy' ? 'by policy' : 'by a person';
  if (escalation.decision === 'accept')
    return `recommendation accepted ${who}: ${escalation.recommendation ?? ''}`;
  if (escalation.decision === 'own') return `decided ${who}: ${escalation.text ?? ''}`;
  return `${formatPlural(escalation.extra_rounds, 'more round')} granted ${who}`;
}
