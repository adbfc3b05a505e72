import { execFileSync } from 'node:child_process';
import { link, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openProject } from '../../src/evidence/open-project.ts';
import { listProjectFiles } from '../../src/evidence/project-files.ts';
import { gatherContextFiles } from '../../src/project/gather-context-files.ts';
import { includeFiles } from '../../src/project/include-files.ts';
import type { LookUp } from '../../src/session/evidence.ts';
import { makeFolder } from '../support/make-folder.ts';
import { git, makeRepository } from '../support/make-repository.ts';

const listPaths = async (root: string): Promise<string[]> =>
  (await listProjectFiles(root)).files.map(({ path: file }) => file);

function open(root: string) {
  const project = openProject({ root, findDecisions: async () => '' });
  const signal = new AbortController().signal;
  return {
    ...project,
    see: (wanted: LookUp, maxBytes = 20_000) =>
      project.lookUp(wanted, { key: '1/look/x/1', maxBytes, signal }),
  };
}

describe('the files of a project', () => {
  it('are all there, however many', async () => {
    const root = await makeRepository({ 'README.md': '# Queue\n' });
    const blob = git(root, 'hash-object', '-w', 'README.md').trim();
    const lines = Array.from({ length: 20_100 }, (_, index) => `100644 ${blob}\ta/${index}.md`);
    execFileSync('git', ['update-index', '--index-info'], { cwd: root, input: `${lines.join('\n')}\n` });
    await mkdir(path.join(root, 'zz'));
    await writeFile(path.join(root, 'zz', 'last.ts'), 'export const last = 1;\n');
    git(root, 'add', 'zz');
    const project = open(root);
    const read: LookUp = { look_up: 'read', path: 'zz/last.ts', from: 1, to: null };
    expect(await project.see(read)).toMatchObject({ found: true });
    const at = { path: 'zz/last.ts', line: 1, quote: 'export const last = 1;', commit: null, found: null };
    expect(await project.check([at], { key: 'x' })).toMatchObject([{ found: 'yes' }]);
  });

  it('say that they are not checked out, in a sparse clone', async () => {
    const whole = await makeRepository({
      'README.md': '# Queue\n',
      'near/a.ts': 'export const near = 1;\n',
      'far/deep/b.ts': 'export const far = 1;\n',
    });
    const root = path.join(await makeFolder(), 'clone');
    git(whole, 'clone', '-q', '--sparse', whole, root);
    git(root, 'sparse-checkout', 'set', 'near');
    const project = open(root);
    const notHere = { text: 'Not shown: git tracks it, but it is not checked out here.', found: false };
    const read = { look_up: 'read', from: 1, to: null } as const;
    expect(await project.see({ ...read, path: 'far/deep/b.ts' })).toMatchObject(notHere);
    expect(await project.see({ look_up: 'list', path: 'far' })).toMatchObject(notHere);
    expect(await project.see({ ...read, path: 'far/deep/c.ts' })).toMatchObject({
      text: 'Not shown: the project has no such file that may be shown.',
    });
    const search = { look_up: 'search', text: 'far', path: null } as const;
    expect((await project.see(search)).text).toBe(
      'Nothing found.\n(not searched, since git tracks them but they are not checked out: 1)',
    );
    expect((await project.see({ ...search, path: 'near' })).text).toBe('Nothing found.');
    expect(await project.see({ look_up: 'log', path: 'far' })).toMatchObject({ found: true });
    const at = { path: 'far/deep/b.ts', line: 1, quote: 'export const far = 1;', commit: null, found: null };
    expect(await project.check([at], { key: 'x' })).toMatchObject([{ found: 'withheld' }]);
    expect(await project.map({ maxBytes: 4_000 })).toMatch(
      /^2 files, .*; 1 more that git tracks are not checked out\n/,
    );
    // What a person names, or a context, says the same.
    const context = gatherContextFiles(['far'], { root, budgetCharacters: 100 });
    await expect(context).rejects.toMatchObject({
      message: 'The context file far is not checked out.',
      hint: expect.stringContaining('git sparse-checkout add far'),
    });
    const notes: string[] = [];
    const options = { root, onReceipt: (one: { note: string }) => void notes.push(one.note) };
    await includeFiles('@far/deep/b.ts', path.join(root, 'README.md'), options);
    expect(notes).toEqual(['refused: git tracks it, but it is not checked out here (named in README.md)']);
  });

  it('in a repository are those that are tracked and not ignored', async () => {
    const root = await makeRepository({
      'README.md': '# Queue\n',
      'src/a.ts': 'export {};\n',
      '.gitignore': 'dist/\n*.log\n',
      'deep/.gitignore': 'local.txt\n',
      'deep/kept.txt': 'kept',
    });
    await mkdir(path.join(root, 'dist'));
    await writeFile(path.join(root, 'dist', 'out.js'), 'x');
    await writeFile(path.join(root, 'deep', 'local.txt'), 'x');
    await writeFile(path.join(root, 'untracked.txt'), 'x');
    await writeFile(path.join(root, 'run.log'), 'x');
    git(root, 'add', '-f', 'run.log');
    expect(await listPaths(root)).toEqual([
      '.gitignore',
      'README.md',
      'deep/.gitignore',
      'deep/kept.txt',
      'src/a.ts',
    ]);
  });

  it('in a repository without a commit are all that are not ignored', async () => {
    const root = await makeFolder({ 'a.txt': 'a', 'b.log': 'b', '.gitignore': '*.log\n' });
    git(root, 'init', '-q');
    expect(await listPaths(root)).toEqual(['.gitignore', 'a.txt']);
    expect((await listProjectFiles(root)).repository).toBeNull();
  });

  it('in a plain folder are all that no .gitignore on the way excludes', async () => {
    const root = await makeFolder({
      'a.txt': 'a',
      '.gitignore': '/out\n*.tmp\n!keep.tmp\n',
      'out/x.txt': 'x',
      'in/out/x.txt': 'x',
      'in/y.tmp': 'y',
      'in/keep.tmp': 'y',
      'in/.gitignore': 'z.txt\n',
      'in/z.txt': 'z',
      'z.txt': 'z',
      'node_modules/p/index.js': 'p',
    });
    expect(await listPaths(root)).toEqual([
      '.gitignore',
      'a.txt',
      'in/.gitignore',
      'in/keep.tmp',
      'in/out/x.txt',
      'z.txt',
    ]);
  });

  it('are none of those that .s2signore names, nor sessions of our own', async () => {
    const root = await makeRepository({
      'a.txt': 'a',
      'private/b.txt': 'b',
      '.s2signore': 'private/\n',
      '.s2s/sessions/x.yaml': 'x',
      'services/api/.s2s/sessions/y.yaml': 'y',
      '.s2s/CONTEXT.md': '# Context',
    });
    expect(await listPaths(root)).toEqual(['.s2s/CONTEXT.md', '.s2signore', 'a.txt']);
  });

  it.each(['**/a/'.repeat(12), 'b\n**/a/**/b/**/c/**'])(
    'are none with a pattern that is slow: %j',
    async (rules) => {
      const root = await makeRepository({ 'a.txt': 'a', '.s2signore': rules });
      await expect(listPaths(root)).rejects.toThrow(/Line \d of \.s2signore has more than 3 `\*\*`/);
    },
  );

  it('are those of a subfolder, where the project is one, and none of a submodule', async () => {
    const other = await makeRepository({ 'inner.txt': 'inner' });
    const root = await makeRepository({ 'top.txt': 't', 'packages/one/a.txt': 'a' });
    git(root, 'submodule', 'add', '-q', other, 'vendor/other');
    git(root, 'commit', '-qm', 'A submodule');
    expect(await listPaths(root)).toEqual(['.gitmodules', 'packages/one/a.txt', 'top.txt']);
    const inside = await listProjectFiles(path.join(root, 'packages', 'one'));
    expect(inside.files.map(({ path: file }) => file)).toEqual(['a.txt']);
    expect(inside.repository?.prefix).toBe('packages/one/');
  });

  it('are no links, and nothing behind a link', async () => {
    const outside = await makeFolder({ 'out.txt': 'outside the project' });
    const root = await makeRepository({ 'a.txt': 'a', 'dir/b.txt': 'inside dir' });
    await symlink(path.join(outside, 'out.txt'), path.join(root, 'link.txt'));
    await symlink(outside, path.join(root, 'folder'));
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'Links');
    expect(await listPaths(root)).toEqual(['a.txt', 'dir/b.txt']);
    // The folder of a tracked file becomes a link that leads out.
    await rename(path.join(root, 'dir'), path.join(root, 'was'));
    await writeFile(path.join(outside, 'b.txt'), 'a foreign text');
    await symlink(outside, path.join(root, 'dir'));
    const project = open(root);
    for (const wanted of [
      { look_up: 'read', path: 'dir/b.txt', from: 1, to: null },
      { look_up: 'read', path: 'link.txt', from: 1, to: null },
      { look_up: 'read', path: 'folder/out.txt', from: 1, to: null },
      { look_up: 'read', path: '../out.txt', from: 1, to: null },
      { look_up: 'read', path: path.join(outside, 'out.txt'), from: 1, to: null },
      { look_up: 'search', text: 'foreign|outside', path: null },
      { look_up: 'search', text: 'foreign|outside', path: 'dir' },
      { look_up: 'search', text: 'foreign|outside', path: '../' },
    ] satisfies LookUp[]) {
      const { text, found } = await project.see(wanted);
      expect(found, JSON.stringify(wanted)).toBe(false);
      expect(text).not.toMatch(/a foreign text|outside the project/);
    }
  });
});

