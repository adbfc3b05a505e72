/** The items of a rehearsed round: each statement goes into an item or is not taken up for a stated reason. */
import type { Statement } from '../domain/records.ts';
import type { ItemType } from '../domain/vocabulary.ts';
import { buildIdea, type Idea } from './idea.ts';
import { answerCriterion } from './item-designs.ts';
import { listIdeas } from './item-texts.ts';
import { listCriteria, type Scene } from './scene.ts';
import { wayStatement } from './suggestions.ts';
import { endSentence, foldText, isSameText, joinWords, raiseFirst } from './text.ts';

/** An item in the form that a synthesis returns. */
export interface RehearsedItem extends Omit<Idea, 'meets'> {
  id: string;
  topic_id: string | null;
  from: string[];
  replaces: string[];
  contradicts: string[];
  withdrawn: string | null;
}

/** Where the statements of a round went. */
export interface Placement {
  items: RehearsedItem[];
  not_taken: { statement: string; reason: string }[];
  /** The items for the two ways, as ids or labels of this reply; null for a way that nobody has put forward. */
  ways: [string | null, string | null];
}

/** Places every statement. The second way is withdrawn when its last holder has left it. */
export function placeStatements(scene: Scene, left: { withdrawsSecond: boolean }): Placement {
  const { statements, agenda } = scene.facts;
  const items: RehearsedItem[] = [];
  const placed = new Set<string>();
  const add = (idea: Idea, from: readonly Statement[]): string => {
    for (const { id } of from) placed.add(id);
    const label = findItem(scene, idea.type, idea.text) ?? `new-${items.length + 1}`;
    const { meets: _, related_to: titles, ...rest } = idea;
    const topic = agenda.find((one) => listCriteria(one).some((criterion) => idea.meets?.test(criterion)));
    items.push({
      id: label,
      ...rest,
      related_to: titles.flatMap((title) => findTitled(title) ?? []),
      topic_id: (topic ?? scene.topic)?.id ?? null,
      from: from.map(({ id }) => id),
      replaces: [],
      contradicts: [],
      withdrawn: null,
    });
    return label;
  };
  const findTitled = (title: string): string | undefined =>
    [...items, ...scene.facts.items].find((item) => item.title === title)?.id;
  const findStatements = indexStatements(scene);
  const ways: Placement['ways'] = [findWayItem(scene, 0), findWayItem(scene, 1)];
  for (const index of [0, 1] as const) {
    const from = findStatements(wayStatement(scene.scenario.ways[index]));
    if (from.length > 0) ways[index] = add(describeWay(scene, index), from);
  }
  if (left.withdrawsSecond && findWayItem(scene, 1) !== null) {
    add(describeWay(scene, 1), []);
    const withdrawn = items.at(-1);
    if (withdrawn) withdrawn.withdrawn = 'those who had put it forward have left it';
  }
  const written = agenda.flatMap(listCriteria).map((criterion) => answerCriterion(scene, criterion));
  for (const idea of [...listIdeas(scene), ...written]) {
    const from = findStatements(idea.text).filter(({ id }) => !placed.has(id));
    if (from.length > 0) add(idea, from);
  }
  return {
    items,
    not_taken: statements
      .filter(({ id }) => !placed.has(id))
      .map(({ id }) => ({ statement: id, reason: 'it says how results are judged, not what the result is' })),
    ways,
  };
}

/** Returns a function that finds the round's statements with a given text. */
export function indexStatements({ facts }: Scene): (text: string) => Statement[] {
  const folded = facts.statements.map((statement) => ({ statement, words: foldText(statement.text) }));
  return (text) => {
    const wanted = foldText(text);
    return folded.filter(({ words }) => words === wanted).map(({ statement }) => statement);
  };
}

/** The item type for a way: a decision if the session wants decisions, else a point. */
function wayType(scene: Scene): ItemType {
  return scene.facts.wanted_items.includes('DEC') ? 'DEC' : 'POINT';
}

function describeWay(scene: Scene, index: 0 | 1): Idea {
  const way = scene.scenario.ways[index];
  return buildIdea({
    type: wayType(scene),
    title: '',
    text: wayStatement(way),
    rationale: endSentence(raiseFirst(joinWords(way.good.slice(0, 2)))),
  });
}

/** The id of the item for one of the two ways, or null. */
export function findWayItem(scene: Scene, index: 0 | 1): string | null {
  return findItem(scene, wayType(scene), wayStatement(scene.scenario.ways[index]));
}

function findItem(scene: Scene, type: ItemType, text: string): string | null {
  const item = scene.facts.items.find(
    (known) =>
      known.type === type &&
      known.status !== 'withdrawn' &&
      known.status !== 'replaced' &&
      isSameText(known.text, text),
  );
  return item?.id ?? null;
}
