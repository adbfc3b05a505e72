/** A rehearsed seat looks a few things up, by seed, and points to what it saw, so that a rehearsal shows how a real panel does it. */
import type { LookUp } from '../domain/evidence.ts';
import type { RequestFacts } from '../domain/model-request.ts';
import { createRandom, pickAt } from './random.ts';
import { shorten } from './text.ts';

/** One seat in so many looks at nothing. */
const lookers = 4;

/** Up to three look-ups, and in the first turn sometimes a wish to look again. */
export function rehearseLook(facts: RequestFacts, key: string): { look_ups: object[]; again: boolean } {
  const random = createRandom(facts.seed, key);
  const seen = facts.evidence?.findings ?? [];
  const files = listFiles(facts).filter(
    (path) => !seen.some(({ title }) => title.startsWith(`read ${path}:`)),
  );
  const isSecond = seen.length > 0;
  if (files.length === 0 || (!isSecond && Math.floor(random() * lookers) === 0))
    return { look_ups: [], again: false };
  const pick = (): string => pickAt(files, Math.floor(random() * files.length)) ?? '';
  const wanted: LookUp[] = [{ look_up: 'read', path: pick(), from: 1, to: 40 }];
  if (!isSecond) wanted.push({ look_up: 'search', text: chooseWord(facts), path: null });
  if (!isSecond && random() < 0.5) wanted.push({ look_up: 'log', path: pick() });
  const form = { path: null, lines: null, text: null };
  return {
    look_ups: wanted.map((one) => ({
      ...form,
      ...one,
      ...(one.look_up === 'read' ? { lines: `${one.from}-${one.to}` } : {}),
    })),
    again: !isSecond && random() < 0.3,
  };
}

/** The facts of an answer, and one more for a file that the seat has read: its most telling line, word for word. */
export function pointToPlaces(facts: RequestFacts, said: readonly string[]): object[] {
  const plain = said.map((text) => ({ text, evidence: [] }));
  for (const { title, text, found } of facts.evidence?.findings ?? []) {
    const [, path] = /^read (.+?):\d+/.exec(title) ?? [];
    if (!found || path === undefined) continue;
    const rows = text.split('\n').flatMap((row) => {
      const [, line, quote = ''] = /^(\d+)\t(.*)$/.exec(row) ?? [];
      const words = quote.match(/\p{L}{3,}/gu)?.length ?? 0;
      return line === undefined || words < 2 ? [] : [{ line: Number(line), quote: quote.trim(), words }];
    });
    // The line with most words says most.
    const [best] = rows.sort((one, other) => other.words - one.words);
    if (best === undefined) continue;
    const { line, quote } = best;
    const said = shorten(quote.replace(/^[^\p{L}\p{N}]+/u, ''), 120);
    return [...plain, { text: `${path} says: ${said}`, evidence: [{ path, line, quote }] }];
  }
  return plain;
}

/** Files of the map: lines that end with a size, and perhaps a word on what the file is. */
function listFiles({ evidence }: RequestFacts): string[] {
  return (evidence?.map ?? '').split('\n').flatMap((line) => {
    const [, path] = /^(\S+[^/\s]) \([\d.]+ (?:B|kB|MB)\)/.exec(line) ?? [];
    return path === undefined ? [] : [path];
  });
}

/** A longer word of the topic, one that the map holds too if there is any. */
function chooseWord({ topic, evidence }: RequestFacts): string {
  const map = evidence?.map.toLowerCase() ?? '';
  const words = (topic.match(/\p{L}{4,}/gu) ?? []).sort((one, other) => other.length - one.length);
  return words.find((word) => map.includes(word.toLowerCase())) ?? words[0] ?? 'todo';
}
