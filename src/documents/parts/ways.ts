/** Prints the ways that were weighed: what each means, how it stands against the drivers, and why it was taken or not. */
import { nameDriver } from '../../session/rules/text-measures.ts';
import type { Text } from '../../session/text.ts';
import { dropEmptyColumns, formatTable } from '../markdown/table.ts';
import type { Printing } from '../printing.ts';

/** Empty when the text has no ways. Where they were judged by the drivers it is a table, else a list: nothing is said twice. */
export function printWays({ ways, drivers }: Text, { say, line, plain }: Printing): string {
  const named = ways.map(({ name, meaning, because, chosen }) => ({
    name: `**${plain(name) || '–'}**${chosen ? ` (${say('way.chosen')})` : ''}`,
    meaning: line(meaning),
    because: line(because),
  }));
  const hasCells = drivers.length > 0 && ways.some(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!hasCells)
    return named
      .map(({ name, meaning, because }) => {
        const said = [meaning, because].filter((part) => part !== '');
        return `* ${name}${said.length === 0 ? '' : `: ${said.map(endSentence).join(' ')}`}`;
      })
      .join('\n');
  const rows = named.map(({ name, meaning, because }, index) => [
    meaning === '' ? name : `${name}: ${meaning}`,
    ...drivers.map((_, at) => line(ways[index]?.cells[at] ?? '')),
    because,
  ]);
  const heads = drivers.map((driver) => line(nameDriver(driver)));
  return formatTable(dropEmptyColumns([[say('way.name'), ...heads, say('item.why')], ...rows]));
}

function endSentence(text: string): string {
  return /[.!?…:)]$/.test(text) ? text : `${text}.`;
}
