/** A project from elsewhere whose files are links, pipes and names of what is outside: nothing of it is read, and nothing hangs. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { gatherContextFiles } from '../../src/project/gather-context-files.ts';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { type InProcessRun, runInProcess } from '../support/run-in-process.ts';

const isPosix = process.platform !== 'win32';
const isLinux = process.platform === 'linux';
const secret = 'MARKED-SECRET-OF-THE-PERSON';

/** A project, and beside it what is the person's own. */
async function makePlaces(): Promise<{ root: string; outside: string; own: string }> {
  const outside = await makeFolder({ 'own.md': `# ${secret}\n\n${secret}\n`, 'more/own.md': secret });
  const root = await makeFolder({ '.s2s/config.yaml': 'name: test\n', 'docs/a.md': 'a' });
  return { root, outside, own: path.join(outside, 'own.md') };
}

/** Where a message breaks into lines depends on how long the path of the folder is: here it is one line. */
async function run(root: string, ...args: string[]): Promise<InProcessRun> {
  const home = await makeFolder();
  const ended = await runInProcess(args, { cwd: root, home });
  return { ...ended, stderr: ended.stderr.replaceAll(/\n +/g, ' ') };
}

/** Everything in a folder as text, links left out. */
async function readAll(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'utf8')),
  );
  return texts.join('\n');
}

const design = [
  'design',
  'Which queue carries the jobs?',
  '--model',
  'rehearsal',
  '--no-input',
  '--min-rounds',
  '1',
  '--max-rounds',
  '1',
];

describe.skipIf(!isPosix)('files of a project that are links to what is outside', () => {
  test.for([
    '.s2s/templates/adr.md',
    '.s2s/CONTEXT.md',
    '.s2s/config.yaml',
    '.s2s/agents/qa-lead.md',
    '.s2s/strategies/debate.md',
    '.s2s/agendas/design.md',
    'docs/decisions/0001-own.md',
    'docs/decisions/README.md',
  ])('%s reaches no document, no session and no screen', async (file) => {
    const { root, own } = await makePlaces();
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await rm(path.join(root, file), { force: true });
    await symlink(own, path.join(root, file));
    const { stdout, stderr } = await run(root, ...design);
    expect(stdout + stderr + (await readAll(root))).not.toContain(secret);
  });

  test('a template is refused with its name, and with what to do', async () => {
    const { root, own } = await makePlaces();
    await mkdir(path.join(root, '.s2s/templates'));
    await symlink(own, path.join(root, '.s2s/templates/adr.md'));
    const { code, stderr } = await run(root, ...design);
    expect(code).toBe(5);
    expect(stderr).toMatch(/templates\/adr\.md is a link that leads out of/);
    expect(stderr).toContain('Put a copy of the file into the project');
    expect(stderr).not.toContain('Round 1');
  });

  test.for([
    ['a tag that does not exist', '# {{ title }}\n{% nothing %}\n'],
    ['a tag that never ends', '# {{ title }}\n{% if notices %}\n'],
    ['a value that is none', '# {{#each items}}\n'],
    ['a placeholder that does not exist', '# {{ titel }}\n'],
    ['a filter that does not exist', '# {{ title | shout }}\n'],
    ['a file that it includes', "# {{ title }}\n{% include '/etc/passwd' %}\n"],
    ['bytes that are no text', '\u0000\u0001'],
  ] as const)('a template with %s is refused before anything is asked', async ([, text]) => {
    const { root } = await makePlaces();
    await mkdir(path.join(root, '.s2s/templates'));
    await writeFile(
      path.join(root, '.s2s/templates/adr.md'),
      text === '\u0000\u0001' ? Buffer.from([0xff, 0xfe, 0]) : text,
    );
    const { code, stderr } = await run(root, ...design);
    expect(code, stderr).toBe(5);
    expect(stderr).toContain('templates/adr.md');
    expect(stderr).not.toContain('Round 1');
    expect(await readdir(path.join(root, '.s2s'))).not.toContain('sessions');
  });

  test.skipIf(!isLinux)('a template that is the environment of the process reaches no document', async () => {
    const { root } = await makePlaces();
    await mkdir(path.join(root, '.s2s/templates'));
    await symlink('/proc/self/environ', path.join(root, '.s2s/templates/adr.md'));
    const { code, stdout, stderr } = await run(root, ...design);
    expect(code).toBe(5);
    expect(stdout + stderr + (await readAll(root))).not.toContain('PATH=');
  });

  test('a session that is a link, in the list and on the screen', async () => {
    const { root, own } = await makePlaces();
    await mkdir(path.join(root, '.s2s/sessions'));
    const id = '20260101-000000-own';
    await symlink(own, path.join(root, `.s2s/sessions/${id}.yaml`));
    const lines = [await run(root, 'roundtable', 'list'), await run(root, 'roundtable', 'show', id)];
    expect(JSON.stringify(lines)).not.toContain(secret);
    expect(lines[0]?.stderr).toContain('leads out');
    expect(lines[1]?.code).toBe(5);
  });

  test.skipIf(!isLinux)('a session that never ends, in the list', async () => {
    const { root } = await makePlaces();
    await mkdir(path.join(root, '.s2s/sessions'));
    await symlink('/dev/zero', path.join(root, '.s2s/sessions/20260101-000000-zero.yaml'));
    const { code, stdout, stderr } = await run(root, 'roundtable', 'list');
    expect(code).toBe(0);
    expect(stdout + stderr).toContain('20260101-000000-zero');
  });
});

