/** What tools read instead of people: the findings of a review as SARIF, the packages of a plan as issues. */
import { expect, test } from 'vitest';
import { describeIssues } from '../../src/documents/plan/issues.ts';
import { describeSarif } from '../../src/documents/review/sarif.ts';
import { buildItem, buildSession } from '../support/text-session.ts';

test.each([
  ['FIND-001', 'review', describeSarif],
  ['PKG-001', 'plan', describeIssues],
] as const)('%s has no control characters, and a title of one line', (id, type, describe) => {
  const title = 'A \u001b]0;table\u0007\n---\nof \u202ejobs';
  const item = buildItem({ id, title, text: 'Keep \u001b[2Jthem.\ud800', why: 'Asked\u0000 for.' });
  const session = buildSession({ artifacts: [item], output_type: type });
  const written = JSON.stringify(describe(session));
  expect(written).not.toMatch(/\\u(?!fffd)|\u202e/);
  expect(written).toContain('A --- of jobs');
});
