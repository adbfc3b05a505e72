/** The result of a run for the screen and for programs, and its exit code. */

import { buildResult } from '../app/result.ts';
import type { RunReport } from '../app/results.ts';
import { describeError, exitCodes } from '../session/errors.ts';
import type { TerminalModes } from '../terminal/terminal-modes.ts';
import { formatClosingScreen, formatPaused } from '../terminal/views/format-closing.ts';
import type { CommandResult } from './environment.ts';
import { type FailCondition, findFailedConditions } from './fail-on.ts';

/** Makes the result of a command that ran a discussion. */
export function describeEnd(
  report: RunReport,
  options: {
    modes: TerminalModes;
    conditions: readonly FailCondition[];
    full: boolean;
    /** How suggested commands name the session. */
    names: { open: string; look: string };
  },
): CommandResult {
  const { session, failure, detail, durationMs: duration, sessionFile } = report;
  const modes = options.modes.stdout;
  const failed = findFailedConditions(session, options.conditions);
  const json = {
    ...buildResult(session, { full: options.full, duration, sessionFile }),
    ...(failure === null ? {} : { error: describeError(failure) }),
    ...(failed.length === 0 ? {} : { failed_on: failed }),
  };
  // What happened stands above it on the same screen.
  const gap = modes.isTty ? '\n' : '';
  if (report.ended === 'completed') {
    const { look } = options.names;
    const commands = [`s2s roundtable show${look} --full`];
    const text = formatClosingScreen(session, { modes, duration_ms: duration, commands });
    const note = failed.length === 0 ? '' : `\nFailed on: ${failed.join(', ')} (--fail-on)\n`;
    return {
      json,
      text: `${gap}${text}${note}`,
      exitCode: failed.length > 0 ? exitCodes.negative : exitCodes.done,
    };
  }
  const text = formatPaused(session, report.reason ?? 'signal', { modes, name: options.names.open, detail });
  return { json, text: `${gap}${text}`, exitCode: nameExit(report) };
}

/** The exit code of a pause. */
function nameExit({ reason }: RunReport): number {
  if (reason === 'waiting-for-person') return exitCodes.waiting;
  return reason === 'no-quorum' ? exitCodes.noModel : exitCodes.paused;
}
