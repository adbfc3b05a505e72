/** The rooms of the house: what each may import. The table is the rule; an import that it does not name fails. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const source = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'src');

/** What a room may import beside itself and `errors.ts`. */
interface Rule {
  packages?: string[];
  /** `node:*` when true, else the modules that are named. */
  node?: boolean | string[];
  /** Files or folders (ending in a slash) of other rooms. */
  from?: string[];
  /** The same, and packages, for types alone. */
  typesFrom?: string[];
  /** Files that are never imported for their values, whatever else is allowed. */
  never?: RegExp;
}

/** What lies below every room that does something: what is spoken of, files, and text. */
const ground = ['session/', 'files/', 'text/'];

/** What only main.ts loads and hands in. */
const concreteProviders = /^models\/(anthropic|openai|command)\/|^models\/create-providers|^rehearsal\//;

const rules: Record<string, Rule> = {
  // The two entries, and the real world that both of them hand in: concrete providers, clock, chance and process.
  'main.ts': { node: true, from: ['cli/', 'session/', 'world.ts'] },
  'library.ts': { from: ['app/', 'session/', 'world.ts'] },
  'world.ts': {
    node: ['node:fs/promises', 'node:os', 'node:path', 'node:url'],
    from: [
      'app/world.ts',
      'models/command/run-program.ts',
      'files/ask-git.ts',
      'files/list-folder.ts',
      'models/create-providers.ts',
      'rehearsal/provider.ts',
      'session/',
    ],
  },
  // What everything speaks of.
  session: { packages: ['zod'] },
  // Reading and writing files, whatever is in them.
  files: { node: true, from: ['session/'] },
  // Reading and cleaning text, without files. stemmer: "queues" in a topic finds the specialty "queue".
  text: {
    packages: [
      'yaml',
      // It reads; yaml says where something is wrong, and writes.
      'js-yaml',
      'stemmer',
      // Readable names from texts in any script.
      'any-ascii',
      'mdast-util-from-markdown',
      'mdast-util-gfm-table',
      'micromark-extension-gfm-table',
      // Markdown as HTML, for documents that open in a browser.
      'mdast-util-to-hast',
      'hast-util-to-html',
    ],
    from: ['session/'],
  },
  // Every sentence that people read, made from codes.
  wording: { from: ['session/'] },
  // What each call is asked, and the forms of replies. wording/: the labels that a text in another language brings.
  prompts: { packages: ['zod'], from: ['session/', 'wording/labels.ts'] },
  // Pure: no node, no clock, no chance, no other package.
  roundtable: { packages: ['zod'], from: ['session/', 'prompts/'] },
  // pg: PostgreSQL, where sessions are kept there; pg-boss: jobs for workers; node-sqlite3-wasm: the search index where Node has no
  // SQLite. Each is loaded with its first use alone.
  store: { packages: ['zod', 'pg', 'pg-boss', 'node-sqlite3-wasm'], node: true, from: ground },
  library: { packages: ['zod'], node: true, from: ground },
  // What a kind of provider says of itself is said there alone; it loads no code that sends.
  config: {
    packages: ['zod', 'yaml'],
    node: true,
    from: [...ground, 'models/provider-kinds.ts'],
    typesFrom: ['models/provider-kind.ts'],
  },
  // tinyglobby: patterns of --context. evidence/: which files are the project's own.
  project: {
    packages: ['zod', 'yaml', 'tinyglobby'],
    node: true,
    from: [...ground, 'config/', 'library/', 'evidence/project-files.ts'],
  },
  // undici: sending, with limits and proxies; eventsource-parser: streamed replies; jsonrepair: damaged ones.
  models: {
    packages: ['@anthropic-ai/sdk', 'undici', 'eventsource-parser', 'jsonrepair', 'zod'],
    node: true,
    from: ground,
  },
  // @vscode/ripgrep: searching with patterns in linear time, and listing files outside a repository.
  evidence: { packages: ['@vscode/ripgrep'], node: true, from: ground },
  rehearsal: { packages: ['zod'], from: ['session/'] },
  documents: {
    packages: ['zod', 'liquidjs'],
    node: ['node:fs/promises', 'node:path'],
    from: [...ground, 'wording/'],
  },
  // string-width and wrap-ansi: columns of wide characters and emoji.
  terminal: {
    packages: ['chalk', '@inquirer/prompts', 'ora', 'string-width', 'wrap-ansi'],
    node: [],
    from: ['session/', 'text/', 'wording/'],
  },
  // Use cases: they know every room, and nothing of flags, terminals or exit codes.
  app: {
    packages: ['zod'],
    node: ['node:events', 'node:path'],
    from: [
      ...ground,
      'roundtable/',
      'prompts/',
      'wording/',
      'store/',
      'library/',
      'models/',
      'documents/',
      'config/',
      'project/',
      'evidence/',
    ],
    never: concreteProviders,
  },
  // Tools for assistants, over the use cases alone, with the fields of their options. The fence around what models said is that of prompts.
  mcp: {
    packages: ['@modelcontextprotocol/server', 'zod'],
    from: ['app/', 'session/', 'text/', 'wording/', 'config/option-fields.ts', 'prompts/fence.ts'],
  },
  // A face on app/. hono: routes and the standard Request and Response over Node's server. config/: the types of the keys that have flags.
  server: {
    packages: ['hono', '@hono/node-server', 'zod'],
    // util and zlib: answers are compressed.
    node: ['node:async_hooks', 'node:crypto', 'node:path', 'node:util', 'node:zlib'],
    from: ['app/', 'session/', 'files/', 'text/', 'config/', 'wording/'],
  },
  // What runs in a browser, bundled by itself. text/: how markdown is read. server/: types alone.
  page: {
    packages: ['preact'],
    from: ['session/', 'wording/', 'text/markdown/parse-markdown.ts', 'text/front-matter.ts'],
    typesFrom: ['server/answers.ts', 'zod'],
  },
  // Flags to options, results to text. config/: how the text of a flag is read. files/: a file or folder that the flag names.
  cli: {
    packages: ['commander'],
    node: ['node:path'],
    from: [
      'app/',
      'mcp/',
      'terminal/',
      'wording/',
      'session/',
      'text/',
      'config/',
      'server/',
      'files/list-folder.ts',
      'files/read-named-file.ts',
      'files/read-text.ts',
    ],
  },
};

