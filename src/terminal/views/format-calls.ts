/** The journal of a session: every model call, and everything a person typed. */
import type { CallLine, InputLine, JournalLine } from '../../domain/journal.ts';
import { cleanLine } from '../../text/clean-text.ts';
import { formatCost, formatCount, formatDuration, formatPlural } from '../format-numbers.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { sayFailure } from '../wording.ts';
import { truncateText } from '../wrap-text.ts';

/** Two lines for each call: whom it asked and how it ended, then when it was made and what it used. */
export function formatCalls(lines: readonly JournalLine[], options: { modes: ViewModes }): string {
  const page = createPage(options.modes);
  if (lines.length === 0) page.text('No calls are recorded.');
  for (const line of lines) {
    if (line.kind === 'call') addCall(page, line);
    else addInput(page, line);
  }
  const calls = lines.filter((line) => line.kind === 'call');
  if (calls.length === 0) return page.toText();
  const failed = calls.filter((call) => !call.ok).length;
  page.blank();
  page.text(
    `${formatPlural(calls.length, 'call')}, ${failed} failed; ${formatPlural(lines.length - calls.length, 'entry', 'entries')} by a person.`,
  );
  return page.toText();
}

function addCall(page: Page, call: CallLine): void {
  const { theme } = page;
  const mark = call.ok ? theme.good(theme.symbols.covered) : theme.bad(theme.symbols.failed);
  const result = call.ok
    ? `${formatPlural(call.text.length, 'character')}${call.stop_reason === null ? '' : `, ${call.stop_reason}`}`
    : `${sayFailure(call.error.kind)}: ${call.error.message}`;
  page.item(mark, `${call.key} (${call.purpose}, ${call.model}): ${result}`, { indent: 0 });
  const { usage } = call;
  const tokens = `${formatCount(usage.input_tokens)} tokens in, ${formatCount(usage.output_tokens)} out`;
  const request = call.request_id === null ? '' : `, request ${call.request_id}`;
  const facts = `${call.started_at}, ${formatDuration(call.duration_ms)}, ${tokens}, ${formatCost(usage.cost_usd)}${request}`;
  page.text(facts, { indent: 4, style: theme.quiet });
}

function addInput(page: Page, input: InputLine): void {
  const { theme } = page;
  const value = truncateText(
    cleanLine(JSON.stringify(input.value) ?? ''),
    page.columns * 2,
    theme.symbols.ellipsis,
  );
  page.item(theme.accent(theme.symbols.arrow), `${input.key} (a person): ${value}`, { indent: 0 });
  page.text(input.at, { indent: 4, style: theme.quiet });
}
