/** Writes tables. */

/** A table of cells that are harmless lines already; the first row is its head. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const [head, ...rest] = rows;
  if (head === undefined) return '';
  const width = Math.max(...rows.map((row) => row.length));
  const write = (row: readonly string[], empty: string): string =>
    `| ${Array.from({ length: width }, (_, index) => escapePipes(row[index] ?? '') || empty).join(' | ')} |`;
  const rule = Array.from({ length: width }, () => '---');
  return [write(head, ' '), write(rule, ''), ...rest.map((row) => write(row, '–'))].join('\n');
}

/** In a cell, a pipe is escaped even within code. */
function escapePipes(cell: string): string {
  return cell.replace(/(?<!\\)\|/g, '\\|');
}

/** The table without the columns in which no row says anything. */
export function dropEmptyColumns(rows: readonly (readonly string[])[]): string[][] {
  const [head = [], ...rest] = rows;
  const kept = head.map((_, index) => rest.some((row) => (row[index] ?? '') !== ''));
  return rows.map((row) => row.filter((_, index) => kept[index]));
}
