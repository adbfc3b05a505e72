/** Rebuilds the events of finished rounds from the session alone, for sessions without a stored list of events. */
import type { StreamEvent } from '../domain/event-schema.ts';
import type { RoundtableEvent } from '../domain/ports.ts';
import { createPublicEvents } from '../domain/public-event.ts';
import type { Round } from '../domain/round.ts';
import type { Session } from '../domain/session.ts';
import { sumUsages } from '../domain/usage.ts';

/** The events, numbered from 1; always the same for the same session. */
export function listPastEvents(session: Session): StreamEvent[] {
  let at = session.created_at;
  const stream = createPublicEvents(() => readTime(at));
  const begun: Session = { ...session, status: 'active', rounds: [], total_rounds: 0, outcome: null };
  const events = [...stream.publish({ type: 'session-started', session: begun, resumed: false })];
  for (const round of session.rounds) {
    at = round.started_at;
    for (const event of openRound(round, session)) events.push(...stream.publish(event));
    at = round.ended_at;
    for (const event of closeRound(round, session)) events.push(...stream.publish(event));
  }
  const { outcome } = session;
  at = session.completed_at ?? session.updated_at;
  if (session.status === 'completed' && outcome !== null)
    events.push(...stream.publish({ type: 'completed', session, outcome }));
  // Their fields match the schema: tests check real runs against it.
  return events as unknown as StreamEvent[];
}

/** Sessions of other programs may contain invalid times; their events get the time 0. */
function readTime(at: string): Date {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? new Date(0) : time;
}

function openRound(round: Round, session: Session): RoundtableEvent[] {
  const { round: number, asked } = round;
  const agenda = session.agenda.map(({ id, name, critical, status }) => ({ id, name, critical, status }));
  const replayed = true;
  return [
    { type: 'round-started', round: number, phase: round.phase, agenda },
    {
      type: 'question-asked',
      round: number,
      question: round.question,
      focus: round.focus,
      asked,
      fallback: round.question_fallback,
    },
    ...round.answers.map(({ seat, position, confidence, duration_ms, name }) => {
      return {
        type: 'seat-answered' as const,
        round: number,
        step: 'answer' as const,
        ...{ seat, position, confidence, duration_ms, replayed, name },
      };
    }),
    ...round.passed.map((seat) => ({ type: 'seat-passed' as const, round: number, seat, reason: '' })),
  ];
}

function closeRound(round: Round, session: Session): RoundtableEvent[] {
  const { round: number, next_action, decided_by_rule, override, next_focus } = round;
  const until = session.rounds.filter((earlier) => earlier.round <= number);
  const view: Session = {
    ...session,
    rounds: until,
    statements: session.statements.filter((statement) => statement.round <= number),
    artifacts: session.artifacts.filter((item) => item.round <= number),
    conflicts: session.conflicts
      .filter(({ opened_in }) => opened_in <= number)
      .map((conflict) =>
        conflict.resolved_in === null || conflict.resolved_in > number
          ? { ...conflict, status: 'open', rounds_open: number - conflict.opened_in + 1 }
          : conflict,
      ),
    usage: sumUsages(until.map(({ usage }) => usage)),
  };
  const raised = session.escalations.filter((escalation) => escalation.round === number);
  return [
    { type: 'round-saved', round: number, session_file: `.s2s/sessions/${session.id}.yaml` },
    { type: 'recap', session: view, round },
    ...session.guidance
      .filter(({ after_round }) => after_round === number)
      .map(({ text, name }) => ({
        ...{ type: 'guidance' as const, after_round: number, text },
        ...(name === undefined ? {} : { name }),
      })),
    ...raised.map((escalation) => {
      const asked = {
        ...escalation,
        status: 'pending' as const,
        decision: null,
        text: null,
        answered_by: null,
      };
      return { type: 'escalation-raised' as const, escalation: asked };
    }),
    ...raised
      // The run that continues after an answer reports it, so an answer after the last round is left to that run.
      .filter(
        ({ status }) => status === 'answered' && (number < session.total_rounds || session.outcome !== null),
      )
      .map((escalation) => ({ type: 'escalation-answered' as const, escalation })),
    ...(next_action === null
      ? []
      : [
          {
            type: 'decision' as const,
            round: number,
            ...{ next_action, rule: decided_by_rule ?? 0, override, next_focus },
          },
        ]),
  ];
}
