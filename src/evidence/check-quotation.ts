/** Checks whether a text contains a quotation, word for word, ignoring differences in white space and line ends. */

/** The result. `line` is where the quotation begins, counted from 1. */
export type QuotationCheck = { found: 'yes' | 'moved'; line: number } | { found: 'no'; line: null };

/** How many lines a quotation may be from the line named, since models count from a heading or a brace. */
const nearby = 2;

/** A quotation identifies a place when it has this many characters that are not blank, and more than one word. */
const shortestQuotation = 12;

/**
 * Looks for a quotation in the text of a file. The result is `yes` when it is near the line named, or anywhere if no line was named;
 * `moved` when it is elsewhere (`line` is then the nearest place); else `no`. A paraphrase, and text joined from two places, are `no`;
 * so is a quotation too short to identify a place, unless it stands on the very line named.
 */
export function checkQuotation(
  text: string,
  { quote, line }: { quote: string; line: number | null },
): QuotationCheck {
  const wanted = withoutFrame(quote);
  const { flat, lineAt } = flatten(text);
  const found = wanted === '' ? notFound : findNearest({ flat, lineAt }, wanted, line);
  // A few signs identify no place in a file, but they do on the line that was named.
  if (!namesPlace(wanted)) return line !== null && found.line === line ? found : notFound;
  const decoded = decodeEntities(wanted);
  return found.found !== 'no' || decoded === wanted ? found : findNearest({ flat, lineAt }, decoded, line);
}

/** Finds the place nearest to the line, or the first place when no line is named. */
function findNearest({ flat, lineAt }: FlatText, wanted: string, line: number | null): QuotationCheck {
  const needle = flatten(wanted).flat;
  let nearest: { first: number; distance: number } | null = null;
  for (let at = flat.indexOf(needle); at !== -1; at = flat.indexOf(needle, at + 1)) {
    if (isInsideWord(flat, { at, length: needle.length })) continue;
    const first = lineAt(at);
    if (line === null) return { found: 'yes', line: first };
    const distance = Math.max(first - line, line - lineAt(at + needle.length - 1), 0);
    if (distance === 0) return { found: 'yes', line };
    if (nearest === null || distance < nearest.distance) nearest = { first, distance };
  }
  if (nearest === null) return { found: 'no', line: null };
  return { found: nearest.distance <= nearby ? 'yes' : 'moved', line: nearest.first };
}

/** Removes what surrounds a quotation: quotation marks, fences, the line numbers that `read` adds, and ellipses. */
function withoutFrame(quote: string): string {
  const lines = quote.replace(/\r\n?/g, '\n').trim().split('\n');
  const numbered = lines.every((line) => line.trim() === '' || /^\s*\d{1,7}\s*[|:\t]/.test(line));
  const plain = (numbered ? lines.map((line) => line.replace(/^\s*\d{1,7}\s*[|:\t]/, '')) : lines)
    .join('\n')
    .trim();
  const [, marked] = /^(?:"|“|”|„|«|`|'|‘)([\s\S]*)(?:"|”|“|»|`|'|’)$/.exec(plain) ?? [];
  const bare = marked === undefined || marked.includes('"') ? plain : marked.trim();
  return bare.replace(/^(?:\.{3}|…)\s*|\s*(?:\.{3}|…)$/g, '');
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  amp: '&',
};

/** Decodes HTML entities, which some models write. */
function decodeEntities(quote: string): string {
  return quote.replace(/&(lt|gt|quot|apos|#39|amp);/g, (entity, name: string) => entities[name] ?? entity);
}

/** Replaces typographic quotation marks and hyphens with plain ones, since models and editors exchange them. */
function straighten(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’‚]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐‑‒–]/g, '-');
}

/** Not found. */
const notFound = { found: 'no', line: null } as const;

function namesPlace(quote: string): boolean {
  const solid = quote.replace(/\s+/gu, '');
  // Scripts without spaces between words need fewer characters.
  const shortest = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(solid)
    ? 6
    : shortestQuotation;
  if (solid.length < shortest) return false;
  return shortest < shortestQuotation || (quote.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) > 1;
}

/** A character of a word, in scripts with spaces between words. */
const wordSign = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\p{Nd}_]/u;

/** Whether a place begins or ends in the middle of a word or number: "110 seconds" does not contain "10 seconds". */
function isInsideWord(text: string, { at, length }: { at: number; length: number }): boolean {
  const joined = (left: string | undefined, right: string | undefined) =>
    wordSign.test(left ?? '') && wordSign.test(right ?? '');
  return joined(text[at - 1], text[at]) || joined(text[at + length - 1], text[at + length]);
}

interface FlatText {
  flat: string;
  /** The line of a character, from 1. */
  lineAt: (index: number) => number;
}

/** Replaces every run of white space with one space. */
function flatten(text: string): FlatText {
  const source = text.replace(/^\ufeff/, '');
  const parts: string[] = [];
  /** Where each line that is not blank begins in the flat text, with its number. */
  const starts: { at: number; line: number }[] = [];
  let length = 0;
  let number = 0;
  for (const line of source.split(/\r\n|\n|\r/)) {
    number += 1;
    const plain = straighten(line.replace(/\s+/gu, ' ').trim());
    if (plain === '') continue;
    starts.push({ at: length, line: number });
    parts.push(plain);
    length += plain.length + 1;
  }
  return {
    flat: parts.join(' '),
    lineAt(index) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((starts[middle]?.at ?? 0) <= index) low = middle;
        else high = middle - 1;
      }
      return starts[low]?.line ?? 1;
    },
  };
}
