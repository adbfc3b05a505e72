/** Renders what a discussion left open: contested points, dissent, points of the review and questions, each with its speakers. */
import { gotItsWay } from '../../domain/got-its-way.ts';
import type { Conflict, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatCitations } from '../citations.ts';
import { inline, shown } from '../markdown/text.ts';
import { nameRole, type Rendering } from '../rendering.ts';
import { shorten } from '../session-material.ts';
import { isFromReview } from '../speech.ts';
import { citeItem, firstSentence, formatItem, listChecks, listNotes } from './items.ts';
import {
  countSupport,
  listContested,
  listIds,
  listLatest,
  listPrinted,
  placeItem,
  sortItems,
} from './standing.ts';

/**
 * Lists each contested point once: open conflicts with the positions in the seats' own words and the items concerned; then
 * contested items that belong to no conflict, with the reasons of the seats that do not support them; then rejected items.
 */
export function renderContested(rendering: Rendering, options: ContestedOptions = {}): string[] {
  const { session } = rendering;
  const { isElsewhere = () => false, isConflictElsewhere = () => false, withChecks = true } = options;
  const { conflicts, items } = listContested(session);
  const printed = new Set<string>();
  return [
    ...conflicts
      .filter((conflict) => !isConflictElsewhere(conflict))
      .map((conflict) => formatConflict(conflict, rendering, { ...options, printed })),
    ...items.filter((item) => !isElsewhere(item)).map((item) => formatItem(item, rendering, { withChecks })),
    // The objections are in the record; its supporters' words are printed as dissent.
    ...sortItems(session).rejected.map((item) => {
      const [head = ''] = formatItem(item, rendering, { withChecks }).split('\n');
      return `${head} – rejected`;
    }),
  ];
}

/** Which contested points a part of a document prints, and how. */
export interface ContestedOptions {
  /** Accepts contested items that the document prints elsewhere, with their objectors. */
  isElsewhere?: (item: Item) => boolean;
  /** Accepts conflicts that the document prints elsewhere. */
  isConflictElsewhere?: (conflict: Conflict) => boolean;
  /** As in `formatItem`. */
  withChecks?: boolean;
}

/** An open conflict with its positions and items; `printed` holds the ids of items whose text is already printed above. */
export function formatConflict(
  conflict: Conflict,
  rendering: Rendering,
  {
    isElsewhere = () => false,
    withChecks = true,
    printed = new Set<string>(),
  }: ContestedOptions & { printed?: Set<string> } = {},
): string {
  const { session } = rendering;
  const heard = conflict.positions.map(({ seat }) => seat);
  const formatOnce = (item: Item): string => {
    const place = placeItem(item, session);
    if (place !== 'contested' || isElsewhere(item) || printed.has(item.id))
      return `* **${shown(item.id)}** (${item.status === 'agreed' ? 'agreed' : 'open'}, ${countSupport(item)})`;
    printed.add(item.id);
    return formatItem(item, rendering, { withChecks, heard });
  };
  const about = session.artifacts.filter(
    ({ id, status }) => conflict.item_ids.includes(id) && (status === 'open' || status === 'agreed'),
  );
  return [
    `* **${inline(firstSentence(conflict.description)) || shown(conflict.id)}** (open since round ${conflict.opened_in})`,
    ...conflict.positions.map(
      ({ seat, text, round }) =>
        `  * ${nameRole(session, seat)}: ${shown(text)}${formatCitations([{ round, seat }], rendering.holds)}`,
    ),
    ...about.map((item) => indent(formatOnce(item))),
    ...(conflict.recommendation === null
      ? []
      : [`  * The facilitator recommends: ${shown(conflict.recommendation)}`]),
  ].join('\n');
}

