/** What no model may leave out: conflicts, dissent, blocks, stand-asides, decisions of people, overrides. */
import type { Escalation } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import { formatCitations } from './citations.ts';
import { inline, shown } from './markdown/text.ts';
import { nameSeat, type Rendering, section } from './rendering.ts';
import { listLatestStances } from './session-material.ts';

/** Third-level sections, each only where there is something to say; one sentence when there is nothing at all. */
export function renderDisagreement(rendering: Rendering): string {
  const { session } = rendering;
  const parts = [
    ...section('Open Conflicts', listOpenConflicts(session)),
    ...section('Dissent', listDissent(rendering)),
    ...section('Blocks and Stand-Asides', listReservations(rendering)),
    ...section('Decisions by People', [
      ...session.escalations.map((one) => describeEscalation(session, one)),
      ...listGuidance(session),
    ]),
    ...section('Overrides', listOverrides(session)),
    ...section('Open Questions', listOpenQuestions(session)),
  ];
  return parts.length === 0
    ? 'No conflict stayed open, and nobody dissented, blocked or stood aside.'
    : parts.join('\n\n');
}

/** Open conflicts with everybody's position, as list items. */
export function listOpenConflicts(session: Session): string[] {
  return session.conflicts
    .filter((conflict) => conflict.status === 'open')
    .flatMap((conflict) => [
      `* **${shown(conflict.id)}** ${inline(conflict.description)} (since round ${conflict.opened_in})`,
      ...conflict.positions.map((one) => `  * ${nameSeat(session, one.seat)}: ${inline(one.text)}`),
    ]);
}

/** Questions that nobody answered, as list items. */
export function listOpenQuestions(session: Session): string[] {
  return session.open_questions
    .filter((question) => question.status === 'open')
    .map((question) => {
      const by = question.raised_by.map((seat) => nameSeat(session, seat)).join(', ');
      return `* **${shown(question.id)}** ${inline(question.text)} (round ${question.round}${by === '' ? '' : `, ${by}`})`;
    });
}

function listDissent({ session, holds }: Rendering): string[] {
  return (session.outcome?.dissent ?? []).map((one) => {
    const citation = formatCitations([{ round: one.round, seat: one.seat }], holds);
    return `* ${nameSeat(session, one.seat)}: “${inline(one.text)}”${citation}`;
  });
}

function listReservations({ session, holds }: Rendering): string[] {
  const lines = session.proposals.flatMap((proposal) =>
    listLatestStances(proposal)
      .filter((stance) => stance.stance !== 'support')
      .map((stance) => {
        const verb = stance.stance === 'block' ? 'blocks' : 'stands aside from';
        const reason = stance.reason.trim() === '' ? 'no reason given' : inline(stance.reason);
        const citation = formatCitations([{ round: stance.round, seat: stance.seat }], holds);
        return `* ${nameSeat(session, stance.seat)} ${verb} **${shown(proposal.id)}** (${inline(proposal.text)}): ${reason}${citation}`;
      }),
  );
  for (const entry of session.consensus) {
    const known = session.proposals.find((proposal) => proposal.id === entry.proposal_id);
    const told = new Set(
      known === undefined
        ? []
        : listLatestStances(known)
            .filter((one) => one.stance !== 'support')
            .map((one) => one.seat),
    );
    for (const seat of entry.stood_aside.filter((one) => !told.has(one))) {
      lines.push(
        `* ${nameSeat(session, seat)} stood aside from **${shown(entry.id)}** (${inline(entry.text)})`,
      );
    }
  }
  return lines;
}

function describeEscalation(session: Session, escalation: Escalation): string {
  const head = `* **${shown(escalation.id)}** (round ${escalation.round}, ${escalation.trigger}): ${inline(escalation.reason)}.`;
  if (escalation.status === 'pending') return `${head} Nobody has decided yet.`;
  const who = escalation.answered_by === 'policy' ? 'The unattended policy, not a person,' : 'A person';
  const recommendation = inline(escalation.recommendation ?? '');
  const text = inline(escalation.text ?? '');
  const what = {
    accept: `accepted the recommendation${recommendation === '' ? '' : `: ${recommendation}`}`,
    own: `decided: ${text}`,
    continue: `let the panel go on for ${escalation.extra_rounds} more rounds`,
    none: 'answered',
  }[escalation.decision ?? 'none'];
  const positions = escalation.positions.map(
    (one) => `\n  * ${nameSeat(session, one.seat)}: ${inline(one.text)}`,
  );
  return `${head} ${who} ${what}${positions.join('')}`;
}

function listGuidance(session: Session): string[] {
  return session.guidance.map(
    (one) => `* Guidance by a person after round ${one.after_round}: ${inline(one.text)}`,
  );
}

function listOverrides(session: Session): string[] {
  return session.rounds
    .filter((round) => round.override !== null)
    .map(
      (round) =>
        `* Round ${round.round}: the facilitator proposed ${round.proposed_action}, the program did ${round.next_action ?? 'not decide'} (${inline(round.override ?? '')})`,
    );
}
