/** Items as markdown: the text that was voted on, with its support, where it comes from, and what stands against it. */
import type { Conflict, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatCitations } from '../citations.ts';
import { inline, shown } from '../markdown/text.ts';
import { nameRole, type Rendering } from '../rendering.ts';
import { shorten } from '../session-material.ts';
import { isFromReview, sharedStems, stemsOf } from '../speech.ts';
import {
  countSupport,
  listContested,
  listIds,
  listLatest,
  listPrinted,
  placeItem,
  sortItems,
} from './standing.ts';

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
  return [
    `* **${shown(item.id)}** ${leadIn(item)}${shown(item.text)} (${countSupport(item)}${read})${citeItem(item, rendering)}`,
    ...(withReason ? listReason(item, rendering.session) : []),
    ...listNotes(item, rendering, heard),
    ...(withChecks ? listChecks(item, rendering.session) : []),
  ].join('\n  * ');
}

function firstSentence(text: string): string {
  return text.trim().split(/(?<=[.!?。！？])\s|\n/u)[0] ?? '';
}

/** Longest reason beside an item in the part that a signer reads, in characters; the record has all. */
const mostReason = 68;

/** Why an item is as it is, in a few words: the first sentence of its rationale. */
function listReason({ text, rationale, decided_by: by, from }: Item, session: Session): string[] {
  const reason = shorten(firstSentence(rationale), mostReason);
  if (reason === '' || shown(reason) === shown(text)) return [];
  const settles =
    by === 'user' && from.length === 0 && session.conflicts.some(({ resolution }) => resolution === text);
  return [`${settles ? 'It settles' : 'Because'}: ${shown(reason)}`];
}

/** An item below another one: its lines, each two spaces further in. */
export function indent(lines: string): string {
  return lines
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Whether the facilitator of a session of version 1 called an item agreed that nobody counted. */
export function isRead(item: Item, session: Session): boolean {
  return item.status !== 'agreed' && session.consensus.some(({ reading_of: of }) => of === item.id);
}

/** What a reader of an item has to know: words that it refers to, what is only assumed in it, and who does not support it. */
export function listNotes(item: Item, rendering: Rendering, heard: readonly string[] = []): string[] {
  const { session, holds, gone, assumed } = rendering;
  return [
    ...item.contradicts.map((id) => `It contradicts ${shown(id)}.`),
    ...listTwins(item, session),
    ...listReopened(item, session),
    ...listAmendments(item, rendering),
    ...(gone.get(item.id) ?? []).map((old) => {
      const end = old.replaced_by === null ? 'withdrawn' : `replaced by ${shown(old.replaced_by)}`;
      return `${shown(old.id)}, ${end}, said: “${shown(old.text)}”`;
    }),
    ...(assumed.get(item.id) ?? []).map(
      ({ seat, text, round }) =>
        `${nameRole(session, seat)} assumes: ${shown(text)}${formatCitations([{ round, seat }], holds)}`,
    ),
    ...listReservations(item, rendering, heard),
  ];
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

/** What the review says against an item's words, or beside them: one who reads only the item has to know. */
function listAmendments({ id }: Item, { session }: Rendering): string[] {
  const others = sortItems(session).review.filter((point) => point.id !== id);
  const against = others.filter((point) => listCorrections(point, session).includes(id));
  const beside = others.filter((point) => !against.includes(point) && listIds(point.text).includes(id));
  return [
    ...against.map(
      (point) => `The review puts it otherwise, not voted on: ${shown(point.id)}, “${shown(point.text)}”`,
    ),
    ...(beside.length === 0 ? [] : [`In the review: ${beside.map((point) => shown(point.id)).join(', ')}`]),
  ];
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
      return `${nameRole(session, seat)}, ${verb}: ${inline(reason) || 'no reason given'}${formatCitations([{ round, seat, review }], holds)}`;
    });
}

