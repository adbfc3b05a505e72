/** Fits tables to the terminal: leaves out less important columns and cuts flexible ones. */
import { cleanLine } from '../text/clean-text.ts';
import type { Theme } from './theme.ts';
import { measureWidth, padText, truncateText } from './wrap-text.ts';

/** One column; all have the same number of cells. Cells are cleaned; only those of a flexible column are cut. */
export interface TableColumn {
  title: string;
  cells: readonly string[];
  right?: boolean;
  /** May be left out; the highest number is dropped first. */
  optional?: number;
  /** Takes the remaining width, at least ten columns. */
  flexible?: boolean;
}

const gap = 2;
const leastFlexible = 10;
/** A comfortable width for a flexible column: optional columns are dropped before it becomes narrower. */
const goodFlexible = 28;

/** The lines of the table, titles first. Lines are wider than the terminal when not even the required columns fit. */
export function formatTable(
  columns: readonly TableColumn[],
  options: { columns: number; theme: Theme },
): string[] {
  const { theme } = options;
  const measure = (column: TableColumn): number =>
    Math.max(measureWidth(column.title), ...column.cells.map((cell) => measureWidth(cleanLine(cell))));
  const least = (column: TableColumn): number => {
    const width = kept.some(({ optional }) => optional !== undefined) ? goodFlexible : leastFlexible;
    return column.flexible === true ? Math.min(width, measure(column)) : measure(column);
  };
  let kept = [...columns];
  const needed = (): number => kept.reduce((sum, column) => sum + least(column), 0) + gap * (kept.length - 1);
  while (needed() > options.columns) {
    const goes = kept
      .filter((column) => column.optional !== undefined)
      .sort((a, b) => (b.optional ?? 0) - (a.optional ?? 0))[0];
    if (goes === undefined) break;
    kept = kept.filter((column) => column !== goes);
  }
  const spare = Math.max(0, options.columns - needed());
  const widths = kept.map((column) =>
    Math.min(measure(column), least(column) + (column.flexible === true ? spare : 0)),
  );
  const layOut = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        const text = truncateText(cell, width, theme.symbols.ellipsis);
        return kept[index]?.right === true ? text.padStart(width) : padText(text, width);
      })
      .join(' '.repeat(gap))
      .trimEnd();
  const count = columns[0]?.cells.length ?? 0;
  const rows = Array.from({ length: count }, (_, row) =>
    layOut(kept.map((column) => cleanLine(column.cells[row] ?? ''))),
  );
  return [theme.quiet(layOut(kept.map((column) => column.title))), ...rows];
}
