/** What tools read instead of people: the findings of a review as SARIF, the packages of a plan as issues. */
import { expect, test } from 'vitest';
import { findFailedConditions } from '../../src/cli/fail-on.ts';
import { describeIssues } from '../../src/documents/plan/issues.ts';
import { renderText } from '../../src/documents/render-document.ts';
import { describeDocument } from '../../src/documents/render-json.ts';
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

test.each([
  [{ base: 'a'.repeat(40), head: 'b'.repeat(40) }, ` (${'a'.repeat(12)}..${'b'.repeat(12)})`],
  [{ base: 'a'.repeat(40) }, ` (since ${'a'.repeat(12)})`],
  [{}, ''],
  [
    {
      head: 'b'.repeat(40),
      repository: 'https://github.com/a/b',
      commits: [{ hash: 'b', subject: 'Say *x*' }],
    },
    ` (${'b'.repeat(12)})\n\n* b Say \\*x\\*`,
  ],
])('a review of %j says which lines it means, in print and as data', (revisions, printed) => {
  const subject = { name: 'x', kind: 'change', text: 'y', of_characters: 1, left_out: [], ...revisions };
  const session = buildSession({
    subject,
    text: buildText(),
    output_type: 'review',
    workflow_type: 'review',
  });
  const text = renderText({ session, type: 'review', templates: shippedTemplates });
  expect(text).toContain(`\n\n*Reviewed:* \`x\`${printed}\n\n`);
  const { text: _, ...reviewed } = subject;
  expect(describeDocument({ session, type: 'review' })).toMatchObject({ reviewed });
  const { versionControlProvenance: provenance } =
    (describeSarif(session) as { runs: Record<string, unknown>[] }).runs[0] ?? {};
  expect(provenance).toEqual(
    'repository' in revisions
      ? [{ repositoryUri: revisions.repository, revisionId: revisions.head }]
      : undefined,
  );
});

test('a finding that a seat objects to says so in a line', () => {
  const item = buildItem({
    ...{ id: 'FIND-001', kind: 'finding', status: 'not-agreed', details: { severity: 'minor' } },
    votes: [
      { seat: 'software-architect', vote: 'stand_aside', reason: 'Runners may.', lifted_by: 'a test' },
      { seat: 'qa-lead', vote: 'ratify', reason: '' },
    ],
  });
  const session = buildSession({ artifacts: [item], text: buildText(), output_type: 'review' });
  const text = renderText({ session, type: 'review', templates: shippedTemplates });
  expect(text).toContain('The text of FIND-001.\n\n*Dissent:* Software Architect: Runners may.\n\n');
  expect(text).not.toMatch(/a test|\*For:/);
});

test.each([
  ['PKG-001', '*After:* PKG-001 (done)'],
  ['PKG-003, [[PKG-1]]', '*Waits for:* PKG-003\n\n*After:* PKG-1 (done)'],
  ['PKG-003', '*Waits for:* PKG-003'],
])('of packages that stand in %j, it waits only for what is not done', (waits, printed) => {
  const [second, third] = [
    ['PKG-002', waits],
    ['PKG-003', 'none'],
  ].map(([id = '', waits_for]) =>
    buildItem({ id, kind: 'package', section: 'packages', details: { waits_for } }),
  );
  const before = { id: 'PKG-001', title: 'T', text: '', why: '', check: '', details: {} };
  const session = buildSession({
    artifacts: [second, third],
    text: buildText({ sections: [{ id: 'packages', title: '', body: '', from: [] }] }),
    earlier_plan: {
      session: 's',
      packages: [{ ...before, commits: [{ hash: 'a', subject: 'b' }] }],
      demands: [],
    },
    ...{ output_type: 'plan', workflow_type: 'plan' },
  });
  const text = renderText({ session, type: 'plan', templates: shippedTemplates });
  expect(text).toContain(`The text of PKG-002.\n\n${printed}\n\n`);
  const ids = waits.includes('PKG-003') ? ['PKG-003', 'PKG-002'] : ['PKG-002', 'PKG-003'];
  expect(text.match(/(?<=^\*\*)PKG-\d+/gm)).toEqual(ids);
  expect(describeIssues(session).map(({ title }) => title.slice(0, 7))).toEqual(ids);
});
