/** A table on standard output. */
import type { TableColumn } from '../terminal/format-table.ts';
import type { ActionContext } from './action-context.ts';

/** A file or another program has no width: hardly anything is cut for it. */
export function readTableWidth({ isTty, columns }: ActionContext['modes']['stdout']): number {
  return isTty ? columns : 1_000;
}

/** Lays out a table. */
export async function layTable(
  { modes: { stdout } }: Pick<ActionContext, 'modes'>,
  columns: readonly TableColumn[],
): Promise<string> {
  const [{ formatTable }, { createTheme }] = await Promise.all([
    import('../terminal/format-table.ts'),
    import('../terminal/theme.ts'),
  ]);
  return formatTable(columns, { columns: readTableWidth(stdout), theme: createTheme(stdout) }).join('\n');
}
