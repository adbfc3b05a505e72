/** The sinks at which keys are taken out are those that the redactor lists. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '../../src');
const read = (file: string): string => readFileSync(path.join(source, file), 'utf8');

test('every file that takes keys out is in the list of the redactor, and no other', () => {
  const redactor = 'text/secrets/redactor.ts';
  const [list = ''] = read(redactor).split('*/');
  const users = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && file !== redactor)
    .filter((file) => /\bredact(?:or|Data|Shapes)?(?:\?\.)?\(/.test(read(file)));
  const listed = [...list.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file);
  expect(listed.filter((file) => !file.startsWith('test/')).sort()).toEqual(users.sort());
});
