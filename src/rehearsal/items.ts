/** The items of a rehearsed round: what the statements put forward, each statement in an item or not taken up for a reason. */
import type { Statement } from '../domain/records.ts';
import type { ItemType } from '../domain/vocabulary.ts';
import { describeMitigation, type Idea } from './item-designs.ts';
import { listIdeas } from './item-texts.ts';
import type { Scene } from './scene.ts';
import { quoteTitle, wayStatement } from './suggestions.ts';
import { isSameText } from './text.ts';

/** An item in the form that a synthesis returns. */
export interface RehearsedItem extends Omit<Idea, 'related_to'> {
  id: string;
  type: ItemType;
  related_to: string[];
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
  /** The items of the two ways, as ids or labels of this reply; null for a way that nobody has put forward. */
  ways: [string | null, string | null];
}

const collected: readonly ItemType[] = ['REQ', 'BR', 'NFR', 'EX', 'ARCH', 'COMP', 'INT', 'IDEA', 'RISK'];

/** Places every statement. A risk brings what answers it; a way that its last holder left is withdrawn. */
export function placeStatements(scene: Scene, left: { withdrawsSecond: boolean }): Placement {
  const { statements } = scene.facts;
  const items: RehearsedItem[] = [];
  const placed = new Set<string>();
  const add = (type: ItemType, idea: Idea, from: readonly Statement[], related: string[] = []): string => {
    for (const { id } of from) placed.add(id);
    const known = findItem(scene, type, idea.text);
    const label = known ?? `new-${items.length + 1}`;
    const { related_to: _titles, ...rest } = idea;
    items.push({
      id: label,
      type,
      ...rest,
      related_to: related,
      topic_id: scene.topic?.id ?? null,
      from: from.map(({ id }) => id),
      replaces: [],
      contradicts: [],
      withdrawn: null,
    });
    return label;
  };
  const ways: Placement['ways'] = [findWayItem(scene, 0), findWayItem(scene, 1)];
  for (const index of [0, 1] as const) {
    const way = scene.scenario.ways[index];
    const from = statements.filter(({ text }) => isSameText(text, wayStatement(way)));
    if (from.length === 0) continue;
    ways[index] = add(wayType(scene), describeWay(scene, index), from);
  }
  const second = findWayItem(scene, 1);
  if (left.withdrawsSecond && second !== null) {
    const idea = describeWay(scene, 1);
    add(wayType(scene), idea, []);
    const withdrawn = items.at(-1);
    if (withdrawn) withdrawn.withdrawn = 'those who had put it forward have left it';
  }
  for (const type of collected) {
    for (const idea of listIdeas(scene, type)) {
      const from = statements.filter(
        ({ id, text }) =>
          !placed.has(id) && (isSameText(text, idea.text) || text.includes(quoteTitle(idea.title))),
      );
      if (from.length === 0) continue;
      const label = add(type, idea, from);
      if (type === 'RISK') add('MIT', describeMitigation(idea), [], [label]);
    }
  }
  return {
    items,
    not_taken: statements
      .filter(({ id }) => !placed.has(id))
      .map(({ id }) => ({ statement: id, reason: 'it says how results are judged, not what the result is' })),
    ways,
  };
}

/** The kind of item that a way is: a decision where the document takes decisions. */
function wayType(scene: Scene): ItemType {
  return scene.facts.wanted_items.includes('DEC') ? 'DEC' : 'POINT';
}

function describeWay(scene: Scene, index: 0 | 1): Idea {
  const way = scene.scenario.ways[index];
  return {
    title: '',
    text: wayStatement(way),
    rationale: way.good.slice(0, 2).join('; '),
    priority: null,
    acceptance: [],
    related_to: [],
  };
}

/** The id of the item that says one of the two ways, or null. */
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
