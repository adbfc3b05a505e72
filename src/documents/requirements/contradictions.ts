/** Requirements that contradict each other: one forbids what another demands, or they set it different numbers. */
import { fillWords, splitWords } from '../../text/words.ts';

export interface Demand {
  id: string;
  line: number;
  text: string;
}

/** Pairs are looked for among so many requirements: their number grows with the square. */
const mostDemands = 400;
const saysNot =
  /\b(?:shall|must|may|will|can|should) (?:not|never)\b|\bcannot\b|\b(?:shall|must) (?:neither|in no case)\b/i;
/** A number of its own; one that is part of a name (`v2`, `RFC-7231`) is another thing. */
const numbers = /(?<![\w-])\d+(?:[.,]\d+)*(?![\w-])/g;
const noSubject = /^(?:[^,]*, )?no\b/i;
/** A statement that names its own exception has settled the matter. */
const settled =
  /\b(?:except(?:ions?|ing)?|unless|other than|apart from|besides|only|exempt\w*|without|until|before)\b/i;

interface Read extends Demand {
  not: boolean;
  subject: ReadonlySet<string>;
  demanded: ReadonlySet<string>;
  quantities: string;
  /** All words, with a sign in the place of the numbers behind "shall". */
  pattern: string;
}

/** Two requirements of which one at most can be kept, the later one second. */
export interface Contradiction {
  first: Demand;
  second: Demand;
  why: 'forbidden' | 'numbers';
}

/** Pairs that contradict each other. Reads English. */
export function findContradictions(demands: readonly Demand[]): Contradiction[] {
  const read = demands.slice(0, mostDemands).flatMap(readDemand);
  return read.flatMap((second, index) =>
    read.slice(0, index).flatMap((first): Contradiction[] => {
      if (first.id === second.id || isSettled(first, second)) return [];
      if (first.not !== second.not)
        return forbids(first, second) ? [{ first, second, why: 'forbidden' }] : [];
      return differInNumber(first, second) ? [{ first, second, why: 'numbers' }] : [];
    }),
  );
}

/** Whether one names an exception, or the other. */
function isSettled(a: Demand, b: Demand): boolean {
  const refersTo = (from: Demand, to: Demand) => from.text.includes(to.id);
  return settled.test(a.text) || settled.test(b.text) || refersTo(a, b) || refersTo(b, a);
}

/** The same words, of which only the numbers behind "shall" are others: 30 days here, 90 days there. */
function differInNumber(a: Read, b: Read): boolean {
  return a.pattern === b.pattern && a.quantities !== b.quantities;
}

function forbids(a: Read, b: Read): boolean {
  const [small, large] = a.demanded.size <= b.demanded.size ? [a, b] : [b, a];
  if (small.demanded.size < 2 || a.quantities !== b.quantities) return false;
  const shared = [...small.demanded].filter((word) => large.demanded.has(word)).length;
  const sameSubject =
    a.subject.size === 0 || b.subject.size === 0 || [...a.subject].some((word) => b.subject.has(word));
  return shared === small.demanded.size && sameSubject && large.demanded.size <= small.demanded.size + 4;
}

function readDemand(demand: Demand): Read[] {
  const plain = demand.text.replace(/`([^`]*)`|"([^"]*)"/g, '$1$2');
  const match = /^(.*?)\b(?:shall|must)\b(?: (?:not|never))?\b(.*)$/is.exec(plain);
  if (match === null) return [];
  const [, before = '', after = ''] = match;
  const subject = before.slice(before.lastIndexOf(',') + 1).replace(/^\s*(?:no|all|every|each|any)\b/i, '');
  const stems = (text: string) =>
    new Set(
      splitWords(text)
        .filter(
          ({ text: word }) =>
            !fillWords.has(word.toLowerCase()) && !/^(?:not|never|all|any|each|every|no)$/i.test(word),
        )
        .map(({ stem }) => stem),
    );
  return [
    {
      ...demand,
      not: saysNot.test(plain) !== noSubject.test(before.trim()),
      subject: stems(subject),
      demanded: stems(after),
      quantities: (after.match(numbers) ?? []).join(' '),
      pattern: `${before}|${after.replace(numbers, '#')}`.toLowerCase().replace(/[\s.]+/g, ' '),
    },
  ];
}
