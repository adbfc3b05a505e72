/** Reads an agent from its file. */

import type { Agent } from '../session/library.ts';
import { splitFrontMatter } from '../text/front-matter.ts';

import { findPlaceholders } from './new-agent-text.ts';
import { parseFrontMatter } from './parse-front-matter.ts';
import { type Reading, refuseFile, selectErrors, unclosedFrontMatter } from './problems.ts';
import type { LibraryEntry } from './resource-lookup.ts';
import { cleanRole, nameRole, shortenLine } from './roles.ts';
import { SettingsReader } from './settings-reader.ts';

/** Keys in agent files of other programs; they have no meaning here. */
const otherKeys = [
  'color',
  'tools',
  'skills',
  'version',
  'author',
  'license',
  'metadata',
  'tags',
  'permissionMode',
  'disallowedTools',
  'allowed-tools',
  'mcpServers',
  'hooks',
  'maxTurns',
  'memory',
  'background',
  'effort',
  'isolation',
  'initialPrompt',
] as const;

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
  known: [...ownKeys, ...otherKeys],
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
  reader.ignore(otherKeys);
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
  const left = entry.origin === 'shipped' ? [] : findPlaceholders(id, text.split('\n'));
  for (const at of left.slice(0, 1)) {
    const more = left.length === 1 ? '' : ` (and ${left.length - 1} more lines)`;
    const message = `this line is still the template's${more}: say what the role looks after, or remove it`;
    problems.push({ file, line: at + 1, column: 1, message, severity: 'warning' });
  }
  const form = findReplyForm(body.text);
  if (form !== null) {
    const message =
      'this facilitator prescribes its own form of reply; the form that s2s asks for takes precedence, and of this one only "proposed_artifacts", "resolved_conflicts", "agenda_update" and "next" are read. Remove the form';
    problems.push({ file, line: body.line + form, column: 1, message, severity: 'warning' });
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
  const name = readName(reader, id);
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
    role: role === '' ? cleanRole(name ?? nameRole(id)) : role,
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

/** The name if it is written for people (`QA Guru`), else null; warns if it belongs to another id. */
function readName(reader: SettingsReader, id: string): string | null {
  const name = reader.text('name');
  if (name === null || name === '') return null;
  const bare = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^roundtable-/, '');
  if (bare !== id && /^[a-z0-9-]+$/.test(name)) {
    reader.note('warning', ['name'], {
      message: `the name is "${name}", but the file's name makes it "${id}"`,
    });
  }
  return /[\s\p{Lu}]/u.test(name) ? name : null;
}

/** The line, from 0, where a YAML or JSON block begins that prescribes a facilitator's reply; null if there is none. */
function findReplyForm(body: string): number | null {
  const lines = body.split('\n');
  const at = lines.findIndex((line, index) => {
    if (!/^\s*(?:```|~~~)\s*(?:ya?ml|json)?\s*$/i.test(line)) return false;
    const end = lines.findIndex((other, below) => below > index && /^\s*(?:```|~~~)\s*$/.test(other));
    const block = lines.slice(index + 1, end === -1 ? undefined : end).join('\n');
    return /^\s*["']?(?:action["']?\s*:\s*["']?(?:question|synthesis)|proposed_artifacts|agenda_update|next_action)\b/m.test(
      block,
    );
  });
  return at === -1 ? null : at;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
