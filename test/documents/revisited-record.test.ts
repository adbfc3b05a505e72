/** A record that looks at another one again says what that came to; until somebody accepts it, the other one and the index stay. */
import { expect, test } from 'vitest';
import { planDocument } from '../../src/documents/plan-documents.ts';
import { shippedTemplates } from '../support/shipped-templates.ts';
import { buildItem, buildSession, buildText } from '../support/text-session.ts';

const nygard =
  '# 1. A queue\n\nDate: 2024-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nJobs wait.\n\n## Decision\n\nA table.\n\n## Consequences\n\nNone.\n';
const madr =
  '---\nstatus: accepted\ndate: 2025-01-01\n---\n\n# A queue\n\n## Context and Problem Statement\n\nx\n\n## Considered Options\n\nx\n\n## Decision Outcome\n\nx\n';
const index = '# Decisions\n\n| No | Title | Status |\n|---|---|---|\n| [1](0001-a.md) | A | Accepted |\n';

function publish(text: string, verdict: string, status: 'agreed' | 'not-agreed' = 'agreed') {
  const session = buildSession({
    workflow_type: 'revisit',
    output_type: 'adr',
    subject: { name: 'doc/adr/0001-a.md', kind: 'document', text, of_characters: text.length },
    text: buildText({ title: 'A queue again' }),
    artifacts: [buildItem({ id: 'VER-001', status, details: { verdict } })],
  });
  const { files } = planDocument({
    session,
    docsPaths: { decisions: 'docs/decisions', specifications: 'docs/s', architecture: 'docs/a' },
    templates: shippedTemplates,
    existing: new Map([
      ['doc/adr/0001-a.md', text],
      ['doc/adr/README.md', index],
    ]),
  });
  const read = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
  return {
    own: read('doc/adr/0002-a-queue-again.md'),
    old: read('doc/adr/0001-a.md'),
    index: read('doc/adr/README.md'),
  };
}

test.for([
  [nygard, 'holds'],
  [nygard, 'amended'],
  [nygard, 'superseded'],
  [madr, 'amended'],
  [madr, 'superseded'],
] as const)('%s: %s', ([text, verdict]) => {
  const { own, old, index: after } = publish(text, verdict);
  expect(old).toBe('');
  expect(own).toContain(`\nrevisits: "0001-a.md"\nverdict: ${verdict}\n`);
  const said = verdict === 'holds' ? 'still holds' : verdict;
  expect(own).toContain(`\n*Revisits:* [A queue](0001-a.md): ${said}\n`);
  expect(after).toContain('0002-a-queue-again.md');
  expect(after).toContain('| A | Accepted |');
});

test('a verdict that was not agreed changes nothing', () => {
  const { own, old } = publish(nygard, 'superseded', 'not-agreed');
  expect([own.includes('verdict:'), own.includes('not decided'), old]).toEqual([false, true, '']);
});
