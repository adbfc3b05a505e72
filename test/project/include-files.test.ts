import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectContext } from '../../src/project/project-context.ts';
import { makeFolder } from '../support/make-folder.ts';

async function read(files: Readonly<Record<string, string | Uint8Array>>) {
  const root = await makeFolder(files);
  const notes: string[] = [];
  const context = await readProjectContext(path.join(root, '.s2s/CONTEXT.md'), 'shop', {
    root,
    onNote: (note) => notes.push(note),
  });
  return { root, context, notes };
}

describe('a line that names a file', () => {
  it('is replaced by it: from the file or the project, as a point of a list, over three levels', async () => {
    const { context, notes } = await read({
      '.s2s/CONTEXT.md': '# Shop\n\n@goals.md\n\n- @docs/limits.md\n',
      '.s2s/goals.md': '## Objectives\n\n- Sell tea\n\n@more/second.md\n',
      '.s2s/more/second.md': '- Sell cups\n\n@third.md\n',
      '.s2s/more/third.md': '- Sell spoons\n\n@fourth.md\n',
      '.s2s/more/fourth.md': '- Sell air\n',
      'docs/limits.md': '## Constraints\n\n- No debt\n',
    });
    expect(context.objectives.slice(0, 3)).toEqual(['Sell tea', 'Sell cups', 'Sell spoons']);
    expect(context.constraints).toEqual(['No debt']);
    expect(context.text).not.toContain('Sell air');
    expect(notes).toEqual([
      '@fourth.md in .s2s/more/third.md is not included: files are included only 3 levels deep.',
    ]);
  });

  it.each([
    ['../outside.md', 'it is outside the project; pass it with --context'],
    ['~/notes.md', 'it is outside the project; pass it with --context'],
    ['/etc/hostname', 'it is outside the project; pass it with --context'],
    ['gone.md', 'there is no such file'],
    ['.env', 'a file of environment variables; such files are never sent'],
    ['docs/keys.md', 'it holds a private key; such files are never sent'],
    ['docs/picture.bin', 'it cannot be read as text'],
    ['CONTEXT.md', 'it includes itself'],
    ['docs/long.md', 'all included files together may have at most 60000 characters'],
  ])('stays as it is and is named: @%s', async (named, why) => {
    const { context, notes } = await read({
      '.s2s/CONTEXT.md': `# Shop\n\n@${named.startsWith('../') ? `../${named}` : named}\n`,
      '.env': 'X=1\n',
      'docs/keys.md': '-----BEGIN RSA PRIVATE KEY-----\n',
      'docs/picture.bin': new Uint8Array([0xff, 0xfe, 0, 1]),
      'docs/long.md': 'x'.repeat(60_001),
    });
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain(why);
    expect(context.text).toContain(named);
    expect(context.text).not.toMatch(/PRIVATE KEY|X=1|xxx/);
  });

  it('does not lead out of the project through a link, nor to a secret under another name', async () => {
    const outside = await makeFolder({ 'private.md': 'from outside' });
    const root = await makeFolder({ '.s2s/CONTEXT.md': '@link.md\n\n@plain.md\n', '.env': 'X=1\n' });
    await symlink(path.join(outside, 'private.md'), path.join(root, 'link.md'));
    await symlink(path.join(root, '.env'), path.join(root, 'plain.md'));
    const notes: string[] = [];
    const { text } = await readProjectContext(path.join(root, '.s2s/CONTEXT.md'), 'shop', {
      root,
      onNote: (note) => notes.push(note),
    });
    expect(text).not.toMatch(/from outside|X=1/);
    expect(notes).toEqual([
      expect.stringContaining('leads out of the project'),
      expect.stringContaining('never sent'),
    ]);
  });

  it('is left alone in code and comments, and where it names a person', async () => {
    const text =
      '# Shop\n\n<!--\n@goals.md\n-->\n\n```\n@goals.md\n```\n\n@maria\n\nWrite to a@example.org or see @goals.md.\n';
    const { context, notes } = await read({
      '.s2s/CONTEXT.md': text,
      '.s2s/goals.md': '## Objectives\n\n- Sell tea\n',
    });
    expect(notes).toEqual([]);
    expect(context.objectives).toEqual([]);
    expect(context.text).toContain('@maria');
  });

  it('is bounded in number', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 22 }, (_, at) => [`docs/f${at}.md`, `part ${at}\n`]),
    );
    const { notes } = await read({
      ...files,
      '.s2s/CONTEXT.md': Object.keys(files)
        .map((file) => `@${file}`)
        .join('\n\n'),
    });
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain('at most 20 files');
  });
});
