/** The results of the topics of a batch, as a table. */
import type { BatchRow } from '../../session/batch.ts';
import { cleanLine } from '../../text/clean-text.ts';
import { formatCost, formatPlural } from '../../wording/format-numbers.ts';
import { sayState } from '../../wording/state.ts';
import { formatTable } from '../format-table.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';

/** The result of one topic, in a few words. */
export function sayBatchState(row: BatchRow): string {
  const { status, pause_reason: reason, degraded, error } = row;
  if (error !== null && status === null) return 'failed';
  if (status === null) return reason === 'budget' ? 'not started: budget' : 'not started';
  return `${sayState({ ...row, status }, 'running')}${degraded ? ' (degraded)' : ''}`;
}

/** The table, then each error once. */
export function formatBatch(rows: readonly BatchRow[], cost: number | null, modes: ViewModes): string {
  const page = createPage(modes);
  const table = formatTable(
    [
      { title: '#', cells: rows.map((_, index) => String(index + 1)), right: true },
      { title: 'STATE', cells: rows.map(sayBatchState) },
      { title: 'ROUNDS', cells: rows.map(({ rounds }) => String(rounds)), right: true, optional: 2 },
      { title: 'COST', cells: rows.map((row) => formatCost(row.cost_usd)), right: true, optional: 1 },
      { title: 'SESSION', cells: rows.map((row) => row.session_id ?? '-'), optional: 3 },
      { title: 'TOPIC', cells: rows.map((row) => cleanLine(row.topic)), flexible: true },
    ],
    { columns: page.columns, theme: page.theme },
  );
  for (const line of table) page.raw(line);
  const done = rows.filter(({ status }) => status === 'completed').length;
  page.text(`${done} of ${formatPlural(rows.length, 'topic')} completed, ${formatCost(cost)} in all.`);
  const failed = rows.flatMap(({ error }, index) =>
    error === null ? [] : [{ number: index + 1, message: String(error['message']) }],
  );
  for (const message of new Set(failed.map((one) => one.message))) {
    const numbers = failed.filter((one) => one.message === message).map(({ number }) => number);
    page.text(`${numbers.length === 1 ? 'Topic' : 'Topics'} ${numbers.join(', ')}: ${message}`);
  }
  if (rows.some(({ rehearsal }) => rehearsal))
    page.text('A rehearsal: the built-in panel spoke, and nothing in it is advice.');
  return page.toText();
}
