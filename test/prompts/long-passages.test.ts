import { expect, test } from 'vitest';
import { listLongPassages } from '../../src/prompts/long-passages.ts';
import type { Text } from '../../src/session/text.ts';

const words = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${index === 0 ? 'W' : 'w'}ord${index}`).join(' ');

/** The long passages of a section with this body. */
function listLong(body: string): { at: string; words: number }[] {
  const text = { sections: [{ id: 'context', title: '', body, from: [] }] } as unknown as Text;
  return listLongPassages(text, []).map(({ at, words: count }) => ({ at, words: count }));
}

test.each<[name: string, body: string, counts: number[]]>([
  ['a sentence', `${words(36)}.`, [36]],
  ['sentences of a fair length', `${words(30)}. ${words(30)}.`, []],
  ['a paragraph of many sentences', Array.from({ length: 10 }, () => `${words(10)}.`).join(' '), [100]],
  ['a bullet of two sentences', `* ${words(29)}.\n  ${words(29)}.\n* ${words(5)}.`, [58]],
  ['a cell', `| a | b |\n| --- | --- |\n| ${words(3)} | ${words(26)} |`, [26]],
  ['code', `\`\`\`\n${words(120)}\n\`\`\``, []],
  ['marks of facts are not read', `${words(30)} ${Array(10).fill('[[F-001]]').join(', ')}.`, []],
  ['the longest first', `${words(36)}.\n\n${words(50)}.`, [50, 36]],
])('%s', (_name, body, counts) => {
  expect(listLong(body)).toEqual(counts.map((count) => ({ at: 'context', words: count })));
});
