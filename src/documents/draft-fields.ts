/**
 * Fields of drafts. They never fail: a mistake by the model costs only the field concerned. Only a kind's core field, which the
 * comment on its schema names, can make a draft unusable. The output side of each is plain JSON Schema, as models are asked for.
 */
import * as z from 'zod';

/** Text; numbers and booleans become text, lists become lines, everything else an empty text. */
export function text(description: string) {
  return z.preprocess(readText, z.string().describe(description));
}

/** Text or null; blank text, `null`, `none` and `n/a` become null. */
export function optionalText(description: string) {
  return z.preprocess((value) => {
    const read = readText(value).trim();
    return /^(?:|null|none|n\/a|-)$/i.test(read) ? null : read;
  }, z.string().nullable().describe(description));
}

/** A list of texts; a single text becomes a list of its lines. Blank entries are dropped. */
export function texts(description: string) {
  return z.preprocess(
    (value) =>
      readList(value)
        .map(readText)
        .filter((line) => line.trim() !== ''),
    z.array(z.string()).describe(description),
  );
}

/** One word of a list, in any case and with any separators; everything else becomes `fallback`. */
export function choice<const Word extends string>(
  words: readonly Word[],
  options: { fallback: Word; description: string },
) {
  return z.preprocess((value) => {
    const plain = (word: string) => word.toLowerCase().replace(/[^a-z]/g, '');
    const read = plain(readText(value));
    return words.find((word) => plain(word) === read) ?? options.fallback;
  }, z.enum(words).describe(options.description));
}

/**
 * A list of objects. A plain text becomes `{[main]: text}`; an object whose main field is empty is dropped.
 */
export function items<Shape extends z.ZodObject>(
  item: Shape,
  options: { main: string; description: string },
) {
  return z.preprocess(
    (value) =>
      readList(value)
        .map((entry): Record<string, unknown> => {
          const given: Record<string, unknown> = isObject(entry) ? entry : {};
          const main = readText(given[options.main]);
          return { ...given, [options.main]: main.trim() === '' ? readText(entry) : main };
        })
        .filter((entry) => readText(entry[options.main]).trim() !== ''),
    z.array(item).describe(options.description),
  );
}

/** Who said it: rounds and seats. An unreadable source is kept with round 0, so that it is marked as invalid instead of hidden. */
export function sources() {
  return z.preprocess(
    (value) =>
      readList(value)
        .map(readSource)
        .filter((source) => source.seat !== ''),
    z
      .array(
        z.object({
          round: z.union([z.number(), z.literal('review')]).describe('Number of the round'),
          seat: z.string().describe('Id of the seat'),
        }),
      )
      .describe('Who said it, and in which round'),
  );
}

/** The fields that every draft begins with. */
export const head = {
  title: text('Title of the document: what was decided or found, at most ten words, without a number'),
  summary: text('The first sentence says what was decided, or what was not; the next three say why'),
  recommendation: optionalText('What to do now, one sentence; null when there is none'),
};

const point = z.object({ text: text('One point, one sentence'), sources: sources() });
/** One thing that was said, and who said it. */
export type Point = z.infer<typeof point>;

export const points = (description: string) => items(point, { main: 'text', description });

/** Words and their meanings. */
export const terms = () =>
  items(z.object({ term: text('A word'), meaning: text('Its meaning') }), {
    main: 'term',
    description: 'Words with a special meaning',
  });

/** One citation: a round by its number, or the review that comes after all rounds. */
export interface Source {
  round: number | 'review';
  seat: string;
}

function readSource(value: unknown): Source {
  if (isObject(value)) {
    const written = readText(value['round']);
    const round = Number(written.replace(/[^0-9]/g, ''));
    const seat = readText(value['seat'] ?? value['seat_id'] ?? value['agent'] ?? value['id']).trim();
    if (/^\W*(?:the )?review\W*$/iu.test(written)) return { round: 'review', seat };
    return {
      round: Number.isSafeInteger(round) ? round : 0,
      seat: seat === '' && round > 0 ? 'unnamed' : seat,
    };
  }
  const read = readText(value).trim();
  const [, reviewer] = /^\W*(?:the )?review\W+(.*?)\W*$/iu.exec(read) ?? [];
  if (reviewer !== undefined) return { round: 'review', seat: reviewer };
  const match = /^\W*(?:round|r)?\W*(\d{1,6})\W+(.*?)\W*$/iu.exec(read);
  return match ? { round: Number(match[1]), seat: match[2] ?? '' } : { round: 0, seat: read };
}

function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined) return [];
  return typeof value === 'string' ? value.split(/\r?\n/).filter((line) => line.trim() !== '') : [value];
}

function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value
      .map(readText)
      .filter((line) => line !== '')
      .join('\n');
  if (isObject(value)) return readText(value['text'] ?? value['title'] ?? value['name'] ?? '');
  return '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
