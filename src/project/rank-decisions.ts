/** Ranks the earlier decisions that bear on a topic: first those that it names, then those that share words with it. */
import { letOthersGoOn } from '../files/let-others-go-on.ts';
import { fillWords, splitWords } from '../text/words.ts';

/** An earlier decision. */
export interface DecidedText {
  /** A path or an id by which a topic can name the decision. */
  source: string;
  title: string;
  text: string;
}

/** Decisions that are read before others have their turn. */
const readAtOnce = 20;
/** Number of characters of a text that are searched: its beginning says what it is about. */
const searched = 3_000;

/**
 * Returns at most `most` decisions, best first, without those that have nothing in common with the topic; with `anyWord`, one shared word
 * is enough. Ties keep their order.
 */
export async function rankDecisions<Decided extends DecidedText>(
  topic: string,
  decided: readonly Decided[],
  { most, anyWord = false }: { most: number; anyWord?: boolean },
): Promise<Decided[]> {
  const wanted = listStems(topic);
  const read: { entry: Decided; title: Set<string>; all: Set<string> }[] = [];
  for (const [index, entry] of decided.entries()) {
    if (index % readAtOnce === readAtOnce - 1) await letOthersGoOn();
    const title = listStems(entry.title);
    read.push({ entry, title, all: new Set([...title, ...listStems(entry.text.slice(0, searched))]) });
  }
  const weights = new Map(
    [...wanted].map((stem) => {
      const having = read.filter(({ all }) => isIn(stem, all)).length;
      // A word in every record, such as the product's name, says little.
      return [stem, Math.log(1 + read.length / Math.max(1, having))];
    }),
  );
  return read
    .map(({ entry, title, all }) => {
      const shared = [...wanted].filter((stem) => isIn(stem, all));
      const inTitle = shared.filter((stem) => isIn(stem, title));
      // A single shared word in a long text is a coincidence.
      const least = anyWord ? 1 : Math.min(2, wanted.size);
      const bears = inTitle.length > 0 || shared.length >= least;
      const score = [...shared, ...inTitle].reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0);
      return { entry, score: isNamed(topic, entry) ? Number.POSITIVE_INFINITY : bears ? score : 0 };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => (other.score === one.score ? 0 : other.score - one.score))
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** A word is also in a compound that ends with it: `Frist` in `Standardfrist`. */
function isIn(stem: string, stems: ReadonlySet<string>): boolean {
  if (stems.has(stem)) return true;
  if (stem.length < shortest) return false;
  return [...stems].some((other) => other.length >= stem.length + shortest - 1 && other.endsWith(stem));
}

/** The fewest letters of a word that is looked for in compounds. */
const shortest = 5;

function listStems(text: string): Set<string> {
  return new Set(
    splitWords(text)
      .filter(({ text: word }) => !fillWords.has(word.toLowerCase()) && !/^(?:[a-z]|\d+)$/i.test(word))
      .map(({ stem }) => stem),
  );
}

/** Whether a topic names a decision: by file name, record number (`ADR 12`), or the id in its title. */
function isNamed(topic: string, { source, title }: DecidedText): boolean {
  const said = topic.toLowerCase();
  const file = source.toLowerCase().split('/').at(-1) ?? '';
  if (file.endsWith('.md')) {
    const name = file.replace(/\.md$/, '');
    // `requirements` is also an ordinary word; `0007-jobs` can only be a name.
    if (/[-_\d]/.test(name) && ` ${said.replace(/[^\p{L}\p{N}_-]+/gu, ' ')} `.includes(` ${name} `))
      return true;
    const [, number] = /^(?:adr[-_ ]?)?(\d{1,5})(?=[-_ .])/.exec(file) ?? [];
    const named = said.matchAll(/\b(?:adr|record|decision)s?[-_ #]*(\d{1,5})\b/g);
    if (number !== undefined && [...named].some(([, other]) => Number(other) === Number(number))) return true;
  }
  const [, prefix, digits] = /^(\p{Lu}+)-(\d+)(?!\p{N})/u.exec(title) ?? [];
  return (
    prefix !== undefined &&
    new RegExp(`(?<![\\p{L}\\p{N}])${prefix}[-_ ]?0*${Number(digits)}(?!\\p{N})`, 'iu').test(topic)
  );
}
