/** A table on standard output. */
import { formatTable, type TableColumn } from '../terminal/format-table.ts';
import { createTheme } from '../terminal/theme.ts';
import type { ActionContext } from './action-context.ts';

/** Lays out a table; where it does not fit at all, its first column stands alone. */
export function layTable({ modes }: ActionContext, columns: readonly TableColumn[]): string {
  const { stdout } = modes;
  const lines = formatTable(columns, { columns: stdout.columns, theme: createTheme(stdout) });
  return (lines ?? columns[0]?.cells ?? []).join('\n');
}
