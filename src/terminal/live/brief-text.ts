/** Events in as few lines as possible, for pipes and logs: for a round, its question, answers and recap. `--verbose` shows all. */
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import type { Round } from '../../session/round.ts';
import type { Session } from '../../session/session.ts';
import { cleanLine } from '../../text/clean-text.ts';
import { formatConfidence, formatPlural } from '../../wording/format-numbers.ts';
import { nameSeat, rehearsalMark } from '../../wording/name-seat.ts';
import { sayStrategy } from '../../wording/steps.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { truncateText } from '../wrap-text.ts';
import { describeEvent, type EventTextState } from './event-text.ts';

/** Columns after which a text is cut: a log has no width of its own, but long lines are hard to read. */
const longest = 200;

/** The lines of an event, no longer than the columns, or null for one that has none. */
export function describeBriefly(
  event: RoundtableEvent,
  modes: ViewModes,
  state: EventTextState,
): string | null {
  const whole = (): string | null => describeEvent(event, modes, state);
  const cut = (text: string): string => truncateText(cleanLine(text), Math.min(longest, modes.columns));
  switch (event.type) {
    case 'session-started':
      return sayStart(event, cut);
    case 'question-asked': {
      const fallback = event.fallback === null ? [] : (whole() ?? '').split('\n').slice(-1);
      return [cut(`Round ${event.round}: ${event.question}`), ...fallback].join('\n');
    }
    case 'recap':
      return sayRecap(event.session, event.round, cut);
    case 'seat-passed':
      // The recap lists other seats that passed.
      return nameSeat(state.participants, event.seat) === 'You' ? whole() : null;
    case 'text-written':
      return (whole() ?? '').split('\n').map(cut).join('\n');
    case 'round-started':
    case 'seat-answered':
    case 'review-started':
      return null;
    default:
      return whole();
  }
}

type Cut = (text: string) => string;

function sayStart(
  { session, resumed }: Extract<RoundtableEvent, { type: 'session-started' }>,
  cut: Cut,
): string {
  const names = session.participants.map(({ id }) => nameSeat(session.participants, id)).join(', ');
  const read = session.context_files.map(({ path, note }) => `${path}: ${note}`);
  return [
    cut(`${resumed ? 'Resumed' : 'Session'} ${session.id}: ${session.topic}`),
    ...(session.rehearsal ? [rehearsalMark] : []),
    cut(`Strategy ${sayStrategy(session.strategy, session.strategy_reason)}; panel: ${names}`),
    ...(read.length === 0 ? [] : [`Context: ${cleanLine(read.join('; '))}`]),
  ].join('\n');
}

/** The answers with their confidence, the synthesis, and what is new. */
function sayRecap(session: Session, round: Round, cut: Cut): string {
  const name = (seat: string): string => nameSeat(session.participants, seat);
  const answers = round.answers.map(({ seat, confidence }) =>
    confidence === null ? name(seat) : `${name(seat)} ${formatConfidence(confidence)}`,
  );
  const missing = [
    ...round.failed.map((seat) => `${name(seat)} failed`),
    ...round.passed.map((seat) => `${name(seat)} passed`),
  ];
  const conflicts = session.conflicts.filter(({ status }) => status === 'open').length;
  const covered = session.agenda.filter(({ status }) => status === 'covered').length;
  const brought = [
    formatPlural(round.statements.length, 'statement'),
    ...(round.resolved.length === 0 ? [] : [`${formatPlural(round.resolved.length, 'conflict')} resolved`]),
    ...(conflicts === 0 ? [] : [formatPlural(conflicts, 'open conflict')]),
    ...(session.agenda.length === 0 ? [] : [`agenda ${covered} of ${session.agenda.length}`]),
  ];
  const why = round.synthesis_fallback === null ? '' : ' (put together by the program)';
  return [
    cut(`Answers, with confidence: ${[...answers, ...missing].join(', ')}`),
    cut(`Synthesis${why}: ${round.synthesis}`),
    `  ${brought.join('; ')}`,
  ].join('\n');
}
