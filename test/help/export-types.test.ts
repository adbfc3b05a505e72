/** The types of `roundtable export`, as the shell completes them. */
import { expect, test } from 'vitest';
import { exportCommand } from '../../src/cli/roundtable/roundtable-export.ts';

test('completion offers the record beside the documents', () => {
  const type = exportCommand.options?.find(({ usage }) => usage === '--type <type>');
  expect(type?.values).toEqual([
    'adr',
    'requirements',
    'architecture',
    'summary',
    'review',
    'plan',
    'record',
  ]);
});