/** How one can tell that an item holds: its criteria, and what the seats said that it was made from; each once. */
export function listChecks(
  item: Pick<Item, 'type' | 'acceptance' | 'from' | 'round' | 'worded_in'>,
  session: Pick<Session, 'statements'>,
): string[] {
  const accepted = new Set(item.acceptance.map((one) => shown(one)));
  const made = session.statements.filter(({ id }) => item.from.includes(id));
  // A check of a former wording may contradict the present one.
  const present = made.filter(({ round }) => round >= item.worded_in);
  const verified = (present.length === 0 ? made : present)
    .filter(({ verify }) => verify.trim() !== '')
    .map(({ verify }) => shown(verify))
    .filter((one, index, all) => !accepted.has(one) && all.indexOf(one) === index);
  // Nobody accepts a risk or a driver; one can only look whether it holds.
  const label = item.type === 'RISK' || item.type === 'POINT' ? 'To verify' : 'Accepted when';
  return [
    ...[...accepted].filter((one) => one !== '–').map((one) => `${label}: ${one}`),
    ...verified.map((one) => `To verify: ${one}`),
  ];
}

/** Why an item was put forward, without what later statements said against a former wording of it. */
export function presentReason(
  item: Pick<Item, 'id' | 'rationale' | 'from' | 'round' | 'worded_in'>,
  session: Pick<Session, 'statements'>,
): string {
  const isReworded = item.worded_in > item.round;
  return session.statements
    .filter(
      ({ id, round, replaces }) =>
        item.from.includes(id) && (replaces.includes(item.id) || (isReworded && round > item.round)),
    )
    .reduceRight((reason, { why }) => {
      const added = why.trim();
      return added !== '' && reason.endsWith(` ${added}`) ? reason.slice(0, -added.length).trimEnd() : reason;
    }, item.rationale.trim());
}

