import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DocsPaths } from '../../src/documents/document-paths.ts';
import {
  checkWritable,
  publishDocument,
  publishRecord,
  readExtended,
  readPublishedIds,
  readTemplates,
} from '../../src/documents/write-documents.ts';
import type { Session } from '../../src/session/session.ts';
import { type OutputType, outputTypes } from '../../src/session/vocabulary.ts';
import { makeFolder } from '../support/make-folder.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';
import { buildDesign, buildSpecs, buildText } from '../support/text-session.ts';

const defaultDocsPaths: DocsPaths = {
  decisions: 'docs/decisions',
  specifications: 'docs/specifications',
  architecture: 'docs/architecture',
};

let root: string;
beforeEach(async () => {
  root = await makeFolder();
});

const lockFolder = async () => async () => undefined;
const publish = (
  session: Session,
  docsPaths = defaultDocsPaths,
  more: Partial<Parameters<typeof publishDocument>[0]> = {},
) => publishDocument({ projectRoot: root, session, docsPaths, templates, lockFolder, ...more });
const read = (path: string) => readFile(join(root, path), 'utf8');
async function put(path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
async function listAll(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
const build = (type: OutputType, facts: Parameters<typeof buildDesign>[0] = {}) =>
  buildDesign({ output_type: type, ...facts });
const replacing = () => buildDesign({ text: buildText({ supersedes: ['ADR-1', '0002-other.md'] }) });

describe('where documents go', () => {
  it.each([
    ['adr', 'docs/decisions/20260302-093000-keep-jobs-on-redis-streams.md'],
    ['requirements', 'docs/specifications/requirements.md'],
    ['architecture', 'docs/architecture/keep-jobs-on-redis-streams.md'],
    ['summary', '.s2s/sessions/20260302-090000-which-queue-summary.md'],
  ] as const)('%s: %s, and the same file again', async (type, path) => {
    const session = build(type);
    expect(await publish(session)).toEqual({ files: [{ type, path }], notes: [], proposed: [] });
    const [text, before] = [await read(path), await stat(join(root, path))];
    expect(await publish(session)).toEqual({ files: [{ type, path }], notes: [], proposed: [] });
    expect(await read(path)).toBe(text);
    expect((await stat(join(root, path))).mtimeMs).toBe(before.mtimeMs);
    expect(await listAll()).toEqual([path]);
  });

  it.each(outputTypes)(
    'a rehearsal of %s touches nothing but its session folder, for its owner only',
    async (type) => {
      await put('docs/decisions/0001-a.md', '# A\n');
      const { files } = await publish(build(type, { rehearsal: true }));
      expect(files).toEqual([{ type, path: `.s2s/sessions/20260302-090000-which-queue/${type}.md` }]);
      expect(await listAll()).toEqual([
        `.s2s/sessions/20260302-090000-which-queue/${type}.md`,
        'docs/decisions/0001-a.md',
      ]);
      expect((await stat(join(root, files[0]?.path ?? ''))).mode & 0o777).toBe(0o600);
    },
  );

  it('follows the configured folders', async () => {
    const docsPaths = { decisions: './adr/', specifications: 'spec/srs.md', architecture: 'arch' };
    expect((await publish(buildDesign(), docsPaths)).files[0]?.path).toBe(
      'adr/20260302-093000-keep-jobs-on-redis-streams.md',
    );
    expect((await publish(build('requirements'), docsPaths)).files[0]?.path).toBe('spec/srs.md');
    expect(await read('adr/20260302-093000-keep-jobs-on-redis-streams.md')).toContain(
      '`s2s roundtable export 20260302-090000-which-queue --type record`',
    );
  });

  it('has one date, in its name and inside: the day of the decision where the person is', async () => {
    const { files } = await publish(buildDesign({ time_zone: 'Pacific/Pago_Pago' }));
    const path = 'docs/decisions/20260301-223000-keep-jobs-on-redis-streams.md';
    expect(files[0]?.path).toBe(path);
    expect(await read(path)).toContain('\ndate: 2026-03-01\n');
  });

  it('gives another name where a file of the same name belongs to somebody else', async () => {
    await put('docs/architecture/keep-jobs-on-redis-streams.md', '# Ours\n');
    const { files } = await publish(build('architecture'));
    expect(files[0]?.path).toBe('docs/architecture/keep-jobs-on-redis-streams-2.md');
    expect(await read('docs/architecture/keep-jobs-on-redis-streams.md')).toBe('# Ours\n');
  });
});

describe('what people wrote', () => {
  it('stays when they edited a document, and they are told', async () => {
    const { files } = await publish(buildDesign());
    const path = files[0]?.path ?? '';
    const edited = (await read(path)).replace('status: proposed', 'status: accepted');
    await put(path, edited);
    const again = await publish(buildDesign());
    expect(await read(path)).toBe(edited);
    expect(again.files).toEqual(files);
    expect(again.notes.join()).toContain('edited by hand');
  });

  it('a record is superseded only by the yes to that record, and changes its status line only', async () => {
    const old = '# Old way\n\n- Status: accepted\n- Date: 2026-01-01\n\n## Context\n\nWords.\n';
    await put('docs/decisions/0001-old-way.md', old);
    await put('docs/decisions/0002-other.md', old);
    // A person answered a question of this panel: that settles the question, and neither this record nor an older one.
    const first = await publish(replacing());
    const path = first.files[0]?.path ?? '';
    expect(await read('docs/decisions/0001-old-way.md')).toBe(old);
    expect(await read(path)).toMatch(/^status: proposed$/m);
    expect(await read(path)).toContain(
      '*Would replace, once approved:* [Old way](0001-old-way.md), [Old way](0002-other.md)',
    );
    expect(first).toMatchObject({ proposed: ['0001-old-way.md', '0002-other.md'] });
    expect(first.notes.join()).toContain('--supersede 0001-old-way.md');
    const second = await publish(replacing(), defaultDocsPaths, { supersede: ['1'] });
    expect(await read('docs/decisions/0001-old-way.md')).toBe(
      old.replace(
        'Status: accepted',
        'Status: superseded by [Keep jobs on Redis Streams](0003-keep-jobs-on-redis-streams.md)',
      ),
    );
    expect(await read('docs/decisions/0002-other.md')).toBe(old);
    expect(second.proposed).toEqual(['0002-other.md']);
    expect(await read(path)).toContain('*Replaces:* [Old way](0001-old-way.md)');
    expect(await read(path)).toContain('once approved:* [Old way](0002-other.md)');
    const again = await publish(replacing());
    expect(await read(path)).toContain('*Replaces:* [Old way](0001-old-way.md)');
    expect(again.proposed).toEqual(['0002-other.md']);
  });

  it('an old record in Latin-1 stops nothing, and keeps its encoding', async () => {
    const old = Buffer.from('# Alter Weg f\xfcr Jobs\r\n\r\n- Status: accepted\r\n', 'latin1');
    await put('docs/decisions/0001-old-way.md', old);
    await publish(replacing(), defaultDocsPaths, { supersede: ['1'] });
    const link = 'superseded by [Keep jobs on Redis Streams](0002-keep-jobs-on-redis-streams.md)';
    expect(await readFile(join(root, 'docs/decisions/0001-old-way.md'), 'latin1')).toBe(
      old.toString('latin1').replace('accepted', link),
    );
  });

  it('a folder that cannot be written is known beforehand', async () => {
    await expect(checkWritable(root, 'docs/decisions')).resolves.toBeUndefined();
    await writeFile(join(root, 'docs'), 'a file');
    await expect(checkWritable(root, 'docs/decisions')).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      hint: expect.stringContaining('under docs in .s2s/config.yaml'),
    });
  });

  it('refuses to rewrite a requirements file that is not UTF-8', async () => {
    const bytes = Buffer.from([0x23, 0x20, 0xe9, 0x0a]);
    await put('docs/specifications/requirements.md', bytes);
    await expect(publish(build('requirements'))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    expect(await readFile(join(root, 'docs/specifications/requirements.md'))).toEqual(bytes);
  });
});

describe('what is refused', () => {
  it('a folder outside of the project, by path or through a link', async () => {
    const outside = await makeFolder();
    for (const decisions of ['../elsewhere', outside])
      await expect(publish(buildDesign(), { ...defaultDocsPaths, decisions })).rejects.toMatchObject({
        code: 'FILE_OUTSIDE_PROJECT',
      });
    await symlink(outside, join(root, 'docs'));
    await expect(publish(buildDesign())).rejects.toMatchObject({ code: 'FILE_OUTSIDE_PROJECT' });
    expect(await readdir(outside)).toEqual([]);
  });

  it('a requirements file that is a link to the outside', async () => {
    const outside = await makeFolder({ 'r.md': '# Theirs\n' });
    await mkdir(join(root, 'docs/specifications'), { recursive: true });
    await symlink(join(outside, 'r.md'), join(root, 'docs/specifications/requirements.md'));
    await expect(publish(build('requirements'))).rejects.toMatchObject({ code: 'FILE_OUTSIDE_PROJECT' });
    expect(await readFile(join(outside, 'r.md'), 'utf8')).toBe('# Theirs\n');
  });

  it('a path that is blocked by a file, with the path and the reason, and leaves nothing behind', async () => {
    await put('docs', 'not a folder');
    const error = await publish(buildDesign()).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ exitCode: 5 });
    expect(String(error)).toContain(join(root, 'docs'));
    expect(await listAll()).toEqual(['docs']);
  });

  it.skipIf(process.getuid?.() === 0)('a folder without permission to write', async () => {
    await mkdir(join(root, 'docs/decisions'), { recursive: true });
    await chmod(join(root, 'docs/decisions'), 0o500);
    await expect(publish(buildDesign())).rejects.toMatchObject({ code: 'FILE_UNWRITABLE' });
    await chmod(join(root, 'docs/decisions'), 0o700);
  });
});

