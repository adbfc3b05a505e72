/** Finds out whether a topic names alternatives, so that a debate has sides to take. */

/** Phrases in which "or" offers no choice. */
const idioms =
  /\b(?:one|two|three|four|five|more|less|sooner|now) or (?:more|two|three|four|five|six|less|later|never)\b|\band\/or\b|\bor (?:so|else|less|more|similar|other)\b|\boder (?:so|mehr|weniger|ähnliche[ms]?)\b|\bund\/oder\b/giu;

/** Words and phrases that contrast two things, in languages that are common in projects. */
const contrasts = [
  // English
  'or|vs|versus|whether|either|which (?:one )?of|rather than|instead of|as opposed to|compared (?:to|with)|(?:choose|choice|decide|pick) between|alternatives? (?:to|between)',
  // German, Dutch, and the Nordic languages
  'oder|ob|entweder|gegenüber|anstatt|statt|anstelle|welche[rsn]? von|welke van|in plaats van|eller|kontra|i stället för',
  // French, Spanish, Italian, Portuguese, Catalan
  'ou|plutôt que|au lieu de|lequel des|laquelle des|o bien|oppure|invece di|en vez de|en lugar de|cuál de|quale tra|qual das|qual dos|em vez de',
  // Slavic languages
  'czy|albo|lub|zamiast|nebo|alebo|ili|или|либо|вместо|або|чи|или пък',
  // Finnish, Hungarian, Turkish, Greek, Romanian, Vietnamese, Indonesian
  'vai|tai|vagy|yoksa|veya|yerine|ή|sau|în loc de|hay là|hoặc|atau',
  // Arabic, Hebrew, Persian, Hindi
  'أم|أو|או|یا|या',
] as const;

const spaced = new RegExp(`(?<![\\p{L}\\p{N}])(?:${contrasts.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** The same for scripts without spaces between words, and for Korean, where they can be suffixes. */
const unspaced = /それとも|または|あるいは|还是|還是|或者|抑或|아니면|또는/u;

/** Words that are articles or prepositions in other languages: they count only beside other words of their own language. */
const ambiguous: readonly { word: RegExp; beside: RegExp }[] = [
  // Spanish and Italian
  {
    word: /\p{L}\s+[ou]\s+\p{L}/iu,
    beside: /¿|\b(?:el|los|las|una|del|il|gli|che|della|dobbiamo|usare)\b/iu,
  },
  // Dutch
  { word: /\p{L}\s+of\s+\p{L}/iu, beside: /\b(?:het|een|wij|moeten|welke|gebruiken|voor)\b/iu },
];

/** The word or phrase by which the topic names alternatives, as written; null if it names none. */
export function findAlternatives(topic: string): string | null {
  const text = topic.normalize('NFC').replace(/\s+/gu, ' ').replace(idioms, ' ');
  const found = spaced.exec(text)?.[0] ?? unspaced.exec(text)?.[0];
  if (found !== undefined) return found;
  const own = ambiguous.find(({ word, beside }) => word.test(text) && beside.test(text));
  return own === undefined ? null : (own.word.exec(text)?.[0].slice(1, -1).trim() ?? null);
}
