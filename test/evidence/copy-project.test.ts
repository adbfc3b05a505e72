import { lstat, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { copyProject } from '../../src/evidence/copy-project.ts';
import { createCommandProvider } from '../../src/models/command/provider.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeRequest } from '../support/make-request.ts';

const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3nR6'}`;
const redact = (text: string): string => text.replaceAll('my-own-key', '[key]');

async function copy() {
  const outside = await makeFolder({ 'out.txt': 'outside' });
  const root = await makeFolder({
    'README.md': '# Queue',
    'src/deep/a.ts': 'const key = "my-own-key";\n',
    'src/b.ts': `const token = "${secret}";\n`,
    '.env': 'A=1\n',
    '.gitignore': 'dist/\n',
    'dist/out.js': 'x',
    'image.png': '\u0000',
  });
  await symlink(path.join(outside, 'out.txt'), path.join(root, 'link.txt'));
  await symlink(outside, path.join(root, 'folder'));
  const place = await makeFolder();
  return { place, ...(await copyProject(root, { place, redact })) };
}

it('holds what may be shown and nothing else, to be read and not written', async () => {
  const { place, folder, remove } = await copy();
  const entries = await readdir(folder, { recursive: true });
  expect(entries.sort()).toEqual(['.gitignore', 'README.md', 'src', 'src/deep', 'src/deep/a.ts']);
  expect(await readFile(path.join(folder, 'src', 'deep', 'a.ts'), 'utf8')).toBe('const key = "[key]";\n');
  for (const entry of ['', ...entries])
    expect((await lstat(path.join(folder, entry))).mode & 0o222, entry).toBe(0);
  await remove();
  expect(await readdir(place)).toEqual([]);
});

it('is where a program with a command for reading runs; another runs in an empty folder', async () => {
  const { folder, remove } = await copy();
  const script = (mark: string) =>
    `process.stdin.resume();console.log(${JSON.stringify(mark)} + require('fs').readdirSync('.').join(' '))`;
  const make = (reading: boolean) =>
    createCommandProvider({
      name: 'tool',
      config: {
        type: 'command',
        command: [process.execPath, '-e', script('plain: ')],
        ...(reading ? { reading_command: [process.execPath, '-e', script('reading: ')] } : {}),
      },
      env: { PATH: process.env['PATH'] },
    });
  const say = async (reading: boolean, given: { folder?: string }) =>
    (
      await make(reading).complete(makeRequest('tool'), {
        modelName: '',
        signal: new AbortController().signal,
        ...given,
      })
    ).text.trim();
  expect(await say(true, { folder })).toBe('reading: .gitignore README.md src');
  expect(await say(true, {})).toBe('plain:');
  expect(await say(false, { folder })).toBe('plain:');
  await remove();
});
