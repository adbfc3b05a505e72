/** Puts every pending escalation to the person or the policy, and goes on from row 4 of the table. */
import type { EscalationDecision } from '../../session/ports/ports.ts';
import type { Escalation } from '../../session/records.ts';
import { countMostRounds, listGrantedConflicts } from '../../session/rules/granted-rounds.ts';
import { nowText, pauseForPerson, type Run, saveSession } from '../run.ts';
import { lastRound, nextPhase, readFacts, reportDecision, type Verdict } from './decision-facts.ts';
import { decideAfterEscalation } from './decision-table.ts';
import { isAcceptable } from './escalation.ts';
import { answerEscalation } from './person-decision.ts';

/** Settles the escalations of the last round. Throws PauseRun when a person has to answer and cannot now. */
export async function settleEscalations(run: Run): Promise<Verdict> {
  const round = lastRound(run.session);
  if (round.after_escalation !== null) return round.after_escalation;
  await answerPending(run);
  const granted = run.session.escalations.some(
    (entry) => entry.round === round.round && entry.decision === 'continue',
  );
  const decision = decideAfterEscalation(readFacts(run, { pause: null, skip: false, guided: granted }));
  // A granted round is held, in the proposed phase, and spent on the conflicts it was granted for.
  const { action } = decision;
  const verdict = action === 'phase' || (action === 'conclude' && !granted) ? action : 'continue';
  const conflicts = granted ? listGrantedConflicts(run.session, round.round) : [];
  const focus = conflicts.map(({ description }) => description).join('; ');
  const override = (granted ? null : decision.override) ?? round.override;
  await saveSession(run, {
    rounds: [
      ...run.session.rounds.slice(0, -1),
      {
        ...round,
        after_escalation: verdict,
        override,
        ending: verdict === 'conclude' ? decision.ending : null,
        next_focus: focus || (decision.topic?.name ?? round.next_focus),
      },
    ],
    current_phase: verdict === 'phase' ? nextPhase(run) : run.session.current_phase,
  });
  const followed = granted ? ({ code: 'rounds_granted' } as const) : decision.override;
  reportDecision(run, { ...decision, action: verdict, override: followed }, lastRound(run.session));
  return verdict;
}

/** Puts one escalation to the person or the policy. Throws PauseRun when nobody can answer now. `at`: a round's number, or the text. */
export async function askDecision(
  run: Run,
  escalation: Escalation,
  at: number | 'text',
): Promise<EscalationDecision> {
  run.ports.report({ type: 'escalation-raised', escalation });
  const key = `${at}/escalation/${escalation.id}/1`;
  const decision = await run.ports.operator.decideEscalation({ key, session: run.session, escalation });
  if (decision === 'later') throw pauseForPerson(run, { code: 'decision', escalation_id: escalation.id });
  return decision;
}

/** Asks for a decision on each pending escalation, and saves it before the next is asked about. */
async function answerPending(run: Run): Promise<void> {
  for (const escalation of run.session.escalations.filter(({ status }) => status === 'pending')) {
    const { id } = escalation;
    const decision = await askDecision(run, escalation, escalation.round);
    // A policy cannot grant rounds beyond the last: the escalation stays pending for a person.
    const isLast = run.session.total_rounds >= countMostRounds(run.session);
    if (decision.decision === 'continue' && decision.by === 'policy' && isLast) continue;
    if (decision.decision === 'accept' && !isAcceptable(escalation))
      throw pauseForPerson(run, { code: 'nothing_to_accept', escalation_id: id });
    const answered = answerEscalation(run.session, id, { decision, at: nowText(run) });
    await saveSession(run, { escalations: answered.escalations, conflicts: answered.conflicts });
    const entry = run.session.escalations.find((one) => one.id === id);
    if (entry) run.ports.report({ type: 'escalation-answered', escalation: entry });
  }
}
