/** What a session came to, computed from its record alone. */
import type { Session } from '../../domain/session.ts';
import type { OutcomeResult } from '../../domain/vocabulary.ts';
import { foldText } from './same-text.ts';
import { readLatestStances } from './votes.ts';

/** How the loop ended, as the decision table and the limits say; null for a conclusion that was proposed. */
export type Ending = 'skipped' | 'max-rounds' | 'stable' | 'limit' | null;

/** Names the result. Labels are the program's: all failing, or nobody voting, is never agreement. */
export function nameResult(session: Session, ending: Ending): OutcomeResult {
  if (ending === 'skipped' || ending === 'max-rounds' || ending === 'limit') return ending;
  const open = session.conflicts.some(({ status }) => status === 'open');
  const decided = session.escalations.some(
    ({ answered_by: by, decision }) => by === 'user' && (decision === 'accept' || decision === 'own'),
  );
  if (decided && !open) return 'decided';
  if (session.settings.consensus.mechanism === 'none') return 'collected';
  const unsettled = session.proposals.some(({ status }) => status === 'open' || status === 'rejected');
  if (!open && !unsettled && session.consensus.length > 0) return 'consensus';
  if (ending === 'stable' || session.consensus.length === 0) return 'stable-disagreement';
  return 'partial-consensus';
}

/**
 * Minority positions that nobody gave up: standing blocks with their reasons, support of what fell, and what seats held in conflicts
 * that were settled over their heads.
 */
export function listDissent(session: Session): { seat: string; text: string; round: number }[] {
  const dissent: { seat: string; text: string; round: number }[] = [];
  const add = (seat: string, text: string, round: number): void => {
    if (!dissent.some((entry) => entry.seat === seat && entry.text === text))
      dissent.push({ seat, text, round });
  };
  for (const proposal of session.proposals) {
    const latest = [...readLatestStances(proposal)];
    const against = latest.filter(([, { stance }]) => stance === 'block');
    const inFavour = latest.filter(([, { stance }]) => stance === 'support');
    const fell = proposal.status === 'rejected';
    // Where a proposal fell, the minority may be those who wanted it.
    if (!fell || against.length <= inFavour.length) {
      for (const [seat, { reason, round }] of against)
        add(seat, `${reason || 'blocks it'} (against ${proposal.id}: ${proposal.text})`, round);
    }
    if (fell && inFavour.length <= against.length) {
      for (const [seat, { reason, round }] of inFavour)
        add(
          seat,
          `${reason || 'supports it'} (for ${proposal.id}, which was not agreed: ${proposal.text})`,
          round,
        );
    }
  }
  for (const conflict of session.conflicts) {
    if (conflict.status === 'resolved' && conflict.resolution_type === 'consensus') continue;
    for (const { seat, text } of conflict.positions) {
      if (!gaveUp(session, seat, conflict.opened_in) && !isCarriedBy(conflict.resolution, text))
        add(seat, `${text} (on ${conflict.id})`, conflict.opened_in);
    }
  }
  return dissent;
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
  const ballots =
    session.ballot_missing ??
    session.failures.filter(({ step }) => step === 'ballot').map(({ seat }) => seat);
  if (ballots.length > 0) lines.push(`No vote in the final ballot from ${[...new Set(ballots)].join(', ')}.`);
  if (assembledBecause !== null) {
    lines.push(
      `The document was assembled by the program, not written by the synthesizer: ${assembledBecause}.`,
    );
  }
  return lines;
}

function listRounds(rounds: readonly number[]): string {
  return `${rounds.length === 1 ? 'round' : 'rounds'} ${rounds.join(', ')}`;
}
