/** Requirements that contradict each other: one demands what another forbids. */
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
const noSubject = /^(?:[^,]*, )?no\b/i;
/** A statement that names its own exception has settled the matter. */
const settled =
  /\b(?:except(?:ions?|ing)?|unless|other than|apart from|besides|only|exempt\w*|without|until|before)\b/i;

interface Read extends Demand {
  not: boolean;
  subject: ReadonlySet<string>;
  demanded: ReadonlySet<string>;
  quantities: string;
}

/** Pairs in which one forbids what the other demands, the later one second. Reads English. */
export function findContradictions(demands: readonly Demand[]): { first: Demand; second: Demand }[] {
  const read = demands.slice(0, mostDemands).flatMap(readDemand);
  return read.flatMap((second, index) =>
    read
      .slice(0, index)
      .filter((first) => first.id !== second.id && first.not !== second.not && contradict(first, second))
      .map((first) => ({ first, second })),
  );
}

function contradict(a: Read, b: Read): boolean {
  const refersTo = (from: Demand, to: Demand) => new RegExp(`\\b${to.id}\\b`).test(from.text);
  if (settled.test(a.text) || settled.test(b.text) || refersTo(a, b) || refersTo(b, a)) return false;
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
      quantities: (after.match(/\d+/g) ?? []).join(' '),
    },
  ];
}
