/** What work packages fulfil, touch and wait for, and which demands they cover. */
import type { Demand } from '../records.ts';
import type { Session } from '../session.ts';
import type { Item } from '../text.ts';
import type { DetailId } from '../vocabulary.ts';

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

/** How a demand is covered: by packages, because it is met already, or not at all. */
export interface Coverage {
  demand: Demand;
  packages: Item[];
  isDone: boolean;
}

/** Each demand with what covers it. */
export function listCoverage({ demands = [], artifacts, text }: Session): Coverage[] {
  const done = text?.sections.find(({ id }) => id === 'done')?.body ?? '';
  const named = done.match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? [];
  return demands.map((demand) => ({
    demand,
    packages: artifacts.filter((item) =>
      listEntries(item, 'fulfils').some((entry) => isSameId(entry, demand.id)),
    ),
    isDone: named.some((word) => isSameId(word.replace(/[.-]+$/, ''), demand.id)),
  }));
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
