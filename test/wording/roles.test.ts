import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sayRole } from '../../src/wording/roles.ts';

const folder = new URL('../../agents/roundtable/', import.meta.url);
const roles = readdirSync(folder).map(
  (name) => /^role: (.+)$/m.exec(readFileSync(new URL(name, folder), 'utf8'))?.[1] ?? name,
);

test('every role that ships has its name in German, and a role of a project stays as it is', () => {
  expect(roles.filter((role) => sayRole(role, 'de') === role)).toEqual([]);
  expect(new Set(roles.map((role) => sayRole(role, 'de-CH'))).size).toBe(roles.length);
  expect([sayRole('Falconer', 'de'), sayRole('QA lead', 'en'), sayRole('QA lead', null)]).toEqual([
    'Falconer',
    'QA lead',
    'QA lead',
  ]);
});
