/** Keys about the project: its name, its documents, and what other tools keep in the same file. */
import type { KeyLine } from './key-line.ts';

export const projectKeys: readonly KeyLine[] = [
  {
    key: 'name',
    type: 'non-empty text',
    can: 'nothing',
    description: 'The name of the project in documents; when it is not set, the name of its folder.',
    example: 'media-service',
  },
  {
    key: 'description',
    type: 'text',
    can: 'nothing',
    description: 'What the project is, in a sentence.',
    example: 'Downloads media and serves them over HTTP.',
  },
  keep('type', 'The kind of project.', 'standalone'),
  keep('version', 'The version of the project.', '0.1.0'),
  keep('git.branch_convention', 'How branches are named.', 'feature/{slug}'),
  keep('git.commit_convention', 'How commits are worded.', 'conventional'),
  keep('git.default_branch', 'The branch that work is merged into.', 'main'),
  nameFolder('decisions', 'Where decision records go.'),
  nameFolder('specifications', 'Where requirements go.'),
  nameFolder('architecture', 'Where architecture descriptions go.'),
  {
    key: 'context.assistant_files',
    type: 'boolean',
    can: 'nothing',
    nullable: true,
    description:
      'Whether AGENTS.md, CLAUDE.md, .github/copilot-instructions.md and .cursor/rules are read as context: true beside CONTEXT.md, false never; null where CONTEXT.md says nothing.',
    example: true,
    default: null,
  },
  keep('docs.guides', 'Where guides go.', 'docs/guides'),
  keep('naming.timestamp_format', 'How times are written in file names.', 'YYYYMMDD-HHMMSS'),
  {
    key: 'naming.slug_max_length',
    type: 'slug length',
    can: 'nothing',
    description: 'The longest slug in session ids and document names, in characters.',
    example: 50,
    default: 30,
  },
  {
    key: 'server.most_running',
    type: 'positive integer',
    can: 'limit',
    description: 'How many discussions `s2s serve` runs at once; the rest wait in order.',
    example: 4,
    default: 8,
  },
  {
    key: 'server.user_header',
    type: 'header name',
    nullable: true,
    can: 'host',
    description:
      'The header in which a proxy in front of `s2s serve` names the signed-in user; that name is recorded with what they do. Without it, nobody is signed in.',
    example: 'x-forwarded-user',
    default: null,
  },
  nameRight('read', 'look at sessions and documents'),
  nameRight('speak', 'advise, answer, take a turn, skip and pause'),
  nameRight('start', 'start, resume and close discussions (which costs money)'),
  {
    key: 'server.token_files',
    type: 'token files',
    can: 'outside',
    description: 'Pipelines with tokens of their own: the name of each, with the file that holds its token.',
    example: { nightly: '/etc/s2s/nightly-token' },
    default: {},
  },
];

function nameRight(right: string, what: string): KeyLine {
  return {
    key: `server.rights.${right}`,
    type: 'names',
    can: 'host',
    description: `The names of those who may ${what} through the server; by default, everybody whom the server knows.`,
    example: ['ada@example.org', 'nightly'],
    default: ['*'],
  };
}

function keep(key: string, description: string, example: string): KeyLine {
  return { key, type: 'label', can: 'nothing', description, example, isRead: false };
}

function nameFolder(name: string, description: string): KeyLine {
  const folder = `docs/${name}`;
  return {
    key: `docs.${name}`,
    type: 'project folder',
    can: 'folder',
    description,
    example: folder,
    default: folder,
  };
}
