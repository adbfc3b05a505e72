/** Helpers for sentences: shortening, quoting, joining, and finding the subject of a topic. */

/** Words too common to tell what a text is about. */
const commonWords = new Set(
  'about after also been before being both does each every first from have into least more most must only other over shall should some such than that their them then there these they this those through under until what when where which while will with without would your'.split(
    ' ',
  ),
);

/** Removes markdown marks and line breaks. */
export function stripMarks(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]|(?<!\w)_|_(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Cuts a text to at most `limit` characters, including the ellipsis, at the end of a word if possible. */
export function shorten(text: string, limit: number): string {
  const plain = stripMarks(text);
  if (plain.length <= limit) return plain;
  const cut = plain.slice(0, limit - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`;
}

/**
 * The beginning of a longer item: without text in brackets and, if it is still too long, cut at the first colon, semicolon, full stop or
 * dash that leaves at least 25 characters.
 */
export function takeHead(text: string, limit = 110): string {
  const plain = stripMarks(text)
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/[.;:]+$/, '');
  if (plain.length <= limit) return plain;
  const head = /^(.{25,}?)(?:[:;]\s|\.\s|\s[–—]\s)/.exec(plain)?.[1] ?? plain;
  return shorten(head, limit);
}

/** An open question of the context, ending with a question mark; empty for an empty text. */
export function takeQuestion(text: string): string {
  const head = takeHead(text, 160);
  return head === '' || /[?？…]$/.test(head) ? head : `${head}?`;
}

/** A text in quotation marks, without final punctuation. */
export function quote(text: string, limit = 120): string {
  return `“${shorten(text, limit).replace(/(?<!\.)[.;:,]+$/, '')}”`;
}

/** Adds a full stop unless the text already ends like a sentence, before any closing quotation marks. */
export function endSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]["”’)]*$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Capitalizes the first letter. */
export function raiseFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Makes the first letter lowercase, unless the first word looks like a name or an abbreviation. */
export function lowerFirst(text: string): string {
  const word = /^\S+/.exec(text)?.[0] ?? '';
  const isPlain = (/^[A-Z][a-z/-]+[,;:]?$/.test(word) && !/^\S+ \d/.test(text)) || word === 'A';
  return isPlain ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[], link = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${link} ${words[words.length - 1] ?? ''}`;
}

/** The longer words of a text, cut to five letters, so that `deploy` matches `deployment`. */
export function findStems(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  return new Set(words.filter((word) => !commonWords.has(word)).map((word) => word.slice(0, 5)));
}

/** Counts the wanted stems that occur in the text. */
export function countShared(text: string, wanted: ReadonlySet<string>): number {
  let shared = 0;
  for (const stem of findStems(text)) if (wanted.has(stem)) shared += 1;
  return shared;
}

/** Whether two texts have the same letters and digits. */
export function isSameText(left: string, right: string): boolean {
  return foldText(left) === foldText(right);
}

/** The letters and digits of a text in lowercase, for comparing texts. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The subject of a topic, in the forms that sentences need. */
export interface Subject {
  /** The thing that the topic names, such as `queue`, or null. */
  noun: string | null;
  /** Fits after "about" and "for": `the queue that is to carry the download jobs`. */
  phrase: string;
  /** Two alternatives that the topic names, or null. */
  alternatives: [string, string] | null;
}

/** Reads a topic: "Which X should Y?", "Should we X or Y?", "How should X?", "X versus Y", or a plain title. */
export function readSubject(topic: string): Subject {
  const plain = stripMarks(topic).replace(/[?!.\s]+$/, '');
  const which =
    /^(?:which|what)\s+(?!is\b|are\b|does\b|do\b|should\b|must\b|can\b|will\b)(.{2,40}?)\s+(should|shall|must|do|does|can|will|would)\s+(.+)$/i.exec(
      plain,
    );
  if (which) {
    const noun = lowerFirst(which[1] ?? '');
    const rest = which[3] ?? '';
    const link = /^(we|our|the|a|an|i|it|they)\b/i.test(rest) ? '' : 'that is to ';
    return { noun, phrase: shorten(`the ${noun} ${link}${rest}`, 90), alternatives: findAlternatives(rest) };
  }
  const open = readOpenQuestion(plain);
  if (open !== null) return { noun: null, phrase: shorten(open, 100), alternatives: null };
  const whether = /^(?:should|shall|must|do|does|can|could)\s+(.+)$/i.exec(plain);
  if (whether) {
    const rest = (whether[1] ?? '').replace(/^(?:we|i)\s+/i, '');
    const asked = rest === whether[1] ? `the question “${shorten(plain, 80)}”` : `whether to ${rest}`;
    return { noun: null, phrase: shorten(asked, 100), alternatives: findAlternatives(rest) };
  }
  // A question in any language is quoted; only a title fits into a sentence as it is.
  const named =
    !/[?？]\s*$/.test(stripMarks(topic)) &&
    /^[\p{L}\p{N}]/u.test(plain) &&
    plain.length <= 60 &&
    !/^(what|which|why|who|when|where|how)\b/i.test(plain);
  return {
    noun: null,
    phrase:
      named && plain !== '' ? lowerFirst(plain) : `the question “${shorten(plain || 'as it was put', 90)}”`,
    alternatives: findAlternatives(plain),
  };
}

/** Turns questions such as "What must the endpoint do" into part of a sentence; null for other questions. */
function readOpenQuestion(plain: string): string | null {
  const own = /^what\s+(should|must|can|could|will|would)\s+(we|i|it|they|you)\s+(.+)$/i.exec(plain);
  if (own) return `what ${own[2] ?? ''} ${(own[1] ?? '').toLowerCase()} ${own[3] ?? ''}`;
  const what = /^what\s+(should|must|can|could|will|would)\s+(.+)\s+(\S+)$/i.exec(plain);
  if (what) return `what ${what[2] ?? ''} ${(what[1] ?? '').toLowerCase()} ${what[3] ?? ''}`;
  const how = /^how\s+(should|shall|must|can|could|will|would|do)\s+(.+)$/i.exec(plain);
  if (!how) return null;
  const [, modal = '', rest = ''] = how;
  const active = /^(?:we|i)\s+(.+)$/i.exec(rest);
  if (active) return `how to ${active[1] ?? ''}`;
  const passive = /^(.+?)\s+(be\s.+)$/i.exec(rest);
  return passive
    ? `how ${passive[1] ?? ''} ${modal.toLowerCase()} ${passive[2] ?? ''}`
    : `the question “${plain}”`;
}

/** The two sides of `Redis or RabbitMQ` or `a monolith versus services`, at most three words each. */
function findAlternatives(text: string): [string, string] | null {
  const link = /\s+(?:or|vs\.?|versus)\s+/i.exec(text);
  if (!link) return null;
  const before = text
    .slice(0, link.index)
    .replace(/^.*[,:;]/s, '')
    .trim()
    .split(/\s+/);
  const after = text
    .slice(link.index + link[0].length)
    .trim()
    .split(/\s+/);
  const stop = after.findIndex((word) => /^(for|to|in|on|as|with|when|that|so)$/i.test(word));
  const right = after.slice(0, Math.min(stop < 1 ? after.length : stop, 3)).join(' ');
  const verb = before.findLastIndex((word) =>
    /^(use|choose|take|with|between|for|on|adopt|pick|prefer|keep|build|run|to|buy|write|be)$/i.test(word),
  );
  const left = before.slice(Math.max(verb + 1, before.length - 3)).join(' ');
  const clean = (words: string) => words.replace(/[,;:?]+$/, '').trim();
  return clean(left) !== '' && clean(right) !== '' && !isSameText(left, right)
    ? [clean(left), clean(right)]
    : null;
}
