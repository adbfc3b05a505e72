/** The state of a session for an assistant: facts from the program, and separately the panel's words. */

import type { Escalation } from '../session/records.ts';
import type { Round } from '../session/round.ts';
import type { Session } from '../session/session.ts';
import { findWait } from '../session/session-head.ts';
import { sayTrigger } from '../wording/escalation.ts';
import { sayDegradation, sayEnglish } from '../wording/labels.ts';
import type { Ending } from './discussions.ts';
import { clip, panelNotice } from './panel-text.ts';

/** The state of a session, as data in the result of every tool that works on one session. */
export type SessionState = ReturnType<typeof describeState>;

/** What a person has to do before the discussion can go on. */
type WaitsFor = 'decision' | 'turn' | null;

/** Facts that are not in the stored session. */
export interface StandingFacts {
  /** Whether a process runs the discussion now. */
  running: 'here' | 'elsewhere' | 'no';
  activity: string | null;
  workerError: Record<string, unknown> | null;
  ending: Ending | null;
  /** The client already has the rounds up to this one. */
  since: number;
}

const rehearsalNotice = 'This is a rehearsal by the built-in panel: nothing in it is advice.';

/** The most rounds in one result; older ones are in the session. */
const mostRounds = 3;

/** Describes the state. */
export function describeState(session: Session, facts: StandingFacts) {
  const pending = session.escalations.filter(({ status }) => status === 'pending');
  const waitsFor = readWaiting(session, facts, pending);
  const { outcome } = session;
  return {
    session_id: session.id,
    topic: clip(session.topic, 2000),
    workflow_type: session.workflow_type,
    strategy: session.strategy,
    output_type: session.output_type,
    status: session.status,
    pause_reason: session.pause_reason,
    running: facts.running,
    worker_error: readWorkerError(facts.workerError),
    activity: facts.activity,
    rehearsal: session.rehearsal,
    participants: session.participants.map(({ id }) => id),
    rounds: session.rounds.length,
    max_rounds: session.settings.max_rounds,
    calls: session.usage.calls,
    cost_usd: session.usage.cost_usd,
    waits_for: waitsFor,
    escalations: pending.map((escalation) => ({
      escalation: escalation.id,
      can_accept: canAccept(escalation),
    })),
    result: outcome?.result ?? null,
    decided_by: outcome?.decided_by ?? null,
    decided_name: outcome?.decided_name ?? null,
    degraded: (outcome?.degradation ?? []).map((one) => sayDegradation(one, sayEnglish, sameNames)),
    files: outcome?.files ?? [],
    cursor: String(session.rounds.length),
    next: sayNext(session, facts, { waitsFor, pending }),
    panel_said: {
      notice: session.rehearsal ? `${panelNotice} ${rehearsalNotice}` : panelNotice,
      rounds: session.rounds
        .filter(({ round }) => round > facts.since)
        .slice(-mostRounds)
        .map(describeRound),
      questions: pending.map(describeQuestion),
      decision: clipOrNull(session.text?.decision || outcome?.decision),
      why: (session.text?.why ?? []).map((said) => clip(said, 1000)),
      firmness: clip(session.text?.firmness ?? '', 1000),
      recommendation: outcome?.recommendation == null ? null : clip(outcome.recommendation, 2000),
      dissent: (outcome?.dissent ?? []).map(({ seat, text: said, on, vote }) => ({
        ...{ seat, on, vote },
        text: clip(said, 600),
      })),
      pause_detail: facts.running === 'no' ? sayEnding(facts.ending) : null,
    },
  };
}

function clipOrNull(said: string | undefined): string | null {
  return said === undefined || said === '' ? null : clip(said, 2000);
}

const sameNames = { seat: (id: string): string => id, item: (id: string): string => id };

function readWorkerError(error: StandingFacts['workerError']): { code: string; message: string } | null {
  if (error === null) return null;
  return { code: String(error['code']), message: String(error['message']) };
}

/** Names the person's present turn, so that it differs from their other turns. */
export function nameTurn({ total_rounds: finished, rounds, text: made }: Session): string {
  if (made !== null) return `turn-${finished}-${made.step}-${made.last_calls}`;
  const last = rounds.at(-1);
  return `turn-${finished}-${last?.after_escalation ?? last?.next_action ?? 'first'}`;
}

/** Whether an escalation has a recommendation that could be accepted. */
export function canAccept({ recommendation }: Pick<Escalation, 'recommendation'>): boolean {
  return recommendation !== null && recommendation.trim() !== '';
}

function describeQuestion(escalation: Escalation) {
  return {
    escalation: escalation.id,
    reason: clip(sayTrigger(escalation), 1500),
    positions: escalation.positions.map(({ seat, text: said }) => ({ seat, text: clip(said, 600) })),
    recommendation: escalation.recommendation === null ? null : clip(escalation.recommendation, 1500),
  };
}

function describeRound({ round, phase, question, answers, synthesis }: Round) {
  return {
    round,
    phase,
    question: clip(question, 1000),
    positions: answers.map(({ seat, position }) => ({ seat, position: clip(position, 500) })),
    synthesis: clip(synthesis, 2500),
  };
}

function readWaiting(session: Session, { running }: StandingFacts, pending: readonly Escalation[]): WaitsFor {
  if (running !== 'no' || session.status !== 'paused') return null;
  if (pending.length > 0) return 'decision';
  return findWait(session);
}

function sayEnding(ending: Ending | null): string | null {
  if (ending === null) return null;
  const error = ending.error instanceof Error ? ending.error.message : null;
  const said = error ?? ending.detail;
  return said === null ? null : clip(said, 500);
}

function sayNext(
  session: Session,
  { running }: StandingFacts,
  { waitsFor, pending }: { waitsFor: WaitsFor; pending: readonly Escalation[] },
): string {
  const { id } = session;
  if (running !== 'no') return `roundtable_wait with session_id ${id} and this cursor.`;
  if (session.status === 'completed')
    return `roundtable_export with session_id ${id} gives the document. Tell the person what was decided and what stayed open.`;
  if (session.status === 'closed') return 'Nothing: the session was closed for good.';
  if (waitsFor === 'turn')
    return `The person has a seat and it is their turn: ask them for their words, and pass exactly those on with roundtable_say.`;
  const [first] = pending;
  if (waitsFor === 'decision' && first !== undefined)
    return `${first.id} is for the person to decide: show them the question, the positions and the recommendation, and ask. In their own name they can answer in a terminal: s2s roundtable answer ${id}. What you give to roundtable_answer is recorded as an assistant's answer.`;
  return `roundtable_resume with session_id ${id} goes on; answers that were paid for are kept.`;
}
