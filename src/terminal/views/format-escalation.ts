/** A question that only a person can answer. */
import type { Escalation, EscalationTrigger } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { nameSeat } from '../name-seat.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';

const triggers: Record<EscalationTrigger, string> = {
  facilitator: 'The facilitator asks for a decision',
  'conflict-age': 'A conflict has been open for too long',
  'critical-keyword': 'An open conflict is about something critical',
  'low-confidence': 'The panel is not sure enough',
};

/** The escalation with its reason, the positions, and the recommendation (or that there is none). `session` adds names and the conflict. */
export function formatEscalation(
  escalation: Escalation,
  options: { modes: ViewModes; session?: Session | undefined },
): string {
  const { modes, session } = options;
  const page = createPage(modes);
  const { theme } = page;
  page.title(`A decision is needed ${theme.symbols.dot} ${escalation.id}`);
  page.field('Why', triggers[escalation.trigger]);
  if (escalation.reason.trim() !== '') page.field('Reason', escalation.reason);
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
  page.field('Recommended', escalation.recommendation ?? 'nothing; the facilitator gave no recommendation');
  return page.toText();
}

/** What was decided about an escalation, in one line of words. */
export function sayDecision(escalation: Escalation): string {
  if (escalation.status === 'pending') return 'waiting for a decision';
  const who = escalation.answered_by === 'policy' ? 'by policy' : 'by a person';
  if (escalation.decision === 'accept')
    return `recommendation accepted ${who}: ${escalation.recommendation ?? ''}`;
  if (escalation.decision === 'own') return `decided ${who}: ${escalation.text ?? ''}`;
  const rounds = `${escalation.extra_rounds} more round${escalation.extra_rounds === 1 ? '' : 's'}`;
  return `${rounds} granted ${who}`;
}
