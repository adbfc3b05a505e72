/** Items as markdown: the text that was voted on, with its support and where it comes from. */
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import type { ItemType } from '../../domain/vocabulary.ts';
import { formatCitations } from '../citations.ts';
import { inline, shown } from '../markdown/text.ts';
import { nameSeat, type Rendering } from '../rendering.ts';
import { countSupport, listContested, listLatest, listPrinted, sortItems } from './standing.ts';

/** One item as a list item. */
export function formatItem(item: Item, rendering: Rendering): string {
  return `* **${shown(item.id)}** ${leadIn(item)}${shown(item.text)} (${countSupport(item)}${isRead(item, rendering.session) ? ', though the facilitator called it agreed' : ''})${citeItem(item, rendering)}`;
}

/** Whether the facilitator of a session of version 1 called an item agreed that nobody counted. */
function isRead(item: Item, session: Session): boolean {
  return item.status !== 'agreed' && session.consensus.some(({ reading_of: of }) => of === item.id);
}

/** An item's title with a colon, where its text does not begin with the same words. */
export function leadIn({ title, text }: Pick<Item, 'title' | 'text'>): string {
  const bare = title.trim().replace(/[.:]$/, '');
  return bare === '' || text.trim().toLowerCase().startsWith(bare.toLowerCase()) ? '' : `${inline(title)}: `;
}

/** Who put an item forward, and in which round each of them did so first. */
export function citeItem(item: Pick<Item, 'proposed_by'>, { holds }: Rendering): string {
  const first = item.proposed_by.filter(
    ({ seat }, index) => item.proposed_by.findIndex((entry) => entry.seat === seat) === index,
  );
  return formatCitations(first, holds);
}

/**
 * What is contested, each point once: open conflicts in the words of those who hold the positions, with the items they are
 * about; then contested items that no conflict names, with the reasons of those who do not support them.
 */
export function renderContested(
  rendering: Rendering,
  {
    printed = [],
  }: {
    /** Kinds that the document prints elsewhere, with who is against them. */ printed?: readonly ItemType[];
  } = {},
): string[] {
  const { session } = rendering;
  const { conflicts, items } = listContested(session);
  const rejected = sortItems(session).rejected;
  return [
    ...conflicts.map((conflict) => {
      const about = session.artifacts.filter(
        ({ id, status }) => conflict.item_ids.includes(id) && (status === 'open' || status === 'agreed'),
      );
      return [
        `* **${inline(conflict.description) || shown(conflict.id)}** (open since round ${conflict.opened_in})`,
        ...conflict.positions.map(
          ({ seat, text, round }) =>
            `  * ${nameSeat(session, seat)}: ${shown(text)}${formatCitations([{ round, seat }], rendering.holds)}`,
        ),
        ...about.flatMap((item) => [
          `  * **${shown(item.id)}** ${shown(item.text)} (${countSupport(item)})`,
          ...listReservations(item, rendering).map((line) => `    ${line}`),
        ]),
        ...(conflict.recommendation === null
          ? []
          : [`  * The facilitator recommends: ${shown(conflict.recommendation)}`]),
      ].join('\n');
    }),
    ...[...items.filter(({ type }) => !printed.includes(type)), ...rejected].map((item) =>
      [
        `${formatItem(item, rendering)}${item.status === 'rejected' ? ' – rejected' : ''}`,
        ...listReservations(item, rendering).map((line) => `  ${line}`),
      ].join('\n'),
    ),
  ];
}

/** Why seats do not support an item, in their own words. */
function listReservations(item: Item, { session, holds }: Rendering): string[] {
  return listLatest(item)
    .filter(({ stance }) => stance !== 'support')
    .map(({ seat, stance, reason, round }) => {
      const verb = stance === 'block' ? 'against' : 'aside';
      return `* ${nameSeat(session, seat)}, ${verb}: ${inline(reason) || 'no reason given'}${formatCitations([{ round, seat }], holds)}`;
    });
}

/** What seats stood for at the end and did not get; empty where nobody did. */
export function renderDissent(rendering: Rendering): string[] {
  const { session, holds } = rendering;
  // A conflict that is still open is contested, and stands there; one that the panel settled itself left nobody behind.
  const overruled = session.conflicts.filter(
    ({ resolution_type: type }) => type === 'user' || type === 'policy',
  );
  const lost = (session.outcome?.dissent ?? []).filter(
    ({ on }) => !session.conflicts.some(({ id }) => id === on) || overruled.some(({ id }) => id === on),
  );
  return lost.map(({ seat, text, round, on }) => {
    const about = on === null ? '' : ` (on ${shown(on)})`;
    return `* ${nameSeat(session, seat)}: “${shown(text)}”${about}${formatCitations([{ round, seat }], holds)}`;
  });
}

/** What the review raised, and nobody voted on. */
export function renderReview(rendering: Rendering): string[] {
  return sortItems(rendering.session).review.map((item) => {
    const seats = item.proposed_by.map(({ seat }) => nameSeat(rendering.session, seat)).join(', ');
    return `* **${shown(item.id)}** ${shown(item.text)}${seats === '' ? '' : ` (${seats})`}`;
  });
}

/** Open questions of the panel. */
export function renderQuestions(session: Session): string[] {
  return session.open_questions
    .filter(({ status }) => status === 'open')
    .map((question) => {
      const by = question.raised_by.map((seat) => nameSeat(session, seat)).join(', ');
      return `* **${shown(question.id)}** ${shown(question.text)}${by === '' ? '' : ` (${by})`}`;
    });
}

/** What the facilitator of a session of version 1 called agreed, and nobody voted on. */
export function renderUncounted(session: Session): string[] {
  const printed = new Set(listPrinted(session).map(({ id }) => id));
  return session.consensus
    .filter(({ item_id: id, reading_of: of }) => id === null && (of === undefined || !printed.has(of)))
    .map(({ text }) => `* ${shown(text)}`);
}
