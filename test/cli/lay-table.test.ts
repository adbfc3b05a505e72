import { expect, test } from 'vitest';
import type { ActionContext } from '../../src/cli/action-context.ts';
import { layTable } from '../../src/cli/lay-table.ts';

test('a table that does not fit shows every cell, the first of a row on a line of its own', async () => {
  const stdout = { columns: 40, color: 0, unicode: true, isTty: true } as const;
  const path = 'docs/developer/decision-records/2022-02-07-tracing/README.md';
  const table = await layTable({ modes: { stdout } as unknown as ActionContext['modes'] }, [
    { title: 'RECORD', cells: [path, path.replace('tracing', 'metrics')] },
    { title: 'STATUS', cells: ['accepted', '-'] },
    { title: 'TITLE', cells: ['One trace for each request that comes in', ''], flexible: true },
  ]);
  expect(table).toBe(
    `${path}\n  accepted · One trace for each request\n  that comes in\n${path.replace('tracing', 'metrics')}`,
  );
});
