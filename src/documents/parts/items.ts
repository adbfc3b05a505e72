/** Items as markdown: the text that was voted on, with its support, where it comes from, and what stands against it. */
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { findTakingUp } from '../../domain/taken-up.ts';
import { formatCitations } from '../citations.ts';
import { inline, shown } from '../markdown/text.ts';
import { nameRole, type Rendering } from '../rendering.ts';
import { isFromReview, sharedStems, stemsOf } from '../speech.ts';
import { countSupport, listIds, listLatest, listPrinted, showSupport, sortItems } from './standing.ts';

/** One item as a list item, with what belongs to it indented below; `withChecks` also how one can tell that it holds. */
export function formatItem(
  item: Item,
  rendering: Rendering,
  {
    withChecks = true,
    withReason = false,
    heard = [],
  }: {
    withChecks?: boolean;
    /** Also why it is as it is, in a few words. */
    withReason?: boolean;
    /** Seats whose own words on the matter stand above. */
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

/** The first sentence or line of a text, whole. */
export function firstSentence(text: string): string {
  return text.trim().split(/(?<=[.!?。！？])\s|\n/u)[0] ?? '';
}

/** Longest reason beside an item, in characters; a longer one stands in the record, whole. */
const mostReason = 90;

/** Why an item is as it is: the first sentence of its rationale, where that is short. */
function listReason({ text, rationale, decided_by: by, from }: Item, session: Session): string[] {
  const reason = firstSentence(rationale);
  if (reason === '' || reason.length > mostReason || shown(reason) === shown(text)) return [];
  const settles =
    (by === 'user' || by === 'policy') &&
    from.length === 0 &&
    session.conflicts.some(({ resolution }) => resolution === text);
  return [`${settles ? 'It settles' : 'Because'}: ${shown(reason)}`];
}

/** Whether the facilitator of a session of version 1 called an item agreed that nobody counted. */
export function isRead(item: Item, session: Session): boolean {
  return item.status !== 'agreed' && session.consensus.some(({ reading_of: of }) => of === item.id);
}

/** What a reader of an item has to know: words that it refers to, what is only assumed in it, and who does not support it. */
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

/** How an item without a successor went: its seats said so, or none of them supported it any more. */
function sayEnd({ history }: Item): string {
  return history.at(-1)?.change.startsWith('given up') === true
    ? 'given up by those who put it forward'
    : 'withdrawn';
}

/** In a session of version 1: votes on much the same words, and decisions that nobody held the item against. */
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

/** That an item was agreed until the review, and who blocked it there: nobody could answer that any more. */
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

/** The items whose words a point of the review means to put right: those that its seat said it replaces. */
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

/** Where the review speaks against an item's words, or of them: one who reads only the item has to know. */
function listAmendments({ id }: Item, { session, reviewAtItems = false }: Rendering): string[] {
  if (reviewAtItems) return [];
  const others = sortItems(session).review.filter((point) => point.id !== id);
  const against = others.filter((point) => listCorrections(point, session).includes(id));
  const beside = others.filter((point) => !against.includes(point) && isAbout(point, id));
  const list = (title: string, points: readonly Item[]): string[] =>
    points.length === 0 ? [] : [`${title}: ${points.map((point) => shown(point.id)).join(', ')}`];
  return [...list('The review puts it otherwise, not voted on', against), ...list('In the review', beside)];
}

/** Whether a point of the review speaks of an item: one that counts up many is about the first alone. */
export function isAbout({ text }: Item, id: string): boolean {
  const ids = listIds(text);
  return ids[0] === id || (ids.length <= 4 && ids.includes(id));
}

/** Why seats do not support an item, in their own words. */
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

/** A reason of so many characters is read again faster than it is looked up. */
const shortReason = 60;

/** The item that is printed before this one with the very same words of a seat below it. */
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

/** How one can tell that an item holds: its criteria, and what the seats said that it was made from; each once. */
export function listChecks(
  item: Pick<Item, 'type' | 'acceptance' | 'from' | 'round' | 'worded_in'>,
  session: Pick<Session, 'statements'>,
): string[] {
  const keys = item.acceptance.map(keyOf);
  const accepted = new Set(
    item.acceptance.filter((_, index) => keys.indexOf(keys[index] ?? '') === index).map((one) => shown(one)),
  );
  const made = session.statements.filter(({ id }) => item.from.includes(id));
  // A check of a former wording may contradict the present one.
  const present = made.filter(({ round }) => round >= item.worded_in);
  const verified = (present.length === 0 ? made : present)
    .filter(({ verify }) => verify.trim() !== '' && !keys.includes(keyOf(verify)))
    // Where a statement was divided, its check was too: the rest of it belongs to the other items, or went with them.
    .filter(
      ({ verify, items }) => items.length < 2 || !item.acceptance.some((one) => isSaidIn([verify], one)),
    )
    .map(({ verify }) => shown(verify))
    .filter((one, index, all) => !isSaidIn([...accepted], one) && all.indexOf(one) === index);
  // Nobody accepts a risk or a driver; one can only look whether it holds.
  const label = item.type === 'RISK' || item.type === 'POINT' ? 'To verify' : 'Accepted when';
  return [
    ...[...accepted].filter((one) => one !== '–').map((one) => `${label}: ${one}`),
    ...verified.map((one) => `To verify: ${one}`),
  ];
}

/** The same for two checks in the same longer words, in whatever order: seats that agree often check the same. */
function keyOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}.]{3,}/gu) ?? [text];
  return [...new Set(words.map((word) => word.replace(/\.+$/, '')))].sort().join(' ');
}

/** Whether one of the texts says what another one says, word for word. */
function isSaidIn(texts: readonly string[], one: string): boolean {
  const words = (text: string): string =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return texts.some((text) => words(text).includes(words(one)));
}

/**
 * Why an item was put forward, without what later statements said against a former wording of it. Where it stands in a seat's own
 * words, that seat's reason comes first, whatever was added or put in its place.
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

/** An item's title as a sentence of its own, where its text does not begin by saying the same. */
export function leadIn({ title, text }: Pick<Item, 'title' | 'text'>): string {
  const bare = title.trim().replace(/[.:]$/, '').toLowerCase();
  // "Driver: removal within one hour" says before the colon of what kind it is.
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

/** Who put an item forward, and in which round each of them did so first; the facilitator where no seat did. */
export function citeItem(
  item: Pick<Item, 'proposed_by' | 'raised_in' | 'from' | 'decided_by' | 'text'>,
  { holds, session }: Rendering,
): string {
  const made = session.statements.filter(({ id }) => item.from.includes(id));
  const own = made.find(({ text }) => shown(text) === shown(item.text));
  // Words of a seat are cited from the round in which it said them; a wording made of several has all of them behind it.
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
