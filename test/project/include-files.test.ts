/** Files that a CONTEXT.md includes, and those that it only seems to. */
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectContext } from '../../src/project/project-context.ts';
import type { ContextReceipt } from '../../src/session/session.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeRepository } from '../support/make-repository.ts';

/** Reads the context of a project; `receipts` is what became of each file, by its path. */
async function readAt(root: string) {
  const listed: ContextReceipt[] = [];
  const context = await readProjectContext(path.join(root, '.s2s/CONTEXT.md'), 'shop', {
    root,
    onReceipt: (receipt) => listed.push(receipt),
  });
  return { context, listed, receipts: Object.fromEntries(listed.map(({ path, note }) => [path, note])) };
}

async function read(files: Readonly<Record<string, string | Uint8Array>>) {
  return readAt(await makeFolder(files));
}

describe('a line that names a file', () => {
  it('is replaced by it: from the file or the project, as a point of a list, over three levels', async () => {
    const { context, listed, receipts } = await read({
      '.s2s/CONTEXT.md': '# Shop\n\n@goals.md\n\n- @docs/limits.md\n',
      '.s2s/goals.md': '## Objectives\n\n- Sell tea\n\n@more/second.md\n',
      '.s2s/more/second.md': '- Sell cups\n\n@third.md\n',
      '.s2s/more/third.md': '- Sell spoons\n\n@fourth.md\n',
      '.s2s/more/fourth.md': '- Sell air\n',
      'docs/limits.md': '## Constraints\n\n- No debt\n',
    });
    expect(context.text).toMatch(/Sell tea[\s\S]*Sell cups[\s\S]*Sell spoons[\s\S]*No debt/);
    expect(context.text).not.toContain('Sell air');
    expect(receipts).toEqual({
      '.s2s/goals.md': 'whole (named in .s2s/CONTEXT.md)',
      '.s2s/more/second.md': 'whole (named in .s2s/goals.md)',
      '.s2s/more/third.md': 'whole (named in .s2s/more/second.md)',
      '.s2s/more/fourth.md': 'refused: files are included only 3 levels deep (named in .s2s/more/third.md)',
      'docs/limits.md': 'whole (named in .s2s/CONTEXT.md)',
    });
    expect(listed.find((receipt) => receipt.path === 'docs/limits.md')).toMatchObject({
      sent_characters: 26,
      of_characters: 26,
      included_by: '.s2s/CONTEXT.md',
    });
  });

  it.each([
    ['../outside.md', 'it is outside the project; pass it with --context'],
    ['~/notes.md', 'it is outside the project; pass it with --context'],
    ['/etc/hostname', 'it is outside the project; pass it with --context'],
    ['gone.md', 'there is no such file'],
    ['docs/', 'there is no such file'],
    ['.env', 'a file of environment variables; such files are never sent'],
    ['docs/keys.md', 'it holds a private key; such files are never sent'],
    ['docs/picture.bin', 'it cannot be read as text'],
    ['CONTEXT.md', 'it includes itself'],
    ['docs/long.md', 'all included files together may have at most 60000 characters'],
    ['sessions/20260101-000000-x.yaml', 'it is a session, a package or a file of git'],
    ['../node_modules/a/readme.md', 'it is a session, a package or a file of git'],
  ])('stays as it is and is named: @%s', async (named, why) => {
    const { context, listed } = await read({
      '.s2s/CONTEXT.md': `# Shop\n\n@${named === '../outside.md' ? `../${named}` : named}\n`,
      '.env': 'X=1\n',
      'docs/keys.md': '-----BEGIN RSA PRIVATE KEY-----\n',
      'docs/picture.bin': new Uint8Array([0xff, 0xfe, 0, 1]),
      'docs/long.md': 'x'.repeat(60_001),
      '.s2s/sessions/20260101-000000-x.yaml': 'X=1',
      'node_modules/a/readme.md': 'X=1',
    });
    expect(listed).toMatchObject([{ sent_characters: 0, note: expect.stringContaining(why) }]);
    expect(context.text).toContain(named);
    expect(context.text).not.toMatch(/PRIVATE KEY|X=1|xxx/);
  });

  it('does not lead out of the project through a link, nor to a secret under another name', async () => {
    const outside = await makeFolder({ 'private.md': 'from outside' });
    const root = await makeFolder({
      '.s2s/CONTEXT.md': '@link.md\n\n@plain.md\n\n@inner.md\n',
      '.env': 'X=1\n',
      'docs/inner.md': 'from inside',
    });
    await symlink(path.join(outside, 'private.md'), path.join(root, 'link.md'));
    await symlink(path.join(root, '.env'), path.join(root, 'plain.md'));
    await symlink('docs/inner.md', path.join(root, 'inner.md'));
    const { context, listed } = await readAt(root);
    expect(context.text).not.toMatch(/from outside|X=1/);
    expect(context.text).toContain('from inside');
    expect(listed.map(({ note }) => note)).toEqual([
      expect.stringContaining('leads out of the project'),
      expect.stringContaining('never sent'),
      expect.stringContaining('whole'),
    ]);
  });

  it('is left alone in code and comments, and where it names a person', async () => {
    const { context, listed } = await read({
      '.s2s/CONTEXT.md':
        '# Shop\n\n<!--\n@goals.md\n-->\n\n```\n@goals.md\n```\n\n@maria\n\nWrite to a@goals.md, or type `@goals.md`.\n',
      '.s2s/goals.md': '## Objectives\n\n- Sell tea\n',
    });
    expect(listed).toEqual([]);
    expect(context.text).not.toContain('Sell tea');
    expect(context.text).toContain('@maria');
  });

  it('in a sentence, its text follows, as in Claude Code; people and packages are left alone', async () => {
    const { context, receipts } = await read({
      '.s2s/CONTEXT.md':
        '# Shop\n\nSee @docs/goals.md, (@docs/limits.md) and @gone.md.\n\n- Ask @maria.smith about @types/node, `@docs/code.md` and a@docs/mail.md\n\n## End\n',
      'docs/goals.md': '- Sell tea\n',
      'docs/limits.md': '- No debt\n',
      'docs/code.md': 'MARKED',
      'docs/mail.md': 'MARKED',
    });
    expect(context.text).toMatch(/See @docs\/goals\.md, [\s\S]*## End\n\n- Sell tea\n\n- No debt\n*$/);
    expect(context.text).not.toContain('MARKED');
    expect(receipts).toEqual({
      'docs/goals.md': 'whole (named in .s2s/CONTEXT.md)',
      'docs/limits.md': 'whole (named in .s2s/CONTEXT.md)',
      'gone.md': 'refused: there is no such file (named in .s2s/CONTEXT.md)',
    });
  });

  it('is bounded in number', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 22 }, (_, at) => [`docs/f${at}.md`, `part ${at}\n`]),
    );
    const { listed } = await read({
      ...files,
      '.s2s/CONTEXT.md': Object.keys(files)
        .map((file) => `@${file}`)
        .join('\n\n'),
    });
    const refused = listed.filter(({ sent_characters: sent }) => sent === 0);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.note).toContain('at most 20 files');
  });
});

