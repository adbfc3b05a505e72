/** What `--context FOLDER` hands over: what the project keeps, not what lies in its folders. */
import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gatherContextFiles } from '../../src/project/gather-context-files.ts';
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

  it('outside of the project is refused', async () => {
    const root = await makeFolder({ 'a.md': 'a' });
    const other = await makeRepository({ ...rules, ...hidden, 'docs/a.md': 'a' });
    await expect(gather(root, [path.join(other, 'docs')])).rejects.toMatchObject({
      code: 'FILE_OUTSIDE_PROJECT',
    });
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
