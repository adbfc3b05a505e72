/** What a run leaves behind on the screen and for programs, and its exit code. */

import { findFailedConditions } from '../app/fail-on.ts';
import { buildResult } from '../app/result.ts';
import { describeError, exitCodes } from '../domain/errors.ts';
import type { RunResult } from '../roundtable/run-session.ts';
import { formatClosingScreen, formatPaused } from '../terminal/views/format-closing.ts';
import type { ActionContext } from './command-runner.ts';
import type { CommandResult } from './environment.ts';
import type { Discussion } from './run-discussion.ts';

/** Makes the result of a command that ran a discussion. */
export function describeEnd(
  result: RunResult,
  discussion: Discussion,
  options: { context: ActionContext; duration: number },
): CommandResult {
  const { session } = result;
  const { modes } = options.context;
  const failed = findFailedConditions(session, discussion.failOn);
  const json = {
    ...buildResult(session, { full: discussion.full, duration: options.duration }),
    ...(result.failure === null ? {} : { error: describeError(result.failure) }),
    ...(failed.length === 0 ? {} : { failed_on: failed }),
  };
  if (result.ended === 'completed') {
    const text = formatClosingScreen(session, { modes: modes.stdout, duration_ms: options.duration });
    const note = failed.length === 0 ? '' : `\nFailed on: ${failed.join(', ')} (--fail-on)\n`;
    return {
      json,
      text: `${text}${note}`,
      exitCode: failed.length > 0 ? exitCodes.negative : exitCodes.done,
    };
  }
  const text = formatPaused(session, result.reason ?? 'signal', {
    modes: modes.stdout,
    resumeCommand: `s2s roundtable resume ${session.id}`,
    ...(result.detail === null
      ? {}
      : { detail: [result.detail, result.failure?.hint].filter((part) => part !== undefined).join('\n') }),
  });
  return { json, text, exitCode: nameExit(result) };
}

/** Exit codes of a pause (design §8). */
function nameExit(result: RunResult): number {
  if (result.reason === 'waiting-for-person') return exitCodes.waiting;
  return result.reason === 'no-quorum' ? exitCodes.noModel : exitCodes.paused;
}
