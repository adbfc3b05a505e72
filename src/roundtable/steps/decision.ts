/** Steps 7 and 8: what the person says after a round, and the decision by the table, saved before anything else happens. */
import type { RoundChoice } from '../../domain/ports.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { listUncoveredCritical } from '../rules/agenda.ts';
import {
  type Decision,
  type DecisionFacts,
  decide,
  decideAfterEscalation,
  pausedByPerson,
  skippedByPerson,
} from '../rules/decision-table.ts';
import {
  countGrantedRounds,
  countMostRounds,
  findEscalationCauses,
  isAcceptable,
  listGrantedConflicts,
  raiseEscalation,
} from '../rules/escalation.ts';
import { countStandstills } from '../rules/movement.ts';
import { answerEscalation } from '../rules/person-decision.ts';
import { arguesSides, countLaterRounds, readPhase } from '../rules/phases.ts';
import { listStandingBlocks } from '../rules/votes.ts';
import { findLimit, nowText, PauseRun, pauseForPerson, type Run, saveSession } from '../run.ts';
import { addGuidance, takeMessages } from './messages.ts';

/** What happens after the decision. */
export type Verdict = 'continue' | 'phase' | 'conclude';

/**
 * Decides what follows the last round. Throws PauseRun when that is a pause, or when a person has to decide and cannot now.
 * A round whose escalation was answered between runs goes on from there.
 */
export async function decideRound(run: Run): Promise<Verdict> {
  const round = lastRound(run.session);
  if (round.next_action === 'escalate') return settleEscalations(run);
  // The person answered this question with a pause, so a resumed run does not ask it again.
  const sent = await takeMessages(run, round);
  const wasPaused = round.next_action === 'pause' && round.override === pausedByPerson;
  const said = sent ?? (wasPaused ? ({ choice: 'continue' } as const) : await askPerson(run, round));
  if (said.choice === 'guidance') await addGuidance(run, round, { ...said, by: 'user', grants: true });
  const facts = readFacts(run, {
    pause: run.ports.operator.stop.aborted
      ? 'signal'
      : said.choice === 'pause'
        ? 'person'
        : readLimitPause(run),
    skip: said.choice === 'skip',
    guided: run.session.guidance.some(({ after_round: after }) => after === round.round),
  });
  const limit = run.limitReached;
  const decision: Decision =
    limit === null || facts.pause !== null
      ? decide(facts)
      : { action: 'conclude', rule: 1, override: limit, ending: null, topic: null };
  await writeDecision(run, decision, limit === null ? decision.ending : 'limit');
  if (decision.action === 'pause') throw new PauseRun(facts.pause ?? 'person', decision.override ?? 'paused');
  return decision.action === 'escalate' ? settleEscalations(run) : decision.action;
}

function lastRound(session: Session): Round {
  const round = session.rounds.at(-1);
  if (!round) throw new Error('there is no round to decide on');
  return round;
}

async function askPerson(run: Run, round: Round): Promise<RoundChoice> {
  if (!run.session.settings.interactive || run.ports.operator.stop.aborted) return { choice: 'continue' };
  return run.ports.operator.chooseAfterRound({
    key: `${round.round}/choice/person/1`,
    session: run.session,
    round,
  });
}

/** Concludes with the rounds held so far: a person who skips between runs wants no further round. */
export async function skipToConclusion(run: Run): Promise<void> {
  await writeDecision(
    run,
    { action: 'conclude', rule: 2, override: skippedByPerson, ending: 'skipped', topic: null },
    'skipped',
  );
}

/** Checks the limits between rounds: returns the reason for a pause, or notes the limit so that the run concludes. */
function readLimitPause(run: Run): 'time' | 'budget' | null {
  const reached = findLimit(run);
  if (reached === null) return null;
  if (run.session.settings.on_limit === 'pause') return reached.reason;
  run.limitReached ??= reached.detail;
  return null;
}

function readFacts(run: Run, said: Pick<DecisionFacts, 'pause' | 'skip' | 'guided'>): DecisionFacts {
  const { session, table } = run;
  const round = lastRound(session);
  const { settings } = session;
  const phase = readPhase(session, table.strategy);
  const causes = findCauses(run, round);
  return {
    ...said,
    round: round.round,
    minRounds: settings.min_rounds,
    maxRounds: settings.max_rounds,
    grantedRounds: countGrantedRounds(session),
    escalationDue: causes[0]?.reason ?? null,
    proposed: round.proposed_action,
    uncoveredCritical: listUncoveredCritical(session.agenda),
    phase: {
      index: phase.index,
      names: phase.names,
      rounds: phase.rounds,
      minRounds: phase.phase.min_rounds,
      maxRounds: settings.max_rounds_per_phase,
      laterRounds: countLaterRounds(table.strategy, phase.index),
    },
    standingBlocks: listStandingBlocks(session.artifacts, settings.consensus),
    stillRounds:
      settings.stop_when_stable && round.round >= settings.min_rounds
        ? countStandstills(
            session.rounds,
            phase.phase.participants ?? session.participants.map(({ id }) => id),
          )
        : 0,
  };
}

