/** The outcome of a session, computed from its record alone. */
import type { Degradation } from '../session/codes.ts';
import type { Escalation } from '../session/records.ts';
import { isVotable } from '../session/rules/ballots.ts';
import { isCounted } from '../session/rules/counting.ts';
import { readVerdict } from '../session/rules/verdict.ts';
import type { Outcome, Session } from '../session/session.ts';
import type { Ending, OutcomeResult } from '../session/vocabulary.ts';
import { listConflictDissent } from './text/sign-conflicts.ts';

/** The whole outcome, but for the files. `at`: now, ISO 8601. */
export function readOutcome(session: Session, endedBy: Ending, at: string): Outcome {
  const degradation = listDegradation(session);
  const decider = findDecider(session);
  const last = session.rounds.at(-1);
  const { text } = session;
  return {
    result: nameResult(session, endedBy),
    ended_by: endedBy,
    degraded: degradation.length > 0,
    degradation,
    decision: text?.decision || sayUnwritten(session),
    decided_by: decider?.answered_by ?? 'panel',
    decided_name: decider?.answered_by === 'user' ? (decider.answered_name ?? null) : null,
    decided_at: decider?.answered_at ?? at,
    summary: [text?.decision ?? '', ...(text?.why ?? [])].filter((part) => part !== '').join(' '),
    // What a person decided otherwise is no longer recommended.
    recommendation: session.escalations.some(isOwnDecision) ? null : (last?.recommendation ?? null),
    dissent: listDissent(session),
    ...(session.workflow_type === 'revisit' ? { verdict: readVerdict(session) } : {}),
    files: [],
  };
}

function isOwnDecision({ answered_by: by, decision }: Escalation): boolean {
  return by === 'user' && decision === 'own';
}

/** The decision where no writer put it into words: a person's own, else what the facilitator recommends. */
export function sayUnwritten({ escalations, rounds }: Session): string {
  const last = rounds.at(-1);
  const own = escalations.findLast(({ decision }) => decision === 'own')?.text;
  return own || last?.recommendation || last?.synthesis || '';
}

/** The latest decision that was given in the panel's place: a person's before a policy's or an assistant's. */
function findDecider({ escalations }: Session): Escalation | undefined {
  const decided = escalations.filter(({ decision }) => decision === 'accept' || decision === 'own');
  return decided.findLast(({ answered_by: by }) => by === 'user') ?? decided.at(-1);
}

/**
 * Names the result; what ended the discussion is recorded separately. If all seats failed or nobody voted, it is never agreement; nor
 * is what a policy or an assistant decided.
 */
export function nameResult(session: Session, endedBy: Ending): OutcomeResult {
  const open = session.conflicts.some(({ status }) => status === 'open');
  const agreed = session.artifacts.some(({ status }) => status === 'agreed');
  const unsettled = session.artifacts.some(({ status }) => status === 'not-agreed' || status === 'draft');
  const deciders = session.escalations
    .filter(({ decision }) => decision === 'accept' || decision === 'own')
    .map(({ answered_by: by }) => by);
  // A review that finds nothing has nothing to vote on.
  if (session.output_type === 'review' && session.artifacts.length === 0 && session.text !== null)
    return 'collected';
  if (!isCounted(session.settings.consensus))
    return deciders.includes('user') && !open ? 'decided' : 'collected';
  if (deciders.includes('user') && !open && !unsettled) return 'decided';
  if (agreed && !unsettled && !open && deciders.length === 0) return 'consensus';
  if (endedBy === 'stable' && open) return 'stable-disagreement';
  return agreed ? 'partial-consensus' : 'undecided';
}

/**
 * What seats held against the text in the end: a block or a standing aside, with its reason, of an item that is printed, and what the
 * text made of a conflict. What is not agreed is printed with who holds what, and is no dissent.
 */
export function listDissent(session: Session): Outcome['dissent'] {
  const onConflicts = listConflictDissent(session.conflicts).map(({ seat, text, on }) => {
    return { seat, text, on, vote: 'stand_aside' as const };
  });
  const onItems = session.artifacts.flatMap((item) => {
    if (item.status !== 'agreed' && item.status !== 'decided') return [];
    const latest = new Map(item.votes.map((vote) => [vote.seat, vote]));
    return [...latest.values()].flatMap(({ seat, vote, reason }) =>
      vote === 'ratify' || reason.trim() === '' ? [] : [{ seat, text: reason, on: item.id, vote }],
    );
  });
  return [...onItems, ...onConflicts];
}

/** What was missing from the run; empty if nothing was. */
export function listDegradation(session: Session): Degradation[] {
  const { rounds, failures, text, settings } = session;
  const silent = new Map<string, number[]>();
  for (const { round, failed } of rounds)
    for (const seat of failed) silent.set(seat, [...(silent.get(seat) ?? []), round]);
  const list: Degradation[] = [...silent].map(([seat, held]) => ({
    code: 'seat_silent',
    seat,
    rounds: held,
    kinds: [
      ...new Set(
        failures.filter((one) => one.seat === seat && held.includes(one.round)).map(({ kind }) => kind),
      ),
    ],
  }));
  const numbersOf = (step: 'question_fallback' | 'synthesis_fallback'): number[] =>
    rounds.filter((round) => round[step] !== null).map(({ round }) => round);
  const questions = numbersOf('question_fallback');
  if (questions.length > 0) list.push({ code: 'own_question', rounds: questions });
  const syntheses = numbersOf('synthesis_fallback');
  if (syntheses.length > 0) list.push({ code: 'own_synthesis', rounds: syntheses });
  for (const { seat } of failures.filter(({ step }) => step === 'review'))
    if (!hasReviewed(session, seat) && !list.some((one) => one.code === 'no_review' && one.seat === seat))
      list.push({ code: 'no_review', seat });
  for (const { seat, items } of listMissingVotes(session)) list.push({ code: 'no_vote', seat, items });
  if (text?.fallback) list.push({ code: 'text_assembled', fallback: text.fallback });
  if (text?.unrevised) list.push({ code: 'not_revised', fallback: text.unrevised });
  if (text !== null && text.last_calls === 0 && isCounted(settings.consensus) && session.artifacts.length > 0)
    list.push({ code: 'not_voted' });
  const problems = new Map<string, number>();
  // A text that is longer than it should be is not worse for it.
  for (const { code } of text?.problems ?? [])
    if (code !== 'too_long') problems.set(code, (problems.get(code) ?? 0) + 1);
  if (problems.size > 0)
    list.push({ code: 'text_problems', problems: [...problems].map(([code, count]) => ({ code, count })) });
  return list;
}

/** Model seats that gave no vote at a last call, with the items. */
function listMissingVotes({
  failures,
  artifacts,
  participants,
  escalations,
}: Session): { seat: string; items: string[] }[] {
  return participants.flatMap(({ id }) => {
    if (!failures.some(({ step, seat }) => step === 'last-call' && seat === id)) return [];
    const items = artifacts.filter(
      (item) => isVotable({ escalations }, item) && !item.votes.some(({ seat }) => seat === id),
    );
    return items.length === 0 ? [] : [{ seat: id, items: items.map((item) => item.id) }];
  });
}

/** Whether a seat has reviewed the draft after all: what failed may have been asked again after a resume. */
export function hasReviewed({ artifacts, amendments }: Session, seat: string): boolean {
  return (
    artifacts.some(({ votes }) => votes.some((vote) => vote.seat === seat && vote.step === 'review')) ||
    amendments.some((one) => one.seat === seat && one.kind !== 'remark' && one.kind !== 'ratify-if')
  );
}
