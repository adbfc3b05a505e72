/** Shows errors on a terminal: what happened and why, all problems of a file, what to type next. */
import { formatProblems, S2sError } from '../../session/errors.ts';
import { cleanText } from '../../text/clean-text.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';

/**
 * An expected error takes two or three lines; anything else is a bug and is shown with its stack and how to report it. `debug` adds
 * the stack and the causes; `reportTo` is the place to report bugs, if there is one.
 */
export function formatError(
  error: unknown,
  options: { modes: ViewModes; debug?: boolean; reportTo?: string },
): string {
  const page = createPage(options.modes);
  const { theme } = page;
  if (!(error instanceof S2sError)) {
    const message = error instanceof Error ? error.message : String(error);
    page.line(theme.bad('Error:'), `a bug in s2s: ${message}`);
    for (const line of readStack(error)) page.verbatim(line, 2);
    const where = options.reportTo === undefined ? '' : ` to ${options.reportTo}`;
    page.text(`Please report it${where} with the command you typed and the lines above.`);
    page.text('Nothing is lost: `s2s roundtable resume` continues where the discussion stopped.');
    return page.toText();
  }
  page.line(theme.bad('Error:'), error.message);
  // Problems that the message already contains are not repeated.
  for (const problem of error.problems.map((one) => formatProblems([one])))
    if (!error.message.includes(problem)) page.verbatim(problem.replace(/\s*\n\s*/g, ' '), 2);
  // A hint that is a command can be run as it is.
  if (error.hint !== undefined)
    page.line(theme.good(/^s2s\b/.test(error.hint) ? 'Try:' : 'Hint:'), error.hint);
  if (options.debug === true) {
    page.text(`Code: ${error.code}`);
    for (const line of readStack(error)) page.verbatim(line, 2);
  }
  return page.toText();
}

/** The lines of the stack, then those of each cause. */
function readStack(error: unknown): string[] {
  const lines: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const stack = current.stack ?? `${current.name}: ${current.message}`;
    lines.push(...cleanText(depth === 0 ? stack : `caused by ${stack}`, { newlines: true }).split('\n'));
    current = current.cause;
  }
  return lines;
}
