/** A table on standard output. */
import type { TableColumn } from '../terminal/format-table.ts';
import { cleanLine } from '../text/clean-text.ts';
import type { ActionContext } from './action-context.ts';

/** A file or another program has no width: hardly anything is cut for it. */
export function readTableWidth({ isTty, columns }: ActionContext['modes']['stdout']): number {
  return isTty ? columns : 1_000;
}

/** Lays out a table; when it does not fit at all, each row with its first cell on a line of its own. */
export async function layTable(
  { modes }: Pick<ActionContext, 'modes'>,
  columns: readonly TableColumn[],
): Promise<string> {
  const [{ formatTable }, { createTheme }, { measureWidth, wrapText }] = await Promise.all([
    import('../terminal/format-table.ts'),
    import('../terminal/theme.ts'),
    import('../terminal/wrap-text.ts'),
  ]);
  const { stdout } = modes;
  const width = readTableWidth(stdout);
  const lines = formatTable(columns, { columns: width, theme: createTheme(stdout) });
  if (lines.every((line) => measureWidth(line) <= width)) return lines.join('\n');
  const [first, ...others] = columns;
  const rows = first?.cells.map((cell, row) => {
    const more = others
      .map(({ cells }) => cleanLine(cells[row] ?? ''))
      .filter((one) => !['', '-'].includes(one));
    return [cleanLine(cell), ...wrapText(more.join(' · '), stdout.columns, { indent: '  ' })]
      .filter((line) => line !== '')
      .join('\n');
  });
  return (rows ?? []).join('\n');
}
