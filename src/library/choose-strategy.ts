/** Chooses a strategy from the words of a topic. */
import type { Strategy } from '../session/library.ts';
import { joinWords } from '../text/join-words.ts';
import { splitWords, type Word } from '../text/words.ts';

/** A strategy and, for a person to read, why it was chosen. */
export interface StrategyChoice {
  id: string;
  reason: string;
}

interface Match {
  strategy: Strategy;
  /** The matching words, as written in the topic. */
  quotes: string[];
  /** How many words of the topic match the strategy. */
  weight: number;
  /** The position of the first matching word. */
  first: number;
}

/**
 * Chooses the strategy whose keywords appear most in the topic, as whole words in any inflection. Ties go to the
 * earliest word, then to the alphabet. Null if the topic contains no keyword.
 */
export function chooseStrategy(topic: string, strategies: readonly Strategy[]): StrategyChoice | null {
  const words = splitWords(topic);
  const matches = strategies
    .map((strategy) => matchKeywords(words, strategy))
    .filter((match) => match.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.first - b.first || (a.strategy.id < b.strategy.id ? -1 : 1));
  const [best] = matches;
  if (best === undefined) return null;
  const list = joinWords(
    best.quotes.map((quote) => `“${quote}”`),
    'and',
  );
  return {
    id: best.strategy.id,
    reason: `the topic says ${list}, which suits the ${best.strategy.id} strategy`,
  };
}

function matchKeywords(words: readonly Word[], strategy: Strategy): Match {
  const spoken = new Set<number>();
  const found = strategy.keywords
    .map((keyword) => ({ keyword: splitWords(keyword), at: findSequence(words, splitWords(keyword)) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at || b.keyword.length - a.keyword.length);
  const quotes: string[] = [];
  for (const { keyword, at } of found) {
    // A keyword inside a longer match adds nothing.
    const places = keyword.map((_, offset) => at + offset);
    if (places.every((place) => spoken.has(place))) continue;
    for (const place of places) spoken.add(place);
    quotes.push(
      words
        .slice(at, at + keyword.length)
        .map((word) => word.text)
        .join(' '),
    );
  }
  return { strategy, quotes, weight: spoken.size, first: Math.min(...spoken, words.length) };
}

/** The position at which all words of a keyword follow one another, or -1. */
function findSequence(words: readonly Word[], keyword: readonly Word[]): number {
  if (keyword.length === 0) return -1;
  return words.findIndex((_, start) =>
    keyword.every((word, offset) => words[start + offset]?.stem === word.stem),
  );
}
