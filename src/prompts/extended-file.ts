/** The file that a text is added to, as prompts show it: what it holds already, and what a person decided in it. */
import type { Table } from '../session/ports/ports.ts';
import type { Session } from '../session/session.ts';
import { fenceText } from './fence.ts';
import { joinParts, oneLine } from './shared.ts';

/** Numbers with what they count: what a contradiction is mostly made of. */
const amounts = /(?<![\p{L}\p{N}.,-])\d+(?:[.,]\d+)?(?:[\s\u00a0-]?(?:%|\p{L}+))?/gu;

/**
 * The items of the file. Once there is a text, those that it replaces and those that a person decided are given whole, the others by
 * title and numbers; `isWhole`: all of them whole.
 */
export function describeExtended(
  session: Session,
  { extended }: Pick<Table, 'extended'>,
  { isWhole }: { isWhole: boolean },
): string {
  if (extended === null) return '';
  const items = extended.items.map(({ id, title, text, isDecided }) => {
    const by = session.artifacts.filter(({ replaces }) => replaces.includes(id)).map((item) => item.id);
    const notes = [
      ...(isDecided ? ['a person decided it'] : []),
      ...(by.length > 0 ? [`replaced by ${by.join(', ')}`] : []),
    ];
    const numbers = [...new Set([...text.matchAll(amounts)].map(([amount]) => oneLine(amount)))];
    const words = isWhole || notes.length > 0 ? oneLine(text) : numbers.join('; ');
    return `${id} ${oneLine(title)}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}${words === '' ? '' : `: ${words}`}`;
  });
  return joinParts([
    `${extended.path} holds these already. They stay as they are unless an item of the text names them in replaces. What contradicts one that is not replaced is a fault; whoever replaces what a person decided says so, and a person is asked.${isWhole ? '' : ' Those that are not replaced are given by title and numbers.'}`,
    fenceText('items of the file', items.join('\n'), session.fence),
  ]);
}
