/** Shows sessions as a table within the columns. */
import type { PauseReason, SessionStatus, WorkflowType } from '../../domain/vocabulary.ts';
import { cleanLine } from '../../text/clean-text.ts';
import { formatCount, formatInstant, formatPlural } from '../format-numbers.ts';
import { formatTable } from '../format-table.ts';
import { createPage } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { sayStatus } from '../wording.ts';

/** A session as a list shows it. */
export interface SessionListRow {
  id: string;
  topic: string;
  workflow_type: WorkflowType;
  strategy: string;
  status: SessionStatus;
  pause_reason: PauseReason | null;
  rounds: number;
  turns: number;
  updated_at: string;
  /** Another program's session, which is only read. */
  imported_from?: 'plugin' | undefined;
  rehearsal: boolean;
  /** A process holds it now. */
  running: boolean;
  /** Whether it is the current session, which `state.yaml` names. */
  current: boolean;
}

/**
 * The list in the given order; `total` includes sessions beyond a limit and the `unread` files. Ids are never cut, so that they can
 * be copied.
 */
export function formatSessionList(
  rows: readonly SessionListRow[],
  options: { modes: ViewModes; total?: number; offset?: number; unread?: number },
): string {
  const page = createPage(options.modes);
  if (rows.length === 0) {
    const all = options.total ?? 0;
    page.text(
      all === 0
        ? 'No sessions.'
        : `Nothing from number ${(options.offset ?? 0) + 1} on: there ${all === 1 ? 'is 1 session' : `are ${formatCount(all)} sessions`}.`,
    );
    return page.toText();
  }
  const { theme } = page;
  const table = formatTable(
    [
      { title: '', cells: rows.map((row) => (row.current ? theme.symbols.pointer : ' ')) },
      { title: 'SESSION', cells: rows.map((row) => row.id) },
      { title: 'STATUS', cells: rows.map(sayState) },
      { title: 'ROUNDS', cells: rows.map((row) => String(row.rounds)), right: true },
      { title: 'WORKFLOW', cells: rows.map((row) => row.workflow_type), optional: 2 },
      { title: 'STRATEGY', cells: rows.map((row) => row.strategy), optional: 4 },
      { title: 'TURNS', cells: rows.map((row) => String(row.turns)), right: true, optional: 5 },
      { title: 'UPDATED', cells: rows.map((row) => formatInstant(row.updated_at)), optional: 3 },
      { title: 'TOPIC', cells: rows.map((row) => cleanLine(row.topic)), flexible: true },
    ],
    { columns: page.columns, theme },
  );
  if (table !== null) for (const line of table) page.raw(line);
  else {
    // Too narrow for a table: the id on its own line, the rest below.
    for (const row of rows) {
      page.verbatim(`${row.current ? `${theme.symbols.pointer} ` : ''}${row.id}`, 0);
      page.text(
        `${sayState(row)} ${theme.symbols.dot} ${formatPlural(row.rounds, 'round')} ${theme.symbols.dot} ${row.topic}`,
        { indent: 2 },
      );
    }
  }
  if (rows.some(({ current }) => current))
    page.text(`${theme.symbols.pointer} the current session`, { style: theme.quiet });
  if (rows.some(isPlugin))
    page.text(
      'Sessions marked (plugin) were written by the s2s plugin: they can be read, but are never changed.',
      {
        style: theme.quiet,
      },
    );
  const { offset = 0, unread = 0 } = options;
  const end = offset + rows.length + unread;
  const total = options.total ?? end;
  if (end < total) page.text(`${offset + 1} to ${end} of ${total}; --offset ${end} shows more.`);
  else if (offset > 0 && end > offset) page.text(`${offset + 1} to ${end} of ${total}.`);
  return page.toText();
}

function isPlugin(row: SessionListRow): boolean {
  return row.imported_from === 'plugin';
}

/** The status, with marks for a rehearsal and for another program's session; an active one is running or interrupted. */
function sayState(row: SessionListRow): string {
  const state = `${sayStatus(row.status, row.pause_reason, row.running)}${isPlugin(row) ? ' (plugin)' : ''}`;
  return row.rehearsal ? `${state}, rehearsal` : state;
}
