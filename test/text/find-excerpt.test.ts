/** The sentence that a search shows. */
import { expect, it } from 'vitest';
import { findExcerpt } from '../../src/text/find-excerpt.ts';
import { splitWords } from '../../src/text/words.ts';

it.each([
  ['queue', 'Text. The queue is a table! More.', 'The queue is a table!'],
  [
    'workspace',
    'See [workspaces](https://developer.example.com/w) of it. More.',
    'See [workspaces](https://developer.example.com/w) of it.',
  ],
  [
    'environment',
    'One for each environment (e.g. dev) and more.',
    'One for each environment (e.g. dev) and more.',
  ],
  ['queue', 'On “Which queue?”: the first one stays.', 'On “Which queue?”: the first one stays.'],
  ['表', '列は遅い。表は速い。終わり。', '表は速い。'],
  ['queue', '# The queue\n\nIt is a queue.', 'It is a queue.'],
  ['queue', '- The queue is a list.', 'The queue is a list.'],
  ['queue', '**Yes: the queue. It is a table.** More.', 'Yes: the queue.'],
  ['table', '**Yes: the queue. It is a table.**', 'It is a table.'],
  ['queue', '**The queue** is a table.', '**The queue** is a table.'],
  ['nothing', 'The first. The second.', 'The first.'],
])('for "%s" of "%s"', (words, text, excerpt) => {
  const stems = new Set(splitWords(words).map(({ stem }) => stem));
  expect(findExcerpt(text, stems).excerpt).toBe(excerpt);
});
