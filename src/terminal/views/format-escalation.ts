/** Shows a question that only a person can answer. */
import type { Escalation } from '../../session/records.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { shortenId } from '../../session/rules/session-id.ts';
import type { Session } from '../../session/session.ts';
import { sayAnswer, sayRecommended, sayTrigger } from '../../wording/escalation.ts';
import { formatPlural } from '../../wording/format-numbers.ts';
import { groupPositions } from '../../wording/group-positions.ts';
import { nameSeat } from '../../wording/name-seat.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { listObjections, nameItem } from './format-items.ts';

/** The most characters of the question that are shown. */
const mostTopic = 200;

/** The escalation with its reason, the positions and the recommendation, if any. `session` adds names and the conflict; `isAlone`: no screen before it says whose question it is. */
export function formatEscalation(
  escalation: Escalation,
  { modes, session, isAlone = false }: { modes: ViewModes; session: Session; isAlone?: boolean },
): string {
  const { participants, conflicts, artifacts } = session;
  const page = createPage(modes);
  const { theme } = page;
  page.title(`A decision is needed ${theme.symbols.dot} ${escalation.id}`);
  if (isAlone) {
    page.field('Question', cutText(session.topic.replace(/\s+/g, ' ').trim(), mostTopic));
    page.field('Session', shortenId(session.id));
  }
  page.field('Why', sayTrigger(escalation));
  const conflict = conflicts.find(({ id }) => id === escalation.subject);
  const item = artifacts.find(({ id }) => id === escalation.subject);
  if (conflict !== undefined) page.field('Conflict', `${conflict.id}: ${conflict.description}`);
  if (item !== undefined) {
    page.field('Item', `${nameItem(item)}: ${item.text}`);
    for (const text of listObjections(item, participants)) page.item(theme.symbols.dash, text);
  }
  page.list(
    'Positions',
    groupPositions(escalation.positions).map(({ seats, text }) => {
      const names = seats.map((seat) => nameSeat(participants, seat));
      return `${names.join(', ')}: ${text}`;
    }),
  );
  page.blank();
  page.field('Recommended', sayRecommended(escalation, session));
  return page.toText();
}

/** What an answer recorded, and what happens next. */
export function formatAnswered(answered: { escalation: Escalation; pending: number }): string {
  const { escalation, pending } = answered;
  const next =
    pending > 0
      ? `${formatPlural(pending, 'more decision is', 'more decisions are')} needed before the discussion continues.`
      : escalation.decision === 'continue'
        ? 'The panel continues when the session is resumed.'
        : 'It is binding from now on, and the text will follow it.';
  return `Recorded: ${escalation.id}, ${sayAnswer(escalation)}\n${next}`;
}

/** The commands that answer an escalation. They name the session: by then another may be the current one, and what is decided binds. */
export function listAnswers(session: Session, escalation: Escalation): string[] {
  const several = session.escalations.filter(({ status }) => status === 'pending').length > 1;
  const answer = `s2s roundtable answer ${shortenId(session.id)}${several ? ` --escalation ${escalation.id}` : ''}`;
  return [
    ...(escalation.recommendation === null ? [] : [`${answer} --accept`]),
    `${answer} --decision "..."`,
    `${answer} --rounds 2`,
  ];
}
