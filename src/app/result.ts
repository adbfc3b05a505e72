/** Builds the result of a run for programs (design §8). */

import { cutText } from '../session/rules/cut-text.ts';
import type { Session } from '../session/session.ts';
import { findWait } from '../session/session-head.ts';
import type { RunDocument } from './results.ts';

/** Characters of a turn's content without `--full`. */
const turnCharacters = 200;

/** Builds the result. `full` keeps whole positions; `duration` is this run's, in milliseconds; `sessionFile` is the session's file. */
export function buildResult(
  session: Session,
  options: { full: boolean; duration: number; sessionFile?: string },
): RunDocument {
  const turns = session.rounds.flatMap(({ round, answers }) =>
    answers.map(({ seat, position, duration_ms }) => ({
      agent_id: seat,
      round,
      content: options.full ? position : cut(position),
      duration_ms,
    })),
  );
  const last = session.rounds.at(-1);
  return {
    session_id: session.id,
    session_file: options.sessionFile ?? `.s2s/sessions/${session.id}.yaml`,
    topic: session.topic,
    workflow_type: session.workflow_type,
    strategy: session.strategy,
    output_type: session.output_type,
    status: session.status,
    pause_reason: session.pause_reason,
    rehearsal: session.rehearsal,
    participants: session.participants.map(({ id }) => id),
    rounds: session.total_rounds,
    turn_count: turns.length,
    turns,
    counts: Object.fromEntries(
      session.participants.map(({ id }) => [id, turns.filter((turn) => turn.agent_id === id).length]),
    ),
    speaker_order:
      session.turn.order.length > 0
        ? session.turn.order
        : (last?.speaking_order ?? session.participants.map(({ id }) => id)),
    next_speaker: findNextSpeaker(session),
    synthesis: session.outcome?.summary ?? last?.synthesis ?? '',
    synthesizer_id: session.synthesizer.agent,
    total_duration_ms: Math.round(options.duration),
    created_at: session.created_at,
    pending_escalations: session.escalations.filter(({ status }) => status === 'pending'),
    outcome: session.outcome,
    usage: session.usage,
    files: session.outcome?.files ?? [],
    next: listNext(session),
  };
}

/** The commands to type next, in order; none once a session has ended. */
function listNext(session: Session): string[] {
  if (session.status === 'completed' || session.status === 'closed') return [];
  const pending = session.escalations.filter(({ status }) => status === 'pending');
  const answers = pending.map(({ id }) => `s2s roundtable answer ${session.id} --escalation ${id}`);
  if (findWait(session) === 'turn' && session.participants.some(({ kind }) => kind === 'human'))
    return [`s2s roundtable say ${session.id} "..."`];
  return [...answers, `s2s roundtable resume ${session.id}`];
}

/** Whose turn it is: in a sequential round the session's next speaker, in a blind round the person that it waits for. */
function findNextSpeaker(session: Session): string | null {
  if (session.turn.next_speaker !== null) return session.turn.next_speaker;
  if (findWait(session) !== 'turn') return null;
  return session.participants.find(({ kind }) => kind === 'human')?.id ?? null;
}

/** Cuts at whole characters, with a mark. */
function cut(text: string): string {
  return text.length <= turnCharacters ? text : `${cutText(text, turnCharacters, '')}...`;
}
