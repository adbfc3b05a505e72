/** What the documentation takes from the program: keys, variables, exit codes, schemas. */
import { z } from 'zod';
import { resultDocumentSchema } from '../src/app/result-schema.ts';
import type { KeySpec } from '../src/config/key-line.ts';
import { keyTable } from '../src/config/key-table.ts';
import { findOptionKey } from '../src/config/option-layer.ts';
import { listOptions } from '../src/config/option-table.ts';
import { errorTable } from '../src/session/errors.ts';
import { eventSchema } from '../src/session/event-schema.ts';

/** Sections that stand between `generated` marks in the named file. */
export function makeSections(): { file: string; name: string; text: string }[] {
  return [
    { file: 'docs/configuration.md', name: 'keys', text: describeAllKeys() },
    { file: 'docs/configuration.md', name: 'variables', text: describeVariables() },
    { file: 'docs/exit-codes.md', name: 'codes', text: describeCodes() },
  ];
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

/** Keys in one table for each part of the file. */
function describeAllKeys(): string {
  const groups = new Map<string, KeySpec[]>();
  for (const key of keyTable.filter(({ isRead }) => isRead)) {
    const [first = '', second = ''] = key.key.split('.');
    const group =
      first === 'roundtable' && key.key.split('.').length > 2
        ? `roundtable.${second}`
        : first.replace(/^(name|description)$/, 'project');
    groups.set(group, [...(groups.get(group) ?? []), key]);
  }
  const parts = [...groups].map(
    ([group, entries]) => `### ${group}\n\n${entries.map(describeKey).join('\n')}`,
  );
  const kept = keyTable.filter(({ isRead }) => !isRead);
  parts.push(
    `### Known, without effect\n\nOther tools and people keep these in the same file; they are never reported as unknown.\n\n${kept.map(({ key, description }) => `- \`${key}\`: ${description}`).join('\n')}`,
  );
  return parts.join('\n\n');
}

function describeKey({ key, words, default: preset, description, example, aliases, ...by }: KeySpec): string {
  const lines = [
    `- **\`${key}\`**: ${description}`,
    `  Type: ${words}. Default: ${preset === undefined ? 'none' : code(preset)}. Example: ${code(example)}.`,
  ];
  if (aliases.length > 0) lines.push(`  Also: ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`);
  if (by.can in needsYes) lines.push(`  ${needsYes[by.can as keyof typeof needsYes]}`);
  const flag = listOptions(['start', 'run', 'own']).find((line) => findOptionKey(line)?.key === key)?.flag;
  if (flag !== undefined) lines.push(`  Flag: \`${flag}\`.`);
  return lines.join('\n');
}

/** What a project may not say by itself; see docs/security.md. */
const needsYes = {
  runs: 'In a project it needs your yes: it runs a program.',
  host: 'In a project it needs your yes: it decides what is called.',
  variable: 'In a project it needs your yes: it names a variable of your environment.',
  outside: 'In a project it needs your yes: it names a file outside.',
  folder:
    'In a project it needs your yes if other programs act on what is there (`.github`, `node_modules`, `AGENTS.md`).',
  price: 'In a project it needs your yes, because cost limits are computed from it.',
  limit: 'A project may lower it, never raise it above yours.',
};

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

function describeVariables(): string {
  const rows = keyTable
    .filter(({ variable }) => variable !== undefined)
    .map(({ variable, key }) => `| \`${variable}\` | \`${key}\` |`);
  return ['| variable | sets |', '|---|---|', ...rows].join('\n');
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
