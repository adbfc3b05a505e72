import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initProject } from '../../src/app/admin/init-project.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import { applyInit } from '../../src/project/apply-init.ts';
import { planInit, shortenName } from '../../src/project/plan-init.ts';
import { readProjectName } from '../../src/project/read-project-name.ts';
import { removeComments } from '../../src/text/markdown/markdown-outline.ts';
import { parseMarkdown } from '../../src/text/markdown/markdown-tree.ts';
import { makeFolder } from '../support/make-folder.ts';

/** What `init` writes into a new project. */
async function init(files: Record<string, string>, answers = {}) {
  const root = await makeFolder(files);
  await initProject(root, answers);
  const [config, context] = await Promise.all(
    ['config.yaml', 'CONTEXT.md'].map((file) => readFile(path.join(root, '.s2s', file), 'utf8')),
  );
  return { root, config: config ?? '', context: context ?? '' };
}

describe('the name', () => {
  it('is that of the configuration, else that of the folder', async () => {
    expect(await readProjectName(await makeFolder({ '.s2s/config.yaml': 'name: mine\n' }))).toBe('mine');
    const root = await makeFolder({ 'package.json': '{"name": "other"}' });
    expect(await readProjectName(root)).toBe(path.basename(root));
  });

  it('is one line, whatever is in the file, and the files that it stands in can be read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), async (text) => {
        const name = shortenName(text) || 'project';
        expect(name).toMatch(/^[^\p{Cc}]{1,100}$/u);
        const [config, context] = planInit({ name, description: text, docs: {} });
        expect(readConfig(config?.content ?? '', 'config.yaml')).toMatchObject({
          problems: [],
          warnings: [],
        });
        expect(removeComments(parseMarkdown(context?.content ?? ''))).toContain('## Open Questions');
      }),
      { numRuns: 100 },
    );
  });
});

describe('config.yaml', () => {
  it('has some fifteen lines, changes no default, and says where the rest is shown', async () => {
    const { root, config } = await init({ 'package.json': '{"name": "shop"}' });
    expect(config.split('\n').length).toBeLessThan(18);
    expect(config).toContain('s2s config show');
    const loaded = await loadConfig({ cwd: root, env: {}, home: null });
    expect(loaded.warnings).toEqual([]);
    const resolved = resolveConfig(loaded, { workflow: 'design' });
    const bare = resolveConfig({ project: null, layers: [] }, { workflow: 'design' });
    expect(resolved).toMatchObject({
      settings: bare.settings,
      docs: bare.docs,
      projectName: path.basename(root),
    });
    expect(resolved.sources.filter(({ layer }) => layer !== 'default').map(({ key }) => key)).toEqual([
      'name',
    ]);
  });

  it('offers settings that can be switched on line by line', async () => {
    const { config } = await init({});
    const switched = readConfig(config.replaceAll(/^(\s+)#(?=\w)/gm, '$1'), 'config.yaml');
    expect(switched).toMatchObject({ problems: [], warnings: [] });
    expect([...switched.entries.keys()]).toEqual([
      'name',
      'roundtable.models.default',
      'roundtable.language',
      'context.assistant_files',
    ]);
  });

  it('names the folders in which the project keeps documents already, and no others', async () => {
    const { config } = await init({
      'docs/adr/0001-x.md': '# x',
      'requirements/base.txt': 'flask',
      'docs/requirements/api.md': '# API',
      'docs/architecture/README.md': '# Index',
    });
    expect(readConfig(config, 'c').entries.get('docs.decisions')?.value).toBe('docs/adr');
    expect(config).toContain('\ndocs:\n  decisions: docs/adr\n  specifications: docs/requirements\n\n');
    const told = await init({ '.adr-dir': 'why\n', 'docs/adr/0001-x.md': '# x' });
    expect(told.config).not.toContain('docs:');
  });
});

describe('CONTEXT.md', () => {
  it('says nothing of its own', async () => {
    const { context } = await init({
      'package.json': '{"name": "shop", "description": "Sells things", "dependencies": {"express": "5"}}',
      'README.md': '# Shop\n\nNever run this as root.\n\n## Goals\n\n- Sell\n',
    });
    expect(context).not.toMatch(/Sell|root|express/i);
  });

  it('holds what the person typed, as text', async () => {
    const { context, config } = await init({}, { name: 'Shop <!--', description: '# Sells:\n<!-- tea' });
    expect(removeComments(parseMarkdown(context))).toContain('Sells: &lt;!-- tea');
    expect(context.match(/^# .*$/gm)).toEqual(['# Shop &lt;!-- - Project Context']);
    expect(readConfig(config, 'c').entries.get('description')?.value).toBe('# Sells: <!-- tea');
  });
});

describe('what is written', () => {
  const plan = planInit({ name: 'Shop', description: '', docs: {} });
  const all = ['.s2s/config.yaml', '.s2s/CONTEXT.md', '.s2s/state.yaml', '.s2s/.gitignore'];
  it('adds only what is missing, and changes nothing that is there', async () => {
    const root = await makeFolder({ '.s2s/config.yaml': 'name: mine\n', '.s2s/sessions/x.yaml': 'kept' });
    await symlink('nowhere', path.join(root, '.s2s/state.yaml'));
    expect(await applyInit(root, plan)).toEqual({ written: [all[1], all[3]], kept: [all[0], all[2]] });
    expect(await readFile(path.join(root, '.s2s/config.yaml'), 'utf8')).toBe('name: mine\n');
    expect((await lstat(path.join(root, '.s2s/state.yaml'))).isSymbolicLink()).toBe(true);
    expect(await applyInit(root, plan)).toEqual({ written: [], kept: all });
  });

  it('lets many at once agree on one file each', async () => {
    const root = await makeFolder();
    await mkdir(path.join(root, '.s2s'));
    const results = await Promise.all(Array.from({ length: 8 }, () => applyInit(root, plan)));
    for (const file of all) expect(results.filter((result) => result.written.includes(file))).toHaveLength(1);
    expect(await readdir(path.join(root, '.s2s'))).toHaveLength(4);
  });

  it.each([
    [
      'a file in the place of the folder',
      'FILE_UNWRITABLE',
      (root: string) => writeFile(path.join(root, '.s2s'), 'x'),
    ],
    [
      'a link that leads out',
      'FILE_OUTSIDE_PROJECT',
      async (root: string) => symlink(await makeFolder(), path.join(root, '.s2s')),
    ],
    [
      'a link that leads nowhere',
      'FILE_OUTSIDE_PROJECT',
      (root: string) => symlink('nowhere', path.join(root, '.s2s')),
    ],
  ])('refuses %s', async (_name, code, make) => {
    const root = await makeFolder();
    await make(root);
    await expect(applyInit(root, plan)).rejects.toMatchObject({ code, exitCode: 5 });
  });

  it.skipIf(process.getuid?.() === 0)('says where it may not write', async () => {
    const root = await makeFolder();
    await chmod(root, 0o500);
    await expect(applyInit(root, plan)).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: expect.stringContaining(root),
    });
  });

  it('says so where the project is not a folder', async () => {
    const root = await makeFolder({ file: '' });
    await expect(applyInit(path.join(root, 'file'), plan)).rejects.toMatchObject({ code: 'FILE_UNWRITABLE' });
  });
});