describe('in a repository', () => {
  it('what git or .s2signore ignores is refused; what is not committed yet is not', async () => {
    const root = await makeRepository({
      '.s2s/CONTEXT.md': '@docs/kept.md\n\n@docs/new.md\n\n@local/plan.md\n\n@hidden/b.md\n\n@.git/config\n',
      '.gitignore': 'local/\n',
      '.s2signore': 'hidden/\n',
      'docs/kept.md': 'KEPT',
      'local/plan.md': 'MARKED',
      'hidden/b.md': 'MARKED',
    });
    await writeFile(path.join(root, 'docs/new.md'), 'NEW');
    const { context, receipts } = await readAt(root);
    expect(context.text).toMatch(/KEPT\s+NEW/);
    expect(context.text).not.toMatch(/MARKED|repositoryformatversion/);
    for (const file of ['local/plan.md', 'hidden/b.md', '.git/config'])
      expect(receipts[file]).toMatch(/^refused: git or \.s2signore ignores it/);
  });

  const component = {
    '.s2s/CONTEXT.md': '# All\n\n## Constraints\n\n- One currency\n\n@docs/law.md\n',
    'docs/law.md': '- Keep invoices\n',
    'api/.s2s/CONTEXT.md': '# API\n\n@../.s2s/CONTEXT.md\n\n## Objectives\n\n- Sell tea\n',
  };

  it.each(['api', 'services/shop/api'])(
    'a component includes the context of the whole: %s',
    async (place) => {
      const { 'api/.s2s/CONTEXT.md': own, ...whole } = component;
      const root = await makeRepository({ ...whole, [`${place}/.s2s/CONTEXT.md`]: own });
      const { context, receipts } = await readAt(path.join(root, place));
      expect(context.text).toMatch(/One currency[\s\S]*Keep invoices[\s\S]*Sell tea/);
      const up = '../'.repeat(place.split('/').length);
      expect(receipts).toEqual({
        [`${up}.s2s/CONTEXT.md`]: 'whole (named in .s2s/CONTEXT.md)',
        [`${up}docs/law.md`]: `whole (named in ${up}.s2s/CONTEXT.md)`,
      });
    },
  );

  it('but nothing of another repository, nothing that git does not track, and no sessions', async () => {
    const other = await makeRepository(component);
    const apart = await makeFolder({ ...component, 'api/.git/HEAD': 'ref: refs/heads/main\n' });
    await writeFile(
      path.join(other, 'api/.s2s/CONTEXT.md'),
      '# API\n\n@../new.md\n\n@../web/.s2s/sessions/20260101-000000-x.yaml\n\n@../.env\n',
    );
    await writeFile(path.join(other, 'new.md'), 'MARKED');
    for (const root of [other, apart]) {
      const { context, listed } = await readAt(path.join(root, 'api'));
      expect(context.text).not.toContain('One currency');
      expect(context.text).not.toContain('MARKED');
      expect(listed.length).toBeGreaterThan(0);
      for (const { note } of listed) expect(note).toMatch(/^refused: /);
    }
  });
});
