/** Decisions by people. The first screen has the text, when, why and who is against it; the rest follows below the requirements. */
import type { Item, Position } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { findTakingUp } from '../../domain/taken-up.ts';
import { formatCitations } from '../citations.ts';
import { inline, shown } from '../markdown/text.ts';
import { listDissent } from '../parts/disputes.ts';
import { namesOf } from '../parts/firmness.ts';
import { formatItem } from '../parts/items.ts';
import { splitLead } from '../parts/lead.ts';
import { listLatest, sortItems } from '../parts/standing.ts';
import { nameRole, type Rendering } from '../rendering.ts';
import { sharedStems, stemsOf } from '../speech.ts';
import { listReviewNotes } from './review-notes.ts';
import { isRequirement } from './schema.ts';

/** Items that a person, or the policy for unattended runs, decided. */
export function listDecided(session: Session): Item[] {
  return sortItems(session).decided;
}

/** The decisions as a list; empty if there are none. A decided requirement is only named here and printed among the requirements. */
export function renderDecisions(rendering: Rendering): string {
  return listDecided(rendering.session)
    .map((item) => {
      const head = isRequirement(item)
        ? `* **${shown(item.id)}**, printed among the requirements`
        : formatItem(item, rendering, {
            withChecks: false,
            heard: listObjections(item, rendering.session).map(({ seat }) => seat),
          });
      // The decision that takes up this item already says who decided it and who is against it.
      if (findTakingUp(item, rendering.session.artifacts) !== null && !isRequirement(item)) return head;
      const notes = [describeAnswer, nameObjectors, listCarriers].flatMap((list) =>
        list(item, rendering.session),
      );
      return [head, ...notes].join('\n  * ');
    })
    .join('\n');
}

/** How to check each decision, what the review says about it and what it replaced: for implementers. */
export function renderBackground(rendering: Rendering): string[] {
  return listDecided(rendering.session).flatMap((item) => {
    const lines = listBackground(item, rendering);
    return lines.length === 0 ? [] : [[`* **${shown(item.id)}**`, ...lines].join('\n  * ')];
  });
}

function listBackground(item: Item, rendering: Rendering): string[] {
  const { session } = rendering;
  const replaced = session.artifacts.filter((one) => one.replaced_by === item.id);
  const near = listTakenUp(item, session);
  const checks = [
    ...(isRequirement(item) ? [] : item.acceptance.map((one) => `To verify: ${shown(one)}`)),
    ...near.flatMap(({ id, acceptance, text }) =>
      acceptance
        .filter((check) => fits(check, text, item))
        .map((one) => `To verify, as ${shown(id)} put it: ${shown(one)}`),
    ),
  ];
  return [
    ...(checks.length === 0 && !isRequirement(item) ? ['Nobody named a check for it.'] : checks),
    ...(isRequirement(item) ? [] : listReviewNotes(item.id, rendering)),
    ...(replaced.length === 0 ? [] : [`It replaces ${replaced.map(nameReplaced).join(', ')}.`]),
  ];
}

function nameReplaced({ id, title }: Item): string {
  return `${shown(id)}${title.trim() === '' ? '' : ` (${inline(title)})`}`;
}

/** Replaced items whose text the decision mostly repeats, except those proposed by a seat that objects to the decision. */
function listTakenUp(item: Item, session: Session): Item[] {
  const against = new Set(listObjections(item, session).map(({ seat }) => seat));
  return session.artifacts.filter(
    (one) =>
      one.replaced_by === item.id &&
      isTakenUp(one, item) &&
      !one.proposed_by.some(({ seat }) => against.has(seat)),
  );
}

/** Who decided an item and when, whether that differs from the facilitator's recommendation, and the reason in one sentence. */
function describeAnswer(item: Item, session: Session): string[] {
  const answer = findAnswer(item, session);
  const reason = findReason(item, session);
  const why = reason === '' ? [] : [`Reason: ${shown(reason)}`];
  if (answer === undefined) return why;
  const day = answer.answered_at?.slice(0, 10);
  const who = answer.answered_by === 'user' ? inline(answer.answered_name ?? '') || 'a person' : 'the policy';
  const advice = answer.recommendation?.trim() ?? '';
  const isOwn = answer.decision === 'own' && advice !== '' && advice !== item.text.trim();
  return [
    `Decided by ${who}${day === undefined ? '' : ` on ${day}`}, after round ${answer.round}${isOwn ? ', in different words than the facilitator recommended' : ''}.`,
    ...why,
  ];
}

/** The first sentence of the decision's reason, else of that of an item it takes up. A requirement's reason is printed with it. */
function findReason(item: Item, session: Session): string {
  if (isRequirement(item)) return '';
  // If the program recorded the decision, its rationale is only the question that was asked.
  const question = findConflict(item, session)?.description.trim();
  const own = question !== undefined && item.rationale.includes(question) ? '' : item.rationale;
  const near = listTakenUp(item, session).findLast(({ rationale }) => rationale.trim() !== '');
  return splitLead(own.trim() === '' ? (near?.rationale ?? '') : own, 1).lead;
}

/** Names the seats against a decision, and those that only mention it in their concerns, which may mean less. */
function nameObjectors(item: Item, session: Session): string[] {
  const said = listObjections(item, session);
  const concerned = new Set(said.filter(({ isConcern }) => isConcern).map(({ seat }) => seat));
  const against = [
    ...said,
    ...listDissent(session).filter(
      ({ on }) => on === item.id || (on !== null && on === findConflict(item, session)?.id),
    ),
  ].flatMap(({ seat }) => (concerned.has(seat) ? [] : [seat]));
  const line = (title: string, seats: readonly string[]): string[] =>
    seats.length === 0 ? [] : [`${title}: ${namesOf(session, seats)}; quoted below.`];
  return [...line('Against it', against), ...line('Concerns that name it', [...concerned])];
}

