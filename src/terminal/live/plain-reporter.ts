/** Writes events as lines with times, for logs, pipes and terminals that cannot move their cursor. */
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import { formatTime } from '../../wording/format-numbers.ts';
import { noticeLevels } from '../../wording/notices.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { describeBriefly } from './brief-text.ts';
import { describeEvent, type EventTextState } from './event-text.ts';
import { createFailureGatherer } from './repeated-failures.ts';
import { createEventFilter, guardReport, type Reporter } from './reporter.ts';

/** `write` gets whole lines for standard error; `now` gives the times. */
export interface PlainReporterOptions {
  write: (text: string) => void;
  modes: ViewModes;
  now: () => Date;
  /** Show only failures, warnings and what needs a person. */
  quiet?: boolean;
  /** Also show who is working, what was saved, usage, and whole positions. */
  verbose?: boolean;
  /** True when a closing screen will say how the run ended. */
  screenFollows?: boolean;
  /** For a pipe or a log file: few lines, not wrapped. */
  brief?: boolean;
}

/** The width for logs, which are not wrapped: each event stays on one line. */
const unwrapped = 100_000;

/** A reporter that writes each event once: `HH:MM:SS` and the text, further lines indented. */
export function createPlainReporter(options: PlainReporterOptions): Reporter {
  const follow = createEventFilter(options);
  const failures = createFailureGatherer();
  let last: EventTextState | null = null;
  const brief = options.brief === true && options.verbose !== true;
  const columns = brief ? unwrapped : options.modes.columns - 9;
  let suspended = 0;
  let stopped = false;
  let waiting = '';
  const show = (event: RoundtableEvent, state: EventTextState): void => {
    const describe = brief ? describeBriefly : describeEvent;
    const text = describe(event, { ...options.modes, columns }, state);
    if (text === null) return;
    const time = `${formatTime(options.now())} `;
    const lines = text.split('\n').map((line, index) => (index === 0 ? time : ' '.repeat(9)) + line);
    const block = `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
    if (suspended > 0) waiting += block;
    else options.write(block);
  };
  const report = (event: RoundtableEvent): void => {
    const { state, revealed } = follow(event);
    if (stopped) return;
    last = state;
    for (const one of [...revealed, event].flatMap((next) => failures.follow(next, state.participants))) {
      if (options.quiet !== true || isLoud(one)) show(one, state);
    }
  };
  return {
    report: guardReport(report, options.write),
    suspend() {
      suspended += 1;
    },
    resume() {
      suspended = Math.max(0, suspended - 1);
      if (suspended === 0 && waiting !== '') {
        options.write(waiting);
        waiting = '';
      }
    },
    stop() {
      if (last !== null) for (const one of failures.flush()) show(one, last);
      if (waiting !== '') options.write(waiting);
      waiting = '';
      stopped = true;
    },
  };
}

/** Whether `--quiet` shows an event: something went wrong, or a person is needed. */
function isLoud(event: RoundtableEvent): boolean {
  if (event.type === 'notice')
    return ('notice' in event ? noticeLevels[event.notice.code] : event.level) === 'warning';
  return event.type === 'seat-failed' || event.type === 'escalation-raised';
}
