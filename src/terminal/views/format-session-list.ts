/** Shows sessions as a table within the columns. */
import type { ForeignSession } from '../../session/ports/repository.ts';
import type { WorkflowType } from '../../session/vocabulary.ts';
import { cleanLine } from '../../text/clean-text.ts';
import { sayForeign } from '../../wording/foreign.ts';
import { formatCount, formatInstant } from '../../wording/format-numbers.ts';
import { needsPerson, type Standing, sayState } from '../../wording/state.ts';
import { formatTable } from '../format-table.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { measureWidth, truncateText } from '../wrap-text.ts';

/** A session as a list shows it. */
export interface SessionListRow extends Standing {
  id: string;
  topic: string;
  /** What was decided, in a sentence; null until the session is completed. */
  decision: string | null;
  workflow_type: WorkflowType;
  strategy: string;
  rounds: number;
  updated_at: string;
  rehearsal: boolean;
  /** A process holds it now. */
  running: boolean;
  /** Whether it is the current session, which `state.yaml` names. */
  current: boolean;
}

/** What is listed besides sessions, and how much there is. */
export interface ListNotes {
  modes: ViewModes;
  /** Includes sessions beyond a limit, `unread` and `foreign` files. */
  total?: number;
  offset?: number;
  /** The number of damaged files. */
  unread?: number;
  /** Files of earlier versions and of the plugin, which are named and left as they are. */
  foreign?: readonly ForeignRow[];
}

/** A file that is neither read nor changed. */
type ForeignRow = ForeignSession & { id: string; file: string };

/** The list in the given order. Ids are never cut, so that they can be copied. */
export function formatSessionList(rows: readonly SessionListRow[], options: ListNotes): string {
  const page = createPage(options.modes);
  const { offset = 0, unread = 0, foreign = [] } = options;
  if (rows.length + foreign.length === 0) {
    const all = options.total ?? 0;
    page.text(
      all === 0
        ? 'No sessions.'
        : `Nothing from number ${(options.offset ?? 0) + 1} on: there ${all === 1 ? 'is 1 session' : `are ${formatCount(all)} sessions`}.`,
    );
    return page.toText();
  }
  if (rows.length > 0) addRows(page, rows);
  if (foreign.length > 0) page.list('Not read; left as they are', foreign.map(sayForeign));
  const end = offset + rows.length + unread + foreign.length;
  const total = options.total ?? end;
  if (end < total) page.text(`${offset + 1} to ${end} of ${total}; --offset ${end} shows more.`);
  else if (offset > 0 && end > offset) page.text(`${offset + 1} to ${end} of ${total}.`);
  return page.toText();
}

/** Two lines for each session: which it is, and its state with what it decided or is about. */
function addRows(page: Page, rows: readonly SessionListRow[]): void {
  const { theme } = page;
  const { pointer, ellipsis, arrow, dot } = theme.symbols;
  const table = formatTable(
    [
      { title: '', cells: rows.map((row) => (row.current ? pointer : ' ')) },
      { title: 'SESSION', cells: rows.map((row) => row.id) },
      { title: 'ROUNDS', cells: rows.map((row) => String(row.rounds)), right: true, optional: 1 },
      { title: 'WORKFLOW', cells: rows.map((row) => row.workflow_type), optional: 2 },
      { title: 'UPDATED', cells: rows.map((row) => formatInstant(row.updated_at)), optional: 3 },
      { title: 'STRATEGY', cells: rows.map((row) => row.strategy), optional: 4 },
    ],
    { columns: page.columns, theme },
  );
  const [titles = '', ...lines] = table;
  page.raw(titles);
  for (const [index, row] of rows.entries()) {
    page.raw(lines[index] ?? '');
    const runs = row.running ? 'running' : null;
    const state = [sayState(row, runs), ...(row.rehearsal ? ['rehearsal'] : [])].join(', ');
    const mark = row.decision === null ? dot : arrow;
    const room = page.columns - measureWidth(`    ${state} ${mark} `);
    const dress = needsPerson(row, runs) ? theme.caution : row.running ? theme.good : theme.quiet;
    // The id contains the words of the topic anyway.
    const matter = truncateText(cleanLine(row.decision ?? row.topic), room, ellipsis);
    page.raw(`    ${dress(state)} ${mark} ${matter}`);
  }
  if (rows.some(({ current }) => current))
    page.text(`${pointer} the current session`, { style: theme.quiet });
}
