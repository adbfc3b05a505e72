/** The outcome of a session, computed from its record alone. */
import { gotItsWay } from '../../domain/got-its-way.ts';
import type { Conflict, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import type { Ending, OutcomeResult } from '../../domain/vocabulary.ts';
import { turnsDown } from './person-decision.ts';
import { readIds } from './read-ids.ts';
import { foldText, listLongWords } from './same-text.ts';
import { readLatestStances, takes } from './stances.ts';
import { isCounted } from './votes.ts';

/**
 * Names the result; what ended the discussion is recorded separately. The program chooses the label: if all seats failed or
 * nobody voted, it is never agreement.
 */
export function nameResult(session: Session, endedBy: Ending): OutcomeResult {
  const conflictOpen = session.conflicts.some(({ status }) => status === 'open');
  const voted = session.artifacts.filter(({ raised_in: raisedIn }) => raisedIn === 'round');
  const unsettled = voted.some(({ status }) => status === 'open' || status === 'rejected');
  const agreed = voted.some(({ status, decided_by: by }) => status === 'agreed' && by === 'count');
  const deciders = session.escalations
    .filter(({ decision }) => decision === 'accept' || decision === 'own')
    .map(({ answered_by: by }) => by);
  const decided = deciders.includes('user');
  if (decided && !conflictOpen && (!unsettled || !agreed)) return 'decided';
  if (!isCounted(session.settings.consensus)) return 'collected';
  // A decision by a policy or an assistant in the person's absence is not agreement of the panel, whatever else was agreed.
  const isAccepted = deciders.some((by) => by !== 'user');
  if (agreed && !unsettled && !conflictOpen && !isAccepted) return 'consensus';
  if (endedBy === 'stable') return 'stable-disagreement';
  return agreed ? 'partial-consensus' : 'undecided';
}

/** One dissent. */
export type Dissent = NonNullable<Session['outcome']>['dissent'][number];

/**
 * What seats stood for at the end and did not get, in their last words: a block of an item that was agreed anyway, support
 * for an item that was rejected, or an objection to a decision from outside the panel. Items that are still open are
 * contested, not lost, and are listed elsewhere.
 */
export function listDissent(session: Session): Dissent[] {
  const dissent = [
    ...session.artifacts.flatMap((item) => listItemDissent(item, session)),
    ...listOverruled(session),
  ];
  return dissent.filter(
    (entry, index) =>
      dissent.findIndex(
        ({ seat, text, on }) => seat === entry.seat && (text === entry.text || on === entry.on),
      ) === index,
  );
}

function listItemDissent(item: Item, session: Session): Dissent[] {
  if (item.status !== 'agreed' && item.status !== 'rejected') return [];
  const lost = item.status === 'agreed' ? 'block' : 'support';
  return [...readLatestStances(item)].flatMap(([seat, { stance, reason, round }]) => {
    if (stance !== lost) return [];
    const own = reason === '' ? findOwnWords(item, seat, session) : { text: reason, round };
    return [{ seat, text: own?.text ?? item.text, round: own?.round ?? round, on: item.id }];
  });
}

/** A supporter's own last words for an item: a position that names it, or a statement that the item is made of. */
function findOwnWords(
  item: Item,
  seat: string,
  session: Session,
): { text: string; round: number } | undefined {
  const positions = session.conflicts
    .flatMap((conflict) => conflict.positions)
    .filter((position) => position.seat === seat && readIds(position.text, [item.id]).length > 0);
  const said = session.statements.filter((one) => one.seat === seat && item.from.includes(one.id));
  return [...said, ...positions].sort((one, other) => other.round - one.round)[0];
}

/**
 * Objections to conflicts that a decision from outside settled. A seat with a position in the conflict objects through its
 * stance on the decision or a concern about it; a seat that mentioned the decision without objecting does not count. For a
 * seat that never mentioned it, its earlier position is listed.
 */
function listOverruled(session: Session): Dissent[] {
  return session.conflicts
    .filter(({ resolution_type: type }) => type === 'user' || type === 'policy' || type === 'facilitator')
    .flatMap((conflict) =>
      conflict.positions.flatMap((position): Dissent[] => {
        const { seat } = position;
        if (prevailed(session, conflict, seat)) return [];
        const said = findObjection(session, conflict, seat);
        if (said !== null) return [{ seat, ...said, on: conflict.id }];
        if (spokeTo(session, conflict, seat) || gaveUp(session, seat, position.round)) return [];
        if (isCarriedBy(conflict.resolution, position.text)) return [];
        return [{ seat, text: position.text, round: position.round, on: conflict.id }];
      }),
    );
}

/**
 * A seat's last words against a decision: the reason for its stance on it, a concern that names it or begins with "dissent",
 * or a position that names it and keeps another view. A seat that still blocks what the decision takes up is against it.
 */
function findObjection(
  session: Session,
  conflict: Conflict,
  seat: string,
): { text: string; round: number } | null {
  const decisions = listDecisions(session, conflict);
  const ids = decisions.map(({ id }) => id);
  const stance = decisions
    .flatMap((item) => readLatestStances(item).get(seat) ?? [])
    .findLast(({ stance: taken, reason }) => taken !== 'support' && reason !== '');
  if (stance !== undefined) return { text: stance.reason, round: stance.round };
  const names = (text: string): boolean => readIds(text, ids).length > 0;
  const later = session.rounds
    .filter(({ round }) => round > (conflict.resolved_in ?? 0))
    .flatMap(({ round, answers }) =>
      answers.filter((answer) => answer.seat === seat).map((answer) => ({ ...answer, round })),
    );
  const concern = later
    .flatMap(({ concerns, round }) => concerns.map((text) => ({ text, round })))
    .findLast(({ text }) => names(text) || /^\W*dissent\b/i.test(text));
  if (concern !== undefined) return concern;
  const blocked = listChosen(session, conflict).some((item) => takes(item, seat, 'block'));
  const held = conflict.positions.find((position) => position.seat === seat)?.text ?? '';
  const keeps = (answer: (typeof later)[number]): boolean =>
    keepsView.test(answer.position) ||
    (answer.changed !== true && restates(answer.position, held, conflict.resolution));
  const position = later.findLast((answer) => names(answer.position) && (blocked || keeps(answer)));
  return position === undefined ? null : { text: position.position, round: position.round };
}

/**
 * Whether a later text repeats what a seat held before: it contains most of the longer words that the decision lacks. This
 * recognizes an objection in any language that separates words by spaces.
 */
function restates(later: string, held: string, resolution: string | null): boolean {
  const decided = new Set(listWords(resolution ?? ''));
  const own = [...new Set(listWords(held))].filter((word) => !decided.has(word));
  const said = new Set(listWords(later));
  return own.length >= 2 && own.filter((word) => said.has(word)).length >= 0.6 * own.length;
}

/** A further sign, in English only: in other languages a seat's stance, concern or repeated words show that it objects. */
const keepsView =
  /\b(?:keep(?:ing)? (?:my|to my|saying)|stay(?:ing)? (?:against|with my)|remain(?:ing)? (?:against|opposed)|dissent\w*|still (?:against|hold|think|want|prefer)|disagree\w*)\b/i;

/**
 * Whether a resolution contains a position: all of the position's longer words. A seat whose way was chosen is no dissenter;
 * in doubt its position stays listed.
 */
function isCarriedBy(resolution: string | null, position: string): boolean {
  if (resolution === null) return false;
  const words = listWords(position);
  const resolved = new Set(foldText(resolution).split(' '));
  return words.length >= 2 && words.every((word) => resolved.has(word));
}

/** Words that are common in positions but not in resolutions. */
const hedges = ['would', 'should', 'could', 'think', 'prefer', 'still'];

/** The longer words of a text, without hedges. */
function listWords(text: string): string[] {
  return listLongWords(text, 4).filter((word) => !hedges.includes(word));
}

/** Whether a seat mentioned a decision after it was made, in a position or a statement that names it. */
function spokeTo(session: Session, conflict: Conflict, seat: string): boolean {
  const ids = listDecisions(session, conflict).map(({ id }) => id);
  const since = conflict.resolved_in ?? 0;
  const said = [
    ...session.rounds
      .filter(({ round }) => round > since)
      .flatMap(({ answers }) => answers.filter((answer) => answer.seat === seat))
      .map(({ position }) => position),
    ...session.statements
      .filter((one) => one.seat === seat && (one.round > since || one.raised_in === 'review'))
      .map(({ text, why }) => `${text} ${why}`),
  ];
  return ids.length > 0 && said.some((text) => readIds(text, ids).length > 0);
}

/** Whether a seat gave up its position: it said in a later round that it changed its mind. */
function gaveUp(session: Session, seat: string, since: number): boolean {
  return session.rounds.some(
    ({ round, answers }) =>
      round > since && answers.some((answer) => answer.seat === seat && answer.changed === true),
  );
}

/** The items that record what was decided on a conflict from outside the panel. */
function listDecisions(session: Session, conflict: Conflict): Item[] {
  return session.artifacts.filter(
    ({ id, decided_by: by, text }) =>
      by !== null && by !== 'count' && conflict.item_ids.includes(id) && text === conflict.resolution,
  );
}

/** The items that a decision on a conflict created, or adopts by naming their ids. */
function listChosen(session: Session, conflict: Conflict): Item[] {
  const decisions = listDecisions(session, conflict);
  const named = readIds(
    conflict.resolution ?? '',
    conflict.item_ids.filter((id) => !turnsDown(conflict.resolution ?? '', id)),
  );
  const held = new Set([...decisions.flatMap(({ id, related_to: related }) => [id, ...related]), ...named]);
  return session.artifacts.filter(
    ({ id, status }) => held.has(id) && (status === 'agreed' || named.includes(id)),
  );
}

/** Whether a seat got its way through the decision on a conflict: see `gotItsWay`. */
function prevailed(session: Session, conflict: Conflict, seat: string): boolean {
  const chosen = listChosen(session, conflict);
  const lost = session.artifacts.filter(
    (item) => conflict.item_ids.includes(item.id) && item.status === 'replaced' && !chosen.includes(item),
  );
  return gotItsWay(seat, { chosen, lost });
}

/** What was missing from the run, one sentence each; empty if nothing was. */
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
  const fellBack = (step: 'question_fallback' | 'synthesis_fallback'): number[] =>
    session.rounds.filter((round) => round[step] !== null).map(({ round }) => round);
  const questions = fellBack('question_fallback');
  if (questions.length > 0) lines.push(`The program asked its own question in ${listRounds(questions)}.`);
  const syntheses = fellBack('synthesis_fallback');
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

/** The beginning of the failure message for a stance entry that names no item or states no stance. */
export const unreadStance = 'a stance could not be read';

function listRounds(rounds: readonly number[]): string {
  return `${rounds.length === 1 ? 'round' : 'rounds'} ${rounds.join(', ')}`;
}
