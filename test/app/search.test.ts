/** Searching a project: its sessions and its documents together. */
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { itemSchema } from '../../src/session/text.ts';
import { writeYaml } from '../../src/text/write-yaml.ts';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { createRound, createSession } from '../support/roundtable-fixtures.ts';
import { noOllama, runInProcess } from '../support/run-in-process.ts';

const id = '20260302-090000-which-queue';
const session = createSession(undefined, {
  id,
  topic: 'Which queue?',
  status: 'completed',
  rounds: [createRound(1)],
  total_rounds: 1,
  artifacts: [
    itemSchema.parse({
      ...{ id: 'DEC-001', kind: 'decision', section: 'outcome', title: 'Broker', text: 'Use a broker.' },
      ...{ status: 'agreed', decided_by: 'count' },
    }),
  ],
});
const record = (status: string, title: string, extra = '') =>
  `---\nstatus: "${status}"\n---\n\n# ${title}\n\n## Context\n\nJobs wait.\n\n## Decision\n\nWe use a broker.\n${extra}`;

async function open(files: Record<string, string> = {}) {
  const root = await makeFolder({
    '.s2s/config.yaml': 'name: test\n',
    [`.s2s/sessions/${id}.yaml`]: writeYaml(session),
    ...files,
  });
  const { app } = makeApp(root);
  const find = async (words: string) => (await app.search({ words })).hits;
  return { root, app, find };
}

describe('search', () => {
  it('finds decisions, requirements, architecture and summaries, wherever the project keeps them', async () => {
    const { find } = await open({
      'docs/adr/0001-zebra.md': record('accepted', 'Zebra crossing'),
      'services/api/decisions/1-zebra.md': record('accepted', 'Zebra of the service'),
      'docs/requirements/api.md':
        '# Zebras\n\n## REQ-007: Striped\n\nThe zebra shall be striped.\n\n**Priority:** must\n',
      'docs/architecture/zebra.md': '# Zebra parts\n\nText.\n',
      [`.s2s/sessions/${id}-summary.md`]: '# Summary\n\nAbout a zebra.\n',
      'notes/zebra.md': '# Zebra in no folder of documents\n',
    });
    const hits = await find('zebra');
    expect(hits.map(({ kind, file }) => `${kind} ${file}`).sort()).toEqual([
      `document .s2s/sessions/${id}-summary.md`,
      'document docs/adr/0001-zebra.md',
      'document docs/architecture/zebra.md',
      'document docs/requirements/api.md',
      'document services/api/decisions/1-zebra.md',
      'requirement docs/requirements/api.md',
    ]);
    expect(hits.find(({ kind }) => kind === 'requirement')).toMatchObject({
      id: 'REQ-007',
      status: 'must',
      excerpt: 'The zebra shall be striped.',
    });
    expect(hits.find(({ file }) => file.endsWith('summary.md'))).toMatchObject({
      line: 3,
      excerpt: 'About a zebra.',
    });
  });

  it('does not take what leads to the session of a document for what the document says', async () => {
    const name = '20260301-080000-zebra';
    const { find } = await open({
      'docs/adr/0001-a.md': record(
        'accepted',
        'Horses',
        `\nThe record: \`s2s roundtable export ${name}\`\n\n<!-- s2s:document adr from ${name} sum 0123456789abcdef -->\n`,
      ),
    });
    expect(await find('zebra')).toEqual([]);
    expect(await find('horses')).toHaveLength(1);
  });

  it('marks what was replaced: the record, and what its session said', async () => {
    const mark = `\n<!-- s2s:document adr from ${id} sum 0123456789abcdef -->\n`;
    const { find, app } = await open({
      'docs/decisions/0001-broker.md': record('superseded by 0002-table.md', 'A broker', mark),
      'docs/decisions/0002-table.md': record('accepted', 'A table instead of a broker'),
    });
    const hits = await find('broker');
    expect(hits.map(({ kind, id, replaced_by: by }) => [kind, id, by])).toEqual([
      ['document', 'docs/decisions/0002-table.md', null],
      ['item', 'DEC-001', '0002-table.md'],
      ['document', 'docs/decisions/0001-broker.md', '0002-table.md'],
    ]);
    // The same from the index alone.
    expect(await find('broker')).toEqual(hits);
    expect((await app.search({ words: 'broker', limit: 1 })).total).toBe(3);
  });

  it('shows nothing secret, nothing from outside, and follows a document that changes', async () => {
    const key = `sk-ant-api03-${'Ab3'.repeat(31)}AA`;
    const { root, find } = await open({
      'docs/adr/0001-keys.md': `# Keys\n\n## Decision\n\nzebra ${key}\n`,
      'docs/adr/.env.md': '# zebra\n',
      'docs/adr/0002-fine.md': record('accepted', 'Zebra'),
    });
    const outside = await makeFolder({ 'secret.md': '# Zebra outside\n' });
    await symlink(path.join(outside, 'secret.md'), path.join(root, 'docs/adr/0003-link.md'));
    expect((await find('zebra')).map(({ file }) => file)).toEqual(['docs/adr/0002-fine.md']);
    await writeFile(path.join(root, 'docs/adr/0002-fine.md'), record('accepted', 'Giraffe'));
    expect((await find('giraffe')).map(({ file }) => file)).toEqual(['docs/adr/0002-fine.md']);
    expect((await find('zebra')).map(({ file }) => file)).not.toContain('docs/adr/0002-fine.md');
  });

  it('says where nothing holds all the words, and refuses to look for none', async () => {
    const { app } = await open();
    expect(await app.search({ words: 'broker zebra' })).toMatchObject({ wanted: 2, held: 1, total: 1 });
    expect(await app.search({ words: 'zebra' })).toMatchObject({ held: 0, total: 0, hits: [] });
    await expect(app.search({ words: '?? the' })).rejects.toMatchObject({ code: 'NEEDS_INPUT' });
  });
});

describe('s2s search', () => {
  it('prints what each hit is, its status and the file to open, and the same as JSON', async () => {
    const { root } = await open({
      'docs/adr/0001-zebra.md': record('superseded by 0002-x.md', 'Broker of zebras'),
    });
    const place = { cwd: root, home: root, env: { LANG: 'en_US.UTF-8', OLLAMA_HOST: noOllama } };
    const text = await runInProcess(['search', 'broker'], place);
    expect(text.code, text.stderr).toBe(0);
    expect(text.stdout).toBe(
      [
        'Item DEC-001: Broker',
        `  agreed · session ${id}`,
        '  Use a broker.',
        `  .s2s/sessions/${id}.yaml`,
        '',
        'Document: Broker of zebras',
        '  superseded by 0002-x.md',
        '  We use a broker.',
        '  docs/adr/0001-zebra.md:13',
        '',
      ].join('\n'),
    );
    expect(text.stderr).toContain(`s2s roundtable show ${id}`);
    const json = await runInProcess(['search', 'broker', 'zebras', '--json', '--limit', '1'], place);
    expect(JSON.parse(json.stdout)).toMatchObject({
      words: 'broker zebras',
      hits: [{ kind: 'document', file: 'docs/adr/0001-zebra.md', line: 5, replaced_by: '0002-x.md' }],
      total: 1,
    });
    expect((await runInProcess(['search', 'giraffe'], place)).stdout).toBe('Nothing contains "giraffe".\n');
    expect((await runInProcess(['search', 'the'], place)).code).toBe(2);
    expect((await runInProcess(['search'], place)).code).toBe(2);
  });
});
