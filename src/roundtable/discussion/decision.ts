/** Step 7 of a round: what people say after it, and the decision by the table, saved before anything else happens. */
import type { RoundChoice } from '../../session/ports/ports.ts';
import type { Round } from '../../session/round.ts';
import { findLimit, PauseRun, pauseForLimit, pauseForStop, type Run, saveSession } from '../run.ts';
import {
  findCauses,
  lastRound,
  nextPhase,
  readFacts,
  reportDecision,
  type Verdict,
} from './decision-facts.ts';
import { type Decision, type DecisionFacts, decide } from './decision-table.ts';
import { raiseEscalation } from './escalation.ts';
import { addGuidance, takeMessages } from './messages.ts';
import { settleEscalations } from './settle-escalations.ts';

/**
 * Decides what follows the last round. Throws PauseRun when that is a pause, or when a person has to decide and cannot now.
 * A round whose escalation was answered between runs goes on from there.
 */
export async function decideRound(run: Run): Promise<Verdict> {
  const round = lastRound(run.session);
  if (round.next_action === 'escalate') return settleEscalations(run);
  const said = await hearPeople(run, round, { grants: true });
  const facts = readFacts(run, {
    pause: readPause(run, said),
    skip: said.choice === 'skip',
    guided: run.session.guidance.some(({ after_round: after }) => after === round.round),
  });
  const decision = facts.pause === null && run.limitReached !== null ? concludeAtLimit(run) : decide(facts);
  await writeDecision(run, decision);
  if (decision.action === 'pause') throw pauseFor(run, facts.pause);
  return decision.action === 'escalate' ? settleEscalations(run) : decision.action;
}

/**
 * Ends a round that was held on items of the text: nothing is decided after it but a pause or a limit, and the text goes on. How the
 * discussion ended stays as it was.
 */
export async function endHeldRound(run: Run): Promise<void> {
  const round = lastRound(run.session);
  if (round.next_action === 'conclude') return;
  const said = await hearPeople(run, round, { grants: false });
  const pause = readPause(run, said);
  const ending = run.session.rounds.at(-2)?.ending ?? 'conclude';
  const decision: Decision =
    pause === null
      ? { action: 'conclude', rule: 8, override: null, ending, topic: null }
      : { action: 'pause', rule: 1, override: { code: 'paused', by: pause }, ending: null, topic: null };
  await writeDecision(run, decision);
  if (pause !== null) throw pauseFor(run, pause);
}

/** Concludes with the rounds held so far: a person who skips between runs wants no further round. */
export async function skipToConclusion(run: Run): Promise<void> {
  await writeDecision(run, decide(readFacts(run, { pause: null, skip: true, guided: false })));
}

/** What people sent or choose after a round; advice goes into the session. */
async function hearPeople(run: Run, round: Round, { grants }: { grants: boolean }): Promise<RoundChoice> {
  const sent = await takeMessages(run, round);
  // The person answered this question with a pause, so a resumed run does not ask it again.
  const { override } = round;
  const wasPaused = round.next_action === 'pause' && override?.code === 'paused' && override.by === 'person';
  const said = sent ?? (wasPaused ? ({ choice: 'continue' } as const) : await askPerson(run, round));
  if (said.choice === 'guidance') await addGuidance(run, round, { ...said, by: 'user', grants });
  return said;
}

async function askPerson(run: Run, round: Round): Promise<RoundChoice> {
  if (!run.session.settings.interactive || run.ports.operator.stop.aborted) return { choice: 'continue' };
  return run.ports.operator.chooseAfterRound({
    key: `${round.round}/choice/person/1`,
    session: run.session,
    round,
  });
}

/** Why to pause between rounds, or null. A limit that ends the discussion instead is noted in the run. */
function readPause(run: Run, said: RoundChoice): DecisionFacts['pause'] {
  if (run.ports.operator.stop.aborted) return 'signal';
  if (said.choice === 'pause') return 'person';
  const limit = findLimit(run);
  if (limit === null) return null;
  if (run.session.settings.on_limit === 'pause') return limit.reason;
  run.limitReached ??= limit;
  return null;
}

function pauseFor(run: Run, pause: DecisionFacts['pause']): PauseRun {
  if (pause === 'signal') return pauseForStop(run.ports.operator.stop);
  const limit = findLimit(run);
  return pause === 'person' || limit === null
    ? new PauseRun('person', { code: 'person_asked' })
    : pauseForLimit(limit);
}

function concludeAtLimit({ limitReached }: Run): Decision {
  const { limit = '', have = 0, need = 0 } = limitReached ?? {};
  const override = { code: 'limit', limit, have, need } as const;
  return { action: 'conclude', rule: 1, override, ending: 'limit', topic: null };
}

/** Writes the decision into its round, advances the phase, and reports it. */
async function writeDecision(run: Run, decision: Decision): Promise<void> {
  const round = lastRound(run.session);
  const causes = decision.action === 'escalate' ? findCauses(run, round) : [];
  const decided: Round = {
    ...round,
    next_action: decision.action,
    decided_by_rule: decision.rule,
    override: decision.override,
    ending: decision.ending,
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
  reportDecision(run, decision, decided);
}
