/** Shows the journal of a session: every model call, and everything a person typed. */
import { isMapping } from '../../session/is-mapping.ts';
import type { CallLine, InputLine, JournalLine, LookUpLine } from '../../session/ports/journal.ts';
import { cleanLine } from '../../text/clean-text.ts';
import { formatCost, formatCount, formatDuration, formatPlural } from '../../wording/format-numbers.ts';
import { sayFailure } from '../../wording/trouble.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { truncateText } from '../wrap-text.ts';

/** Two lines for each call: its key, model and result, then its time and usage. */
export function formatCalls(lines: readonly JournalLine[], options: { modes: ViewModes }): string {
  const page = createPage(options.modes);
  if (lines.length === 0) page.text('No calls are recorded.');
  for (const line of lines) {
    if (line.kind === 'call') addCall(page, line);
    else if (line.kind === 'input') addInput(page, line);
    else if (line.kind === 'look-up') addLookUp(page, line);
  }
  const calls = lines.filter((line) => line.kind === 'call');
  if (calls.length === 0) return page.toText();
  const failed = calls.filter((call) => !call.ok).length;
  const inputs = lines.filter(({ kind }) => kind === 'input').length;
  const looks = lines.filter(({ kind }) => kind === 'look-up').length;
  const looked = looks === 0 ? '' : `; ${formatPlural(looks, 'look')} into the project`;
  page.blank();
  page.text(
    `${formatPlural(calls.length, 'call')}, ${failed} failed; ${formatPlural(inputs, 'entry', 'entries')} by a person${looked}.`,
  );
  return page.toText();
}

function addCall(page: Page, call: CallLine): void {
  const { theme } = page;
  const mark = call.ok ? theme.good(theme.symbols.covered) : theme.bad(theme.symbols.failed);
  const result = call.ok
    ? `${formatPlural(call.text.length, 'character')}${call.stop_reason === null ? '' : `, ${call.stop_reason}`}`
    : `${sayFailure(call.error.kind)}: ${call.error.message}`;
  page.line(mark, `${call.key} (${call.purpose}, ${call.model}): ${result}`);
  const { usage } = call;
  const tokens = `${formatCount(usage.input_tokens)} tokens in, ${formatCount(usage.output_tokens)} out`;
  const request = call.request_id === null ? '' : `, request ${call.request_id}`;
  const facts = `${call.started_at}, ${formatDuration(call.duration_ms)}, ${tokens}, ${formatCost(usage.cost_usd)}${request}`;
  page.text(facts, { indent: 4, style: theme.quiet });
}

/** A look-up without its text, which stays in the file. */
function addLookUp(page: Page, line: LookUpLine): void {
  const { wanted, gave } = line;
  const title = isMapping(gave) && typeof gave['title'] === 'string' ? gave['title'] : null;
  const kind = isMapping(wanted) ? wanted['look_up'] : null;
  const what = title ?? (kind === 'map' ? 'the map of the project' : 'quotations, opened in the project');
  page.line(page.theme.symbols.dash, `${line.key}: ${cleanLine(what)}`);
  page.text(line.at, { indent: 4, style: page.theme.quiet });
}

function addInput(page: Page, input: InputLine): void {
  const { theme } = page;
  const whole = JSON.stringify(input.value) ?? '';
  const value = truncateText(whole, page.columns * 2, theme.symbols.ellipsis);
  page.line(theme.accent(theme.symbols.arrow), `${input.key} (a person): ${value}`);
  page.text(input.at, { indent: 4, style: theme.quiet });
}
