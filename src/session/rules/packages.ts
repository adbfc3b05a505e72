/** What work packages fulfil, touch and wait for, and which demands they cover. */
import type { Demand, EarlierPlan } from '../records.ts';
import type { Session } from '../session.ts';
import type { Item } from '../text.ts';
import type { comparisons, DetailId } from '../vocabulary.ts';

/** The entries of a field with a list: without marks, quotation marks, and what stands for none. */
export function listEntries(item: Pick<Item, 'details'>, id: DetailId): string[] {
  return (item.details[id] ?? '')
    .split(/[,;\n]/)
    .map((entry) => entry.replace(/\[\[|\]\]|[`"]/g, '').trim())
    .filter((entry) => /[\p{L}\p{N}]/u.test(entry));
}

/** Whether two ids are the same but for case and zeros in front of numbers. */
export function isSameId(one: string, other: string): boolean {
  const fold = (id: string): string =>
    id
      .toLowerCase()
      .replace(/\.md$/, '')
      .replace(/\d+/g, (digits) => String(Number(digits)));
  return fold(one) === fold(other);
}

/** What became of a package: of the plan before, of this one, or of both. */
export interface ComparedPackage {
  id: string;
  title: string;
  /** `done`: commits name it, and this plan leaves it out. `gone`: no longer to be done. `lost`: left out without a word. */
  state: (typeof comparisons)[number] | 'done' | 'gone' | 'lost';
  before: EarlierPlan['packages'][number] | undefined;
  item: Item | undefined;
}

/** The packages of both plans, those of the plan before first; empty for a first plan. */
export function comparePackages({
  earlier_plan: earlier,
  artifacts,
  text,
}: Pick<Session, 'earlier_plan' | 'artifacts' | 'text'>): ComparedPackage[] {
  if (earlier === undefined) return [];
  const gone = listNamed({ text }, 'gone');
  const done = listNamed({ text }, 'done');
  const find = (id: string): Item | undefined => artifacts.find((item) => isSameId(item.id, id));
  return [
    ...earlier.packages.map((before): ComparedPackage => {
      const item = find(before.id);
      const named = { id: before.id, title: item?.title ?? before.title, before, item };
      if (item !== undefined) return { ...named, state: isUnchanged(item, before) ? 'same' : 'changed' };
      if (gone.some((id) => isSameId(id, before.id))) return { ...named, state: 'gone' };
      const isDone = before.commits.length > 0 || done.some((id) => isSameId(id, before.id));
      return { ...named, state: isDone ? 'done' : 'lost' };
    }),
    ...artifacts
      .filter(({ id }) => !earlier.packages.some((before) => isSameId(before.id, id)))
      .map(
        (item): ComparedPackage => ({
          id: item.id,
          title: item.title,
          state: 'new',
          before: undefined,
          item,
        }),
      ),
  ];
}

/** Whether a package has the words that it had; what it waits for may have been done meanwhile. */
function isUnchanged(item: Item, before: EarlierPlan['packages'][number]): boolean {
  const words = ['title', 'text', 'why', 'check'] as const;
  const details = ['fulfils', 'touches', 'risk'] as const;
  // The id of a package that is done is no mark any more.
  const bare = (text = ''): string => text.replace(/\[\[|\]\]/g, '');
  return (
    words.every((name) => bare(item[name]) === bare(before[name])) &&
    details.every((name) => bare(item.details[name]) === bare(before.details[name]))
  );
}

/** Packages in the order in which they can be taken: each behind those that it waits for, else as they stand, as they do in a circle. */
export function orderPackages(items: readonly Item[]): Item[] {
  const left = [...items];
  const ordered: Item[] = [];
  while (left.length > 0) {
    const next = left.findIndex((item) =>
      listEntries(item, 'waits_for').every(
        (entry) => !left.some((one) => one !== item && isSameId(one.id, entry)),
      ),
    );
    ordered.push(...left.splice(Math.max(next, 0), 1));
  }
  return ordered;
}

/** The ids that a section names. */
function listNamed({ text }: Pick<Session, 'text'>, section: string): string[] {
  const body = text?.sections.find(({ id }) => id === section)?.body ?? '';
  return (body.match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? []).map((word) => word.replace(/[.-]+$/, ''));
}

/** How a demand is covered: by packages, because it is met already, or not at all. */
export interface Coverage {
  demand: Demand;
  packages: Item[];
  /** Packages of the plan before that fulfilled it. */
  done: string[];
  isDone: boolean;
}

/** Each demand with what covers it. */
export function listCoverage(session: Session): Coverage[] {
  const { demands = [], artifacts, earlier_plan: earlier } = session;
  const named = listNamed(session, 'done');
  const done = comparePackages(session).flatMap(({ state, before }) =>
    state === 'done' && before !== undefined ? [before] : [],
  );
  // What was done for a demand before it changed does not meet it now.
  const isAsItWas = (id: string): boolean => earlier?.demands.some((one) => isSameId(one.id, id)) !== true;
  const fulfil = (item: Pick<Item, 'details'>, id: string): boolean =>
    listEntries(item, 'fulfils').some((entry) => isSameId(entry, id));
  return demands.map((demand) => {
    const { id } = demand;
    const before = isAsItWas(id) ? done.filter((one) => fulfil(one, id)) : [];
    return {
      demand,
      packages: artifacts.filter((item) => fulfil(item, id)),
      done: before.map((one) => one.id),
      isDone: before.length > 0 || named.some((word) => isSameId(word, id)),
    };
  });
}

/** A path that a package touches. */
export interface Touched {
  path: string;
  isNew: boolean;
}

/** What a package touches; what stands in brackets behind a path says that it is new. */
export function listTouched(item: Pick<Item, 'details'>): Touched[] {
  return listEntries(item, 'touches').map((entry) => {
    const [, path = entry, note] = /^(.*?)\s*(\([^()]*\))?$/.exec(entry) ?? [];
    return { path: path.replace(/^\.\/|\/$/g, ''), isNew: note !== undefined };
  });
}
