/** What a session came to, computed from its record alone. */
import type { Conflict, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import type { Ending, OutcomeResult } from '../../domain/vocabulary.ts';
import { foldText } from './same-text.ts';
import { readLatestStances } from './stances.ts';
import { isCounted } from './votes.ts';

/**
 * Names what was reached; what ended the discussion is another matter. Labels are the program's: all failing, or nobody
 * voting, is never agreement.
 */
export function nameResult(session: Session, endedBy: Ending): OutcomeResult {
  const conflictOpen = session.conflicts.some(({ status }) => status === 'open');
  const voted = session.artifacts.filter(({ raised_in: raisedIn }) => raisedIn === 'round');
  const unsettled = voted.some(({ status }) => status === 'open' || status === 'rejected');
  const agreed = voted.some(({ status, decided_by: by }) => status === 'agreed' && by === 'count');
  const decided = session.escalations.some(
    ({ answered_by: by, decision }) => by === 'user' && (decision === 'accept' || decision === 'own'),
  );
  if (decided && !conflictOpen && (!unsettled || !agreed)) return 'decided';
  if (!isCounted(session.settings.consensus)) return 'collected';
  if (agreed && !unsettled && !conflictOpen) return 'consensus';
  if (endedBy === 'stable') return 'stable-disagreement';
  return agreed ? 'partial-consensus' : 'undecided';
}

/** One entry of the dissent. */
export type Dissent = NonNullable<Session['outcome']>['dissent'][number];

/**
 * What a seat stood for at the end and did not get: a block of what was agreed all the same, support of what was rejected,
 * and a position in a conflict that somebody from outside settled another way. Points that are still open are contested,
 * not lost, and stand elsewhere.
 */
export function listDissent(session: Session): Dissent[] {
  const dissent = [
    ...session.artifacts.flatMap((item) => listItemDissent(item, session)),
    ...listOverruled(session),
  ];
  return dissent.filter(
    (entry, index) =>
      dissent.findIndex(({ seat, text }) => seat === entry.seat && text === entry.text) === index,
  );
}

function listItemDissent(item: Item, session: Session): Dissent[] {
  if (item.status !== 'agreed' && item.status !== 'rejected') return [];
  const lost = item.status === 'agreed' ? 'block' : 'support';
  return [...readLatestStances(item)].flatMap(([seat, { stance, reason, round }]) => {
    if (stance !== lost) return [];
    const text = reason || findOwnWords(item, seat, session) || item.text;
    return [
      { seat, text, round: reason === '' ? findOwnRound(item, seat, session, round) : round, on: item.id },
    ];
  });
}

/** A supporter's own words for an item: the last statement of that seat that it is made of. */
function findOwnWords(item: Item, seat: string, session: Session): string | null {
  return (
    session.statements.findLast((statement) => statement.seat === seat && item.from.includes(statement.id))
      ?.text ?? null
  );
}

function findOwnRound(item: Item, seat: string, session: Session, otherwise: number): number {
  return (
    session.statements.findLast((statement) => statement.seat === seat && item.from.includes(statement.id))
      ?.round ?? otherwise
  );
}

/** Positions that a decision from outside passed over, unless their holders gave them up or the decision carries them. */
function listOverruled(session: Session): Dissent[] {
  return session.conflicts
    .filter(({ resolution_type: type }) => type === 'user' || type === 'policy' || type === 'facilitator')
    .flatMap((conflict) =>
      conflict.positions
        .filter(
          ({ seat, text, round }) =>
            !gaveUp(session, seat, round) &&
            !prevailed(session, conflict, seat) &&
            !isCarriedBy(conflict.resolution, text),
        )
        .map(({ seat, text, round }) => ({ seat, text, round, on: conflict.id })),
    );
}

/** Whether a seat supports an item that the decision on a conflict made or named: what it wanted is what holds. */
function prevailed(session: Session, conflict: Conflict, seat: string): boolean {
  const decisions = session.artifacts.filter(
    ({ id, decided_by: by, text }) =>
      by !== null && by !== 'count' && conflict.item_ids.includes(id) && text === conflict.resolution,
  );
  const held = new Set(decisions.flatMap(({ id, related_to: related }) => [id, ...related]));
  const stanceOn = (item: Item) => readLatestStances(item).get(seat)?.stance;
  const items = session.artifacts.filter(({ id, status }) => held.has(id) && status === 'agreed');
  return (
    items.some((item) => stanceOn(item) === 'support') && !items.some((item) => stanceOn(item) === 'block')
  );
}

/**
 * Whether a resolution carries a position: it holds nearly all of its longer words. Whose way was chosen is no
 * dissenter; in doubt a position stays listed.
 */
function isCarriedBy(resolution: string | null, position: string): boolean {
  if (resolution === null) return false;
  const words = foldText(position)
    .split(' ')
    .filter((word) => word.length >= 4 && !hedges.has(word));
  const resolved = new Set(foldText(resolution).split(' '));
  return words.length >= 2 && words.every((word) => resolved.has(word));
}

/** Words with which a position begins and a resolution does not. */
const hedges = new Set(['would', 'should', 'could', 'think', 'prefer', 'still']);

/** A seat gave its position up when it said later that it changed it. */
function gaveUp(session: Session, seat: string, since: number): boolean {
  return session.rounds.some(
    ({ round, answers }) =>
      round > since && answers.some((answer) => answer.seat === seat && answer.changed === true),
  );
}

/** What was missing from the run, one sentence each; empty for a run in which nothing was. */
export function listDegradation(session: Session, assembledBecause: string | null): string[] {
  const lines: string[] = [];
  const missing = new Map<string, number[]>();
  for (const { round, failed } of session.rounds) {
    for (const seat of failed) missing.set(seat, [...(missing.get(seat) ?? []), round]);
  }
  for (const [seat, rounds] of missing) {
    const kinds = new Set(
      session.failures
        .filter((failure) => failure.seat === seat && rounds.includes(failure.round))
        .map(({ kind }) => kind),
    );
    const why = kinds.size === 0 ? '' : ` (${[...kinds].join(', ')})`;
    lines.push(`${seat} gave no answer in ${listRounds(rounds)}${why}.`);
  }
  const questions = session.rounds
    .filter((round) => round.question_fallback !== null)
    .map(({ round }) => round);
  if (questions.length > 0) lines.push(`The program asked its own question in ${listRounds(questions)}.`);
  const syntheses = session.rounds
    .filter((round) => round.synthesis_fallback !== null)
    .map(({ round }) => round);
  if (syntheses.length > 0) lines.push(`The program assembled the synthesis of ${listRounds(syntheses)}.`);
  for (const { seat, step, round, message } of session.failures)
    if (message.startsWith(unreadStance))
      lines.push(`${seat}: ${message} (${step === 'review' ? 'review' : `round ${round}`}).`);
  const unreviewed = session.review?.failed ?? [];
  if (unreviewed.length > 0)
    lines.push(`No review from ${unreviewed.join(', ')}; the stances they had before count.`);
  if (session.review === null && session.rounds.length > 0)
    lines.push('The items were not reviewed before the draft.');
  if (assembledBecause !== null) {
    lines.push(
      `The document was assembled by the program, not written by the synthesizer: ${assembledBecause}.`,
    );
  }
  return lines;
}

/** How the failure begins that records a stance which names no item or says none. */
export const unreadStance = 'a stance could not be read';

function listRounds(rounds: readonly number[]): string {
  return `${rounds.length === 1 ? 'round' : 'rounds'} ${rounds.join(', ')}`;
}
