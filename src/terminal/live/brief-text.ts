/** Events in as few lines as possible, for pipes and logs: for a round, its question, answers and recap. `--verbose` shows all. */
import type { RoundtableEvent } from '../../domain/ports.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { cleanLine } from '../../text/clean-text.ts';
import { formatConfidence, formatPlural } from '../format-numbers.ts';
import { nameSeat, rehearsalMark } from '../name-seat.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { sayStrategy } from '../wording.ts';
import { truncateText } from '../wrap-text.ts';
import { describeEvent, type EventTextState } from './event-text.ts';

/** Columns after which a text is cut: a log has no width of its own, but long lines are hard to read. */
const longest = 200;

/** The width for logs, which are not wrapped: each event stays on one line. */
const unwrapped = 100_000;

/** The lines of an event, or null for one that has none. */
export function describeBriefly(
  event: RoundtableEvent,
  modes: ViewModes,
  state: EventTextState,
): string | null {
  switch (event.type) {
    case 'session-started':
      return sayStart(event);
    case 'question-asked': {
      const whole = describeEvent({ ...event, asked: [] }, { ...modes, columns: unwrapped }, state) ?? '';
      const fallback = event.fallback === null ? [] : whole.split('\n').slice(-1);
      return [`Round ${event.round}: ${cut(event.question)}`, ...fallback].join('\n');
    }
    case 'recap':
      return sayRecap(event.session, event.round);
    case 'review-counted': {
      const say = (status: string): string =>
        event.items
          .filter((item) => (item.raised_in === 'review' ? 'raised' : item.status) === status)
          .map(({ id }) => id)
          .join(', ');
      const parts = ['agreed', 'open', 'rejected', 'raised'].map((status) => [status, say(status)] as const);
      const said = parts.filter(([, ids]) => ids !== '').map(([status, ids]) => `${status} ${ids}`);
      return said.length === 0 ? null : `Review: ${said.join('; ')}`;
    }
    case 'decision':
      return event.override === null ? null : describeWhole(event, modes, state);
    case 'seat-passed':
      // The recap lists other seats that passed.
      return nameSeat(state.participants, event.seat) === 'You' ? describeWhole(event, modes, state) : null;
    case 'round-started':
    case 'seat-answered':
    case 'review-started':
      return null;
    default:
      return describeWhole(event, modes, state);
  }
}

/** The text of the screen, with each entry on one line. */
function describeWhole(event: RoundtableEvent, modes: ViewModes, state: EventTextState): string | null {
  return describeEvent(event, { ...modes, columns: unwrapped }, state);
}

function cut(text: string): string {
  return truncateText(cleanLine(text), longest);
}

function sayStart({ session, resumed }: Extract<RoundtableEvent, { type: 'session-started' }>): string {
  const names = session.participants.map(({ id }) => nameSeat(session.participants, id)).join(', ');
  const read = session.context_files.map(({ path, note }) => `${path}: ${note}`);
  return [
    `${resumed ? 'Resumed' : 'Session'} ${session.id}: ${cut(session.topic)}`,
    ...(session.rehearsal ? [rehearsalMark] : []),
    `Strategy ${cleanLine(sayStrategy(session.strategy, session.strategy_reason))}; panel: ${names}`,
    ...(read.length === 0 ? [] : [`Context: ${cleanLine(read.join('; '))}`]),
  ].join('\n');
}

/** The answers with their confidence, the synthesis, and what is new. */
function sayRecap(session: Session, round: Round): string {
  const name = (seat: string): string => nameSeat(session.participants, seat);
  const answers = round.answers.map(({ seat, confidence, changed }) => {
    const sure = confidence === null ? '' : ` ${formatConfidence(confidence)}`;
    return `${name(seat)}${sure}${changed === true ? ' (moved)' : ''}`;
  });
  const missing = [
    ...round.failed.map((seat) => `${name(seat)} failed`),
    ...round.passed.map((seat) => `${name(seat)} passed`),
  ];
  const fresh = session.artifacts.filter((item) => item.round === round.round).map(({ id }) => id);
  const conflicts = session.conflicts.filter(({ status }) => status === 'open').length;
  const covered = session.agenda.filter(({ status }) => status === 'covered').length;
  const brought = [
    ...(fresh.length === 0 ? [] : [`new ${fresh.join(', ')}`]),
    ...(round.consensus.length === 0 ? [] : [`agreed ${round.consensus.join(', ')}`]),
    ...(round.resolved.length === 0 ? [] : [`${formatPlural(round.resolved.length, 'conflict')} resolved`]),
    ...(conflicts === 0 ? [] : [formatPlural(conflicts, 'open conflict')]),
    ...(session.agenda.length === 0 ? [] : [`agenda ${covered} of ${session.agenda.length}`]),
  ];
  const why = round.synthesis_fallback === null ? '' : ' (put together by the program)';
  return [
    `Answers: ${[...answers, ...missing].join(', ')}`,
    `Recap of round ${round.round}${why}: ${cut(round.synthesis)}`,
    ...(brought.length === 0 ? [] : [`  ${cleanLine(brought.join('; '))}`]),
  ].join('\n');
}
