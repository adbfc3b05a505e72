/** What the program finds wrong with a plan by itself. */
import { expect, test } from 'vitest';
import { planKind } from '../../../src/documents/plan/kind.ts';
import type { ItemReply } from '../../../src/prompts/forms/text-parts.ts';
import { checkPackages } from '../../../src/roundtable/text/check-packages.ts';
import { fillSame, nameItem } from '../../../src/roundtable/text/earlier-packages.ts';
import type { Table } from '../../../src/session/ports/ports.ts';
import { comparePackages, orderPackages } from '../../../src/session/rules/packages.ts';
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

const before = (id: string, commits: string[] = [], fulfils = 'REQ-001') => ({
  ...{ id, title: 'T', text: 'x', why: '', check: '', details: { fulfils } },
  commits: commits.map((hash) => ({ hash, subject: 's' })),
});

/** A plan made anew, from packages and sections; what is wrong with it, and what became of each package. */
function compare(
  earlier: ReturnType<typeof before>[],
  now: { id: string; text?: string; fulfils?: string; changes?: string; waits_for?: string }[],
  { gone = '', changed = [] }: { gone?: string; changed?: string[] } = {},
) {
  const artifacts = now.map(({ id, text = 'x', ...details }) =>
    itemSchema.parse({
      ...{ id, kind: 'package', section: 'packages', title: 'T', text, status: 'draft' },
      details: { fulfils: 'REQ-001', touches: 'src/a.ts', ...details },
    }),
  );
  const session = {
    ...{ demands: demands.slice(0, 1), artifacts },
    earlier_plan: {
      session: 's',
      packages: earlier,
      demands: changed.map((id) => ({ id, change: 'changed' })),
    },
    text: { sections: [{ id: 'gone', title: '', body: gone, from: [] }] },
  } as unknown as Session;
  const table = { document: planKind.form, paths } as unknown as Table;
  return {
    problems: checkPackages(session, table).map(({ code, at }) => `${code} ${at}`),
    states: comparePackages(session).map(({ id, state }) => `${id} ${state}`),
  };
}

test('a package that a commit names and that is left out is done: it covers its demands, and others may wait for it', () => {
  const earlier = [before('PKG-001', ['abc'])];
  expect(compare(earlier, [])).toEqual({ problems: [], states: ['PKG-001 done'] });
  const waiting = { id: 'PKG-002', waits_for: 'PKG-001', changes: 'new' };
  expect(compare(earlier, [waiting])).toEqual({ problems: [], states: ['PKG-001 done', 'PKG-002 new'] });
  // What was done before the demand changed does not meet it now.
  expect(compare(earlier, [], { changed: ['REQ-001'] }).problems).toEqual(['demand_uncovered REQ-001']);
});

test('a package that nobody did stays, or it is said why not', () => {
  const earlier = [before('PKG-001'), before('PKG-002')];
  const first = { id: 'PKG-001', touches: '' };
  expect(compare(earlier, [first]).problems).toContain('package_lost PKG-002');
  expect(compare(earlier, [first], { gone: '- PKG-2: not wanted.' }).states).toEqual([
    'PKG-001 same',
    'PKG-002 gone',
  ]);
});

test('what changed or is new says why', () => {
  const earlier = [before('PKG-001')];
  expect(compare(earlier, [{ id: 'PKG-001', text: 'y' }, { id: 'PKG-002' }]).problems).toEqual([
    'change_unexplained PKG-001.changes',
    'change_unexplained PKG-002.changes',
  ]);
});

test('ids of the plan before are kept, and new packages get numbers that nothing had', () => {
  const earlier = { session: 's', packages: [before('PKG-001', ['abc']), before('PKG-003')], demands: [] };
  const session = { earlier_plan: earlier } as unknown as Session;
  const name = (id: string, taken: string[] = []) =>
    nameItem(
      { id, kind: 'package' },
      taken.map((one) => ({ id: one })),
      { session, table: { extended: null } },
    );
  expect([name('PKG-3'), name('PKG-3', ['PKG-003']), name('PKG-101')]).toEqual([
    'PKG-003',
    'PKG-004',
    'PKG-004',
  ]);
  const reply = { id: 'PKG-3', title: 'same', text: 'same', compared: 'same' } as ItemReply;
  expect(fillSame(reply, session)).toMatchObject({ title: 'T', text: 'x', fulfils: 'REQ-001' });
  expect(fillSame({ ...reply, compared: 'changed' }, session).text).toBe('same');
});

test.each([
  [['', '', ''], '123'],
  [['2', '3', ''], '321'],
  [['3', '', ''], '231'],
  [['2', '1', ''], '312'],
  [['1, 9', '', ''], '123'],
])('packages that wait for %j are taken in the order %s', (waits, order) => {
  const items = waits.map((waits_for, index) => ({ id: String(index + 1), details: { waits_for } }));
  expect(
    orderPackages(items as Session['artifacts'])
      .map(({ id }) => id)
      .join(''),
  ).toBe(order);
});
