/**
 * Prints items: a head, then text, reason, check and what it replaces, each on lines of their own. Places in the project stand in the
 * sentences that they bear out; a list of them says nothing, and the record has it.
 */
import { findPlace, weighFinding } from '../../session/findings.ts';
import { comparePackages, isSameId, listEntries } from '../../session/rules/packages.ts';
import { readDay } from '../../session/rules/read-day.ts';
import type { Item } from '../../session/text.ts';
import { findingSeverities, type Verdict } from '../../session/vocabulary.ts';
import { decidedMark } from '../markdown/managed-blocks.ts';
import { codeSpan, inline } from '../markdown/text.ts';
import { isNotAgreed, type Printing } from '../printing.ts';
import { nameDecider } from './decisions.ts';
import { meanGrade } from './rank-ideas.ts';

/** An item as a reader sees it. */
export function printItem(item: Item, printing: Printing): string {
  const { say } = printing;
  const details = splitWaits(item, printing);
  return [
    printHead(item, printing),
    printPlace(item, printing),
    printing.body(item.text),
    label(say('item.why'), printing.body(item.why)),
    label(say('item.check'), printing.body(item.check)),
    ...furtherDetails.map((id) => label(say(`item.${id}`), printing.body(details[id] ?? ''))),
    label(say('item.replaces'), item.replaces.map((id) => inline(id)).join(', ')),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The id, the title and, where it has one, the priority, or how the seats see an idea; and who decided it, if a person did. */
export function printHead(item: Item, { session, say, plain, printId }: Printing): string {
  const title = plain(item.title).replace(/[\s.:]+$/, '');
  const name = inline(printId(item.id));
  const severity = findingSeverities[weighFinding(item)];
  const notes = [
    ...(severity === undefined ? [] : [say(`severity.${severity}`)]),
    ...(severity !== undefined && isNotAgreed(item) ? [say('item.not_agreed')] : []),
    ...(item.details.verdict === undefined || item.details.verdict === ''
      ? []
      : [say(`verdict.${item.details.verdict as Verdict}`)]),
    ...(item.priority === null ? [] : [say(`priority.${item.priority}`)]),
    ...(['value', 'feasibility'] as const).flatMap((what) => {
      const grade = meanGrade(item, what);
      return grade === null ? [] : [say(`item.${what}`, { grade: say(`grade.${grade}`) })];
    }),
  ];
  const decision = session.escalations.find(
    ({ id, answered_by: by }) => id === item.decision && by === 'user',
  );
  if (decision !== undefined) {
    const date = readDay(decision.answered_at ?? session.updated_at, session);
    notes.push(
      beginSmall(say('head.decided', { name: nameDecider(decision, say), date })).replace(/[()]/g, ''),
    );
  }
  const head = `**${title === '' ? name : `${name} · ${title}`}**${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  return decision === undefined ? head : `${head} ${decidedMark}`;
}

function beginSmall(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** Fields of single forms that are printed under their labels, in this order. */
const furtherDetails = ['right', 'fulfils', 'touches', 'waits_for', 'after', 'risk'] as const;

/** The details, with what a package waits for apart from what it follows and is done. */
function splitWaits(
  item: Item,
  { session, say }: Printing,
): Item['details'] & { after?: string | undefined } {
  const entries = listEntries(item, 'waits_for');
  const done = comparePackages(session).filter(({ state }) => state === 'done');
  const isDone = (entry: string): boolean => done.some(({ id }) => isSameId(id, entry));
  if (!entries.some(isDone)) return item.details;
  return {
    ...item.details,
    waits_for: entries.filter((entry) => !isDone(entry)).join(', '),
    after: entries
      .filter(isDone)
      .map((entry) => `${entry} (${say('compared.done')})`)
      .join(', '),
  };
}

/** Where a finding stands; nothing where that could not be shown. */
function printPlace(item: Item, { session }: Printing): string {
  const place = findPlace(session, item);
  return place === null
    ? ''
    : codeSpan(`${place.path}${place.line === null ? '' : `:${place.line}`}`.replace(/[\s`]+/g, ' '));
}

/** A text after its label; a list, a table or code begins on a line of its own. Empty if there is no text. */
export function label(name: string, text: string): string {
  if (text === '') return '';
  return `*${name}:*${/^(?:\* |\d+\. |[|>`#])/.test(text) && !/^`[^`]/.test(text) ? '\n\n' : ' '}${text}`;
}
