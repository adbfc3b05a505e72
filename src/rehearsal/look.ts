/** A rehearsed seat looks a few things up, by seed, and points to what it saw, so that a rehearsal shows how a real panel does it. */
import type { LookUp } from '../domain/evidence.ts';
import type { RequestFacts } from '../domain/model-request.ts';
import { createRandom, pickAt } from './random.ts';

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

/** The facts of an answer, and one more for a file that the seat has read: a line of it, word for word. */
export function pointToPlaces(facts: RequestFacts, said: readonly string[]): object[] {
  const plain = said.map((text) => ({ text, evidence: [] }));
  for (const { title, text, found } of facts.evidence?.findings ?? []) {
    const [, path] = /^read (.+?):\d+/.exec(title) ?? [];
    if (!found || path === undefined) continue;
    for (const row of text.split('\n')) {
      const [, line, quote = ''] = /^(\d+)\t(.*)$/.exec(row) ?? [];
      // Long enough to name a place, and no mere frame of a comment.
      if (line === undefined || !/\p{L}{3}.*\s.*\p{L}{3}/u.test(quote) || quote.trim().length < 20) continue;
      const place = { path, line: Number(line), quote: quote.trim() };
      return [...plain, { text: `${path} says so at line ${line}`, evidence: [place] }];
    }
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