/** What a room within a room may import of its neighbours, beside itself. */
const innerRules: Record<string, Record<string, string[]>> = {
  store: {
    // A session as text, whichever store it comes from.
    session: [],
    // What is kept in the project's folder, whichever store is used.
    folder: [],
    journal: ['folder'],
    search: ['folder'],
    repair: ['session'],
    copy: [],
    // The stores know nothing of each other.
    files: ['session', 'folder', 'journal', 'search', 'repair', 'copy'],
    postgres: ['session', 'folder', 'journal', 'search', 'repair', 'copy'],
    memory: ['session', 'journal', 'search', 'repair'],
  },
  session: {
    // What a session is: shapes alone.
    '.': [],
    // What the loop and the use cases are given.
    ports: ['.'],
    // Pure functions: what counts, what follows.
    rules: ['.', 'ports'],
  },
  // A use case knows those it stands on; what all share lies in the room itself, with the table of all use cases.
  app: {
    '.': ['plan', 'run', 'read', 'publish', 'person', 'start', 'admin'],
    plan: ['.'],
    run: ['.', 'plan'],
    read: ['.', 'run'],
    publish: ['.', 'read'],
    person: ['.', 'run'],
    start: ['.', 'plan', 'run', 'publish', 'person'],
    admin: ['.', 'plan', 'read'],
  },
  config: { '.': ['keys'], keys: ['.'] },
  text: { '.': [], markdown: ['.'], secrets: ['.'] },
};

/** The most files that lie in one folder: with more it has rooms of its own. */
const roomSize = 25;

