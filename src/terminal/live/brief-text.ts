/** Events in few and short lines, for pipes, logs and rehearsals. `--verbose` shows all. */
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { describeEvent, type EventTextState } from './event-text.ts';

/** Columns of a question or a synthesis, which are cut behind a sentence: a log has no width of its own, but long lines are hard to read. */
const longest = 600;

/** What the next event says too. */
const left: readonly RoundtableEvent['type'][] = ['seat-answered', 'seat-passed', 'review-started'];

/** The lines of an event, or null for one that has none. */
export function describeBriefly(
  event: RoundtableEvent,
  modes: ViewModes,
  state: EventTextState,
): string | null {
  if (left.includes(event.type)) return null;
  return describeEvent(modes.columns <= longest ? event : shorten(event), modes, state);
}

function shorten(event: RoundtableEvent): RoundtableEvent {
  switch (event.type) {
    case 'question-asked':
      return { ...event, question: cutSentences(event.question) };
    case 'recap':
      return { ...event, round: { ...event.round, synthesis: cutSentences(event.round.synthesis) } };
    default:
      return event;
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The first sentence, and the next ones as long as there is room. */
function cutSentences(text: string): string {
  let kept = '';
  for (const { segment } of segmenter.segment(text.replace(/\s+/g, ' ').trim())) {
    if (kept !== '' && kept.length + segment.trimEnd().length > longest) break;
    kept += segment;
  }
  return kept.trimEnd();
}
