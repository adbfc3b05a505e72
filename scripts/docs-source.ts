/** What the documentation takes from the program: exit codes, schemas. */
import { z } from 'zod';
import { resultDocumentSchema } from '../src/app/result-schema.ts';
import { errorTable } from '../src/session/errors.ts';
import { eventSchema } from '../src/session/event-schema.ts';

/** Sections that stand between `generated` marks in the named file. */
export function makeSections(): { file: string; name: string; text: string }[] {
  return [{ file: 'docs/exit-codes.md', name: 'codes', text: describeCodes() }];
}

/** Files that are generated as a whole. */
export function makeFiles(): { file: string; text: string }[] {
  return [
    {
      file: 'docs/result.schema.json',
      text: writeSchema(resultDocumentSchema, {
        title: 'What s2s writes with --json for a run',
        description: 'Fields may be added. See docs/output.md.',
      }),
    },
    {
      file: 'docs/events.schema.json',
      text: writeSchema(eventSchema, {
        title: 'One line of what s2s writes with --ndjson',
        description: 'Events and fields may be added within version 1 of the stream. See docs/output.md.',
      }),
    },
  ];
}

function writeSchema(schema: z.ZodType, head: { title: string; description: string }): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return `${JSON.stringify({ $schema, ...head, ...rest }, null, 2)}\n`;
}

function describeCodes(): string {
  const byExit = new Map<number, string[]>();
  for (const [name, exit] of Object.entries(errorTable))
    byExit.set(exit, [...(byExit.get(exit) ?? []), `\`${name}\``]);
  const rows = [...byExit]
    .sort(([one], [other]) => one - other)
    .map(([exit, names]) => `| ${exit} | ${names.join(', ')} |`);
  return ['| exit | codes |', '|---|---|', ...rows].join('\n');
}
