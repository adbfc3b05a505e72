/** A table on standard output. */
import type { TableColumn } from '../terminal/format-table.ts';
import { cleanLine } from '../text/clean-text.ts';
import type { ActionContext } from './action-context.ts';

/** A file or another program has no width: hardly anything is cut for it. */
export function readTableWidth({ isTty, columns }: ActionContext['modes']['stdout']): number {
  return isTty ? columns : 1_000;
}

/** Lays out a table; when it does not fit at all, only the cells of its first column. */
export async function layTable({ modes }: ActionContext, columns: readonly TableColumn[]): Promise<string> {
  const [{ formatTable }, { createTheme }] = await Promise.all([
    import('../terminal/format-table.ts'),
    import('../terminal/theme.ts'),
  ]);
  const { stdout } = modes;
  const lines = formatTable(columns, { columns: readTableWidth(stdout), theme: createTheme(stdout) });
  return (lines ?? columns[0]?.cells.map(cleanLine) ?? []).join('\n');
}
