/** Sentences as they go on after "because". */
import type { Session } from '../../domain/session.ts';
import type { AdrContent } from './schema.ts';

/**
 * Makes the function that takes the capital from the first word of a sentence, unless the word is a name. A word that the
 * session writes small somewhere is none, and neither is one that opens sentences or has an ending of common words.
 */
export function createLowering(session: Session, content: AdrContent): (text: string) => string {
  const texts = [
    session.topic,
    JSON.stringify(content),
    ...session.rounds.flatMap((round) => [
      round.question,
      round.synthesis,
      ...round.answers.map(({ position }) => position),
    ]),
    ...session.statements.flatMap(({ text, why }) => [text, why]),
    ...session.artifacts.flatMap(({ text, stances }) => [text, ...stances.map(({ reason }) => reason)]),
  ];
  const collect = (pattern: RegExp): Set<string> =>
    new Set(texts.flatMap((text) => text.match(pattern) ?? []));
  const small = collect(/(?<![\p{L}\p{N}-])\p{Ll}[\p{L}'’]*/gu);
  const names = collect(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu);
  return (text) =>
    text.replace(/^\s*because\s+/i, '').replace(/^\s*(\p{Lu}\p{Ll}*)(?=[\s,]|$)/u, (_, word: string) => {
      const lower = word.toLowerCase();
      const isCommon =
        openingWords.has(lower) || small.has(lower) || (!names.has(word) && commonEnding.test(lower));
      return isCommon && word !== 'I' ? lower : word;
    });
}

const commonEnding = /.{3}(?:ing|ed|ly|tions?|ments?|ness|less|ful|ity|able|ible|ous|ive)$/;

/** Words that begin a sentence and are no names. */
const openingWords = new Set(
  'it its it’s the a an this that these those there no not nobody nothing none neither either both we our they their he she you your one two three four five half all each every only some any many most more less fewer few several such other another if when whenever what whatever who whoever where wherever which while with without for from by in on at as to of into after before until till unless since though although once because so then than even just otherwise instead whether how why is are was has have can may must people users'.split(
    ' ',
  ),
);

/** A text with the mark that ends a sentence; one that ends in another mark of a clause gets it in its place. */
export function endSentence(text: string): string {
  const bare = text
    .trim()
    .replace(/(?<!\\)[,;:–—-]+$/u, '')
    .trimEnd();
  return bare === '' || /[.!?…。！？｡؟।][)\]"'”’»)」』]*$/u.test(bare) ? bare : `${bare}.`;
}