describe('requirements', () => {
  it('of a second session go on in the same file, which the loop and the record read', async () => {
    const path = 'docs/specifications/requirements.md';
    await publish(buildSpecs());
    const later = buildSpecs({ id: '20260401-080000-limits', topic: 'Limits' });
    expect(await readExtended(root, later, defaultDocsPaths)).toMatchObject({
      path,
      items: [{ id: 'REQ-001' }, { id: 'REQ-002' }, { id: 'OOS-001' }],
      highest: { REQ: 2, OOS: 1 },
    });
    expect((await readPublishedIds(root, later, defaultDocsPaths)).size).toBe(0);
    await publish(later);
    const ids = await readPublishedIds(root, later, defaultDocsPaths);
    expect(ids.get('REQ-002')).toBe('REQ-004');
    expect(await read(path)).toContain('Nach REQ-003 kann gelöscht werden.');
    const record = await publishRecord(root, later, { lockFolder, ids });
    expect(record).toBe('.s2s/sessions/20260401-080000-limits/record.md');
    expect(await read(record)).toContain('REQ-002 is REQ-004');
    expect(await readExtended(root, buildDesign(), defaultDocsPaths)).toBeNull();
  });
});

describe('templates', () => {
  it('are the project’s own where there are any', async () => {
    await put('own/summary.md', '# {{ title }}\n\nOur summary: {{ head }}\n');
    const own = await readTemplates({
      shipped: join(import.meta.dirname, '../../templates'),
      project: join(root, 'own'),
      root,
    });
    expect(own.adr.text).toBe(templates.adr.text);
    const { files } = await publish(build('summary'), defaultDocsPaths, { templates: own });
    expect(await read(files[0]?.path ?? '')).toContain('Our summary: **Download jobs');
  });

  it.each([
    ['{{ titel }}', 1, 'titel'],
    ['a\n\n{% for x in %}{% endfor %}', 3, 'for'],
    ['a\n{% if title %}', 2, 'if'],
    ['a\n{{ title | shout }}', 2, 'shout'],
    ['{% include "/etc/passwd" %}', 1, 'passwd'],
  ])('%j is an error with file and line', async (text, line, word) => {
    const broken = { ...templates, summary: { file: '.s2s/templates/summary.md', text } };
    await expect(publish(build('summary'), defaultDocsPaths, { templates: broken })).rejects.toMatchObject({
      code: 'TEMPLATE_INVALID',
      problems: [{ file: '.s2s/templates/summary.md', line, message: expect.stringContaining(word) }],
    });
    expect(await listAll()).toEqual([]);
  });
});

