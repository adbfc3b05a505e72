/** How firm a result is, in two sentences for a reader with two minutes: agreed by whom, contested by whom, what is open. */
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { inline } from '../markdown/text.ts';
import { countStances, listContested, listLatest, sortItems } from './standing.ts';

/** The sentences, as markdown; empty for a session without items. */
export function describeFirmness(session: Session): string {
  const { decided, agreed, contested, unsettled, rejected, review } = sortItems(session);
  const voted = agreed.length + contested.length + unsettled.length + rejected.length;
  const seats = session.participants.length;
  const byAll = agreed.filter(
    (item) => listLatest(item).filter(({ stance }) => stance === 'support').length >= seats,
  ).length;
  const { conflicts } = listContested(session);
  const blocked = contested.filter((item) => countStances(item, 'block') > 0);
  const againstNames = (items: readonly Item[]): string =>
    namesOf(
      session,
      items.flatMap((item) =>
        listLatest(item)
          .filter(({ stance }) => stance === 'block')
          .map(({ seat }) => seat),
      ),
    );
  const asides = agreed.filter((item) => listLatest(item).some(({ stance }) => stance !== 'support')).length;
  const read = session.consensus.filter(({ item_id: id }) => id === null).length;
  const holdsVote = session.settings.consensus.mechanism !== 'none';
  const how = [
    ...(byAll > 0 ? [`${byAll} by all ${seats} seats`] : []),
    ...(asides > 0 ? [`${asides} without the support of every seat that voted`] : []),
  ];
  const unvoted = [
    ...(review.length === 0 ? [] : [`${count(review.length, 'point', 'points')} raised in the review`]),
    ...(read === 0 ? [] : [`${count(read, 'point', 'points')} that the facilitator called agreed`]),
  ];
  const rejectedBy = againstNames(rejected);
  const sentences = [
    decided.length === 0
      ? ''
      : `${count(decided.length, 'point was', 'points were')} decided ${decided.some(({ decided_by: by }) => by === 'user') ? 'by a person' : 'by the policy for unattended runs'}.`,
    !holdsVote
      ? `${count(voted, 'point was', 'points were')} collected; this strategy holds no vote.`
      : voted === 0
        ? ''
        : `${agreed.length} of ${count(voted, 'item', 'items')} ${agreed.length === 1 ? 'is' : 'are'} agreed by count${how.length === 0 ? '' : ` (${how.join(', ')})`}.`,
    describeContested(contested.length, { blocked: blocked.length, by: againstNames(blocked) }),
    rejected.length === 0
      ? ''
      : `${count(rejected.length, 'item was', 'items were')} rejected${rejectedBy === '' ? '' : `, with ${rejectedBy} against`}.`,
    unsettled.length === 0 || !holdsVote ? '' : `${count(unsettled.length, 'has', 'have')} too few votes.`,
    conflicts.length === 0 ? '' : `${count(conflicts.length, 'conflict is', 'conflicts are')} open.`,
    unvoted.length === 0 ? '' : `Not voted on: ${unvoted.join(', ')}.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** How many items are contested, and how: blocked, or short of a majority because too many seats stand aside. */
function describeContested(number: number, { blocked, by }: { blocked: number; by: string }): string {
  if (number === 0) return '';
  const head = count(number, 'item is contested', 'items are contested');
  if (blocked === 0) return `${head}: no majority supports ${number === 1 ? 'it' : 'them'}.`;
  if (blocked === number) return `${head}, with ${by} against.`;
  return `${head}: ${blocked} with ${by} against, ${number - blocked} without a majority.`;
}

/** Names of seats, each once, joined as in a sentence; a role that is no name begins small there. */
function namesOf(session: Session, ids: readonly string[]): string {
  const names = [...new Set(ids)].map((id) => {
    const role = inline(session.participants.find((seat) => seat.id === id)?.role ?? '');
    return role === ''
      ? inline(id)
      : `the ${role.replace(/^\p{Lu}(?=\p{Ll}+(?: \p{Ll}+)*$)/u, (letter) => letter.toLowerCase())}`;
  });
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A number with the word that goes with it. */
export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Topics of the agenda that were not covered, or only in part, in two sentences; empty where all were. */
export function describeUncovered(session: Session): string {
  const list = (wanted: 'pending' | 'partial', title: string): string[] => {
    const names = session.agenda
      .filter(({ status }) => status === wanted)
      .map(({ name, critical }) => `${inline(name)}${critical ? ' (critical)' : ''}`);
    return names.length === 0 ? [] : [`**${title}:** ${names.join('; ')}.`];
  };
  return [...list('pending', 'Not covered'), ...list('partial', 'Covered only in part')].join(' ');
}
