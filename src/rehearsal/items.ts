/** The items of a rehearsed draft, made from the statements: each is in an item, or is named as not taken. */
import type { Escalation, Statement } from '../session/records.ts';
import type { Session } from '../session/session.ts';
import type { Item } from '../session/text.ts';
import { type ItemKind, itemPrefixes } from '../session/vocabulary.ts';
import { type Point, points } from './points.ts';
import { shorten } from './quote.ts';
import { adoptPoint, argument, buildPoint } from './story.ts';

/** An item as the writer returns it. */
export type DraftItem = Pick<
  Item,
  'id' | 'kind' | 'section' | 'title' | 'text' | 'why' | 'check' | 'priority'
> &
  Pick<Item, 'from' | 'facts' | 'answers' | 'change' | 'decision'>;

/** A decision of a person, an assistant or the policy, with its words. */
type Decided = Escalation & { text: string };

/** What was decided outside of the panel, in order. */
export function listDecided({ escalations }: Session): Decided[] {
  return escalations.filter(
    (one): one is Decided => one.status === 'answered' && one.decision !== 'continue' && one.text !== null,
  );
}

/** The decision between the two ways; null when the seats settled it, or nobody has. */
export function findChoice(session: Session): Decided | null {
  const about = session.conflicts.find(({ positions }) =>
    positions.some(({ text }) => text === buildPoint.text),
  );
  return listDecided(session).findLast(({ subject }) => subject !== null && subject === about?.id) ?? null;
}

/** The point that a text is, word for word; what a person or a model said is a point of its own, as it was said. */
export function findPoint(text: string): Point {
  return (
    [buildPoint, adoptPoint, ...points].find((point) => point.text === text) ?? {
      family: 'other',
      kinds: buildPoint.kinds,
      title: shorten(text, 60),
      text,
      why: 'It is wanted in these words, and the rest of this text agrees with it.',
      check: 'Whoever wants it is shown the first version and says whether it is what was meant.',
    }
  );
}

/** All items by kind, numbered as the program will number them, and the statements that are in none. `kinds` are those of the form. */
export function draftItems(session: Session, kinds: readonly ItemKind[]) {
  const choice = findChoice(session);
  const saying = (text: string): Statement[] =>
    session.statements.filter((statement) => statement.text === text);
  const fact = session.dossier.find(({ found }) => found !== 'no');
  const notTaken = [
    { text: argument, reason: 'it is an argument for building on what runs today' },
    {
      text: adoptPoint.text,
      reason:
        choice === null ? 'declined: no measured limit speaks for it' : `decided otherwise by ${choice.id}`,
    },
    ...(choice?.decision === 'own' ? [{ text: buildPoint.text, reason: `decided by ${choice.id}` }] : []),
  ].filter(({ text }) => saying(text).length > 0);
  const taken = [...new Set([buildPoint.text, ...session.statements.map(({ text }) => text)])].filter(
    (text) => !notTaken.some((one) => one.text === text) && !(choice !== null && text === buildPoint.text),
  );
  const made = [
    ...listDecided(session).map((decided) => ({
      ...makeItem(
        kinds,
        decided.text,
        decided === choice && decided.decision === 'accept' ? saying(buildPoint.text) : [],
      ),
      decision: decided.id,
    })),
    ...taken.map((text) => makeItem(kinds, text, saying(text))),
  ];
  const items = kinds.flatMap((kind) =>
    made
      .filter((item) => item.kind === kind)
      .map((item, index) => ({
        ...item,
        id: `${itemPrefixes[kind]}-${String(index + 1).padStart(3, '0')}`,
        facts: item.text === buildPoint.text && fact !== undefined ? [fact.id] : [],
      })),
  );
  return {
    items: items.map((item) => ({
      ...item,
      answers: items.filter(({ title }) => title === findPoint(item.text).answers).map(({ id }) => id),
    })),
    not_taken: notTaken.map(({ text, reason }) => ({ statements: saying(text).map(({ id }) => id), reason })),
  };
}

/** An item of a kind that the form has: that of its statements, of its point, or the form's first. */
function makeItem(kinds: readonly ItemKind[], words: string, statements: readonly Statement[]): DraftItem {
  const { title, text, why, check, kinds: own } = findPoint(words);
  const wanted: readonly string[] = [...statements.map(({ kind }) => kind), own.else, own.specs];
  const kind = kinds.find((one) => one === wanted.find((other) => kinds.some((known) => known === other)));
  return {
    ...{ id: '', kind: kind ?? kinds[0] ?? 'decision', section: '', title, text, why, check },
    priority:
      kind === 'out-of-scope' ? 'wont' : kind === 'requirement' || kind === 'rule' ? 'must' : 'should',
    from: statements.map(({ id }) => id),
    ...{ facts: [], answers: [] },
    change: statements.length === 0 ? 'new' : statements.length > 1 ? 'merged' : 'none',
    decision: null,
  };
}