describe('the way to the record', () => {
  it.each(['adr', 'architecture', 'requirements'] as const)(
    'is a link where the repository keeps the record, else a command: %s',
    async (type) => {
      const session = build(type);
      const href = '../../.s2s/sessions/20260302-090000-which-queue/record.md';
      const command = '`s2s roundtable export 20260302-090000-which-queue --type record`';
      for (const recordIsKept of [false, true]) {
        const { files } = await publish(session, defaultDocsPaths, { recordIsKept });
        const text = await read(files[0]?.path ?? '');
        expect(text.includes(`[The record of the discussion](${href})`)).toBe(recordIsKept);
        expect(text.includes(command)).toBe(!recordIsKept);
      }
    },
  );
});

describe('a public reader of decision records', () => {
  it('lists ours by their titles', async () => {
    await put('docs/decisions/0004-tokens.md', '# Tokens\n');
    await publish(buildDesign());
    const require = createRequire(import.meta.url);
    const reader = require.resolve('adr-log/cli.js');
    await promisify(execFile)(process.execPath, [reader, '-i', '-d', join(root, 'docs/decisions')]);
    const log = await read('docs/decisions/index.md');
    expect(log).toContain('[ADR-0004](0004-tokens.md) - Tokens');
    expect(log).toContain('[ADR-0005](0005-keep-jobs-on-redis-streams.md) - Keep jobs on Redis Streams');
  });
});
