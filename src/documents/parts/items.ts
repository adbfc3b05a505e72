/** Items as markdown: the text that was voted on, with its support, its sources and the objections to it. */
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { findTakingUp } from '../../domain/taken-up.ts';
import { formatCitations } from '../citations.ts';
import { inline, shown } from '../markdown/text.ts';
import { nameRole, type Rendering } from '../rendering.ts';
import { isFromReview, sharedStems, stemsOf } from '../speech.ts';
import { countSupport, listIds, listLatest, listPrinted, showSupport, sortItems } from './standing.ts';

/** One item as a markdown list item, with its notes indented below; `withChecks` adds how to verify it. */
export function formatItem(
  item: Item,
  rendering: Rendering,
  {
    withChecks = true,
    withReason = false,
    heard = [],
  }: {
    withChecks?: boolean;
    /** Also prints a short reason. */
    withReason?: boolean;
    /** Seats whose own words on the matter are already printed above. */
    heard?: readonly string[];
  } = {},
): string {
  const read = isRead(item, rendering.session) ? ', though the facilitator called it agreed' : '';
  const votes = `${showSupport(item, rendering.session)}${read}`;
  return [
    `* **${shown(item.id)}** ${leadIn(item)}${shown(item.text)}${votes === '' ? '' : ` (${votes})`}${citeItem(item, rendering)}`,
    ...(withReason ? listReason(item, rendering.session) : []),
    ...listNotes(item, rendering, heard),
    ...(withChecks ? listChecks(item, rendering.session) : []),
  ].join('\n  * ');
}

/** The first sentence or line of a text, uncut. */
export function firstSentence(text: string): string {
  return text.trim().split(/(?<=[.!?。！？])\s|\n/u)[0] ?? '';
}

/** The longest reason printed beside an item, in characters; longer ones are only in the record. */
const mostReason = 90;

/** The first sentence of an item's rationale, if that is short. */
function listReason({ text, rationale, decided_by: by, from }: Item, session: Session): string[] {
  const reason = firstSentence(rationale);
  if (reason === '' || reason.length > mostReason || shown(reason) === shown(text)) return [];
  const settles =
    (by === 'user' || by === 'policy') &&
    from.length === 0 &&
    session.conflicts.some(({ resolution }) => resolution === text);
  return [`${settles ? 'It settles' : 'Because'}: ${shown(reason)}`];
}

/** Whether the facilitator of a version 1 session called an item agreed although no count did. */
export function isRead(item: Item, session: Session): boolean {
  return item.status !== 'agreed' && session.consensus.some(({ reading_of: of }) => of === item.id);
}

/** Notes for the reader of an item: what it refers to, what it only assumes, and who does not support it. */
export function listNotes(item: Item, rendering: Rendering, heard: readonly string[] = []): string[] {
  const { session, holds, gone, assumed } = rendering;
  const decision = findTakingUp(item, session.artifacts);
  return [
    ...(decision === null ? [] : [`${shown(decision.id)} binds where it says otherwise.`]),
    ...item.contradicts.map((id) => `It contradicts ${shown(id)}.`),
    ...listTwins(item, session),
    ...listReopened(item, session),
    ...listAmendments(item, rendering),
    ...(gone.get(item.id) ?? []).map((old) => {
      const end = old.replaced_by === null ? sayEnd(old) : `replaced by ${shown(old.replaced_by)}`;
      return `${shown(old.id)}, ${end}, said: “${shown(old.text)}”`;
    }),
    ...(assumed.get(item.id) ?? []).map(
      ({ seat, text, round }) =>
        `${nameRole(session, seat)} assumes: ${shown(text)}${formatCitations([{ round, seat }], holds)}`,
    ),
    ...listReservations(item, rendering, heard),
  ];
}

/** How an item without a successor ended: its proposers gave it up, or it was withdrawn. */
function sayEnd({ history }: Item): string {
  return history.at(-1)?.change.startsWith('given up') === true
    ? 'given up by those who put it forward'
    : 'withdrawn';
}

/** In a version 1 session: the votes on items with nearly the same words, and decisions that nobody checked the item against. */
function listTwins({ resembles = [], check_against: decisions = [] }: Item, session: Session): string[] {
  const twins = session.artifacts.filter(({ id }) => resembles.includes(id));
  return [
    ...twins.map((twin) => `${shown(twin.id)} says much the same, and was voted on: ${countSupport(twin)}`),
    ...decisions.map(
      (id) =>
        `It was agreed after ${shown(id)}, which a person decided on the same matter: check it against that.`,
    ),
  ];
}

