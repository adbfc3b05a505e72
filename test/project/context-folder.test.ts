/** What `--context FOLDER` hands over: what the project keeps, not what lies in its folders. */
import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gatherContextFiles } from '../../src/project/gather-context-files.ts';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeRepository } from '../support/make-repository.ts';

const marked = 'MARKED-TEXT';
const key = `sk-ant-api03-${'Ab3'.repeat(31)}AA`;

async function gather(root: string, given: string[], options: object = {}) {
  const { files, receipts } = await gatherContextFiles(given, { root, budgetCharacters: 1e6, ...options });
  return { paths: files.map((file) => file.path), text: JSON.stringify(files), receipts };
}

const hidden: Record<string, string | Uint8Array> = {
  'docs/dist/bundle.js': marked,
  'docs/.venv/lib/site.py': marked,
  'docs/local.md': marked,
  'docs/private/plan.md': marked,
  'docs/.env': marked,
  'docs/keys.md': `${marked} ${key}`,
  'docs/node_modules/x/readme.md': marked,
  'docs/large.md': `${marked}${'x'.repeat(1024 * 1024)}`,
  'docs/picture.png': Buffer.from([137, 80, 0, 1]),
  '.s2s/sessions/20260101-000000-x.yaml': `topic: ${marked}`,
  '.s2s/sessions/20260101-000000-x/calls.jsonl': marked,
  '.s2s/cache/sessions/x.json': marked,
};
const rules = {
  '.gitignore': 'dist/\n.venv/\nlocal.md\n',
  '.s2signore': 'docs/private/\n',
};

describe('a folder', () => {
  it.each([
    ['in a repository', makeRepository],
    ['outside of any repository', makeFolder],
  ])('%s gives no ignored file, no secret, no session, nothing large or binary', async (_where, make) => {
    const root = await make({ ...rules, ...hidden, 'docs/a.md': 'a', 'docs/deep/b.md': 'b', 'top.md': 't' });
    for (const given of [['docs'], ['.'], ['docs/**'], ['**/*'], [path.join(root, 'docs')]]) {
      const { paths, text } = await gather(root, given);
      expect(text, String(given)).not.toContain(marked);
      expect(paths, String(given)).toContain('docs/a.md');
      expect(paths, String(given)).toContain('docs/deep/b.md');
    }
    await expect(gather(root, ['.s2s/sessions'])).rejects.toMatchObject({
      code: 'FILE_REFUSED',
      exitCode: 5,
    });
    expect((await gather(root, ['docs'], { cwd: root })).paths).toEqual(['docs/a.md', 'docs/deep/b.md']);
  });

  it('in a repository gives no file that git does not track; where it gives nothing, it is an error', async () => {
    const root = await makeRepository({ 'docs/a.md': 'a' });
    await writeFile(path.join(root, 'docs', 'draft.md'), marked);
    expect((await gather(root, ['docs'])).paths).toEqual(['docs/a.md']);
    const other = await makeRepository({ 'a.md': 'a', '.gitignore': 'out/\n', 'out/x.md': marked });
    for (const given of ['out', 'out/*.md'])
      await expect(gather(other, ['a.md', given])).rejects.toMatchObject({
        code: 'FILE_REFUSED',
        exitCode: 5,
        message: expect.stringContaining('git ignores'),
      });
    // What a person names is theirs to hand over.
    expect((await gather(other, ['out/x.md'])).paths).toEqual(['out/x.md']);
  });

  it('outside of the project follows the rules of where it is', async () => {
    const root = await makeFolder({ 'a.md': 'a' });
    const other = await makeRepository({ ...rules, ...hidden, 'docs/a.md': 'a' });
    for (const given of ['', 'docs'])
      expect((await gather(root, [path.join(other, given)])).text).not.toContain(marked);
    await expect(gather(root, [path.join(other, '.s2s')])).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    expect((await gather(root, [path.join(other, 'docs')])).paths).toHaveLength(1);
  });

  it('does not lead to an ignored file by a link', async () => {
    const root = await makeFolder({ ...rules, 'docs/a.md': 'a', 'docs/local.md': marked });
    await symlink('local.md', path.join(root, 'docs', 'link.md'));
    execFileSync('git', ['init', '-q'], { cwd: root });
    execFileSync('git', ['add', '-A'], { cwd: root });
    const { paths, text } = await gather(root, ['docs', 'docs/*.md']);
    expect(text).not.toContain(marked);
    expect(paths).toEqual(['docs/a.md']);
    await expect(gather(root, ['docs/l*.md'])).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  });
});

describe('more than twenty files or 200 kB', () => {
  const many = Object.fromEntries(
    Array.from({ length: 25 }, (_, index) => [`docs/${String(index).padStart(2, '0')}.md`, `text ${index}`]),
  );

  it('are cut where nobody is there, and those left out are listed; named files are not counted', async () => {
    const root = await makeFolder({ ...many, 'own.md': 'own' });
    const { paths, receipts } = await gather(root, ['docs', 'own.md', 'docs/24.md']);
    expect(paths).toHaveLength(21);
    expect(paths).toContain('own.md');
    const left = receipts.filter(({ note }) => note.startsWith('left out'));
    expect(left.map((receipt) => receipt.path)).toEqual(Object.keys(many).slice(20));
    const heavy = await makeFolder({
      'docs/a.md': 'a'.repeat(150_000),
      'docs/b.md': 'b'.repeat(90_000),
      'docs/c.md': 'c',
    });
    expect((await gather(heavy, ['docs'])).paths).toEqual(['docs/a.md', 'docs/c.md']);
  });

  it('are all handed over with a yes, none with a no, and nobody is asked about less', async () => {
    const root = await makeFolder(many);
    const asked: { paths: string[]; bytes: number }[] = [];
    const answer = (yes: boolean) => ({
      confirm: async (size: { paths: string[]; bytes: number }) => {
        asked.push(size);
        return yes;
      },
    });
    expect((await gather(root, ['docs'], answer(true))).paths).toHaveLength(25);
    expect(asked).toMatchObject([{ paths: Object.keys(many), bytes: 25 * 6 + 15 }]);
    await expect(gather(root, ['docs'], answer(false))).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await gather(root, ['docs/0*.md'], answer(false))).paths).toHaveLength(10);
    expect(asked).toHaveLength(2);
  });

  it('are asked about by a run, and listed by an estimate', async () => {
    const root = await makeFolder({ '.s2s/config.yaml': 'name: test\n', ...many });
    const { app } = makeApp(root);
    const options = { topic: 'Which queue?', rehearsal: true, context: ['docs'] };
    await expect(app.start({ ...options, confirmContext: async () => false })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect((await app.list()).total).toBe(0);
    const { session } = await app.estimate({ ...options, maxRounds: 4 });
    expect(session.context_files.filter(({ note }) => note.startsWith('left out'))).toHaveLength(5);
  });
});
