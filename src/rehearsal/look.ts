/** A rehearsed seat's look-ups, chosen by seed, and its references to what it saw, so that a rehearsal shows how a real panel does it. */
import type { LookUp } from '../domain/evidence.ts';
import type { RequestFacts } from '../domain/model-request.ts';
import { createRandom, pickAt } from './random.ts';
import { shorten } from './text.ts';

/** One in this many seats looks up nothing. */
const lookers = 4;

/** Chooses up to three look-ups; in the first turn the seat sometimes asks to look again. */
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

/** The facts of an answer, and one more that quotes a line of a file that the seat has read. */
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
    // The line with the most words is taken as the most telling.
    const [best] = rows.sort((one, other) => other.words - one.words);
    if (best === undefined) continue;
    const { line, quote } = best;
    const said = shorten(quote.replace(/^[^\p{L}\p{N}]+/u, ''), 120);
    return [...plain, { text: `${path} says: ${said}`, evidence: [{ path, line, quote }] }];
  }
  return plain;
}

/** The files in the project map: its lines with a path and a size. */
function listFiles({ evidence }: RequestFacts): string[] {
  return (evidence?.map ?? '').split('\n').flatMap((line) => {
    const [, path] = /^(\S+[^/\s]) \([\d.]+ (?:B|kB|MB)\)/.exec(line) ?? [];
    return path === undefined ? [] : [path];
  });
}

/** The longest word of the topic that also occurs in the map, or else the longest one. */
function chooseWord({ topic, evidence }: RequestFacts): string {
  const map = evidence?.map.toLowerCase() ?? '';
  const words = (topic.match(/\p{L}{4,}/gu) ?? []).sort((one, other) => other.length - one.length);
  return words.find((word) => map.includes(word.toLowerCase())) ?? words[0] ?? 'todo';
}