/** Files that may do what their room may not, each with its reason. */
const exceptions: Record<string, string[]> = {
  // A program's whole process group is ended by its number; nothing of our own process is read but the platform's name.
  'models/command/run-program.ts': ['node:process'],
  // A folder of its own for each program is made where the system keeps temporary files.
  'models/command/surroundings.ts': ['node:os'],
  // ripgrep lists and searches the project's files.
  'evidence/project-files.ts': ['node:child_process'],
  'evidence/search-files.ts': ['node:child_process'],
  // What is written to the protocol's stream passes one that keeps each message on its line.
  'mcp/serve-mcp.ts': ['node:stream'],
  // A character may come in two chunks.
  // A file is named by where it really is.
  'app/plan/read-subject.ts': ['node:fs/promises'],
  // A prompt reads from a stream, and pastes have to be taken out before it does.
  'terminal/prompts/paste-input.ts': ['node:stream'],
};

/** node: modules that would bring in the process, the clock or the network by another door. */
const guarded = [
  'node:process',
  'node:os',
  'node:child_process',
  'node:http',
  'node:https',
  'node:net',
  'node:worker_threads',
  'node:cluster',
];
/** Who may use them. */
const guardedUse: Record<string, string[]> = {
  'world.ts': ['node:os'],
  // Git is asked for the name of the person, whether it keeps a file, and what it knows of the project's files; it gets an environment
  // that lets no repository start anything.
  'files/ask-git.ts': ['node:child_process', 'node:os', 'node:process'],
  // The system's table of errors, some of which Node knows only by number.
  'files/file-errors.ts': ['node:os'],
  'models/command/run-program.ts': ['node:child_process', 'node:process'],
};

/** What may be taken from node:fs outside of files/, where alone files are read: all of these write, or look at a name without opening it. */
const harmlessFileUse = new Set(
  'constants access stat lstat realpath mkdir mkdtemp rm rmSync rename link unlink writeFile appendFile copyFile FileHandle'.split(
    ' ',
  ),
);
/** Files that may do more, each with its reason. */
const fileUse: Record<string, string[]> = {
  // It reads its own package.json, and on Linux the state of its own process.
  'main.ts': ['readFileSync'],
  // Lines are appended to the journal, after a look at whether it is still the same file; it is read through files/.
  'store/journal/journal-file.ts': ['open', 'fstatSync', 'statSync'],
  // Room for a reply is kept by writing a file; nothing of it is read.
  'store/journal/reserve.ts': ['open'],
  // A copy that programs may read is locked against writing.
  'evidence/copy-project.ts': ['chmod'],
  // The type of the function that the search of patterns is given; its folders are listed by files/.
  'project/find-context-files.ts': ['readdir'],
};

