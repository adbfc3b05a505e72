/** Shows sessions as a table within the columns. */
import { shortenId } from '../../session/rules/session-id.ts';
import { cleanLine } from '../../text/clean-text.ts';
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
  rounds: number;
  updated_at: string;
  rehearsal: boolean;
  /** A process holds it now. */
  running: boolean;
  /** Whether it is the current session, which `state.yaml` names. */
  current: boolean;
  /** What it asks of a person; absent where it asks for nothing. */
  asked?: string | null;
}

/** What is listed besides sessions, and how much there is. */
export interface ListNotes {
  modes: ViewModes;
  /** Includes sessions beyond a limit, and `unread` files. */
  total?: number;
  offset?: number;
  /** The number of files that cannot be read. */
  unread?: number;
  /** True when only some were asked for. */
  isFiltered?: boolean;
  /** Those that wait for a person, also from further back: they stand first. */
  waiting?: readonly SessionListRow[];
}

/** The list: what waits for a person, then the others in the given order. */
export function formatSessionList(rows: readonly SessionListRow[], options: ListNotes): string {
  const page = createPage(options.modes);
  const { offset = 0, unread = 0, waiting = [] } = options;
  const others = rows.filter(({ id }) => waiting.every((one) => one.id !== id));
  if (rows.length === 0 && waiting.length === 0) {
    const all = options.total ?? 0;
    page.text(
      all === unread
        ? `No ${options.isFiltered === true ? 'such ' : ''}sessions.`
        : `Nothing from number ${(options.offset ?? 0) + 1} on: there ${all === 1 ? 'is 1 session' : `are ${formatCount(all)} sessions`}.`,
    );
    return page.toText();
  }
  addRows(page, [...waiting, ...others]);
  const end = offset + rows.length + unread;
  const total = options.total ?? end;
  if (end < total) page.text(`${offset + 1} to ${end} of ${total}; --offset ${end} shows more.`);
  else if (offset > 0 && end > offset) page.text(`${offset + 1} to ${end} of ${total}.`);
  return page.toText();
}

/** Columns of a topic: longer ones would push the dates of all others away. */
const longestTopic = 72;

/** Beside the longest state there is then room for the topic. */
const leastForDates = 52;

/** Two lines for each session: its state, topic and day; and what it decided or asks, with its id. */
function addRows(page: Page, rows: readonly SessionListRow[]): void {
  const { theme } = page;
  const { pointer, ellipsis, warning } = theme.symbols;
  const states = rows.map((row) => sayState(row, row.running ? 'running' : null));
  const marks = rows.map(({ asked, current }) => (asked !== undefined ? warning : current ? pointer : ' '));
  const topics = rows.map(({ topic }) => truncateText(cleanLine(topic), longestTopic, ellipsis));
  const days = rows.map((row) => formatInstant(row.updated_at).slice(0, 10));
  const [titles = '', ...lines] = formatTable(
    [
      { title: '', cells: marks },
      { title: 'STATE', cells: states },
      { title: 'QUESTION', cells: topics, flexible: true },
      { title: 'ROUNDS', cells: rows.map((row) => String(row.rounds)), right: true, optional: 1 },
      ...(page.columns < leastForDates ? [] : [{ title: 'DATE', cells: days }]),
    ],
    { columns: page.columns, theme },
  );
  page.raw(titles);
  for (const [index, row] of rows.entries()) {
    const state = states[index] ?? '';
    const isNeeded = needsPerson(row, row.running ? 'running' : null);
    const dress = isNeeded ? theme.caution : row.running ? theme.good : theme.quiet;
    page.raw((lines[index] ?? '').replace(state, () => dress(state)));
    const name = `${shortenId(row.id)}${row.rehearsal ? ', rehearsal' : ''}`;
    const room = page.columns - measureWidth(`    ${name}  `);
    const matter = truncateText(cleanLine(row.decision ?? row.asked ?? ''), room, ellipsis);
    page.raw(`    ${matter}${matter === '' ? '' : '  '}${theme.quiet(name)}`);
  }
  if (marks.includes(pointer)) page.text(`${pointer} the current session`, { style: theme.quiet });
}