/** Says that an item was agreed until a seat blocked it in the review, which came too late for an answer. */
function listReopened({ status, history, stances, ...item }: Item, session: Session): string[] {
  const reopened = history.findLast(({ change }) => change === 'opened again');
  const agreed = history.findLast(({ change }) => change === 'agreed');
  const review = session.review?.after_round;
  if (status === 'agreed' || reopened === undefined || agreed === undefined || reopened.round !== review)
    return [];
  const by = listLatest({ stances }).filter(
    (entry) => entry.stance === 'block' && isFromReview(session, { ...item, stances }, entry),
  );
  return by.length === 0 ? [] : [`Agreed since round ${agreed.round}; blocked in the review.`];
}

/** The ids of items that a review point means to correct: those that it relates to or that its seat said it replaces. */
export function listCorrections(
  { from, raised_in: raisedIn, related_to: related }: Item,
  { statements, artifacts }: Pick<Session, 'statements' | 'artifacts'>,
): string[] {
  if (raisedIn !== 'review') return [];
  const replaced = statements.filter(({ id }) => from.includes(id)).flatMap(({ replaces }) => replaces);
  const named = new Set([...related, ...replaced]);
  return artifacts
    .filter(({ id, status }) => named.has(id) && (status === 'open' || status === 'agreed'))
    .map(({ id }) => id);
}

/** Points to review remarks that correct an item or mention it, for readers who read only the item. */
function listAmendments({ id }: Item, { session, reviewAtItems = false }: Rendering): string[] {
  if (reviewAtItems) return [];
  const others = sortItems(session).review.filter((point) => point.id !== id);
  const against = others.filter((point) => listCorrections(point, session).includes(id));
  const beside = others.filter((point) => !against.includes(point) && isAbout(point, id));
  const list = (title: string, points: readonly Item[]): string[] =>
    points.length === 0 ? [] : [`${title}: ${points.map((point) => shown(point.id)).join(', ')}`];
  return [...list('The review puts it otherwise, not voted on', against), ...list('In the review', beside)];
}

/** Whether a point of the review is about an item; a point that lists more than four items is only about the first. */
export function isAbout({ text }: Item, id: string): boolean {
  const ids = listIds(text);
  return ids[0] === id || (ids.length <= 4 && ids.includes(id));
}

/** The reasons of seats that do not support an item, in their own words. */
function listReservations(
  item: Item,
  { session, holds }: Rendering,
  heard: readonly string[] = [],
): string[] {
  return listLatest(item)
    .filter(({ stance, seat }) => stance !== 'support' && !heard.includes(seat))
    .map((entry) => {
      const { seat, stance, reason, round } = entry;
      const verb = stance === 'block' ? 'against' : 'aside';
      const review = isFromReview(session, item, entry);
      const said = findSaid(item, entry, session);
      const why = said === null ? inline(reason) || 'no reason given' : `as on ${shown(said)}`;
      return `${nameRole(session, seat)}, ${verb}: ${why}${formatCitations([{ round, seat, review }], holds)}`;
    });
}

/** Up to this many characters, repeating a reason is easier on the reader than a reference to it. */
const shortReason = 60;

/** The id of an item printed before this one with exactly the same words of the seat below it; null if there is none. */
function findSaid(
  { id }: Item,
  { seat, stance, reason }: Item['stances'][number],
  session: Session,
): string | null {
  if (reason.length <= shortReason) return null;
  const first = listPrinted(session).find((item) =>
    listLatest(item).some(
      (entry) => entry.seat === seat && entry.stance === stance && entry.reason === reason,
    ),
  );
  return first === undefined || first.id === id ? null : first.id;
}

/** How to verify an item: its acceptance criteria and the checks of the statements that it was made from, without duplicates. */
export function listChecks(
  item: Pick<Item, 'type' | 'acceptance' | 'from' | 'round' | 'worded_in'>,
  session: Pick<Session, 'statements'>,
): string[] {
  const keys = item.acceptance.map(keyOf);
  const accepted = new Set(
    item.acceptance.filter((_, index) => keys.indexOf(keys[index] ?? '') === index).map((one) => shown(one)),
  );
  const made = session.statements.filter(({ id }) => item.from.includes(id));
  // A check for an earlier wording may contradict the current one.
  const present = made.filter(({ round }) => round >= item.worded_in);
  const verified = (present.length === 0 ? made : present)
    .filter(({ verify }) => verify.trim() !== '' && !keys.includes(keyOf(verify)))
    // If a statement was split, so was its check: the rest of the check belongs to the other items.
    .filter(
      ({ verify, items }) => items.length < 2 || !item.acceptance.some((one) => isSaidIn([verify], one)),
    )
    .map(({ verify }) => shown(verify))
    .filter((one, index, all) => !isSaidIn([...accepted], one) && all.indexOf(one) === index);
  // Nobody accepts a risk or a driver; one can only verify it.
  const label = item.type === 'RISK' || item.type === 'POINT' ? 'To verify' : 'Accepted when';
  return [
    ...[...accepted].filter((one) => one !== '–').map((one) => `${label}: ${one}`),
    ...verified.map((one) => `To verify: ${one}`),
  ];
}