function findCauses({ session, table }: Run, round: Round) {
  return findEscalationCauses(session, round, { forSides: arguesSides(table.strategy, round.phase) });
}

/** Writes the decision into its round, advances the phase, and reports it. */
async function writeDecision(run: Run, decision: Decision, ending: Round['ending']): Promise<void> {
  const round = lastRound(run.session);
  const causes = decision.action === 'escalate' ? findCauses(run, round) : [];
  const decided: Round = {
    ...round,
    next_action: decision.action,
    decided_by_rule: decision.rule,
    override: decision.override,
    ending,
    next_focus: decision.topic?.name ?? round.next_focus,
  };
  const escalations = [...run.session.escalations];
  for (const cause of causes)
    escalations.push(raiseEscalation({ ...run.session, escalations }, cause, round));
  await saveSession(run, {
    rounds: [...run.session.rounds.slice(0, -1), decided],
    escalations,
    current_phase: decision.action === 'phase' ? nextPhase(run) : run.session.current_phase,
  });
  report(run, decision, decided);
}

function nextPhase(run: Run): string {
  const phase = readPhase(run.session, run.table.strategy);
  return phase.names[phase.index + 1] ?? phase.phase.name;
}

function report(run: Run, { action, rule, override }: Decision, { round, next_focus }: Round): void {
  run.ports.report({ type: 'decision', round, next_action: action, rule, override, next_focus });
}

/** Puts every pending escalation to the person or the policy, then continues from row 4 of the table. */
async function settleEscalations(run: Run): Promise<Verdict> {
  const round = lastRound(run.session);
  if (round.after_escalation !== null) return round.after_escalation;
  for (const escalation of run.session.escalations.filter(({ status }) => status === 'pending')) {
    run.ports.report({ type: 'escalation-raised', escalation });
    const decision = await run.ports.operator.decideEscalation({
      key: `${escalation.round}/escalation/${escalation.id}/1`,
      session: run.session,
      escalation,
    });
    if (decision === 'later')
      throw pauseForPerson(run, `${escalation.id} waits for a decision: ${escalation.reason}`);
    // A policy cannot grant rounds beyond the last: the escalation stays pending for a person.
    const isLast = round.round >= countMostRounds(run.session);
    if (decision.decision === 'continue' && decision.by === 'policy' && isLast) continue;
    if (decision.decision === 'accept' && !isAcceptable(escalation))
      throw pauseForPerson(
        run,
        `${escalation.id} has no recommendation to accept, so it waits for a decision in words: s2s roundtable answer ${run.session.id} --escalation ${escalation.id} --decision "..."`,
      );
    const answered = answerEscalation(run.session, escalation.id, { decision, at: nowText(run) });
    const { escalations, conflicts, artifacts, consensus } = answered;
    await saveSession(run, { escalations, conflicts, artifacts, consensus });
    const entry = run.session.escalations.find(({ id }) => id === escalation.id);
    if (entry) run.ports.report({ type: 'escalation-answered', escalation: entry });
  }
  const granted = run.session.escalations.some(
    (entry) => entry.round === round.round && entry.decision === 'continue',
  );
  const facts = readFacts(run, { pause: null, skip: false, guided: granted });
  const decision = decideAfterEscalation(facts);
  // A granted round is held, in the proposed phase, and spent on the conflicts it was granted for.
  const { action } = decision;
  const verdict = action === 'phase' || (action === 'conclude' && !granted) ? action : 'continue';
  const conflicts = granted ? listGrantedConflicts(run.session, round.round) : [];
  const focus = conflicts.map(({ description }) => description).join('; ');
  const override = [round.override, granted ? null : decision.override]
    .filter((text) => text !== null)
    .join('; ');
  await saveSession(run, {
    rounds: [
      ...run.session.rounds.slice(0, -1),
      {
        ...round,
        after_escalation: verdict,
        override: override || null,
        ending: verdict === 'conclude' ? decision.ending : null,
        next_focus: focus || (decision.topic?.name ?? round.next_focus),
      },
    ],
    current_phase: verdict === 'phase' ? nextPhase(run) : run.session.current_phase,
  });
  report(run, { ...decision, action: verdict }, lastRound(run.session));
  return verdict;
}