describe('a secret', () => {
  // Put together here, so that no scanner takes the test for a leak.
  const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3nR6'}`;
  const hidden = `token: ${secret}\n`;

  it.each([
    ['ignored', 'ignored.txt'],
    ['tracked under a name of its own', '.env'],
    ['tracked in a folder of secrets', '.aws/config'],
    ['renamed to a harmless name', 'notes.txt'],
    ['linked by name', 'linked.txt'],
    ['linked hard', 'hard.txt'],
    ['in a key file', 'server.pem'],
    ['among other lines', 'src/deploy.ts'],
  ])('%s reaches no look-up and no map', async (_, file) => {
    const root = await makeRepository({
      'README.md': '# Queue\n',
      '.gitignore': 'ignored.txt\nsource.txt\n',
    });
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, 'source.txt'), hidden);
    if (file === 'linked.txt') await symlink('source.txt', path.join(root, file));
    else if (file === 'hard.txt') await link(path.join(root, 'source.txt'), path.join(root, file));
    else
      await writeFile(
        path.join(root, file),
        file.endsWith('.ts') ? `// ${secret}\nexport const a = 1;\n` : hidden,
      );
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', `Deploys with ${secret}`, '--allow-empty');
    const project = open(root);
    const wanted: LookUp[] = [
      { look_up: 'read', path: file, from: 1, to: null },
      { look_up: 'read', path: `./${file}`, from: 1, to: 1 },
      { look_up: 'search', text: 'ghp_', path: null },
      { look_up: 'search', text: '.', path: file },
      { look_up: 'list', path: '' },
      { look_up: 'log', path: file },
      { look_up: 'log', path: '' },
    ];
    const seen = [await project.map({ maxBytes: 6_000 })];
    for (const one of wanted) seen.push((await project.see(one)).text);
    const [checked] = await project.check(
      [{ path: file, line: 1, quote: hidden.trim(), commit: null, found: null }],
      { key: '1/answer/x/1' },
    );
    expect(seen.join('\n')).not.toContain(secret);
    // What is shown but for its content is there, and not compared.
    const isShown = ['notes.txt', 'hard.txt', 'src/deploy.ts'].includes(file);
    expect(checked?.found).toBe(isShown ? 'withheld' : 'no');
  });
});

