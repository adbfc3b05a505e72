/** Prints what is still open: a few questions on the first screen, more of them at the end, where a reader knows what they are about. */
import { countPlainWords, listItemTexts, listTexts } from '../../session/rules/text-measures.ts';
import { dropEmptyColumns, formatTable } from '../markdown/table.ts';
import { inline } from '../markdown/text.ts';
import type { Printing } from '../printing.ts';
import { label } from './items.ts';

/** Few and short ones can be read before the text. */
const [mostAtTop, mostWordsAtTop] = [3, 60];

/** What the first screen says about questions: the questions, or how many there are. */
export function announceQuestions(printing: Printing): string {
  const open = listOpen(printing);
  return isShort(open) ? printTable(printing) : label(printing.say('section.questions'), `${open.length}`);
}

/** The section at the end; empty where the first screen has all of them. */
export function printQuestions(printing: Printing): string {
  if (isShort(listOpen(printing))) return '';
  return `## ${printing.say('section.questions')}\n\n${printTable(printing)}`;
}

type Questions = Printing['session']['open_questions'];

function isShort(open: Questions): boolean {
  return open.length <= mostAtTop && countPlainWords(open.map(({ text }) => text)) <= mostWordsAtTop;
}

function listOpen({ session }: Printing): Questions {
  return session.open_questions.filter(({ status }) => status === 'open');
}

function printTable(printing: Printing): string {
  const { session, say, line, printId } = printing;
  const open = listOpen(printing);
  if (open.length === 0) return '';
  const columns = ['text', 'who', 'until', 'meanwhile'] as const;
  const { text, artifacts } = session;
  const words = [...(text === null ? [] : listTexts(text)), ...artifacts.flatMap(listItemTexts)].join('\n');
  const rows = open.map((one) => [
    // An id helps only whoever is sent here by it.
    words.includes(one.id) ? `${inline(printId(one.id))}: ${line(one.text)}` : line(one.text),
    ...[one.for_whom, one.until, one.meanwhile].map(line),
  ]);
  return formatTable(dropEmptyColumns([columns.map((column) => say(`question.${column}`)), ...rows]));
}
