/** Reads an agent from its file. */

import type { Agent } from '../session/library.ts';
import { splitFrontMatter } from '../text/front-matter.ts';

import { parseFrontMatter } from './parse-front-matter.ts';
import { type Reading, refuseFile, selectErrors, unclosedFrontMatter } from './problems.ts';
import type { LibraryEntry } from './resource-lookup.ts';
import { cleanRole, nameRole, shortenLine } from './roles.ts';
import { SettingsReader } from './settings-reader.ts';

const ownKeys = [
  'name',
  'description',
  'role',
  'model',
  'model_hint',
  'level',
  'specialties',
  'token_budget',
  'stop_sequences',
] as const;

const repair = {
  text: ['name', 'description', 'role', 'tools', 'skills', 'color'],
  known: [...ownKeys, 'tools', 'skills', 'color'],
};

/** Reads an agent; returns all problems of the file and throws none of them. */
export function readAgent(entry: LibraryEntry, text: string): Reading<Agent> {
  const { file, id } = entry;
  const { frontMatter, unclosedAt, body } = splitFrontMatter(text);
  if (unclosedAt !== null) return refuseFile(file, unclosedAt, unclosedFrontMatter);
  if (frontMatter === null) {
    const message = 'there is no front matter; begin with ---, then name: and description:, then ---';
    return refuseFile(file, 1, message);
  }
  const source = parseFrontMatter(frontMatter, file, { repair });
  const problems = [...source.problems];
  if (selectErrors(problems).length > 0) return { item: null, problems };
  const reader = new SettingsReader(source, source.value, { path: [], problems });
  const agent = readFields(reader, { entry, body: body.text.trim() });
  reader.ignore(['name', 'color', 'tools', 'skills']);
  reader.finish();
  if (agent.body === '') {
    problems.push({
      file,
      line: body.line,
      column: 1,
      message: 'there is no text below the front matter: the agent has no instructions',
      severity: 'error',
    });
  }
  if (id === 'human') {
    problems.push({
      file,
      message: 'the name "human" is reserved for the person at the table',
      severity: 'error',
    });
  }
  return { item: selectErrors(problems).length > 0 ? null : agent, problems };
}

function readFields(reader: SettingsReader, given: { entry: LibraryEntry; body: string }): Agent {
  const { id, file, origin } = given.entry;
  const description = reader.text('description') ?? '';
  if (description === '') {
    reader.note('warning', ['description'], { message: 'there is no description to show in lists' });
  }
  const role = cleanRole(reader.text('role') ?? '');
  const level = reader.whole('level', { min: 1, max: 3 }) ?? 2;
  const hint = reader.text('model_hint');
  const model = reader.text('model') ?? '';
  return {
    id,
    role: role === '' ? cleanRole(nameRole(id)) : role,
    description,
    body: given.body,
    model: model.includes('/') ? model : null,
    model_hint: hint ?? (model === '' || model.includes('/') ? null : model),
    level: level === 1 || level === 3 ? level : 2,
    specialties: unique(reader.list('specialties').map((text) => shortenLine(text, 80))),
    token_budget: reader.whole('token_budget', { min: 1 }),
    stop_sequences: unique(reader.texts('stop_sequences')),
    file,
    origin,
  };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