describe('a look-up', () => {
  const makeQueue = () =>
    makeRepository({
      'README.md': '# Queue service\n\nKeeps jobs.\n',
      'src/worker.ts': Array.from({ length: 300 }, (_, index) => `// line ${index + 1} of the worker`).join(
        '\n',
      ),
      'src/image.png': `\u0000PNG`,
    });

  it('gives numbered lines, within its bytes, and says that there is more', async () => {
    const project = open(await makeQueue());
    const some = await project.see({ look_up: 'read', path: 'src/worker.ts', from: 299, to: null });
    expect(some).toMatchObject({ found: true, title: 'read src/worker.ts:299' });
    expect(some.text).toBe('299\t// line 299 of the worker\n300\t// line 300 of the worker');
    const part = await project.see({ look_up: 'read', path: 'README.md', from: 1, to: 1 });
    expect(part.text).toBe('1\t# Queue service\n(3 lines in all)');
    const whole = await project.see({ look_up: 'read', path: 'README.md', from: 1, to: null });
    expect(whole.text).toBe('1\t# Queue service\n2\t\n3\tKeeps jobs.');
    const cut = await project.see({ look_up: 'read', path: 'src/worker.ts', from: 1, to: 300 }, 500);
    expect(Buffer.byteLength(cut.text)).toBeLessThanOrEqual(500);
    expect(cut.text).toMatch(/\(cut here\)$/);
  });

  it.each([
    ['a folder', { look_up: 'list', path: 'src' }, /worker\.ts/, true],
    ['a folder that is not there', { look_up: 'list', path: 'lib' }, /no such folder/, false],
    ['a text', { look_up: 'search', text: 'line 42 of', path: null }, /src\/worker\.ts:42:/, true],
    ['a pattern', { look_up: 'search', text: 'line 4[23] of', path: 'src' }, /:43:/, true],
    ['much in one file', { look_up: 'search', text: 'line .* of', path: 'src/worker.ts' }, /:20:/, true],
    [
      'much in many files',
      { look_up: 'search', text: 'line .* of', path: null },
      /:8:[^\n]*\n\(and more/,
      true,
    ],
    ['what is no pattern', { look_up: 'search', text: 'of the worker(', path: null }, /Nothing found/, false],
    ['a folder that does not exist', { look_up: 'search', text: 'x', path: 'lib' }, /no such file or/, false],
    ['a file without text', { look_up: 'read', path: 'src/image.png', from: 1, to: null }, /not text/, false],
    ['a file that is not there', { look_up: 'read', path: 'x.ts', from: 1, to: null }, /no such file/, false],
    ['a history', { look_up: 'log', path: 'src/worker.ts' }, /Ada: The first state/, true],
  ] satisfies [string, LookUp, RegExp, boolean][])('of %s', async (_, wanted, text, found) => {
    const project = open(await makeQueue());
    const finding = await project.see(wanted);
    expect(finding.text).toMatch(text);
    expect(finding.found).toBe(found);
  });

  it('shows what the code says before what its tests say', async () => {
    const many = (name: string) =>
      Array.from({ length: 8 }, (_, line) => `keep(${name}, ${line})`).join('\n');
    const tests = Array.from({ length: 9 }, (_, index): [string, string] => [
      `a/tests/t${index}.py`,
      many('t'),
    ]);
    const project = open(await makeRepository({ ...Object.fromEntries(tests), 'src/keep.py': many('k') }));
    const { text } = await project.see({ look_up: 'search', text: 'keep\\(', path: null });
    expect(text).toMatch(/^src\/keep\.py:1:/);
    expect(text).toMatch(/a\/tests\/t0\.py/);
    expect(text).toMatch(/\(and more/);
  });

  it('is given up when the run is stopped', async () => {
    const stop = new AbortController();
    stop.abort();
    const project = openProject({ root: await makeQueue(), findDecisions: async () => '' });
    await expect(
      project.lookUp(
        { look_up: 'list', path: '' },
        { key: '1/look/x/1', maxBytes: 1_000, signal: stop.signal },
      ),
    ).rejects.toThrow();
  });
});

describe('a checked place', () => {
  const quote = 'export const attempts = 5; // and no more';

  it('is at its commit on the web, and at none once the file has changed', async () => {
    const root = await makeRepository({ 'sub/src/a b.ts': `\n${quote}\n` });
    git(root, 'remote', 'add', 'origin', 'https://someone:password@github.com/acme/queue.git');
    const place = { path: 'src/a b.ts', line: 7, quote, commit: null, found: null };
    const check = async () => (await open(path.join(root, 'sub')).check([place], { key: 'k' }))[0];
    const commit = git(root, 'rev-parse', 'HEAD').trim();
    expect(await check()).toEqual({
      ...place,
      line: 2,
      found: 'moved',
      commit,
      url: `https://github.com/acme/queue/blob/${commit}/sub/src/a%20b.ts#L2`,
    });
    await writeFile(path.join(root, 'sub', 'src', 'a b.ts'), `${quote}\n`);
    expect(await check()).toEqual({ ...place, line: 1, found: 'moved', commit: null });
  });
});

describe('where git cannot say what is ignored', () => {
  it.each([
    [
      'nothing is in its folder',
      async (root: string) =>
        rm(path.join(root, '.git'), { recursive: true }).then(() => mkdir(path.join(root, '.git'))),
    ],
    ['its list is damaged', async (root: string) => writeFile(path.join(root, '.git/index'), 'x')],
    ['its settings are damaged', async (root: string) => writeFile(path.join(root, '.git/config'), '[')],
    [
      'it needs a newer git',
      async (root: string) => git(root, 'config', 'core.repositoryformatversion', '99'),
    ],
    [
      'it leads nowhere',
      async (root: string) =>
        rm(path.join(root, '.git'), { recursive: true }).then(() =>
          writeFile(path.join(root, '.git'), 'gitdir: /nowhere'),
        ),
    ],
  ])('nothing is shown: %s', async (_, damage) => {
    const root = await makeRepository({ 'a.md': 'a' });
    await writeFile(path.join(root, 'notes.md'), 'my own');
    await damage(root);
    await expect(listProjectFiles(root)).rejects.toMatchObject({ code: 'GIT_SILENT' });
    const project = open(root);
    expect((await project.see({ look_up: 'read', path: 'notes.md', from: 1, to: null })).found).toBe(false);
    expect((await project.see({ look_up: 'list', path: '' })).found).toBe(false);
    expect((await project.see({ look_up: 'log', path: '' })).found).toBe(false);
  });

  it('nothing is shown without git, and what to do is said', async () => {
    const root = await makeRepository({ 'a.md': 'a' });
    const before = process.env['PATH'];
    process.env['PATH'] = root;
    try {
      await expect(listProjectFiles(root)).rejects.toMatchObject({
        code: 'GIT_SILENT',
        message: expect.stringContaining('git is not installed'),
        hint: 'Install git.',
      });
    } finally {
      process.env['PATH'] = before;
    }
  });
});

it('outside a repository, what the person ignores everywhere is ignored, and what the repositories below it ignore by themselves', async () => {
  const root = await makeFolder({
    'home/ignored': 'private.md\n',
    'work/a.md': '',
    'work/private.md': '',
    'work/part/.git/info/exclude': 'mine.md\n',
    'work/part/b.md': '',
    'work/part/mine.md': '',
    'work/store/HEAD': 'ref: refs/heads/main\n',
    'work/store/config': '[core]\n',
    'work/store/refs/x': '',
  });
  const own = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.excludesFile',
    GIT_CONFIG_VALUE_0: path.join(root, 'home/ignored'),
  };
  Object.assign(process.env, own);
  try {
    expect(await listPaths(path.join(root, 'work'))).toEqual(['a.md', 'part/b.md']);
  } finally {
    for (const name of Object.keys(own)) delete process.env[name];
  }
});