/** Indents all lines by two spaces, to nest an item below another. */
export function indent(lines: string): string {
  return lines
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Positions that seats held at the end and that did not prevail. */
export function listDissent(session: Session): NonNullable<Session['outcome']>['dissent'] {
  return (session.outcome?.dissent ?? []).filter(({ seat, on }) => {
    const conflict = session.conflicts.find(({ id }) => id === on);
    return conflict === undefined || (isOverruled(conflict) && !prevailed(session, conflict, seat));
  });
}

/** Dissent in the seats' own words; leaves out words that are printed below their item. */
export function renderDissent(rendering: Rendering): string[] {
  const { session, holds } = rendering;
  return listDissent(session)
    .filter((voice) => !standsAtItem(voice, session))
    .map(({ seat, text, round, on }) => {
      const item = session.artifacts.find(({ id }) => id === on);
      const stance = item?.stances.findLast((entry) => entry.seat === seat && entry.reason === text);
      const review = item !== undefined && stance !== undefined && isFromReview(session, item, stance);
      const isItem =
        item !== undefined && placeItem(item, session) !== 'gone' && shown(item.text) === shown(text);
      const subject = nameSubject(session, on);
      const words = isItem
        ? `what ${shown(item.id)} says`
        : `“${shown(text)}”${subject.id !== null && listIds(text).includes(subject.id) ? '' : subject.words}`;
      return `* ${nameRole(session, seat)}: ${words}${formatCitations([{ round, seat, review }], holds)}`;
    });
}

/** Whether exactly these words of the seat are printed below the item. */
function standsAtItem(
  { seat, text, on }: { seat: string; text: string; on: string | null },
  session: Session,
): boolean {
  const item = session.artifacts.find(({ id }) => id === on);
  if (item === undefined || ['gone', 'rejected', 'review'].includes(placeItem(item, session))) return false;
  const isHeard = session.conflicts.some(
    ({ status, item_ids: ids, positions }) =>
      status === 'open' && ids.includes(item.id) && positions.some((position) => position.seat === seat),
  );
  return (
    !isHeard &&
    listLatest(item).some(
      (entry) => entry.seat === seat && entry.stance !== 'support' && entry.reason === text,
    )
  );
}

/** An open conflict is printed as contested, and a conflict that the panel settled itself overruled nobody. */
function isOverruled({ resolution_type: type }: Conflict): boolean {
  return type === 'user' || type === 'policy';
}

/** Whether a seat got its way: `chosen` holds the conflict's items that were decided or that the decision names. */
function prevailed(session: Session, conflict: Conflict, seat: string): boolean {
  const about = session.artifacts.filter(({ id }) => conflict.item_ids.includes(id));
  const chosen = about.filter(
    (item) =>
      (item.status === 'agreed' && item.decided_by !== 'count') ||
      new RegExp(`(?<![\\w-])${item.id}(?![\\w])`).test(conflict.resolution ?? ''),
  );
  return gotItsWay(seat, { chosen, lost: about.filter(({ status }) => status === 'replaced') });
}

/** The subject of a dissent: an item by its id, a conflict by its first words. */
function nameSubject(session: Session, on: string | null): { id: string | null; words: string } {
  if (on === null) return { id: null, words: '' };
  const conflict = session.conflicts.find(({ id }) => id === on);
  // A decision is named by its id; only a dispute without a decision is named by its words.
  const decided = session.artifacts.find(
    ({ text, decided_by: by }) => by !== null && by !== 'count' && text === conflict?.resolution,
  );
  const id = decided?.id ?? on;
  const isNamed = decided !== undefined || conflict === undefined || conflict.description.trim() === '';
  return { id, words: ` (on ${isNamed ? shown(id) : `“${shown(shorten(conflict.description, 90))}”`})` };
}

/** Items that the review raised and nobody voted on, without those that `isElsewhere` accepts. */
export function renderReview(
  rendering: Rendering,
  isElsewhere: (item: Item) => boolean = () => false,
): string[] {
  return sortItems(rendering.session)
    .review.filter((item) => !isElsewhere(item))
    .map((item) => [...formatRaised(item, rendering), ...listChecks(item, rendering.session)].join('\n  * '));
}

/** A point of the review: its text, its reason, and notes for the reader. */
function formatRaised(item: Item, rendering: Rendering, mark = ''): string[] {
  return [
    `* **${shown(item.id)}** ${shown(item.text)}${mark}${citeItem(item, rendering)}`,
    ...(item.rationale.trim() === '' ? [] : [`Because: ${shown(item.rationale)}`]),
    ...listNotes(item, rendering),
  ];
}

/** Points of the review for a signer; how to check them is printed elsewhere. */
export function renderRaised(items: readonly Item[], rendering: Rendering): string[] {
  return items.map((item) => formatRaised(item, rendering, ' (not voted on)').join('\n  * '));
}

/** Open questions of the panel, each followed by the lines that `below` returns for its id. */
export function renderQuestions(
  { session, holds }: Pick<Rendering, 'session' | 'holds'>,
  below: (id: string) => readonly string[] = () => [],
): string[] {
  return session.open_questions
    .filter(({ status }) => status === 'open')
    .map(({ id, text, raised_by: by, round }) => {
      const sources = by.map((seat) => ({ round, seat }));
      const names = by.map((seat) => nameRole(session, seat)).join(', ');
      const who = sources.every(holds) ? formatCitations(sources, holds) : names === '' ? '' : ` (${names})`;
      return [`* **${shown(id)}** ${shown(text)}${who}`, ...below(id).map(indent)].join('\n');
    });
}

/** Points that the facilitator of a version 1 session called agreed and nobody voted on. */
export function renderUncounted(session: Session): string[] {
  const printed = new Set(listPrinted(session).map(({ id }) => id));
  return session.consensus
    .filter(({ item_id: id, reading_of: of }) => id === null && (of === undefined || !printed.has(of)))
    .map(({ text }) => `* ${shown(text)}`);
}
