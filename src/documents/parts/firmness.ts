/** How firm a result is, in two sentences for a reader with two minutes: agreed by whom, contested by whom, what is open. */
import type { Session } from '../../domain/session.ts';
import { inline } from '../markdown/text.ts';
import { listContested, listLatest, sortItems } from './standing.ts';

/** The sentences, as markdown; empty for a session without items. */
export function describeFirmness(session: Session): string {
  const { decided, agreed, contested, unsettled, rejected, review } = sortItems(session);
  const voted = agreed.length + contested.length + unsettled.length + rejected.length;
  const seats = session.participants.length;
  const byAll = agreed.filter(
    (item) => listLatest(item).filter(({ stance }) => stance === 'support').length >= seats,
  ).length;
  const { conflicts } = listContested(session);
  const against = namesOf(
    session,
    [...contested, ...rejected].flatMap((item) =>
      listLatest(item)
        .filter(({ stance }) => stance === 'block')
        .map(({ seat }) => seat),
    ),
  );
  const read = session.consensus.filter(({ item_id: id }) => id === null).length;
  const sentences = [
    ...(decided.length === 0
      ? []
      : [
          `${count(decided.length, 'point was', 'points were')} decided ${decided.some(({ decided_by: by }) => by === 'user') ? 'by a person' : 'by the policy for unattended runs'}.`,
        ]),
    ...(session.settings.consensus.mechanism === 'none'
      ? [`${count(voted, 'point was', 'points were')} collected; this strategy holds no vote.`]
      : voted === 0
        ? []
        : [
            `${agreed.length} of ${count(voted, 'item', 'items')} ${agreed.length === 1 ? 'is' : 'are'} agreed by count${byAll > 0 ? `, ${byAll} of them by all ${seats} seats` : ''}.`,
          ]),
    ...(contested.length + rejected.length === 0
      ? []
      : [
          `${count(contested.length + rejected.length, 'item is', 'items are')} contested${against === '' ? '' : `, with ${against} against`}.`,
        ]),
    ...(unsettled.length === 0 || session.settings.consensus.mechanism === 'none'
      ? []
      : [
          `${count(unsettled.length, 'item has', 'items have')} too few votes to be agreed, and nobody against ${unsettled.length === 1 ? 'it' : 'them'}.`,
        ]),
    ...(conflicts.length === 0 ? [] : [`${count(conflicts.length, 'conflict is', 'conflicts are')} open.`]),
    ...(review.length === 0
      ? []
      : [`${count(review.length, 'point was', 'points were')} raised only in the review, and not voted on.`]),
    ...(read === 0
      ? []
      : [
          `${count(read, 'further point was', 'further points were')} called agreed by the facilitator, and not voted on.`,
        ]),
  ];
  return sentences.join(' ');
}

/** Names of seats, each once, joined as in a sentence. */
function namesOf(session: Session, ids: readonly string[]): string {
  const names = [...new Set(ids)].map((id) =>
    inline(session.participants.find((seat) => seat.id === id)?.role ?? id),
  );
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A number with the word that goes with it. */
export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Critical topics of the agenda that were not covered, in a sentence; empty where all were. */
export function describeUncovered(session: Session): string {
  const missing = session.agenda.filter(({ critical, status }) => critical && status !== 'covered');
  if (missing.length === 0) return '';
  const names = missing.map(
    ({ name, status }) => `${inline(name)}${status === 'partial' ? ' (in part)' : ''}`,
  );
  return `**Not covered:** ${names.join('; ')}.`;
}