/** The names that a text takes from node:fs, `*` for the whole of a module; where they stand in code is not asked. */
function readFileUse(text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const whole = [...code.matchAll(/['"`]node:fs(?:\/promises)?['"`]/g)].length;
  const named = [
    ...code.matchAll(
      /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"]node:fs(?:\/promises)?['"]/g,
    ),
    ...code.matchAll(/\{([^}]*)\}\s*=\s*await\s+import\(\s*['"]node:fs(?:\/promises)?['"]\s*\)/g),
  ];
  const names = named.flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim().replace(/^type\s+/, ''))
      .filter((name) => name !== '')
      .map((name) => name.split(/\s+as\s+|\s*:\s*/)[0] ?? ''),
  );
  return named.length < whole ? [...names, '*'] : names;
}

/** What a file may not take from node:fs. */
function findFileFaults(file: string, text: string): string[] {
  if (file.startsWith('files/')) return [];
  return readFileUse(text).filter(
    (name) => !harmlessFileUse.has(name) && fileUse[file]?.includes(name) !== true,
  );
}

interface Import {
  /** A package, a node module, or a file relative to src/. */
  target: string;
  typeOnly: boolean;
}

/** All imports of a text: static, dynamic, re-exports and types. */
function readImports(file: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean): void => {
    const target = specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), specifier)
      : specifier;
    found.push({ target, typeOnly });
  };
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  for (const match of code.matchAll(
    /\b(import|export)\s+(type\s+)?([\w*{][^;'"]*?\bfrom\s+)?['"]([^'"]+)['"]/g,
  )) {
    const names = match[3] ?? '';
    const inner = /\{([^}]*)\}/.exec(names)?.[1];
    // `import { type A, type B }` brings in no value either.
    const allTypes =
      inner !== undefined &&
      !/^\s*\w+\s*,/.test(names) &&
      inner.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
    add(match[4] ?? '', match[2] !== undefined || allTypes);
  }
  for (const match of code.matchAll(/(typeof\s+)?\bimport\s*\(\s*(['"`])([^'"`]+)\2/g))
    add(match[3] ?? '', match[1] !== undefined);
  return found;
}

/** The room within its room that a file lies in; `.` for the room itself. */
function nameInnerRoom(file: string): string {
  const [, inner = '', ...rest] = file.split('/');
  return rest.length === 0 ? '.' : inner;
}

/** Whether a file may import another one of its own room. */
function isNeighbour(room: string, file: string, target: string): boolean {
  const rules = innerRules[room];
  const [own, other] = [nameInnerRoom(file), nameInnerRoom(target)];
  return rules === undefined || own === other || rules[own]?.includes(other) === true;
}

/** Why an import is not allowed, or null. */
function findFault(file: string, { target, typeOnly }: Import): string | null {
  const room = file.includes('/') ? (file.split('/')[0] ?? '') : file;
  const rule = rules[room];
  if (!rule) return `${file}: there is no room "${room}"`;
  const fault = `${file} imports ${typeOnly ? 'types of ' : ''}${target}`;
  if (exceptions[file]?.includes(target)) return null;
  if (target.startsWith('node:')) {
    if (guarded.includes(target) && guardedUse[file]?.includes(target) !== true) return fault;
    return rule.node === true || (Array.isArray(rule.node) && rule.node.includes(target)) ? null : fault;
  }
  if (/\.tsx?$/.test(target)) {
    if (target.startsWith(`${room}/`)) return isNeighbour(room, file, target) ? null : fault;
    const isIn = (places: readonly string[] = []): boolean =>
      places.some((place) => (place.endsWith('/') ? target.startsWith(place) : target === place));
    if (!typeOnly && rule.never?.test(target)) return fault;
    if (isIn(rule.from) || (typeOnly && isIn(rule.typesFrom))) return null;
    return fault;
  }
  const name = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
  return rule.packages?.includes(name) || (typeOnly && rule.typesFrom?.includes(name)) ? null : fault;
}

/** What reads the process, the clock or chance. */
const impure = [
  /(?<![\w.'"`-])process\s*(\.|\[)/,
  /\bDate\.now\b/,
  /\bnew Date\(\s*\)/,
  /\bMath\.random\b/,
  /(?<![\w.'"`])console\s*\./,
  /(?<![\w.'"`])performance\s*\.\s*(now|timeOrigin)\b/,
  /\bglobalThis\s*\.\s*(process|fetch)\b/,
];

/** The lines of a text that read them, comments and strings left out. */
function findImpure(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
    .map((line) => line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''").replace(/\/\/.*$/, ''))
    .filter((line) => impure.some((pattern) => pattern.test(line)));
}

/** Circles of imports, each as its files in the order in which they import each other: at least one where there is any. */
function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push(path.slice(start));
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(path.join(source, file), 'utf8')]));

describe('the rooms', () => {
  test('every import is one that its room allows', () => {
    const faults = [...texts].flatMap(([file, text]) =>
      readImports(file, text).flatMap((entry) => findFault(file, entry) ?? []),
    );
    expect(faults).toEqual([]);
  });

  test('a folder that has grown has rooms of its own', () => {
    const sizes = new Map<string, number>();
    for (const file of texts.keys()) {
      const folder = path.posix.dirname(file);
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
    expect([...sizes].filter(([, size]) => size > roomSize)).toEqual([]);
  });

  test('no circular imports, those of types included', () => {
    const imports = new Map(
      [...texts].map(([file, text]) => [file, readImports(file, text).map(({ target }) => target)] as const),
    );
    expect([...imports.values()].flat().filter((target) => imports.has(target)).length).toBeGreaterThan(500);
    expect(findCircles(imports)).toEqual([]);
  });

  test('reading what a kind of provider says of itself loads nothing that sends', () => {
    const loaded = new Set(['models/provider-kinds.ts']);
    for (const file of loaded) {
      // A kind imports its own code with its first call, and that import is left out here.
      const text = (texts.get(file) ?? '').replace(/\bimport\s*\(/g, 'load(');
      for (const { target, typeOnly } of readImports(file, text)) if (!typeOnly) loaded.add(target);
    }
    expect([...loaded].filter((file) => file.endsWith('/kind.ts')).length).toBeGreaterThan(2);
    expect(
      [...loaded].filter(
        (file) => !/^(session|text)\/|^models\/([\w-]+\.ts|[\w-]+\/(kind|credentials)\.ts)$|^zod$/.test(file),
      ),
    ).toEqual([]);
  });

  test('only the entries and world.ts read the process, the clock or chance', () => {
    const faults = [...texts]
      .filter(([file]) => !['main.ts', 'world.ts', 'page/main.tsx'].includes(file))
      .flatMap(([file, text]) => findImpure(text).map((line) => `${file}: ${line.trim()}`));
    expect(faults).toEqual([]);
    expect(findImpure(texts.get('main.ts') ?? '').length, 'the patterns find what is there').toBeGreaterThan(
      5,
    );
  });

  test('documents touch files at one place only', () => {
    const users = [...texts].filter(
      ([file, text]) =>
        file.startsWith('documents/') &&
        readImports(file, text).some(({ target }) => target.startsWith('node:')),
    );
    expect(users.map(([file]) => file)).toEqual(['documents/write-documents.ts']);
  });

  test('files are read in files/ alone', () => {
    const faults = [...texts].flatMap(([file, text]) =>
      findFileFaults(file, text).map((name) => `${file} takes ${name} from node:fs`),
    );
    expect(faults).toEqual([]);
    expect([...texts].filter(([, text]) => readFileUse(text).length > 0).length).toBeGreaterThan(10);
  });

  test('no file does nothing but pass others on', () => {
    const barrels = [...texts].filter(([, text]) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(\/\/|\*|\/\*)/.test(line));
      return lines.length > 0 && lines.every((line) => /^export (type )?(\*|\{).*from /.test(line));
    });
    expect(barrels.map(([file]) => file)).toEqual([]);
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|index)\.tsx?$/.test(file))).toEqual([]);
    expect(
      files.filter((file) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*\.tsx?$/.test(file)),
    ).toEqual([]);
  });
});

describe('the check itself', () => {
  test.for([
    "import { readFile } from 'node:fs/promises';",
    "import { stat, open as openFile } from 'node:fs/promises';",
    "import * as fs from 'node:fs';",
    "import fs from 'node:fs';",
    "import fs, { stat } from 'node:fs';",
    "const { readFile } = await import('node:fs/promises');",
    "const fs = await import('node:fs');",
    "export { createReadStream } from 'node:fs';",
    "import {\n  constants,\n  readdirSync,\n} from 'node:fs';",
  ])('a file that is read outside of files/ is a fault: %s', (text) => {
    expect(findFileFaults('app/start/start.ts', text)).toHaveLength(1);
    expect(findFileFaults('files/read-file.ts', text)).toEqual([]);
  });

  test.for([
    ['roundtable/run.ts', "import { readFile } from 'node:fs/promises';"],
    ['roundtable/run.ts', "import type { X } from 'node:fs';"],
    ['roundtable/run.ts', "import chalk from 'chalk';"],
    ['roundtable/run.ts', "import { openJournal } from '../store/journal/journal.ts';"],
    ['roundtable/run.ts', "const x = await import('../models/client/create-ask.ts');"],
    ['store/journal/journal.ts', "import { type A, decide } from '../../roundtable/run.ts';"],
    ['store/journal/journal.ts', "export { decide } from '../../roundtable/run.ts';"],
    ['store/postgres/leases.ts', "import { acquireLock } from '../files/lock.ts';"],
    ['store/files/lock.ts', "import type { Leases } from '../postgres/leases.ts';"],
    ['store/session/session-text.ts', "import { showPath } from '../folder/session-paths.ts';"],
    ['store/attic/a.ts', "import { showPath } from '../folder/session-paths.ts';"],
    ['cli/command-runner.ts', "const x = import('../models/create-providers.ts');"],
    ['app/read/look.ts', "import { startSession } from '../start/start.ts';"],
    ['session/round.ts', "import { countVotes } from './rules/counting.ts';"],
    ['app/start/start.ts', "import type { ActionContext } from '../cli/action-context.ts';"],
    ['cli/command-runner.ts', "import OpenAI from '@anthropic-ai/sdk';"],
    ['cli/command-runner.ts', "import { argv } from 'node:process';"],
    ['models/client/retry.ts', "import { spawn } from 'node:child_process';"],
    ['config/load-config.ts', "import { createProviders } from '../models/create-providers.ts';"],
    ['config/load-config.ts', "import { findMissingKey } from '../models/provider-kind.ts';"],
    ['page/app.tsx', "import { shownSchema } from '../server/answers.ts';"],
    ['page/app.tsx', "import * as z from 'zod';"],
    ['attic/a.ts', "import { z } from 'zod';"],
  ] as const)('refuses in %s: %s', ([file, text]) => {
    const entries = readImports(file, text);
    expect(entries).toHaveLength(1);
    expect(entries.map((entry) => findFault(file, entry))[0]).toContain(file);
  });

  test.for([
    ['roundtable/run.ts', "import type { Session } from '../session/session.ts';"],
    ['store/journal/journal.ts', "import { type A, type B } from '../../session/ports.ts';"],
    ['store/postgres/leases.ts', "import { isOwnerDead } from '../folder/lock-owner.ts';"],
    ['app/world.ts', "import type { Providers } from '../models/create-providers.ts';"],
    ['terminal/theme.ts', "import type { RoundtableEvent } from '../session/ports.ts';"],
    ['world.ts', "import { homedir } from 'node:os';"],
    ['page/app.tsx', "import type { shownSchema } from '../server/answers.ts';"],
  ] as const)('allows in %s: %s', ([file, text]) => {
    expect(readImports(file, text).map((entry) => findFault(file, entry))).toEqual([null]);
  });

  test.for<[string, Record<string, string[]>, string[][]]>([
    ['two files', { a: ['b'], b: ['a'] }, [['a', 'b']]],
    ['a file of itself', { a: ['a'] }, [['a']]],
    ['a circle behind its entry', { a: ['b'], b: ['c', 'd'], c: ['zod'], d: ['b'] }, [['b', 'd']]],
    ['no circle, but two ways', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ])('finds circles: %s', ([, imports, circles]) => {
    expect(findCircles(new Map(Object.entries(imports)))).toEqual(circles);
  });

  test.for([
    'const a = process.env;',
    "process['exit'](1);",
    'Date.now()',
    'new Date()',
    'Math.random()',
    'console.log(1)',
    'performance.now()',
  ])('finds %s', (line) => expect(findImpure(line)).toEqual([line.replace(/'exit'/, "''")]));
  test.for([
    '// process.env',
    ' * new Date()',
    "'process.env'",
    'subprocess.kill()',
    'new Date(at)',
    'seat.performance.answers',
  ])('leaves %s alone', (line) => expect(findImpure(line)).toEqual([]));
});
