import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  formatStamp,
  makeFolderDurably,
  readStamp,
  removeStaleTemporaries,
  writeFileDurably,
} from '../../src/files/durable-file.ts';
import { explainWriteError } from '../../src/files/file-errors.ts';
import { S2sError } from '../../src/session/errors.ts';
import { makeFolder } from '../support/make-folder.ts';

describe('writeFileDurably', () => {
  it('writes for the owner only, replaces, names the new state, and leaves nothing else', async () => {
    const folder = await makeFolder();
    const path = join(folder, 'a.yaml');
    const first = await writeFileDurably(path, 'one');
    expect(await readStamp(path)).toBe(first);
    const second = await writeFileDurably(path, 'two');
    expect(second).not.toBe(first);
    expect(await readStamp(path)).toBe(second);
    // The same file on a disk that is mounted as another one is still the same.
    const facts = await stat(path, { bigint: true });
    expect(second).toBe(formatStamp(facts));
    expect(formatStamp(Object.assign(facts, { dev: facts.dev + 1n }))).toBe(second);
    expect(await readFile(path, 'utf8')).toBe('two');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['a.yaml']);
  });

  it('writes again after what passes, and gives up in the end', async () => {
    const path = join(await makeFolder(), 'a.yaml');
    let left = 2;
    const fail = async () => {
      left -= 1;
      if (left >= 0) throw Object.assign(new Error('open elsewhere'), { code: 'EBUSY' });
    };
    await writeFileDurably(path, 'one', { confirm: fail });
    expect(await readFile(path, 'utf8')).toBe('one');
    left = 100;
    await expect(writeFileDurably(path, 'two', { confirm: fail })).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: expect.stringContaining('another program has it open'),
    });
    expect(await readFile(path, 'utf8')).toBe('one');
  });

  it('never shows half a file to somebody who looks all the while', async () => {
    const folder = await makeFolder();
    const path = join(folder, 'a.yaml');
    const texts = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(200_000 + index));
    await writeFileDurably(path, texts[0] ?? '');
    let done = false;
    const looks: string[] = [];
    const look = (async () => {
      while (!done) looks.push(await readFile(path, 'utf8'));
    })();
    for (const text of texts) await writeFileDurably(path, text);
    done = true;
    await look;
    expect(looks.length).toBeGreaterThan(3);
    for (const text of looks) expect(texts.includes(text)).toBe(true);
  });

  it('looks for the last time when all is written and nothing is replaced, and keeps the old file when that throws', async () => {
    const folder = await makeFolder();
    const path = join(folder, 'a.yaml');
    await writeFileDurably(path, 'old');
    const seen: string[] = [];
    const confirm = async (): Promise<void> => {
      for (const name of await readdir(folder))
        seen.push(`${name}: ${await readFile(join(folder, name), 'utf8')}`);
      throw new S2sError('BUG', 'not so');
    };
    await expect(writeFileDurably(path, 'new', { confirm })).rejects.toThrow('not so');
    expect(seen).toEqual(['.a.yaml.0.tmp: new', 'a.yaml: old']);
    expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['old', ['a.yaml']]);
  });

  it('lets exactly one of many make a new file', async () => {
    const path = join(await makeFolder(), 'a.yaml');
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => writeFileDurably(path, `text ${index}`, { exclusive: true })),
    );
    const winners = results.flatMap((stamp, index) => (stamp === null ? [] : [index]));
    expect(winners).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toBe(`text ${winners[0]}`);
  });

  it('says why it failed, keeps what was there and cleans up', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'file'), 'x');
    await mkdir(join(folder, 'folder', 'inner'), { recursive: true });
    const fail = (path: string): Promise<unknown> =>
      writeFileDurably(join(folder, path), 'x', { shownAs: path });
    await expect(fail('file/a.yaml')).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      exitCode: 5,
      message: 'file/a.yaml could not be written: there is a file where a folder should be (ENOTDIR).',
    });
    await expect(fail('gone/a.yaml')).rejects.toThrow('its folder is gone');
    await expect(fail('folder')).rejects.toThrow('there is a folder at that path');
    await expect(fail('x'.repeat(300))).rejects.toThrow('the name is too long');
    expect((await readdir(folder)).sort()).toEqual(['file', 'folder']);
  });

  it('says so when the disk is full', async () => {
    // A device that is always full is the real cause at hand.
    const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
    expect(explainWriteError(full, 's.yaml')).toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: 's.yaml could not be written: no space is left on the disk (ENOSPC).',
    });
  });

  it('knows the names of errors that Node knows only by number', () => {
    // What Node throws where a network drive answers so.
    const errno = -constants.errno.ESTALE;
    const code = `Unknown system error ${errno}`;
    expect(explainWriteError(Object.assign(new Error(code), { code, errno }), 's.yaml').message).toBe(
      's.yaml could not be written: the network drive lost it (ESTALE).',
    );
  });

  it('goes on beside forgotten temporary files, which the owner of the target may remove', async () => {
    const folder = await makeFolder();
    const path = join(folder, 'a.yaml');
    await writeFile(join(folder, '.a.yaml.0.tmp'), 'half');
    await writeFile(join(folder, '.b.yaml.0.tmp'), 'of another');
    await writeFileDurably(path, 'whole');
    expect(await readFile(path, 'utf8')).toBe('whole');
    await removeStaleTemporaries(path);
    expect((await readdir(folder)).sort()).toEqual(['.b.yaml.0.tmp', 'a.yaml']);
  });

  it('survives that its own temporary file is taken for a forgotten one', async () => {
    const folder = await makeFolder();
    const path = join(folder, 'a.yaml');
    let tidied = false;
    const confirm = async (): Promise<void> => {
      if (!tidied) await removeStaleTemporaries(path);
      tidied = true;
    };
    await writeFileDurably(path, 'whole', { confirm });
    expect(await readFile(path, 'utf8')).toBe('whole');
    expect(await readdir(folder)).toEqual(['a.yaml']);
    const remove = async (): Promise<void> => rm(folder, { recursive: true });
    await expect(writeFileDurably(path, 'new', { confirm: remove })).rejects.toThrow('its folder is gone');
  });

  it('replaces a link instead of writing through it', async () => {
    const folder = await makeFolder();
    const outside = join(await makeFolder(), 'target');
    await writeFile(outside, 'untouched');
    await symlink(outside, join(folder, 'a.yaml'));
    await writeFileDurably(join(folder, 'a.yaml'), 'new');
    expect(await readFile(outside, 'utf8')).toBe('untouched');
    await rm(outside);
  });
});

describe('makeFolderDurably', () => {
  it('makes what is missing, for several at once too', async () => {
    const path = join(await makeFolder(), 'a', 'b', 'c');
    await Promise.all([1, 2, 3, 4].map(() => makeFolderDurably(path, 'c')));
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it.each(['file/a', 'file', ...(process.platform === 'linux' ? ['/proc/a/b', '/proc/a'] : [])])(
    'says why there is none: %s',
    async (place) => {
      const folder = await makeFolder();
      await writeFile(join(folder, 'file'), '');
      await expect(makeFolderDurably(resolve(folder, place), 'c')).rejects.toThrow(/c could not|c cannot/);
    },
  );
});
