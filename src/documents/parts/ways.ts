/** Prints the ways that were weighed: what each means and why it was taken or not, then all of them against the drivers. */
import type { Text } from '../../session/text.ts';
import { formatTable } from '../markdown/table.ts';
import type { Printing } from '../printing.ts';

/** Empty when the text has no ways. */
export function printWays({ ways, drivers }: Text, { say, line, plain }: Printing): string {
  const chosen = ` (${say('way.chosen')})`;
  const list = ways.map(({ name, meaning, because, chosen: isChosen }) => {
    const said = [meaning, because].map(line).filter((part) => part !== '');
    return `* **${plain(name) || '–'}**${isChosen ? chosen : ''}${said.length === 0 ? '' : `: ${said.map(endSentence).join(' ')}`}`;
  });
  const rows = ways.map(({ name, cells, chosen: isChosen }) => [
    isChosen ? `**${plain(name) || '–'}**` : plain(name),
    ...drivers.map((_, index) => line(cells[index] ?? '')),
  ]);
  const hasCells = drivers.length > 0 && ways.some(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const table = hasCells ? formatTable([[say('way.name'), ...drivers.map(line)], ...rows]) : '';
  return [list.join('\n'), table].filter((part) => part !== '').join('\n\n');
}

function endSentence(text: string): string {
  return /[.!?…:)]$/.test(text) ? text : `${text}.`;
}
