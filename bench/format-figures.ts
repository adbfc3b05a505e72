/** Formats the figures as a markdown table. */
import { type Figure, meetsGoal } from './figures.ts';

/** A table of all figures: name, measured value, goal, met or not. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = [
    ['what', 'measured', 'goal', ''],
    ...figures.map((figure) => [
      figure.text,
      formatValue(figure.value, figure.unit),
      formatGoal(figure),
      formatMet(figure),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const write = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 1 || column === 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 1 || column === 2 ? ':' : '-'}`).join('|')}|`;
  return `${[write(head), rule, ...body.map(write)].join('\n')}\n`;
}

/** A value, rounded to its significant digits. */
export function formatValue(value: number, unit: Figure['unit']): string {
  if (unit === 'tokens') return `${Math.round(value).toLocaleString('en-US')} tokens`;
  if (unit === '×') return `${value.toFixed(2)} ×`;
  if (unit === 's') return `${value.toFixed(2)} s`;
  if (unit === '%') return `${value.toFixed(0)} %`;
  return `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
}

function formatGoal({ goal, unit }: Figure): string {
  return goal === null ? '' : `${goal.at === 'most' ? '≤' : '≥'} ${formatValue(goal.value, unit)}`;
}

function formatMet(figure: Figure): string {
  const met = meetsGoal(figure);
  return met === null ? '' : met ? 'met' : 'MISSED';
}

const [tableBegins, tableEnds] = ['<!-- table -->', '<!-- end of the table -->'];

/** A document with the table put between its two marks. Throws when it has no such marks. */
export function putTable(document: string, table: string): string {
  const [before, after] = [document.indexOf(tableBegins), document.indexOf(tableEnds)];
  if (before < 0 || after < before) throw new Error(`no ${tableBegins} and ${tableEnds} in the document`);
  return `${document.slice(0, before + tableBegins.length)}\n\n${table}\n${document.slice(after)}`;
}
