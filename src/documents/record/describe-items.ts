/** The items of the record: where each comes from, what was put to the writer about it, every vote, and what happened to it. */
import type { Statement } from '../../session/records.ts';
import { fingerprintItem } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { Amendment, Item } from '../../session/text.ts';
import { sayAmendmentAnswer } from '../../wording/record-words.ts';
import { sayItem, sayItemEvent, voteWords } from '../../wording/votes.ts';
import { inline } from '../markdown/text.ts';
import { printItem } from '../parts/items.ts';
import type { Printing } from '../printing.ts';
import { after, createRecordPrinting, listed, point } from './record-printing.ts';

/** All that the record has on one item, as markdown; null if the session has no item of this id. */
export function renderItemRecord(
  session: Session,
  itemId: string,
  { ids = new Map() }: { ids?: ReadonlyMap<string, string> } = {},
): string | null {
  const printing = createRecordPrinting(session, ids);
  const item = session.artifacts.find(({ id }) => id === itemId || ids.get(id) === itemId);
  if (item === undefined) return null;
  const statements = session.statements.filter(
    ({ id, went_to: to }) => item.from.includes(id) || to.includes(item.id),
  );
  const amendments = session.amendments.filter(({ targets }) => targets.includes(item.id));
  const decision = session.escalations.find(({ id }) => id === item.decision);
  const words = decision?.text ?? decision?.recommendation ?? '';
  return `${[
    describeItem(item, printing),
    ...list(
      'Made from',
      statements.map((one) => describeStatement(one, printing)),
    ),
    ...list(
      'Put to the writer',
      amendments.map((one) => describeAmendment(one, printing)),
    ),
    ...(decision === undefined || words === item.text
      ? []
      : list('Carries out', [`* ${inline(decision.id)}: ${printing.line(words)}`])),
  ].join('\n\n')}\n`;
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`**${title}**`, lines.join('\n')];
}

/** An item with its votes and its history. */
export function describeItem(item: Item, printing: Printing): string {
  const { line, nameSeat } = printing;
  const words = fingerprintItem(item);
  const votes = item.votes.map(({ seat, vote, reason, lifted_by: lifted, step, on }) => {
    const earlier = on === words ? '' : ', on earlier words';
    return point(
      `${nameSeat(seat)}: ${voteWords[vote]} (${step}${earlier})${reason === '' ? '' : `: ${line(reason)}`}`,
      [after('Would be lifted by', line(lifted))],
    );
  });
  return [
    printItem(item, printing),
    [
      `* Status: ${sayItem(item)}${listed(item.decision === null ? [] : [item.decision])}`,
      item.from.length === 0 ? '* Added by the writer' : `* Made from statements${listed(item.from)}`,
      ...(item.change === 'none' ? [] : [`* Against those statements it is ${item.change}`]),
      ...(item.facts.length === 0 ? [] : [`* Rests on facts${listed(item.facts)}`]),
      ...votes,
      ...item.judgements.map(
        ({ seat, value, feasibility }) => `* ${nameSeat(seat)}: value ${value}, feasibility ${feasibility}`,
      ),
      ...item.history.map((event) => `* ${inline(event.step)}: ${inline(sayItemEvent(event))}`),
    ].join('\n'),
  ].join('\n\n');
}

/** A statement, and where it went or why not. */
export function describeStatement(
  { id, seat, round, kind, text, went_to: to, not_taken: reason, facts }: Statement,
  { line, nameSeat, printId }: Printing,
): string {
  const became = to.map((one) => inline(printId(one))).join(', ');
  const end = became === '' ? `not taken: ${line(reason ?? '') || 'no reason yet'}` : `→ ${became}`;
  return `* ${inline(id)} ${nameSeat(seat)}, round ${round}, ${kind}: ${line(text) || '–'}${listed(facts)} ${end}`;
}

/** What a seat put to the writer, and the answer. */
export function describeAmendment(one: Amendment, { line, body, nameSeat, printId }: Printing): string {
  const { id, kind, seat, targets, operation, field, words, reason, severity } = one;
  const about = targets.map((target) => inline(printId(target))).join(', ');
  const what = kind === 'amendment' ? `${operation}${field === '' ? '' : ` ${inline(field)}`}` : kind;
  return [
    `* ${inline(id)} ${nameSeat(seat)} on ${about === '' ? 'the text' : about} (${what}, ${severity}): ${line(reason) || '–'}`,
    ...(words === '' ? [] : [body(words).replace(/^(?=.)/gm, '  ')]),
    // A remark asks for nothing: where no patch took it up, there is no answer to it.
    ...(kind === 'remark' && one.answer === null ? [] : [`  * ${line(sayAmendmentAnswer(one)) || '–'}`]),
  ].join('\n\n');
}