describe.skipIf(!isPosix)('what a person types', () => {
  test.for([
    ['a topic', (file: string) => ['design', `@${file}`, '--model', 'rehearsal', '--no-input']],
    ['a document for the lint', (file: string) => ['lint', file]],
  ] as const)('%s in the project does not lead out of it', async ([, args]) => {
    const { root, own } = await makePlaces();
    await symlink(own, path.join(root, 'a.md'));
    const { code, stdout, stderr } = await run(root, ...args('a.md'));
    expect(code).toBe(5);
    expect(stderr).toContain('leads out of');
    expect(stdout + stderr + (await readAll(root))).not.toContain(secret);
  });

  test.for(['.s2s/templates/adr.md', '.s2s/CONTEXT.md', '.s2s/config.yaml', '.s2s/agents/qa-lead.md'])(
    'a pipe as %s ends with an error at once',
    async (file) => {
      const { root } = await makePlaces();
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await rm(path.join(root, file), { force: true });
      execFileSync('mkfifo', [path.join(root, file)]);
      const { code, stderr } = await run(root, ...design, '--participants', 'technical-lead,qa-lead');
      expect(code, stderr).toBe(5);
      expect(stderr).toContain('is not a file');
    },
  );

  test('a pipe as a topic, as a document and as context', async () => {
    const { root } = await makePlaces();
    execFileSync('mkfifo', [path.join(root, 'pipe.md')]);
    for (const args of [
      ['design', '@pipe.md', '--model', 'rehearsal', '--no-input'],
      ['lint', 'pipe.md'],
      [...design, '--context', 'pipe.md'],
    ]) {
      const { code, stderr } = await run(root, ...args);
      expect(code).toBe(5);
      expect(stderr).toContain('pipe.md is not a file');
    }
  });

  test.skipIf(!isLinux).for(['/proc', '/proc/self', '/sys', '/proc/**', '/proc/*/environ'])(
    '--context %s ends with an error and holds nothing of it',
    async (given) => {
      const { root } = await makePlaces();
      const gathered = await gatherContextFiles([given], { root, budgetCharacters: 1000 }).catch(
        (error: unknown) => error,
      );
      if (gathered instanceof Error) expect(gathered).toMatchObject({ exitCode: 5 });
      else expect(gathered).toMatchObject({ files: [] });
    },
  );

  test.skipIf(!isLinux)('--context /proc says what is wrong with it', async () => {
    const { root } = await makePlaces();
    const { code, stderr } = await run(root, ...design, '--context', '/proc');
    expect(code).toBe(5);
    expect(stderr).toContain('/proc');
  });
});

describe('what a session names', () => {
  test.skipIf(!isPosix)('is read in the project only', async () => {
    const { root, outside, own } = await makePlaces();
    await symlink(own, path.join(root, 'link.md'));
    await symlink(path.join(outside, 'more'), path.join(root, 'folder'));
    const hostile = [
      own,
      path.relative(root, own),
      `docs/../${path.relative(root, own)}`,
      'link.md',
      'folder/own.md',
      'docs',
      `${outside}/*.md`,
      `{docs,${outside}}/*.md`,
      '/dev/zero',
      '/proc/self/environ',
      'none.md',
      '.',
      '',
    ];
    const { files, receipts } = await gatherContextFiles(['docs/a.md', ...hostile], {
      root,
      namedBy: 'session',
      budgetCharacters: 1000,
    });
    expect(files).toEqual([{ path: 'docs/a.md', text: 'a' }]);
    const refused = receipts.filter(({ note }) => note.startsWith('refused: '));
    // "." and "" are one folder.
    expect(refused.length).toBeGreaterThanOrEqual(hostile.length - 1);
  });

  test('a committed session makes nobody send a file from outside: resume and replay', async () => {
    const { root, own } = await makePlaces();
    const { app } = makeApp(root);
    const first = await app.start({
      topic: 'Which queue?',
      workflowType: 'design',
      rehearsal: true,
      context: ['docs/a.md'],
      maxRounds: 1,
    });
    await first.result;
    const file = path.join(root, `.s2s/sessions/${first.sessionId}.yaml`);
    const session = parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const receipt = { path: own, sent_characters: 40, of_characters: 40, note: 'whole' };
    await writeFile(
      file,
      stringify({ ...session, context_files: [receipt, { ...receipt, path: path.relative(root, own) }] }),
    );
    const requests: string[] = [];
    const again = makeApp(root, { onCall: async (request) => void requests.push(JSON.stringify(request)) });
    const replayed = await again.app
      .replay({ session: first.sessionId, replayMissing: 'ask' })
      .catch(() => null);
    await replayed?.result.catch(() => null);
    expect(requests.join('\n')).not.toContain(secret);
    expect(await readAll(path.join(root, '.s2s'))).not.toContain(secret);
  });
});
