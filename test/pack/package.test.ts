import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

describe('the package', () => {
  it('has no script that an installation would run, so that no tool asks about it', async () => {
    const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    // `postprepare` runs in a checkout only, where it builds the program.
    for (const name of ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare'])
      expect(Object.keys(scripts)).not.toContain(name);
    expect(scripts.postprepare).toBe('node scripts/build.js');
    expect(scripts.prepack).toBe('node scripts/build.js');
  });

  it('holds what is needed, installs offline with the libraries beside it into an empty folder, and runs there', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      path.join(root, 'scripts', 'pack-report.js'),
      '--json',
    ]);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ packages: 5, status: 'completed', document: true });
    const folders = new Set<string>(report.files.map((file: string) => file.split('/')[0]));
    expect([...folders].sort()).toEqual([
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'agents',
      'bin',
      'dist',
      'docs',
      'package.json',
      'skills',
      'templates',
    ]);
    for (const page of report.files.filter((file: string) => /^(README|docs\/[^/]+)\.md$/.test(file))) {
      const text = await readFile(path.join(root, page), 'utf8');
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
      expect(report.files).toEqual(
        expect.arrayContaining(links.map((link) => path.posix.join(path.posix.dirname(page), link))),
      );
    }
    // The licences of the libraries in the bundle come along.
    expect(report.files).toContain('dist/LICENSES.txt');
  });
});
