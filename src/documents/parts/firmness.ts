/** Says how firm a result is, for a reader with two minutes: which items are decided, agreed and open, and who is against them. */
import { findAtOdds, listClashes } from '../../domain/at-odds.ts';
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { findTakingUp } from '../../domain/taken-up.ts';
import { joinWords } from '../../text/join-words.ts';
import { inline, shown } from '../markdown/text.ts';
import { firstSentence, listCorrections } from './items.ts';
import { countStances, listContested, listIds, listLatest, sortItems } from './standing.ts';

/**
 * The sentences, as markdown; empty for a session without items. `withDecided` is false if the document names decisions
 * itself. With `namesConflicts`, the subject of an open conflict is named if it is the only one.
 */
export function describeFirmness(
  session: Session,
  { withDecided = true, namesConflicts = false } = {},
): string {
  const { decided, agreed, contested, unsettled, rejected, review } = sortItems(session);
  const voted = agreed.length + contested.length + unsettled.length + rejected.length;
  const seats = session.participants.length;
  const byAll = agreed.filter((item) => countStances(item, 'support') >= seats).length;
  const blocked = contested.filter((item) => countStances(item, 'block') > 0);
  const halting = contested.filter((item) => !blocked.includes(item));
  const holdsVote = session.settings.consensus.mechanism !== 'none';
  const { conflicts } = listContested(session);
  const read = session.consensus.filter(({ item_id: id }) => id === null).length;
  const further = review.filter((item) => listCorrections(item, session).length === 0);
  const point = further.length < review.length ? 'further point' : 'point';
  const unvoted = [
    ...(further.length === 0 ? [] : [`${count(further.length, point, `${point}s`)} raised in the review`]),
    ...(read === 0 ? [] : [`${count(read, 'point', 'points')} that the facilitator called agreed`]),
  ];
  const clashes = listClashes(session.artifacts, session.statements).map(({ ids }) =>
    ids.toSorted().map(shown).join(' and '),
  );
  const corrected = [...new Set(review.flatMap((item) => listCorrections(item, session)))];
  const [subject = ''] = namesConflicts ? conflicts.map(({ description }) => firstSentence(description)) : [];
  const sentences = [
    ...(withDecided ? describeDecided(decided, session) : []),
    !holdsVote
      ? `${count(voted, 'point was', 'points were')} collected; this strategy holds no vote.`
      : voted === 0
        ? ''
        : `${agreed.length} of ${count(voted, 'item', 'items')} ${agreed.length === 1 ? 'is' : 'are'} agreed by count${byAll === 0 ? '' : `, ${byAll} by all ${seats} seats`}.`,
    ...list('Blocked', groupBlocked(blocked, session)),
    ...list('Without a majority', nameItems(halting)),
    ...list('Rejected', nameItems(rejected)),
    ...(holdsVote ? list('Too few votes', nameItems(unsettled)) : []),
    conflicts.length === 1 && subject !== ''
      ? `Open: ${inline(subject)}`
      : conflicts.length === 0
        ? ''
        : `${count(conflicts.length, 'conflict is', 'conflicts are')} open.`,
    ...list('Corrected by the review, which nobody voted on', corrected.map(shown)),
    ...list('According to the review, cannot both hold', [...new Set(clashes)]),
    unvoted.length === 0 ? '' : `Not voted on: ${unvoted.join(', ')}.`,
    ...findAtOdds(session).map(
      ({ ids: [one, other], why }) => `Check ${shown(one)} against ${shown(other)}: ${shown(why)}.`,
    ),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** The most items named in a list; the others are only counted. */
const mostNamed = 8;

function list(title: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : '';
  return [`${title}: ${names.slice(0, mostNamed).join(', ')}${more}.`];
}

function nameItems(items: readonly Item[]): string[] {
  return items.map(({ id }) => shown(id));
}

/** Blocked items with the seats against them; items with the same objectors are grouped. */
function groupBlocked(items: readonly Item[], session: Session): string[] {
  const groups = new Map<string, string[]>();
  for (const item of items) {
    const against = listLatest(item)
      .filter(({ stance }) => stance === 'block')
      .map(({ seat }) => seat);
    const names = namesOf(session, against);
    groups.set(names, [...(groups.get(names) ?? []), shown(item.id)]);
  }
  return [...groups].map(
    ([names, ids]) => `${ids.join(ids.length === 2 ? ' and ' : ', ')} (${names} against)`,
  );
}

/** Who decided which items, and which decisions differ from the facilitator's recommendation; some sentences may be empty. */
function describeDecided(items: readonly Item[], session: Session): string[] {
  const taking = new Map(items.map((item) => [item, findTakingUp(item, items)]));
  // Items that another decision takes up are named with that decision.
  const own = items.filter((item) => taking.get(item) === null);
  const name = (item: Item): string => {
    const taken = items.filter((other) => taking.get(other) === item).map(({ id }) => shown(id));
    return `${shown(item.id)}${taken.length === 0 ? '' : ` (taking up ${joinWords(taken, 'and')})`}`;
  };
  const having = (keep: (item: Item) => boolean): string => joinWords(own.filter(keep).map(name), 'and');
  const isOther = ({ text }: Item): boolean => {
    const recommended = session.escalations.find(
      ({ answered_by: by, decision, text: answer }) => by === 'user' && decision === 'own' && answer === text,
    )?.recommendation;
    return recommended != null && !listIds(recommended).some((id) => listIds(text).includes(id));
  };
  const byPerson = ({ decided_by: by }: Item): boolean => by === 'user';
  const other = having((item) => byPerson(item) && isOther(item));
  const same = having((item) => byPerson(item) && !isOther(item));
  const byPolicy = own.filter((item) => !byPerson(item)).map(name);
  return [
    other === '' ? '' : `A person decided ${other}, which is not what the facilitator had recommended.`,
    same === '' ? '' : `A person decided ${same}.`,
    byPolicy.length === 0
      ? ''
      : `${joinWords(byPolicy, 'and')} ${byPolicy.length === 1 ? 'was' : 'were'} accepted by the policy for unattended runs.`,
  ];
}

/** Seats by their roles, without duplicates, joined as in a sentence; a role that is not a name begins in lowercase. */
export function namesOf(session: Session, ids: readonly string[]): string {
  const names = [...new Set(ids)].map((id) => {
    const role = inline(session.participants.find((seat) => seat.id === id)?.role ?? '');
    return role === ''
      ? inline(id)
      : `the ${role.replace(/^\p{Lu}(?=\p{Ll}+(?: \p{Ll}+)*$)/u, (letter) => letter.toLowerCase())}`;
  });
  return joinWords(names, 'and');
}

/** A number followed by the singular or plural word. */
function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Agenda topics that were not covered or only in part, in up to two sentences; empty if all were covered. */
export function describeUncovered(session: Session): string {
  const list = (wanted: 'pending' | 'partial', title: string): string[] => {
    const names = session.agenda
      .filter(({ status }) => status === wanted)
      .map(({ name, critical }) => `${inline(name)}${critical ? ' (critical)' : ''}`);
    return names.length === 0 ? [] : [`**${title}:** ${names.join('; ')}.`];
  };
  return [...list('pending', 'Not covered'), ...list('partial', 'Covered only in part')].join(' ');
}
