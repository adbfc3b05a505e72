/** The language of a document, as far as the rules on words know it. */
import type { DocumentText } from './document-text.ts';

export type KnownLanguage = 'en' | 'de';

/** Words that nearly every text of the language has and that the languages around it lack. */
const commonWords: Readonly<Record<KnownLanguage, RegExp>> = {
  en: /^(?:the|and|of|to|is|are|be|that|this|with|for|when|if|not|by|from|it|an)$/,
  de: /^(?:der|die|das|dem|ein|eine|einer|einen|und|oder|nicht|mit|ist|sind|wird|für|auf|von|zu|wenn|im|bei)$/,
};

/**
 * The language that the front matter names (`lang` or `language`), else the one whose common words the text uses; null for a
 * language that no rule knows, or where the words do not tell.
 */
export function readLanguage(document: DocumentText): KnownLanguage | null {
  const [, named] = /^lang(?:uage)?\s*:\s*["']?([a-z]+)/im.exec(document.tree.frontMatter?.text ?? '') ?? [];
  if (named !== undefined) return /^(?:en|de)$/i.test(named) ? (named.toLowerCase() as KnownLanguage) : null;
  const prose = document.entries.flatMap(({ kind, text }) =>
    kind === 'code' ? [] : text.replace(/`[^`]*`/g, ' '),
  );
  const words =
    prose
      .join(' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const count = (language: KnownLanguage) => words.filter((word) => commonWords[language].test(word)).length;
  const [en, de] = [count('en'), count('de')];
  // English and German texts come to a fifth and more; other languages share a word or two.
  if (Math.max(en, de) < Math.max(1, words.length / 12)) return null;
  return en > 2 * de ? 'en' : de > 2 * en ? 'de' : null;
}
