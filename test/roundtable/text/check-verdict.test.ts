/** What the program finds wrong with a verdict by itself. */
import { expect, test } from 'vitest';
import { revisitForm } from '../../../src/documents/adr/revisit-form.ts';
import { checkVerdict } from '../../../src/roundtable/text/check-verdict.ts';
import type { Table } from '../../../src/session/ports/ports.ts';
import { readVerdict } from '../../../src/session/rules/verdict.ts';
import { buildItem } from '../../support/text-session.ts';

const say = (verdict: string, id = 'VER-001') => buildItem({ id, details: { verdict } });
const decision = buildItem({ id: 'DEC-001' });

test.for([
  [[say('holds')], []],
  [[say('amended'), decision], []],
  [[decision], ['verdict_count text']],
  [[say('holds'), say('holds', 'VER-002')], ['verdict_count text']],
  [[say('')], ['missing_field VER-001.verdict']],
  [[say('holds'), decision], ['verdict_and_decisions DEC-001']],
  [[say('superseded')], ['verdict_and_decisions text']],
] as const)('case %#', ([artifacts, expected]) => {
  const table = { document: revisitForm } as unknown as Table;
  const found = checkVerdict({ artifacts: [...artifacts] }, table);
  expect(found.map(({ code, at }) => `${code} ${at}`)).toEqual(expected);
});

test('only what was agreed or decided by a person is a verdict', () => {
  const verdict = say('superseded');
  expect(readVerdict({ artifacts: [verdict] })).toBe('superseded');
  expect(readVerdict({ artifacts: [{ ...verdict, status: 'decided' }] })).toBe('superseded');
  expect(readVerdict({ artifacts: [{ ...verdict, status: 'not-agreed' }] })).toBeNull();
});
