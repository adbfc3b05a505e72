/** Shows a question that only a person can answer. */
import type { Escalation, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { cleanText } from '../../text/clean-text.ts';
import { formatPlural } from '../format-numbers.ts';
import { nameSeat } from '../name-seat.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { beginSentence, sayReason, sayStance } from '../wording.ts';
import { listStances } from './format-items.ts';

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
  const conflict = session?.conflicts.find(({ id }) => id === escalation.subject);
  if (conflict !== undefined) page.field('Conflict', `${conflict.id}: ${conflict.description}`);
  else if (escalation.subject !== null) page.field('Conflict', escalation.subject);
  const name = (seat: string): string => nameSeat(session?.participants ?? [], seat);
  page.list(
    'Positions',
    escalation.positions.map(({ seat, text }) => `${name(seat)}: ${text}`),
  );
  const about = (session?.artifacts ?? []).filter(({ id }) => conflict?.item_ids.includes(id) === true);
  const replaced = about.filter(({ status }) => status === 'open');
  page.list(
    'A decision would replace these open items',
    replaced.map(({ id, text }) => `${id}: ${text}`),
  );
  // A vote may already have agreed on an item of the conflict.
  const agreed = about.filter(({ status, decided_by: by }) => status === 'agreed' && by === 'count');
  page.list(
    'Agreed by count, and voted on again unless a decision names it',
    agreed.map((item) => `${item.id} (${sayVotes(item)}): ${item.text}`),
  );
  page.blank();
  page.field('Recommended', escalation.recommendation ?? 'The facilitator made no recommendation.');
  return page.toText();
}

/** The latest stances on an item: "3 for, 1 against". */
function sayVotes(item: Item): string {
  const latest = listStances(item);
  return (['support', 'stand_aside', 'block'] as const)
    .map((stance) => ({ stance, number: latest.filter((one) => one.stance === stance).length }))
    .filter(({ number }) => number > 0)
    .map(({ stance, number }) => `${number} ${sayStance(stance)}`)
    .join(', ');
}

/** What an answer recorded, and what happens next. */
export function formatAnswered(answered: {
  escalation: Escalation;
  decided: Item | null;
  taken: readonly Item[];
  replaced: readonly Item[];
  pending: number;
}): string {
  const { escalation, decided, taken, replaced, pending } = answered;
  return [
    `Recorded: ${escalation.id}, ${sayDecision(escalation)}`,
    ...(decided === null ? [] : [`It binds the panel as ${decided.id}: ${cleanText(decided.text)}`]),
    ...taken.map(
      (item) =>
        `${item.id} holds with it, and where the two differ, the decision binds: ${cleanText(item.text)}`,
    ),
    ...replaced.map((item) => `It replaces ${item.id}: ${cleanText(item.text)}`),
    pending > 0
      ? `${formatPlural(pending, 'decision is', 'decisions are')} still needed before the discussion goes on.`
      : 'When the session is resumed, every seat is told.',
  ].join('\n');
}

/** The commands that answer an escalation; they contain its id when several wait. `name` is their session argument. */
export function listAnswers(session: Session, escalation: Escalation, name: string): string[] {
  const several = session.escalations.filter(({ status }) => status === 'pending').length > 1;
  const answer = `s2s roundtable answer${name}${several ? ` --escalation ${escalation.id}` : ''}`;
  return [
    ...(escalation.recommendation === null ? [] : [`${answer} --accept`]),
    `${answer} --decision "..."`,
    `${answer} --rounds 2`,
  ];
}

/** Why a person has to decide. */
export function sayEscalation(escalation: Escalation): string {
  // The facilitator's own words are shown as they are.
  if (escalation.trigger !== 'facilitator') return sayReason(escalation.reason);
  return escalation.reason.trim() === '' ? 'The facilitator asks for a decision.' : escalation.reason;
}

/** Who spoke, by name when it is known. */
export function sayWho(by: string, name: string | undefined): string {
  if (by === 'policy') return 'by policy';
  return by === 'assistant' ? 'by an assistant' : `by ${name ?? 'a person'}`;
}

/** The heading over decisions, which are not by people when a policy or an assistant made one of them. */
export function titleDecisions(escalations: readonly Escalation[]): string {
  const isByOthers = escalations.some(({ answered_by: by }) => by !== null && by !== 'user');
  return isByOthers ? 'Decisions from outside the panel' : 'Decisions by people';
}

/** What was decided about an escalation, in one line. */
export function sayDecision(escalation: Escalation): string {
  if (escalation.status === 'pending') return 'waiting for a decision';
  const who = sayWho(escalation.answered_by ?? 'user', escalation.answered_name);
  if (escalation.decision === 'accept')
    return `recommendation accepted ${who}: ${escalation.recommendation ?? ''}`;
  if (escalation.decision === 'own') return `decided ${who}: ${escalation.text ?? ''}`;
  return `${formatPlural(escalation.extra_rounds, 'more round')} granted ${who}`;
}
