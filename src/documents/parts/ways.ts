/** Prints the ways that were weighed: what each means, what speaks for and against it, and why it was taken or not. */
import type { Text } from '../../session/text.ts';
import { dropEmptyColumns, formatTable } from '../markdown/table.ts';
import type { Printing } from '../printing.ts';

/** Empty when the text has no ways. A table where something speaks for or against them, else a list. */
export function printWays({ ways }: Text, { say, line, plain }: Printing): string {
  const named = ways.map(({ name, meaning, because, chosen }) => ({
    name: `**${plain(name) || '–'}**${chosen ? ` (${say('way.chosen')})` : ''}`,
    meaning: line(meaning),
    because: line(because),
  }));
  if (ways.every((way) => way.for === '' && way.against === ''))
    return named
      .map(({ name, meaning, because }) => {
        const said = [meaning, because].filter((part) => part !== '');
        return `* ${name}${said.length === 0 ? '' : `: ${said.map(endSentence).join(' ')}`}`;
      })
      .join('\n');
  const rows = named.map(({ name, meaning, because }, index) => [
    meaning === '' ? name : `${name}: ${meaning}`,
    line(ways[index]?.for ?? ''),
    line(ways[index]?.against ?? ''),
    because,
  ]);
  const heads = [say('way.name'), say('way.for'), say('way.against'), say('way.because')];
  return formatTable(dropEmptyColumns([heads, ...rows]));
}

function endSentence(text: string): string {
  return /[.!?…:)]$/.test(text) ? text : `${text}.`;
}