/** An item's title with a colon, where its text does not begin by saying the same. */
export function leadIn({ title, text }: Pick<Item, 'title' | 'text'>): string {
  const bare = title.trim().replace(/[.:]$/, '').toLowerCase();
  // "Driver: removal within one hour" says before the colon of what kind it is.
  const tail = bare.slice(bare.lastIndexOf(': ') + 1).trim();
  const start = text.trim().toLowerCase();
  const clause = /^[^.:!?]+/.exec(start)?.[0].replace(/^(?:an?|the) /, '') ?? '';
  const [words, said] = [stemsOf(tail), stemsOf(/^[^.!?]+/.exec(start)?.[0] ?? '')];
  const isSaid =
    (words.size > 0 && sharedStems(words, said) >= 0.7 * words.size) ||
    tail === '' ||
    start.startsWith(bare) ||
    clause.includes(tail) ||
    (clause !== '' && tail.includes(clause));
  return isSaid ? '' : `${inline(title.trim().replace(/[.:]$/, ''))}: `;
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

/**
 * What is contested, each point once: open conflicts in the words of those who hold the positions, with the items they are
 * about; then contested items that no conflict names, with the reasons of those who do not support them.
 */
export function renderContested(
  rendering: Rendering,
  {
    isElsewhere = () => false,
    withChecks = true,
  }: {
    /** Contested items that the document prints in another place, with who is against them. */
    isElsewhere?: (item: Item) => boolean;
    /** As for `formatItem`. */
    withChecks?: boolean;
  } = {},
): string[] {
  const { session } = rendering;
  const { conflicts, items } = listContested(session);
  const printed = new Set<string>();
  const formatOnce = (item: Item, heard: readonly string[]): string => {
    const place = placeItem(item, session);
    if (place !== 'contested' || isElsewhere(item) || printed.has(item.id))
      return `* **${shown(item.id)}** (${item.status === 'agreed' ? 'agreed' : 'open'}, ${countSupport(item)})`;
    printed.add(item.id);
    return formatItem(item, rendering, { withChecks, heard });
  };
  return [
    ...conflicts.map((conflict) => {
      const about = session.artifacts.filter(
        ({ id, status }) => conflict.item_ids.includes(id) && (status === 'open' || status === 'agreed'),
      );
      return [
        `* **${inline(firstSentence(conflict.description)) || shown(conflict.id)}** (open since round ${conflict.opened_in})`,
        ...conflict.positions.map(
          ({ seat, text, round }) =>
            `  * ${nameRole(session, seat)}: ${shown(text)}${formatCitations([{ round, seat }], rendering.holds)}`,
        ),
        ...about.map((item) =>
          indent(
            formatOnce(
              item,
              conflict.positions.map(({ seat }) => seat),
            ),
          ),
        ),
        ...(conflict.recommendation === null
          ? []
          : [`  * The facilitator recommends: ${shown(conflict.recommendation)}`]),
      ].join('\n');
    }),
    ...items.filter((item) => !isElsewhere(item)).map((item) => formatItem(item, rendering, { withChecks })),
    // Who said what against it is in the record; its supporters' words are dissent.
    ...sortItems(session).rejected.map((item) => {
      const [head = ''] = formatItem(item, rendering, { withChecks }).split('\n');
      return `${head} – rejected`;
    }),
  ];
}

/** What seats stood for at the end and did not get; empty where nobody did. */
export function renderDissent(rendering: Rendering): string[] {
  const { session, holds } = rendering;
  return (session.outcome?.dissent ?? [])
    .filter(({ seat, on }) => {
      const conflict = session.conflicts.find(({ id }) => id === on);
      return conflict === undefined || (isOverruled(conflict) && !prevailed(session, conflict, seat));
    })
    .map(({ seat, text, round, on }) => {
      const item = session.artifacts.find(({ id }) => id === on);
      const stance = item?.stances.findLast((entry) => entry.seat === seat && entry.reason === text);
      const review = item !== undefined && stance !== undefined && isFromReview(session, item, stance);
      return `* ${nameRole(session, seat)}: “${shown(text)}”${nameSubject(session, on)}${formatCitations([{ round, seat, review }], holds)}`;
    });
}

/** A conflict that is still open is contested, and stands there; one that the panel settled itself left nobody behind. */
function isOverruled({ resolution_type: type }: Conflict): boolean {
  return type === 'user' || type === 'policy';
}

/** Whether a seat supports what a decision from outside took up: an item of the conflict that was decided, or that the decision names. */
function prevailed(session: Session, conflict: Conflict, seat: string): boolean {
  const about = session.artifacts.filter(({ id }) => conflict.item_ids.includes(id));
  const chosen = about.filter(
    (item) =>
      (item.status === 'agreed' && item.decided_by !== 'count') ||
      new RegExp(`(?<![\\w-])${item.id}(?![\\w])`).test(conflict.resolution ?? ''),
  );
  const stances = chosen.flatMap((item) => listLatest(item).filter((entry) => entry.seat === seat));
  return stances.length > 0 && stances.every(({ stance }) => stance === 'support');
}

/** What a dissent is about: an item by its id, a conflict by its first words. */
function nameSubject(session: Session, on: string | null): string {
  if (on === null) return '';
  const conflict = session.conflicts.find(({ id }) => id === on);
  // What was decided is known by its id; only a dispute without a decision needs its words.
  const decided = session.artifacts.find(
    ({ text, decided_by: by }) => by !== null && by !== 'count' && text === conflict?.resolution,
  );
  const id = decided?.id ?? on;
  const isNamed = decided !== undefined || conflict === undefined || conflict.description.trim() === '';
  return ` (on ${isNamed ? shown(id) : `“${shown(shorten(conflict.description, 90))}”`})`;
}

/** What the review raised, and nobody voted on. */
export function renderReview(rendering: Rendering): string[] {
  return sortItems(rendering.session).review.map((item) =>
    [
      `* **${shown(item.id)}** ${shown(item.text)}${citeItem(item, rendering)}`,
      ...(item.rationale.trim() === '' ? [] : [`Because: ${shown(item.rationale)}`]),
      ...listNotes(item, rendering),
      ...listChecks(item, rendering.session),
    ].join('\n  * '),
  );
}

/** Open questions of the panel. */
export function renderQuestions({ session, holds }: Pick<Rendering, 'session' | 'holds'>): string[] {
  return session.open_questions
    .filter(({ status }) => status === 'open')
    .map(({ id, text, raised_by: by, round }) => {
      const sources = by.map((seat) => ({ round, seat }));
      const names = by.map((seat) => nameRole(session, seat)).join(', ');
      const who = sources.every(holds) ? formatCitations(sources, holds) : names === '' ? '' : ` (${names})`;
      return `* **${shown(id)}** ${shown(text)}${who}`;
    });
}

/** What the facilitator of a session of version 1 called agreed, and nobody voted on. */
export function renderUncounted(session: Session): string[] {
  const printed = new Set(listPrinted(session).map(({ id }) => id));
  return session.consensus
    .filter(({ item_id: id, reading_of: of }) => id === null && (of === undefined || !printed.has(of)))
    .map(({ text }) => `* ${shown(text)}`);
}
