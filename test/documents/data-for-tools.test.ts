/** What tools read instead of people: the findings of a review as SARIF, the packages of a plan as issues. */
import { expect, test } from 'vitest';
import { findFailedConditions } from '../../src/cli/fail-on.ts';
import { describeIssues } from '../../src/documents/plan/issues.ts';
import { renderText } from '../../src/documents/render-document.ts';
import { describeSarif } from '../../src/documents/review/sarif.ts';
import { shippedTemplates } from '../support/shipped-templates.ts';
import { buildItem, buildSession, buildText } from '../support/text-session.ts';

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

test('a finding that was not agreed stands by its weight, and says so, in print and in SARIF', () => {
  const artifacts = (
    [
      ['FIND-001', 'minor', 'agreed'],
      ['FIND-002', 'blocking', 'not-agreed'],
    ] as const
  ).map(([id, severity, status]) =>
    buildItem({ ...{ id, kind: 'finding', section: 'findings', title: id }, status, details: { severity } }),
  );
  const text = buildText({ sections: [{ id: 'findings', title: 'Findings', body: '', from: [] }] });
  const session = buildSession({ artifacts, text, output_type: 'review', workflow_type: 'review' });
  const printed = renderText({ session, type: 'review', templates: shippedTemplates });
  expect(printed.match(/\*\*FIND.*|^## .*/gm)).toEqual([
    '## Findings',
    '**FIND-002 · FIND-002** (blocking, not agreed)',
    '**FIND-001 · FIND-001** (minor)',
  ]);
  expect(describeSarif(session)).toMatchObject({
    runs: [
      {
        results: [
          { ruleId: 'blocking', kind: 'review', level: 'none', properties: { agreed: false } },
          { ruleId: 'minor', level: 'note', properties: { id: 'FIND-001', agreed: true } },
        ],
      },
    ],
  });
  expect(findFailedConditions(session, ['blocking'])).toEqual([]);
});
