/** Events in few and short lines, for pipes, logs and rehearsals. `--verbose` shows all. */
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { truncateText } from '../wrap-text.ts';
import { describeEvent, type EventTextState } from './event-text.ts';

/** Columns after which a text is cut: a log has no width of its own, but long lines are hard to read. */
const longest = 200;

/** What the next event says too. */
const left: readonly RoundtableEvent['type'][] = ['seat-answered', 'seat-passed', 'review-started'];

/** The lines of an event, each cut, or null for one that has none. */
export function describeBriefly(
  event: RoundtableEvent,
  modes: ViewModes,
  state: EventTextState,
): string | null {
  if (left.includes(event.type)) return null;
  const text = describeEvent(event, modes, state);
  if (text === null || modes.columns <= longest) return text;
  return text
    .split('\n')
    .map((line) => truncateText(line, longest))
    .join('\n');
}
