import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEntryReader, listNames } from '../../src/files/list-folder.ts';
import { readFileBounded, readFilePart } from '../../src/files/read-file.ts';
import { readTypedFile } from '../../src/files/read-named-file.ts';
import { makeFolder } from '../support/make-folder.ts';

const isPosix = process.platform !== 'win32';
const isLinux = process.platform === 'linux';

/** Makes a named pipe that nobody writes to. */
function makePipe(file: string): void {
  execFileSync('mkfifo', [file]);
}

/** The bytes as text. */
async function read(file: string, root: string, maxBytes: number): Promise<string | null> {
  return (await readFileBounded(file, { shownAs: 'a.md', root, maxBytes }))?.bytes.toString() ?? null;
}

describe('the door', () => {
  test('gives a file of exactly the size that is allowed, and no larger one', async () => {
    const root = await makeFolder({ 'a.md': 'x'.repeat(100) });
    expect(await read(path.join(root, 'a.md'), root, 100)).toHaveLength(100);
    await expect(read(path.join(root, 'a.md'), root, 99)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  test('takes no memory for a size that nobody could hold', async () => {
    const root = await makeFolder({ 'a.md': '' });
    await truncate(path.join(root, 'a.md'), 2 ** 40);
    await expect(read(path.join(root, 'a.md'), root, 1000)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  test('follows a link inside its folder', async () => {
    const root = await makeFolder({ 'a.md': 'inside' });
    await symlink('a.md', path.join(root, 'b.md'));
    expect(await read(path.join(root, 'b.md'), root, 100)).toBe('inside');
  });

  test.skipIf(!isPosix)('refuses what leads out, and what leads in a circle', async () => {
    const outside = await makeFolder({ 'a.md': 'marked-text' });
    const root = await makeFolder();
    await symlink(path.join(outside, 'a.md'), path.join(root, 'out.md'));
    await symlink('out.md', path.join(root, 'twice.md'));
    await symlink('circle.md', path.join(root, 'circle.md'));
    for (const name of ['out.md', 'twice.md'])
      await expect(read(path.join(root, name), root, 100)).rejects.toMatchObject({
        code: 'FILE_OUTSIDE_PROJECT',
        message: expect.stringContaining('a.md'),
      });
    await expect(read(path.join(root, 'circle.md'), root, 100)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
  });

  test.skipIf(!isPosix)('never waits: a pipe, a socket, a folder and a device are refused', async () => {
    const root = await makeFolder({ 'folder/a.md': '' });
    makePipe(path.join(root, 'pipe'));
    const server = createServer().listen(path.join(root, 'socket'));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    for (const name of ['pipe', 'socket', 'folder'])
      await expect(read(path.join(root, name), root, 100), name).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
      });
    for (const device of ['/dev/zero', '/dev/null', '/dev/tty'])
      await expect(read(device, '/', 100), device).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});

test.skipIf(!isLinux)('a file that the system makes up is not read', async () => {
  for (const file of ['/proc/self/environ', '/proc/self/cmdline', '/proc/version', '/proc/self/maps'])
    await expect(readFileBounded(file, { shownAs: file, maxBytes: 1e6 }), file).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('generates its contents'),
    });
});

test('an empty file and one that is not there are no errors', async () => {
  const root = await makeFolder({ 'a.md': '' });
  expect((await readFileBounded(path.join(root, 'a.md'), { shownAs: 'a', maxBytes: 1 }))?.bytes).toHaveLength(
    0,
  );
  expect(await readFileBounded(path.join(root, 'b.md'), { shownAs: 'b', maxBytes: 1, root })).toBeNull();
});

test('a part begins and ends where it is asked to, and at the end of the file', async () => {
  const file = path.join(await makeFolder({ 'a.md': 'abcdefghij' }), 'a.md');
  const part = (offset: number) => readFilePart(file, offset, { shownAs: 'a.md', maxBytes: 3 })?.toString();
  expect([part(0), part(3), part(8), part(20)]).toEqual(['abc', 'def', 'ij', '']);
});

describe('a path that a person typed', () => {
  test.skipIf(!isPosix)('in the project does not lead out of it; outside it is what was meant', async () => {
    const outside = await makeFolder({ 'brief.md': 'the brief' });
    const root = await makeFolder({ 'a.md': 'a' });
    await symlink(path.join(outside, 'brief.md'), path.join(root, 'topic.md'));
    await symlink(path.join(outside, 'brief.md'), path.join(outside, 'link.md'));
    const read = (file: string, cwd = root) => readTypedFile(file, { cwd, root, maxBytes: 100 });
    await expect(read('topic.md')).rejects.toMatchObject({ code: 'FILE_OUTSIDE_PROJECT' });
    await expect(read(path.join(root, 'topic.md'), outside)).rejects.toMatchObject({
      code: 'FILE_OUTSIDE_PROJECT',
    });
    expect((await read(path.join(outside, 'brief.md')))?.bytes.toString()).toBe('the brief');
    expect((await read(path.join(outside, 'link.md')))?.bytes.toString()).toBe('the brief');
    expect((await read('a.md'))?.bytes.toString()).toBe('a');
    expect(await read('none.md')).toBeNull();
  });
});

describe('looking into folders', () => {
  test('counts over all folders that one reader was asked for', async () => {
    const root = await makeFolder({ 'a/1': '', 'a/2': '', 'b/1': '' });
    const read = createEntryReader({ shownAs: 'docs', mostEntries: 2 });
    expect(await read(path.join(root, 'a'))).toHaveLength(2);
    await expect(read(path.join(root, 'b'))).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  test('a folder that is not there has no names; a file is none', async () => {
    const root = await makeFolder({ 'a.md': '' });
    await mkdir(path.join(root, 'b'));
    await writeFile(path.join(root, 'b', 'c'), '');
    expect(await listNames(path.join(root, 'b'))).toEqual(['c']);
    expect(await listNames(path.join(root, 'none'))).toEqual([]);
  });
});
