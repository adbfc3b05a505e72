/** Where a new decision record goes, what it is called, and what becomes of those that it replaces. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeYaml } from '../../src/text/write-yaml.ts';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { buildDesign } from '../support/text-session.ts';

const nygard = (title: string) =>
  `# ${title}\n\nDate: 2025-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nJobs wait in a queue.\n\n## Decision\n\nThe queue is a table.\n`;

async function openWith(files: Record<string, string>, config = 'name: test\n') {
  const session = buildDesign({ status: 'completed' });
  if (session.text !== null) session.text.supersedes = ['2', '2024-02-03-queue'];
  const root = await makeFolder({
    '.s2s/config.yaml': config,
    [`.s2s/sessions/${session.id}.yaml`]: writeYaml(session),
    ...files,
  });
  const { app } = makeApp(root);
  const publish = async (supersede?: string[]) => {
    const { files: written, proposed } = await app.publish({ session: session.id, supersede });
    return { record: written[0]?.path ?? '', proposed };
  };
  return { publish, read: (file: string) => readFile(path.join(root, file), 'utf8') };
}

test.for([
  ['doc/adr/0001-a.md', 'doc/adr/0002-b.md', /^doc\/adr\/0003-keep-jobs-on-redis.*\.md$/],
  ['adr/adr-001.md', 'adr/adr-002.md', /^adr\/adr-003\.md$/],
  [
    'docs/architecture/decisions/1-a.md',
    'docs/architecture/decisions/2-b.md',
    /^docs\/architecture\/decisions\/3-keep-jobs-on-redis/,
  ],
  [
    'services/api/architecture-decisions/1-a.md',
    'services/api/architecture-decisions/2-b.md',
    /^services\/api\/architecture-decisions\/3-keep-jobs-on-redis/,
  ],
  ['.s2s/decisions/0001-a.md', '.s2s/decisions/0002-b.md', /^\.s2s\/decisions\/0003-keep-jobs-on-redis/],
] as const)('the folder of %s, its way to number, and a yes', async ([first, second, expected]) => {
  const { publish, read } = await openWith({
    [first]: nygard('1. Colours of the page'),
    [second]: nygard('2. Which queue the jobs wait in'),
    // Numbered texts of another kind.
    'tutorial/01-install.md': '# Install\n\n## Context\n\nText.\n',
    'tutorial/02-run.md': '# Run\n',
  });
  const before = await publish();
  expect(before.record).toMatch(expected);
  expect(before.proposed).toEqual([path.basename(second)]);
  expect(await read(second)).toBe(nygard('2. Which queue the jobs wait in'));
  const { record } = await publish(['2']);
  expect(record).toBe(before.record);
  expect(await read(second)).toMatch(/## Status\n\nSuperseded by \[.+\]\(.+\.md\)\n\n## Context/);
  expect(await read(first)).toBe(nygard('1. Colours of the page'));
  expect(await read(record)).toMatch(/^\*Replaces:\* \[Which queue the jobs wait in\]/m);
});

test('the folder of the configuration comes before any other', async () => {
  const { publish } = await openWith(
    { 'doc/adr/0002-b.md': nygard('2. Which queue') },
    'name: test\ndocs:\n  decisions: notes/why\n',
  );
  expect((await publish()).record).toMatch(/^notes\/why\/\d{8}-\d{6}-/);
});

test.for([
  ['.adr-dir', 'doc/why\n', 'doc/why'],
  ['.adr-dir', './doc/why/\r\n', 'doc/why'],
  ['.log4brains.yml', 'project:\n  name: Shop\n  adrFolder: ./doc/why\n', 'doc/why'],
  // What leads out of the project names no folder.
  ['.adr-dir', '../elsewhere\n', 'docs/adr'],
  ['.log4brains.yml', 'project: [', 'docs/adr'],
] as const)('%s that holds %j names the folder', async ([file, text, folder]) => {
  const { publish } = await openWith({
    [file]: text,
    'doc/why/0002-b.md': nygard('2. Which queue'),
    'docs/adr/0008-c.md': nygard('8. Colours'),
  });
  expect((await publish()).record).toMatch(
    new RegExp(`^${folder}/000${folder === 'doc/why' ? 3 : 9}-keep-jobs-on-redis`),
  );
});

test('a folder that is named gets its first record, and the configuration comes before it', async () => {
  const named = { '.adr-dir': 'doc/why\n', 'docs/adr/0008-c.md': nygard('8. Colours') };
  expect((await (await openWith(named)).publish()).record).toMatch(/^doc\/why\/0001-keep-jobs-on-redis/);
  const dated = await openWith({ '.log4brains.yml': 'project: {adrFolder: doc/why}\n' });
  expect((await dated.publish()).record).toMatch(/^doc\/why\/\d{8}-keep-jobs-on-redis/);
  const set = await openWith(named, 'name: test\ndocs: {decisions: docs/adr}\n');
  expect((await set.publish()).record).toMatch(/^docs\/adr\/0009-/);
});

test.for(['docs/developer/decision-records', 'handbook/decisions'])(
  'a record in %s gets a folder of its own, as the others have',
  async (folder) => {
    const index = `# Records\n\n- [2024-01-02 Colours](2024-01-02-colours/)\n- [2024-02-03 Queue](2024-02-03-queue/)\n`;
    const { publish, read } = await openWith({
      [`${folder}/README.md`]: index,
      [`${folder}/2024-01-02-colours/README.md`]: nygard('Colours of the page'),
      [`${folder}/2024-02-03-queue/README.md`]: nygard('Which queue the jobs wait in'),
      [`${folder}/2024-02-03-queue/figure.svg`]: '<svg/>',
    });
    const first = await publish();
    const named = first.record.slice(folder.length + 1);
    expect(named).toMatch(/^\d{4}-\d\d-\d\d-keep-jobs-on-redis[^/]*\/README\.md$/);
    expect(await publish(['2024-02-03-queue'])).toEqual({ record: first.record, proposed: [] });
    expect(await read(`${folder}/2024-02-03-queue/README.md`)).toContain(`](../${named})`);
    expect(await read(first.record)).not.toContain('s2s roundtable publish');
    const own = named.replace('README.md', '');
    expect(await read(`${folder}/README.md`)).toMatch(new RegExp(`^- \\[.+\\]\\(${own}\\)$`, 'm'));
  },
);

test('records such as D001-x are continued wherever they are', async () => {
  const { publish } = await openWith({
    'services/api/decisions/D001-a.md': nygard('Colours of the page'),
    'services/api/decisions/D002-b.md': nygard('Which queue the jobs wait in'),
  });
  const { record, proposed } = await publish();
  expect(record).toMatch(/^services\/api\/decisions\/D003-keep-jobs-on-redis/);
  expect(proposed).toEqual(['D002-b.md']);
});

test('records in a folder that is named for them are continued in any language', async () => {
  const text = '# Farben\n\n## 1. Kontext\n\nText.\n\n## 2. Entscheidung\n\nBlau.\n';
  const { publish } = await openWith({ 'docs/plan/adr/0001-farben.md': text });
  expect((await publish()).record).toMatch(/^docs\/plan\/adr\/0002-keep-jobs-on-redis/);
});

test('a project without records gets them where they usually are', async () => {
  const { publish } = await openWith({ 'docs/guide/01-a.md': '# A\n', 'docs/guide/02-b.md': '# B\n' });
  expect((await publish()).record).toMatch(/^docs\/decisions\/\d{8}-\d{6}-/);
});
