import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectContext } from '../../src/project/project-context.ts';
import { removeComments } from '../../src/text/markdown/markdown-outline.ts';
import { parseMarkdown } from '../../src/text/markdown/markdown-tree.ts';
import { fixturePlaces, makeLibrary } from '../support/library-folder.ts';
import { makeRepository } from '../support/make-repository.ts';

const onReceipt = (): void => undefined;

describe('readProjectContext', () => {
  it('reads a whole file without its comments', async () => {
    const { project } = fixturePlaces;
    const file = path.join(project, 'CONTEXT.md');
    const context = await readProjectContext(file, 'tides', { root: path.dirname(project), onReceipt });
    expect(context.name).toBe('tides');
    expect(context.text).not.toContain('Kept by hand');
    expect(context.text).toContain('Last updated');
  });

  it('is empty without a file, and refuses a link that leads out of the project', async () => {
    const { root, places } = await makeLibrary({ 'outside.md': '# Secret' });
    const file = path.join(places.project, 'CONTEXT.md');
    const read = () => readProjectContext(file, 'shop', { root: path.dirname(places.project), onReceipt });
    expect(await read()).toEqual({ name: 'shop', text: '' });
    await symlink(path.join(root, 'outside.md'), file);
    await expect(read()).rejects.toMatchObject({ code: 'FILE_OUTSIDE_PROJECT' });
  });

  it.each([
    ['../docs/goals.md', null],
    ['../hidden.md', 'FILE_REFUSED'],
    ['sessions/notes.md', 'FILE_REFUSED'],
    ['../.git/config', 'FILE_REFUSED'],
  ])('as a link to %s passes the door of an include: %s', async (target, code) => {
    const root = await makeRepository({
      ...{ 'docs/goals.md': '# Goals\n\nFast.\n', 'hidden.md': 'Secret.\n', '.gitignore': 'hidden.md\n' },
      '.s2s/sessions/notes.md': 'Said.\n',
    });
    const file = path.join(root, '.s2s', 'CONTEXT.md');
    await symlink(target, file);
    const read = readProjectContext(file, 'shop', { root, onReceipt });
    if (code === null) expect((await read).text).toContain('Fast.');
    else await expect(read).rejects.toMatchObject({ code });
  });
});

describe('removeComments', () => {
  it.each([
    ['a <!-- b --> c', 'a  c'],
    ['a\n<!--\nb\n-->\nc', 'a\nc'],
    ['a\n\n<!-- b -->\n\nc', 'a\n\nc'],
    ['<!-- a --> x <!-- b\nc --> y', 'x  y'],
    ['```\n<!-- kept -->\n```', '```\n<!-- kept -->\n```'],
    ['<!--\n```\n-->\na\n```\nb', 'a\n```\nb'],
    ['use `<!-- x -->` so', 'use `<!-- x -->` so'],
    ['never <!-- closed\nkept', 'never <!-- closed\nkept'],
  ])('turns %j into %j', (text, expected) => {
    expect(removeComments(parseMarkdown(text))).toBe(expected);
  });
});
