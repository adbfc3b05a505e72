/** Finds requirements that contradict each other: one forbids what another demands, or they demand it with different numbers. */
import { fillWords, splitWords } from '../../text/words.ts';

export interface Demand {
  id: string;
  line: number;
  text: string;
}

/** The maximum number of requirements compared, because the number of pairs grows quadratically. */
const mostDemands = 400;
const saysNot =
  /\b(?:shall|must|may|will|can|should) (?:not|never)\b|\bcannot\b|\b(?:shall|must) (?:neither|in no case)\b/i;
/** A standalone number, not one that is part of a name (`v2`, `RFC-7231`). */
const numbers = /(?<![\w-])\d+(?:[.,]\d+)*(?![\w-])/g;
const noSubject = /^(?:[^,]*, )?no\b/i;
/** Words that limit a statement; a statement that names its own exception does not contradict another. */
const settled =
  /\b(?:except(?:ions?|ing)?|unless|other than|apart from|besides|only|exempt\w*|without|until|before)\b/i;

interface Read extends Demand {
  not: boolean;
  subject: ReadonlySet<string>;
  demanded: ReadonlySet<string>;
  quantities: string;
  /** The whole text with `#` for each number after "shall". */
  pattern: string;
}

/** Two requirements that cannot both be met, in document order. */
export interface Contradiction {
  first: Demand;
  second: Demand;
  why: 'forbidden' | 'numbers';
}

/** The pairs that contradict each other. Understands only English. */
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

/** Whether one of the two names an exception or refers to the other. */
function isSettled(a: Demand, b: Demand): boolean {
  const refersTo = (from: Demand, to: Demand) => from.text.includes(to.id);
  return settled.test(a.text) || settled.test(b.text) || refersTo(a, b) || refersTo(b, a);
}

/** Whether two texts differ only in the numbers after "shall": 30 days in one, 90 days in the other. */
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
