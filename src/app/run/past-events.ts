/** Rebuilds the events of a session from the session alone, for sessions without a stored list of events. */
import type { StreamEvent } from '../../session/event-schema.ts';
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import type { Round } from '../../session/round.ts';
import { sumUsages } from '../../session/rules/usage.ts';
import type { Session } from '../../session/session.ts';
import { createPublicEvents } from '../../wording/public-event.ts';

/** The events, numbered from 1; always the same for the same session. */
export function listPastEvents(session: Session): StreamEvent[] {
  let at = session.created_at;
  const stream = createPublicEvents(() => new Date(at));
  const begun: Session = { ...session, status: 'active', rounds: [], total_rounds: 0, outcome: null };
  const events = [...stream.publish({ type: 'session-started', session: begun, resumed: false })];
  for (const round of session.rounds) {
    at = round.started_at;
    for (const event of openRound(round, session)) events.push(...stream.publish(event));
    at = round.ended_at;
    for (const event of closeRound(round, session)) events.push(...stream.publish(event));
  }
  at = session.completed_at ?? session.updated_at;
  for (const event of describeText(session)) events.push(...stream.publish(event));
  // Their fields match the schema: tests check real runs against it.
  return events as unknown as StreamEvent[];
}

function openRound(round: Round, session: Session): RoundtableEvent[] {
  const { round: number, asked, question, focus, question_fallback: fallback } = round;
  const agenda = session.agenda.map(({ id, name, critical, status }) => ({ id, name, critical, status }));
  return [
    { type: 'round-started', round: number, phase: round.phase, agenda },
    { type: 'question-asked', round: number, question, focus, asked, fallback },
    ...round.answers.map(({ seat, position, confidence, duration_ms, name }) => ({
      ...{ type: 'seat-answered' as const, round: number, step: 'answer' as const },
      ...{ seat, position, confidence, duration_ms, replayed: true },
      ...(name === undefined ? {} : { name }),
    })),
    ...round.passed.map((seat) => ({
      type: 'seat-passed' as const,
      round: number,
      seat,
      code: 'passed' as const,
    })),
  ];
}

function closeRound(round: Round, session: Session): RoundtableEvent[] {
  const { round: number, next_action, decided_by_rule, override, next_focus } = round;
  const until = session.rounds.filter((earlier) => earlier.round <= number);
  const view: Session = {
    ...session,
    rounds: until,
    statements: session.statements.filter((statement) => statement.round <= number),
    conflicts: session.conflicts
      .filter(({ opened_in }) => opened_in <= number)
      .map((conflict) =>
        conflict.resolved_in === null || conflict.resolved_in > number
          ? { ...conflict, status: 'open' }
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

/** The text as it stands, the votes once they are counted, and the completion. */
function describeText(session: Session): RoundtableEvent[] {
  const { text, outcome, artifacts: items } = session;
  if (text === null) return [];
  const isCounted = text.step === 'done' && items.some(({ votes }) => votes.length > 0);
  return [
    { type: 'text-written', session, step: text.version === 1 ? 'draft' : 'revision' },
    ...(isCounted ? [{ type: 'votes-counted' as const, session, items }] : []),
    ...(session.status === 'completed' && outcome !== null
      ? [{ type: 'completed' as const, session, outcome }]
      : []),
  ];
}
