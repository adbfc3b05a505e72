/** Whether a quotation stands in a text: word for word, whatever its white space and line ends. */

/** What was found. `line` is where the quotation begins, counted from 1. */
export type QuotationCheck = { found: 'yes' | 'moved'; line: number } | { found: 'no'; line: null };

/** How far from its line, in lines, a quotation still counts as being there: models count from a heading or a brace. */
const nearby = 2;

/** A quotation names a place when it has this many characters that are not blank, and more than one word. */
const shortestQuotation = 12;

/**
 * Looks for a quotation in the text of a file. It is there (`yes`) near the line that was named or when no line was named,
 * `moved` when it stands elsewhere (then `line` is the nearest such place), else `no`. A paraphrase, a part joined from two places, and a quotation too
 * short to name a place are `no`.
 */
export function checkQuotation(
  text: string,
  { quote, line }: { quote: string; line: number | null },
): QuotationCheck {
  const wanted = withoutFrame(quote);
  if (!namesPlace(wanted)) return { found: 'no', line: null };
  const { flat, lineAt } = flatten(text);
  const found = findNearest({ flat, lineAt }, wanted, line);
  const decoded = decodeEntities(wanted);
  return found.found !== 'no' || decoded === wanted ? found : findNearest({ flat, lineAt }, decoded, line);
}

/** The place nearest to the line; the first one where no line is named. */
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

/** A quotation without what stands around it: quotation marks, fences, line numbers as `read` puts them before lines, and signs that it was cut. */
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

/** Some models write signs as a page would. */
function decodeEntities(quote: string): string {
  return quote.replace(/&(lt|gt|quot|apos|#39|amp);/g, (entity, name: string) => entities[name] ?? entity);
}

/** Quotation marks and hyphens in their plain form, since models and editors put one for the other. */
function straighten(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’‚]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐‑‒–]/g, '-');
}

function namesPlace(quote: string): boolean {
  const solid = quote.replace(/\s+/gu, '');
  // Scripts without spaces between words say more with fewer characters.
  const shortest = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(solid)
    ? 6
    : shortestQuotation;
  if (solid.length < shortest) return false;
  return shortest < shortestQuotation || (quote.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) > 1;
}

/** Of scripts with spaces between words. */
const wordSign = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\p{Nd}_]/u;

/** Whether a place begins or ends in the middle of a word or number: "10 seconds" is not said by "110 seconds". */
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

/** A text with every run of white space as one space. */
function flatten(text: string): FlatText {
  const source = text.replace(/^\ufeff/, '');
  const parts: string[] = [];
  /** Where each line that holds anything begins in the flat text, with its number. */
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
