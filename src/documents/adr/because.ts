/** Makes sentences fit after "because". */
import type { Session } from '../../domain/session.ts';
import type { AdrContent } from './schema.ts';

/**
 * Returns a function that lowercases the first word of a sentence unless the word is a name. A word is not a name if the
 * session writes it in lowercase somewhere, if it is a common opening word, or if it ends like a common word.
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

/** Words that often begin a sentence and are not names. */
const openingWords = new Set(
  'it its it’s the a an this that these those there no not nobody nothing none neither either both we our they their he she you your one two three four five half all each every only some any many most more less fewer few several such other another if when whenever what whatever who whoever where wherever which while with without for from by in on at as to of into after before until till unless since though although once because so then than even just otherwise instead whether how why is are was has have can may must people users'.split(
    ' ',
  ),
);

/** Ends a text with a full stop unless it already ends a sentence; the stop replaces a trailing comma, colon, semicolon or dash. */
export function endSentence(text: string): string {
  const bare = text
    .trim()
    .replace(/(?<!\\)[,;:–—-]+$/u, '')
    .trimEnd();
  return bare === '' || /[.!?…。！？｡؟।][)\]"'”’»)」』]*$/u.test(bare) ? bare : `${bare}.`;
}
