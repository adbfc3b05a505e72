/** A table on standard output. */
import type { TableColumn } from '../terminal/format-table.ts';
import { cleanLine } from '../text/clean-text.ts';
import type { ActionContext } from './action-context.ts';

/** Lays out a table; when it does not fit at all, only the cells of its first column. */
export async function layTable({ modes }: ActionContext, columns: readonly TableColumn[]): Promise<string> {
  const [{ formatTable }, { createTheme }] = await Promise.all([
    import('../terminal/format-table.ts'),
    import('../terminal/theme.ts'),
  ]);
  const { stdout } = modes;
  const lines = formatTable(columns, { columns: stdout.columns, theme: createTheme(stdout) });
  return (lines ?? columns[0]?.cells.map(cleanLine) ?? []).join('\n');
}
