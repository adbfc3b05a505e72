/**
 * Events as other programs get them: numbered, with ids and counts instead of whole sessions, and without answers that a person at
 * the table must not see yet. The stream of `--ndjson` and the events of the library are made here; event-schema.ts has their schemas.
 */

import type { RoundtableEvent, TextStepName } from '../session/ports/ports.ts';
import type { Escalation } from '../session/records.ts';
import { type AnsweredEvent, createBlindGate } from '../session/rules/blind-gate.ts';
import { countWords } from '../session/rules/text-measures.ts';
import { readVotes } from '../session/rules/votes.ts';
import type { Session } from '../session/session.ts';
import type { Item } from '../session/text.ts';
import { noticeLevels, sayNotice } from './notices.ts';

/** The version of the stream. Fields may be added within a version. */
const streamVersion = 1;

/** The fields of an event besides `v`, `seq`, `at` and `type`, in snake case. */
type PublicFields = Record<string, unknown>;

/** One event. `seq` counts from 1 without a gap; `at` is ISO 8601 in UTC. */
export interface PublicEvent {
  v: typeof streamVersion;
  seq: number;
  at: string;
  type: string;
  [field: string]: unknown;
}

/** Makes the public events of one run; each method returns them in order. */
export interface PublicEvents {
  /** One event, after the `seat-revealed` events for answers that it allows to be shown. */
  publish(event: RoundtableEvent): PublicEvent[];
  /** The last event of a stream. */
  publishResult(result: unknown): PublicEvent;
}

/** Numbering continues after `last`. */
export function createPublicEvents(now: () => Date, last = 0): PublicEvents {
  const passGate = createBlindGate();
  let seq = last;
  const number = (type: string, fields: PublicFields): PublicEvent => {
    seq += 1;
    return { v: streamVersion, seq, at: now().toISOString(), type, ...fields };
  };
  return {
    publish(event) {
      const { hidden, revealed } = passGate(event);
      return [
        ...revealed.map((answer) => number('seat-revealed', describeAnswer(answer, false))),
        number(event.type, describeEvent(event, hidden)),
      ];
    },
    publishResult: (result) => number('result', { result }),
  };
}

/** `hidden` leaves out what was said while a person at a blind round has not answered. */
function describeAnswer(event: AnsweredEvent, hidden: boolean): PublicFields {
  const { round, step, seat, position, confidence, duration_ms, replayed, name } = event;
  const said = hidden ? { position: null, confidence: null } : { position, confidence };
  return {
    ...{ round, step, seat, ...said, hidden, duration_ms, replayed },
    ...(name === undefined ? {} : { name }),
  };
}

function describeEvent(event: RoundtableEvent, hidden: boolean): PublicFields {
  switch (event.type) {
    case 'session-started':
      return {
        resumed: event.resumed,
        ...describeSession(event.session),
        participants: listParticipants(event.session),
      };
    case 'seat-answered':
      return describeAnswer(event, hidden);
    case 'recap':
      return describeRecap(event);
    case 'escalation-raised':
    case 'escalation-answered':
      return describeEscalation(event.escalation);
    case 'text-written':
      return describeText(event.session, event.step);
    case 'ballot-opened':
    case 'votes-counted':
      return { items: event.items.map(describeItem) };
    case 'notice':
      if (!('notice' in event)) return { level: event.level, text: event.text };
      return { ...event.notice, level: noticeLevels[event.notice.code], text: sayNotice(event.notice) };
    case 'paused':
      return { ...describeSession(event.session), reason: event.reason, detail: event.detail };
    case 'completed': {
      const { result, ended_by, degraded, degradation, files } = event.outcome;
      const { decision, decided_by, decided_name } = event.outcome;
      return {
        ...describeSession(event.session),
        ...{ result, ended_by, degraded, degradation, decision, decided_by, decided_name, files },
      };
    }
    default: {
      const { type: _type, ...fields } = event;
      return fields;
    }
  }
}

function describeEscalation(escalation: Escalation): PublicFields {
  const { id, round, trigger, subject, values, reason, recommendation } = escalation;
  const { status, decision, text, extra_rounds, answered_by, answered_name: name } = escalation;
  return {
    escalation_id: id,
    ...{ round, trigger, subject, values, reason, recommendation },
    ...{ status, decision, text, extra_rounds, answered_by },
    ...(name === undefined ? {} : { answered_name: name }),
  };
}

function describeSession(session: Session): PublicFields {
  return {
    session_id: session.id,
    topic: session.topic,
    workflow_type: session.workflow_type,
    strategy: session.strategy,
    output_type: session.output_type,
    status: session.status,
    rehearsal: session.rehearsal,
    rounds: session.rounds.length,
  };
}

function listParticipants(session: Session): PublicFields[] {
  return session.participants.map(({ id, role, kind, model, side }) => ({ id, role, kind, model, side }));
}

function describeRecap(event: Extract<RoundtableEvent, { type: 'recap' }>): PublicFields {
  const { session, round } = event;
  return {
    session_id: session.id,
    round: round.round,
    phase: round.phase,
    focus: round.focus,
    synthesis: round.synthesis,
    synthesis_fallback: round.synthesis_fallback,
    ways: session.ways.map(({ id, name, preferred_by }) => ({ id, name, preferred_by })),
    consensus: round.consensus,
    open_conflicts: session.conflicts
      .filter((conflict) => conflict.status === 'open')
      .map(({ id, description, opened_in }) => ({ id, description, opened_in })),
    resolved: round.resolved.map(({ conflict_id, resolution, resolution_type }) => ({
      conflict_id,
      resolution,
      resolution_type,
    })),
    agenda: session.agenda.map(({ id, status, critical }) => ({ id, status, critical })),
    answered: round.answers.map((answer) => answer.seat),
    failed: round.failed,
    passed: round.passed,
    losses: round.losses,
    proposed_action: round.proposed_action,
    next_focus: round.next_focus,
    statements: session.statements.length,
    moved: round.moved,
    usage: session.usage,
  };
}

function describeText(session: Session, step: TextStepName): PublicFields {
  const { text, artifacts } = session;
  if (text === null) return { step };
  return {
    step,
    version: text.version,
    title: text.title,
    decision: text.decision,
    items: artifacts.length,
    words: countWords(text, artifacts),
    written_by: text.written_by,
    problems: text.problems.length,
  };
}

function describeItem(item: Item): PublicFields {
  const latest = [...readVotes(item).values()];
  const count = (vote: string): number => latest.filter((one) => one.vote === vote).length;
  const { id, kind, title, text, status, decided_by } = item;
  return {
    ...{ id, kind, title, text, status, decided_by },
    ratify: count('ratify'),
    stand_aside: count('stand_aside'),
    block: count('block'),
  };
}
