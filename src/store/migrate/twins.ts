/**
 * Version 1 kept the texts that were voted on apart from those that were printed, often in the same words: "the service
 * signs each notification" beside "the service shall sign each notification". This module tells such twins from texts that
 * only resemble each other. A vote carried over to a text of another meaning is worse than one that is not carried over.
 */
import { splitWords } from '../../text/words.ts';

/** Words that come or go when a text is put into the form of a requirement. */
const formWords = new Set('the a an it shall must is are be has have'.split(' '));

/** Words that can reverse or limit the meaning of a text when they are added. */
const turningWords = new Set(
  splitWords(
    `not no never none nor neither without unless except excluding only but least most more less than maximum minimum up
     until before after if when while where instead partly optionally optional sometimes may can cannot could should
     might would fail stop prevent refuse deny forbid ignore skip half all any every each`,
  ).map(({ stem }) => stem),
);

/** The longer text may add words only if the shorter one has at least this many. */
const fewestWords = 8;
/** The largest share of the longer text that may be additions. */
const mostAdded = 0.2;

/** How alike two texts are: 1 for the same words, less if one adds a few, 0 for texts that are no twins. */
export function compareTwins(one: string, other: string): number {
  if (readSigns(one) !== readSigns(other)) return 0;
  const [shorter, longer] = [readWords(one), readWords(other)].sort((a, b) => a.length - b.length);
  if (shorter === undefined || longer === undefined || shorter.length === 0)
    return one.trim() === other.trim() ? 1 : 0;
  const added = listAdded(shorter, longer);
  if (added === null) return 0;
  if (added.length === 0) return 1;
  // The words that change a meaning are known only for English.
  if (shorter.length < fewestWords || !isEnglish(one) || !isEnglish(other)) return 0;
  if (added.length / longer.length > mostAdded) return 0;
  if (added.some((word) => turningWords.has(word) || /\p{N}/u.test(word))) return 0;
  return 1 - added.length / longer.length;
}

/** Whether two texts are equal except for case, punctuation and spacing. */
export function haveSameWords(one: string, other: string): boolean {
  const folded = fold(one);
  return folded === '' ? one === other : folded === fold(other);
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function readWords(text: string): string[] {
  return splitWords(text)
    .filter(({ text: word }) => !formWords.has(word.toLowerCase()))
    .map(({ stem }) => stem);
}

/** Signs that change the meaning of a number: `5`, `-5` and `5 %` have the same words. */
function readSigns(text: string): string {
  return [...text.matchAll(/[%‰<>=≤≥±€$£¥°^~]|(?<![\p{L}\p{N}])[-−](?=\p{N})/gu)].join('');
}

/** The words that only the longer text has; null unless it contains all words of the shorter one in order. */
function listAdded(shorter: readonly string[], longer: readonly string[]): string[] | null {
  const added: string[] = [];
  let next = 0;
  for (const word of longer) {
    if (word === shorter[next]) next += 1;
    else added.push(word);
  }
  return next === shorter.length ? added : null;
}

function isEnglish(text: string): boolean {
  return /\bthe\b/i.test(text);
}

/**
 * Whether two texts say about the same in similar words: they share most of their words in the same order, and the longer one
 * contains all numbers of the shorter one. Nothing is carried over between such texts.
 */
export function resemble(one: string, other: string): boolean {
  const [shorter, longer] = [readWords(one), readWords(other)].sort((a, b) => a.length - b.length);
  if (shorter === undefined || longer === undefined || shorter.length < fewestWords / 2) return false;
  const isNumber = (word: string): boolean => /\p{N}/u.test(word);
  if (readSigns(one) !== readSigns(other)) return false;
  if (shorter.some((word) => isNumber(word) && !longer.includes(word))) return false;
  return (2 * countInOrder(shorter, longer)) / (shorter.length + longer.length) >= leastLikeness;
}

/** The smallest share of common words in two texts that resemble each other. */
const leastLikeness = 0.6;

/** The number of words that two texts have in the same order. */
function countInOrder(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const word of one) {
    const next = [0];
    for (const [index, candidate] of other.entries()) {
      const best = Math.max(row[index + 1] ?? 0, next[index] ?? 0);
      next.push(word === candidate ? Math.max(best, (row[index] ?? 0) + 1) : best);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Pairs texts by likeness, the closest first, each at most once; equal pairs keep their order. */
export function pairTwins<One extends { text: string }, Other extends { text: string }>(
  ones: readonly One[],
  others: readonly Other[],
): Map<One, Other> {
  const pairs = ones.flatMap((one) =>
    others.flatMap((other) => {
      const likeness = compareTwins(one.text, other.text);
      return likeness === 0 ? [] : [{ one, other, likeness }];
    }),
  );
  const twins = new Map<One, Other>();
  const taken = new Set<Other>();
  for (const { one, other } of pairs.sort((first, second) => second.likeness - first.likeness)) {
    if (twins.has(one) || taken.has(other)) continue;
    twins.set(one, other);
    taken.add(other);
  }
  return twins;
}
