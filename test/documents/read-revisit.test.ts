/** Which lines of a record say when to look again. */
import { expect, test } from 'vitest';
import { listRevisits } from '../../src/documents/adr/read-revisit.ts';
import { readDocumentText } from '../../src/documents/lint/document-text.ts';

test.for([
  ['* When a third writer comes.', ['When a third writer comes.']],
  ['When a third writer comes.\n\nWhen it is slow.', ['When a third writer comes.', 'When it is slow.']],
  // Definitions of links stand at the end of a document.
  [
    '* When it is slow: [a.py:1].\n\n[a.py:1]: ../a.py#L1\n[b.py:2]: ../b.py#L2',
    ['When it is slow: [a.py:1].'],
  ],
  ['Look again when\n\n* it is slow.', ['it is slow.']],
  ['It was cheap then.\n\n* When it is slow.', ['It was cheap then.', 'When it is slow.']],
  ['* When it is slow.\n\nUntil then, watch the logs.', ['When it is slow.']],
  [
    '* When it is slow.\n\nOn 2027-01-31, look at the logs.',
    ['When it is slow.', 'On 2027-01-31, look at the logs.'],
  ],
  [
    '### Load\n\n* When it is slow.\n\n### Cost\n\nWhen it costs more.',
    ['When it is slow.', 'When it costs more.'],
  ],
] as const)('%j', ([section, expected]) => {
  const document = readDocumentText(`# A\n\n## When to Revisit\n\n${section}\n`, 'a.md');
  expect(listRevisits(document).map(({ text }) => text)).toEqual(expected);
});