/** The same key for checks with the same words of three or more letters, in any order: seats that agree often name the same check. */
function keyOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}.]{3,}/gu) ?? [text];
  return [...new Set(words.map((word) => word.replace(/\.+$/, '')))].sort().join(' ');
}

/** Whether one of the texts contains `one` word for word. */
function isSaidIn(texts: readonly string[], one: string): boolean {
  const words = (text: string): string =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return texts.some((text) => words(text).includes(words(one)));
}

/**
 * Why an item was put forward, without what later statements said against an earlier wording. If the item has a seat's own
 * words, that seat's reason comes first, even if the rationale has since been changed.
 */
export function presentReason(
  item: Pick<Item, 'id' | 'text' | 'rationale' | 'from' | 'round' | 'worded_in'>,
  session: Pick<Session, 'statements'>,
): string {
  const isReworded = item.worded_in > item.round;
  const made = session.statements.filter(({ id }) => item.from.includes(id));
  const speaksOfFormer = ({ round, replaces }: (typeof made)[number]): boolean =>
    replaces.includes(item.id) || (isReworded && round > item.round);
  const reason = made.filter(speaksOfFormer).reduceRight((text, { why }) => {
    const added = why.trim();
    return added !== '' && text.endsWith(` ${added}`) ? text.slice(0, -added.length).trimEnd() : text;
  }, item.rationale.trim());
  const own = made.find((one) => !speaksOfFormer(one) && shown(one.text) === shown(item.text))?.why.trim();
  const words = stemsOf(own ?? '');
  const isSaid = sharedStems(words, stemsOf(reason)) >= 0.5 * words.size;
  return own === undefined || isSaid ? reason : `${own} ${reason}`.trim();
}

/** An item's title as a sentence of its own; empty if the text begins by saying the same. */
export function leadIn({ title, text }: Pick<Item, 'title' | 'text'>): string {
  const bare = title.trim().replace(/[.:]$/, '').toLowerCase();
  // "Driver: removal within one hour" names its kind before the colon.
  const tail = bare.slice(bare.lastIndexOf(': ') + 1).trim();
  // "RISK: a secret …" begins with a label of its own.
  if (/^[\p{Lu} -]{3,}: /u.test(text.trim())) return '';
  const start = text.trim().toLowerCase();
  const clause = /^[^.:!?]+/.exec(start)?.[0].replace(/^(?:an?|the) /, '') ?? '';
  const [words, said] = [stemsOf(tail), stemsOf(/^[^.!?]+/.exec(start)?.[0] ?? '')];
  const isSaid =
    (words.size > 0 && sharedStems(words, said) >= 0.7 * words.size) ||
    tail === '' ||
    start.startsWith(bare.split(': ')[0] ?? bare) ||
    clause.includes(tail) ||
    (clause !== '' && tail.includes(clause));
  const name = inline(title.trim().replace(/[.:?!…\s]+$/u, ''));
  return isSaid || name === '' ? '' : `*${name}.* `;
}

/** The seats that put an item forward, each with its first round; the facilitator if no seat did. */
export function citeItem(
  item: Pick<Item, 'proposed_by' | 'raised_in' | 'from' | 'decided_by' | 'text'>,
  { holds, session }: Rendering,
): string {
  const made = session.statements.filter(({ id }) => item.from.includes(id));
  const own = made.find(({ text }) => shown(text) === shown(item.text));
  // A seat's own words are cited from the round in which it said them; a wording made of several statements cites all of them.
  const first = item.proposed_by.filter(({ seat, round }, index) => {
    if (own !== undefined && own.seat === seat) return round === own.round;
    return made.length > 1 && own === undefined
      ? true
      : item.proposed_by.findIndex((entry) => entry.seat === seat) === index;
  });
  if (first.length === 0 && item.from.length === 0 && item.decided_by !== 'user')
    return ' – put forward by the facilitator';
  const review = item.raised_in === 'review';
  return formatCitations(
    first.map((source) => ({ ...source, review })),
    holds,
  );
}
