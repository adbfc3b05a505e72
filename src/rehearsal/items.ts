/** The items of a rehearsed draft, made from the statements: each is in an item, or is named as not taken. */
import type { Escalation, Statement } from '../session/records.ts';
import type { Session } from '../session/session.ts';
import { listSubjectFiles } from '../session/subject.ts';
import type { Item } from '../session/text.ts';
import {
  type DetailId,
  findingSeverities,
  type ItemKind,
  itemPrefixes,
  type StatementKind,
} from '../session/vocabulary.ts';
import { type Point, points } from './points.ts';
import { shorten } from './quote.ts';
import { adoptPoint, argument, buildPoint } from './story.ts';

/** An item as the writer returns it. */
export type DraftItem = Pick<
  Item,
  'id' | 'kind' | 'section' | 'title' | 'text' | 'why' | 'check' | 'priority'
> &
  Partial<Record<DetailId, string>> &
  Pick<Item, 'from' | 'facts' | 'change' | 'decision'>;

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

/** What a rehearsed text says about its topic; a plan, a review and a look again have topics of the program, which only name documents. */
function shortenTopic({ topic, workflow_type: workflow }: Session): string {
  const words = topic.split(/\s+/);
  const most = 8;
  return ['plan', 'review', 'revisit'].includes(workflow)
    ? ''
    : shorten(words.length > most ? `${words.slice(0, most).join(' ')} …` : topic, 60);
}

/** A title behind the topic that it is about. */
export function nameTopic(session: Session, title: string): string {
  const topic = shortenTopic(session);
  return topic === '' ? title : `${topic}${/[?!.…]$/.test(topic) ? '' : ':'} ${title}`;
}

/** The point that a text is, word for word; what a person or a model said is a point of its own, as it was said. */
export function findPoint(text: string): Point {
  return (
    [buildPoint, adoptPoint, ...points].find((point) => point.text === text) ?? {
      kinds: buildPoint.kinds,
      title: shorten(text, 60),
      text,
      why: 'It is wanted in these words, and the rest of this text agrees with it.',
      check: 'Whoever wants it is shown the first version and says whether it is what was meant.',
    }
  );
}

/** Kinds that a form without items of them has in its prose. */
const proseKinds: readonly StatementKind[] = ['part', 'interface', 'risk', 'mitigation'];

/** A point that the text explains in a section, with the statements that say it. */
export interface ToldPoint {
  kind: StatementKind;
  title: string;
  text: string;
  from: string[];
}

/**
 * All items by kind, numbered as the program will number them, what the sections tell, and the statements that are in neither. `kinds` are
 * those of the form.
 */
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
  const kindOf = (text: string): StatementKind => {
    const stated = saying(text).find(({ kind }) => kind !== 'other')?.kind;
    return stated ?? findPoint(text).kinds.else;
  };
  const isTold = (text: string): boolean => {
    const kind = kindOf(text);
    return proseKinds.includes(kind) && !kinds.some((known) => known === kind);
  };
  const made = [
    ...listDecided(session).map((decided) => ({
      ...makeItem(
        kinds,
        decided.text,
        decided === choice && decided.decision === 'accept' ? saying(buildPoint.text) : [],
      ),
      decision: decided.id,
    })),
    ...taken.filter((text) => !isTold(text)).map((text) => makeItem(kinds, text, saying(text))),
  ];
  const told = taken.filter(isTold).map((text): ToldPoint => {
    const from = saying(text).map(({ id }) => id);
    return { kind: kindOf(text), title: findPoint(text).title, text, from };
  });
  return {
    items: kinds.flatMap((kind) =>
      made
        .filter((item) => item.kind === kind)
        .map((item, index, all) => ({
          ...item,
          id: `${itemPrefixes[kind]}-${String(index + 1).padStart(3, '0')}`,
          ...(kind === 'finding' ? describeFinding(session, item, index) : {}),
          ...(kind === 'verdict' ? { verdict: 'amended' } : {}),
          ...(kind === 'package' ? describePackage(session, index, all.length) : {}),
          facts: item.text === buildPoint.text && fact !== undefined ? [fact.id] : [],
        })),
    ),
    told,
    not_taken: notTaken.map(({ text, reason }) => ({ statements: saying(text).map(({ id }) => id), reason })),
  };
}

/** The fields of a finding: one of the lines under review after the other. */
function describeFinding({ subject }: Session, { check }: DraftItem, index: number) {
  const files = subject === undefined ? [] : listSubjectFiles(subject);
  const places = files.flatMap(({ path, lines }) =>
    lines.flatMap(({ number }) => (number === null ? [] : [`${path}:${number}`])),
  );
  return {
    severity: findingSeverities[Math.min(index + 1, findingSeverities.length - 1)] ?? 'minor',
    place: places[index % places.length] ?? files[0]?.path ?? '',
    right: check,
  };
}

/** The fields of a package: the demands are dealt out, and each waits for the one before it. */
function describePackage({ demands = [], earlier_plan: earlier }: Session, index: number, of: number) {
  const known = earlier?.packages.find(({ id }) => Number(id.split('-')[1]) === index + 1);
  const fulfils = demands
    .filter((_, at) => at % of === index)
    .map(({ id }) => id)
    .join(', ');
  // A package that stays as it was keeps what it fulfilled, which other documents may not demand.
  const isSame = known?.details.fulfils === fulfils;
  return {
    fulfils,
    touches: `src/part-${index + 1} (new)`,
    waits_for: index === 0 ? '' : `[[PKG-${String(index).padStart(3, '0')}]]`,
    compared: known === undefined ? 'new' : isSame ? 'same' : 'changed',
    changes:
      known === undefined ? 'It was not thought of before.' : isSame ? '' : 'It has other demands now.',
    risk: 'It takes longer than thought: after three days without a working part, the way is chosen anew.',
  };
}

/** An item of a kind that the form has: that of its statements, of its point, or the form's first. */
function makeItem(kinds: readonly ItemKind[], words: string, statements: readonly Statement[]): DraftItem {
  const { title, text, why, check, kinds: own } = findPoint(words);
  const wanted: readonly string[] = [...statements.map(({ kind }) => kind), own.else, own.specs];
  const found = kinds.find((one) => one === wanted.find((other) => kinds.some((known) => known === other)));
  const kind = found ?? kinds[0] ?? 'decision';
  return {
    ...{ id: '', kind, section: '', title, text, why, check },
    priority: kind === 'out-of-scope' ? 'wont' : kind === 'requirement' ? 'must' : 'should',
    from: statements.map(({ id }) => id),
    facts: [],
    change: statements.length === 0 ? 'new' : statements.length > 1 ? 'merged' : 'none',
    decision: null,
  };
}
