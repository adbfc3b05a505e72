/** Prints items: a head, then text, reason, check and what it replaces, each on lines of their own. */
import type { Fact } from '../../session/records.ts';
import type { Item } from '../../session/text.ts';
import { listItemTexts, listMarks } from '../../session/text-measures.ts';
import { inline } from '../markdown/text.ts';
import type { Printing } from '../printing.ts';
import { meanGrade } from './rank-ideas.ts';

/** An item as a reader sees it. */
export function printItem(item: Item, printing: Printing): string {
  const { say } = printing;
  const places = listPlaces(item, printing);
  const text = printing.body(item.text);
  const why = printing.body(item.why);
  return [
    printHead(item, printing),
    why === '' ? addPlaces(text, places) : text,
    label(say('item.why'), why === '' ? '' : addPlaces(why, places)),
    label(say('item.check'), printing.body(item.check)),
    label(say('item.replaces'), item.replaces.map((id) => inline(id)).join(', ')),
    label(say('item.answered_by'), listAnswers(item, printing)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The id, the title and, where it has one, the priority, or how the seats see an idea. */
export function printHead(item: Item, { say, plain, printId }: Printing): string {
  const title = plain(item.title).replace(/[\s.:]+$/, '');
  const name = inline(printId(item.id));
  const notes = [
    ...(item.priority === null ? [] : [say(`priority.${item.priority}`)]),
    ...(['value', 'feasibility'] as const).flatMap((what) => {
      const grade = meanGrade(item, what);
      return grade === null ? [] : [say(`item.${what}`, { grade: say(`grade.${grade}`) })];
    }),
  ];
  return `**${title === '' ? name : `${name} · ${title}`}**${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}

/** A text after its label; a list, a table or code begins on a line of its own. Empty if there is no text. */
export function label(name: string, text: string): string {
  if (text === '') return '';
  return `*${name}:*${/^(?:\* |\d+\. |[|>`#])/.test(text) && !/^`[^`]/.test(text) ? '\n\n' : ' '}${text}`;
}

/** The items that answer this one. */
function listAnswers(item: Item, { session, printId }: Printing): string {
  return session.artifacts
    .filter(({ answers }) => answers.includes(item.id))
    .map(({ id }) => inline(printId(id)))
    .join(', ');
}

/** The most places that are printed behind an item; the record has all of them. */
const mostPlaces = 3;

/** The places of the first facts that an item rests on and does not name itself. */
function listPlaces(item: Item, { session, place }: Printing): string[] {
  const words = listItemTexts(item).join('\n');
  const named = new Set(listMarks(words).map((id) => id.toUpperCase()));
  const isNamed = ({ id, path, line }: Fact): boolean =>
    named.has(id) || words.includes(line === null ? path : `${path}:${line}`);
  const facts = session.dossier.filter((fact) => item.facts.includes(fact.id) && !isNamed(fact));
  return [...new Set(facts.map(place))].filter((found) => found !== '').slice(0, mostPlaces);
}

/** Puts places into the last sentence of a paragraph, or below what is no paragraph. */
function addPlaces(text: string, places: readonly string[]): string {
  if (places.length === 0) return text;
  const said = `(${places.join(', ')})`;
  const last = text.slice(text.lastIndexOf('\n\n') + 1).trimStart();
  if (text === '' || /^(?:\* |\d+\. |[|>]|```)/.test(last)) return [text, said].filter(Boolean).join('\n\n');
  return text.replace(/([.!?…]*)$/, ` ${said}$1`);
}