/** Names the agreed requirements that take up a decision: they name it or are related to it. */
function listCarriers(item: Item, session: Session): string[] {
  const carriers = sortItems(session).agreed.filter(
    (one) => isRequirement(one) && (one.related_to.includes(item.id) || names(one.text, item.id)),
  );
  return carriers.length === 0 ? [] : [`Taken up by ${carriers.map(({ id }) => shown(id)).join(', ')}.`];
}

/** What seats said against decisions after they were made or, with `concerns`, concerns that only mention them; in their own words. */
export function listObjectionLines({ session, holds }: Rendering, options: { concerns: boolean }): string[] {
  // Objections to a decision are not repeated for the items that it takes up.
  const own = listDecided(session).filter((item) => findTakingUp(item, session.artifacts) === null);
  return own.flatMap((item) =>
    listObjections(item, session)
      .filter(({ isConcern }) => isConcern === options.concerns)
      .map(
        ({ seat, text, round }) =>
          `* ${nameRole(session, seat)}: “${shown(text)}” (on ${shown(item.id)})${formatCitations([{ round, seat }], holds)}`,
      ),
  );
}

function findAnswer(item: Item, session: Session) {
  const conflict = findConflict(item, session);
  return session.escalations.findLast(
    ({ status, subject, text, recommendation, decision }) =>
      status === 'answered' &&
      (decision === 'own' || decision === 'accept') &&
      ((subject !== null && subject === conflict?.id) || (text ?? recommendation) === item.text),
  );
}

function findConflict(item: Item, session: Session) {
  return session.conflicts.find(
    ({ item_ids: ids, resolution_type: type }) =>
      ids.includes(item.id) && (type === 'user' || type === 'policy'),
  );
}

/** Whether a decision repeats enough of a replaced item that the item's reason and checks still fit. */
function isTakenUp(replaced: Item, decision: Item): boolean {
  const words = stemsOf(replaced.text);
  return words.size > 0 && sharedStems(words, stemsOf(decision.text)) >= 0.45 * words.size;
}

/** Whether a replaced item's check contains no figure that the decision changed. */
function fits(check: string, replaced: string, decision: Item): boolean {
  const figures = (text: string): string[] => text.match(/\d+(?:[.,]\d+)* \p{L}+/gu) ?? [];
  const changed = figures(replaced).filter((figure) => !decision.text.includes(figure));
  return !figures(check).some((figure) => changed.includes(figure));
}

/** What a seat said about a decision after it was made; a concern that names the decision may be less than an objection. */
type Objection = Position & { isConcern: boolean };

/**
 * What seats said against a decision after it was made: the reasons of their stances, else concerns that name it, else the
 * session's dissent. A seat that supports the decision has no objections.
 */
export function listObjections(item: Item, session: Session): Objection[] {
  const conflict = findConflict(item, session);
  const decidedIn = findAnswer(item, session)?.round ?? conflict?.resolved_in ?? item.round;
  const dissent = (session.outcome?.dissent ?? []).filter(
    ({ on, round }) => (on === item.id || (on !== null && on === conflict?.id)) && round > decidedIn,
  );
  const concerns = session.rounds.flatMap(({ round, answers }) =>
    round <= decidedIn
      ? []
      : answers.flatMap(({ seat, concerns: said }) =>
          said.filter((text) => names(text, item.id)).map((text) => ({ seat, text, round })),
        ),
  );
  const latest = new Map(listLatest(item).map(({ seat, stance }) => [seat, stance]));
  const voted = listLatest(item).filter(
    ({ stance, reason, round }) => stance !== 'support' && reason.trim() !== '' && round > decidedIn,
  );
  const seats = [...new Set([...voted, ...dissent, ...concerns].map(({ seat }) => seat))].filter(
    (seat) => latest.get(seat) !== 'support',
  );
  return seats.flatMap((seat) => {
    const own = dissent.filter((one) => one.seat === seat);
    const named = concerns.filter((one) => one.seat === seat);
    const taken = voted
      .filter((one) => one.seat === seat)
      .map(({ reason: text, round }) => ({ seat, text, round }));
    return (taken.length > 0 ? taken : named.length > 0 ? dropRepeated(named) : own).map((one) => ({
      ...one,
      isConcern:
        !latest.has(seat) &&
        !/^\W*dissent\b/i.test(one.text) &&
        concerns.some(({ seat: by, text }) => by === seat && text === one.text),
    }));
  });
}

/** A seat's concerns without those that a later one repeats. */
function dropRepeated(said: readonly Position[]): Position[] {
  return said.filter(({ text }, index) => {
    const words = stemsOf(text);
    return !said
      .slice(index + 1)
      .some((later) => sharedStems(words, stemsOf(later.text)) >= 0.4 * words.size);
  });
}

/** The session without the dissent of seats whose later objection is already printed with the decision. */
export function withoutObjections(session: Session): Session {
  if (session.outcome === null) return session;
  const said = listDecided(session).flatMap((item) =>
    listObjections(item, session).flatMap(({ seat }) => [
      `${seat} ${item.id}`,
      `${seat} ${findConflict(item, session)?.id ?? item.id}`,
    ]),
  );
  const dissent = session.outcome.dissent.filter(({ seat, on }) => !said.includes(`${seat} ${on}`));
  return { ...session, outcome: { ...session.outcome, dissent } };
}

function names(text: string, id: string): boolean {
  return new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(text);
}
