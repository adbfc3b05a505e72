/** What the program finds wrong with a plan by itself. */
import { expect, test } from 'vitest';
import { planKind } from '../../../src/documents/plan/kind.ts';
import { checkPackages } from '../../../src/roundtable/text/check-packages.ts';
import type { Table } from '../../../src/session/ports/ports.ts';
import type { Session } from '../../../src/session/session.ts';
import { itemSchema } from '../../../src/session/text.ts';

const demands = [
  { id: 'REQ-001', title: 'Upload', path: 'r.md' },
  { id: '0007-bucket', title: 'A bucket', path: 'docs/adr/0007-bucket.md' },
];
const paths = ['src/a.ts', 'src/parts/b.ts'];
const full = { fulfils: 'req-1, 0007-bucket.md', touches: '`src/a.ts`, src/parts, src/c.ts (new)' };

function check(packages: { fulfils?: string; touches?: string; waits_for?: string }[], done = '') {
  const artifacts = packages.map((details, index) =>
    itemSchema.parse({
      ...{
        id: `PKG-00${index + 1}`,
        kind: 'package',
        section: 'packages',
        title: 'T',
        text: 'x',
        status: 'draft',
      },
      details,
    }),
  );
  const text = { sections: [{ id: 'done', title: '', body: done, from: [] }] };
  const session = { demands, artifacts, text } as unknown as Session;
  const table = { document: planKind.form, paths } as unknown as Table;
  return checkPackages(session, table).map(({ code, at }) => `${code} ${at}`);
}

test.for([
  [[full], '', []],
  [[full, { waits_for: '[[PKG-001]]' }], '', []],
  [[{ fulfils: 'REQ-001' }], '', ['demand_uncovered 0007-bucket']],
  [[{ fulfils: 'REQ-001' }], 'The record 0007-bucket is carried out in src/a.ts.', []],
  [[{ ...full, fulfils: `${full.fulfils}, REQ-009` }], '', ['unknown_demand PKG-001.fulfils']],
  [[{ ...full, touches: 'src/b.ts, src/part' }], '', Array(2).fill('unknown_path PKG-001.touches')],
  [[{ ...full, waits_for: 'PKG-002' }, {}], '', ['wrong_order PKG-001.waits_for']],
] as const)('%j, done %j: %j', ([packages, done, expected]) => {
  expect(check([...packages], done)).toEqual(expected);
});
