/** The rules on the words of a requirement (ISO/IEC/IEEE 29148, 5.2.7; EARS), for the languages that they know. */
import type { KnownLanguage } from '../lint/language.ts';

interface Words {
  /** Words of a demand, and the words that suffice where something is only allowed. */
  demand: RegExp;
  permission: RegExp;
  /** A demand that counts: not in a relative clause, and not the limit of another one. */
  counted: RegExp;
  /** An exception, which belongs to the demand that it limits. */
  exception: RegExp;
  /** A sentence that begins with a pronoun where EARS has the name of a system. */
  pronoun: RegExp;
  weak: RegExp;
}

const words: Readonly<Record<KnownLanguage, Words>> = {
  en: {
    demand: /\b(?:shall|must|should|will|may not|cannot|required to)\b/i,
    permission: /\b(?:may|can|could)\b/i,
    counted: /(?<!\b(?:that|which|who|what|it|as) )\b(?:shall|must)\b(?! (?:not|never)\b)/gi,
    exception: /,? \b(?:except|unless|until)\b[^.;]*/gi,
    pronoun: /^(it|this|that|they|these|he|she|we|you|there) (?:shall|must)\b/i,
    // Adverbs count anywhere, adjectives of speed and ease only as what is demanded: "shall be fast", not "the fast lane".
    weak: /\b(?:quickly|easily|smoothly|seamlessly|efficiently|effectively|properly|adequately|appropriately|in a timely manner)\b|(?<=\b(?:be|is|are|remain|stay) )(?:very )?(?:fast|quick|easy|simple|intuitive|robust|efficient|flexible|smooth|seamless|convenient|modern|timely|fine|good|nice)\b|\b(?:user[- ]friendly|appropriate|adequate|reasonable|suitable|state[- ]of[- ]the[- ]art|optimal(?:ly)?|best(?! practices?\b)(?:[- ]effort)?|fastest|easiest|simplest)\b|\b(?:as \w+ as|if|when|where|wherever) (?:possible|practicable|feasible|appropriate|necessary|needed|applicable)\b|\bas (?:appropriate|needed|necessary|required|applicable)\b|\bto the extent possible\b|\betc\b|\band so (?:on|forth)\b|\band\/or\b/gi,
  },
  de: {
    demand:
      /(?<!\p{L})(?:muss|müssen|soll|sollen|sollte|sollten|darf|dürfen|wird|werden)(?!\p{L})|(?<!\p{L})(?:ist|sind|hat|haben)(?!\p{L}).* zu \p{L}+/iu,
    permission: /(?<!\p{L})(?:kann|können|könnte)(?!\p{L})/iu,
    // In a relative clause the verb comes last: "Dateien, die geprüft werden müssen, …".
    counted: /(?<!\p{L})(?:muss|müssen)(?= [^\s,.;:])/giu,
    exception: /,? (?<!\p{L})(?:außer|es sei denn|sofern nicht)(?!\p{L})[^.;]*/giu,
    pronoun: /^(es|er|sie|dies|man|wir) (?:muss|müssen)(?!\p{L})/iu,
    weak: /(?<!\p{L})(?:benutzerfreundlich\p{L}*|nutzerfreundlich\p{L}*|bedienungsfreundlich\p{L}*|intuitiv|zeitnah|performant|effizient|robust|flexibel|komfortabel|schnell|angemessen(?:e[nrsm]?)?|geeignet(?:e[nrsm]?)?|möglichst|nach Möglichkeit|(?:wenn|falls|sofern|soweit|wo) (?:möglich|nötig|erforderlich)|so \p{L}+ wie möglich|bestmöglich\p{L}*|schnellstmöglich\p{L}*|optimal(?:e[nrsm]?)?|beste[nrsm]?|schnellste[nrsm]?|einfachste[nrsm]?|gegebenenfalls|ggf|usw|etc|und so weiter|und\/oder)(?!\p{L})/giu,
  },
};

/** What makes a word exact: a number later in the sentence, brackets, or what it is compared with or meant for. */
const exact: Readonly<Record<KnownLanguage, RegExp>> = {
  en: /^[^.;]*\d|^ \(|^ (?:enough|than|to|for|against|by|in|under|as)\b/i,
  de: /^[^.;]*\d|^ \(|^ (?:genug|als|für|gegen|wie|nach|um)(?!\p{L})/iu,
};

/** The words of one sentence. */
export interface SentenceWords {
  /** How often the same verb demands something: "shall … and shall …" is 2. */
  demands: number;
  /** The pronoun that stands where EARS names the system, else null. */
  pronoun: string | null;
  weak: string[];
}

/** Splits a statement into its sentences, also at semicolons and before a sentence after a colon. Quotations and code do not count as its words. */
export function splitSentences(statement: string): string[] {
  return statement
    .replace(/`[^`]*`|"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»/g, 'X')
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}])|:\s+(?=\p{Lu})|;\s+/u)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
}

/** Whether a sentence has the verb of a requirement in a known language. */
export function isObligation(sentence: string): boolean {
  return /(?<!\p{L})(?:shall|must|muss|müssen)(?!\p{L})/iu.test(sentence);
}

/** Whether a sentence demands something in a known language; with `allows`, a permission is enough. */
export function isDemand(sentence: string, { allows = false } = {}): boolean {
  return Object.values(words).some(
    ({ demand, permission }) => demand.test(sentence) || (allows && permission.test(sentence)),
  );
}

export function readWords(sentence: string, language: KnownLanguage): SentenceWords {
  const { counted, exception, pronoun, weak } = words[language];
  // Brackets explain: of their words only a number counts, which makes a word before them exact.
  const bare = sentence
    // The number of an id measures nothing.
    .replace(/(?<![\w-])[A-Z][A-Z0-9_-]*[-_]\d+[a-z]?(?![\w-])/g, 'X')
    .replace(/\([^()]*\)/g, (inside) => (/\d/.test(inside) ? '(1)' : '()'));
  const main = bare.replace(exception, '');
  const verbs = (main.match(counted) ?? []).map((verb) => verb.toLowerCase().slice(0, 3));
  const found = [...bare.matchAll(weak)].filter(
    ({ 0: word, index }) => !exact[language].test(bare.slice(index + word.length)),
  );
  return {
    demands: Math.max(0, ...verbs.map((verb) => verbs.filter((other) => other === verb).length)),
    pronoun:
      pronoun
        .exec(main)
        ?.slice(1)
        .find((word) => word !== undefined) ?? null,
    weak: [...new Set(found.map(([word]) => word.toLowerCase()))],
  };
}
