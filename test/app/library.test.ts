/** The package as another program uses it: the scripts of docs/library.md as they stand, with the built package and its types. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeFolder } from '../support/make-folder.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const run = promisify(execFile);

/** A folder of somebody who installed the package, with the scripts of the page in it. */
async function install(): Promise<{ folder: string; scripts: string[] }> {
  const page = await readFile(path.join(root, 'docs', 'library.md'), 'utf8');
  const scripts = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  const folder = await makeFolder({ 'package.json': '{"type": "module"}' });
  await mkdir(path.join(folder, 'node_modules'));
  await symlink(root, path.join(folder, 'node_modules', 's2s'), 'dir');
  await Promise.all(scripts.map((text, index) => writeFile(path.join(folder, `${index}.js`), text)));
  return { folder, scripts };
}

test('the script of ten lines rehearses, prints its events and its document', async () => {
  const { folder, scripts } = await install();
  expect(scripts).toHaveLength(2);
  expect(scripts[0]?.trimEnd().split('\n')).toHaveLength(10);
  await mkdir(path.join(folder, '.s2s'));
  const { stdout, stderr } = await run(process.execPath, ['0.js'], { cwd: folder });
  expect(stderr).toBe('');
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('1 session-started');
  expect(lines.filter((line) => / round-saved$/.test(line)).length).toBeGreaterThanOrEqual(3);
  expect(lines.indexOf('completed')).toBe(lines.findIndex((line) => / completed$/.test(line)) + 1);
  expect(lines.slice(lines.indexOf('completed') + 1).join('\n')).toMatch(/^# .+$/m);
});

test('one call discusses in an empty folder', async () => {
  const { folder } = await install();
  const { stdout } = await run(process.execPath, ['1.js'], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ rounds: 3, turn_count: 9, synthesizer_id: 'technical-lead' });
});

test('the types say what a caller may write and what comes back', async () => {
  const { folder, scripts } = await install();
  // Declared anew: a build that is there may be an older one, or have no types.
  const installed = path.join(folder, 'node_modules', 's2s');
  await rm(installed);
  await cp(path.join(root, 'package.json'), path.join(installed, 'package.json'));
  // The package brings no other library whose types it uses.
  await symlink(path.join(root, 'node_modules', 'zod'), path.join(folder, 'node_modules', 'zod'), 'dir');
  const declare = `import { declareLibrary } from ${JSON.stringify(pathToFileURL(path.join(root, 'scripts', 'declarations.js')).href)};
await declareLibrary(${JSON.stringify(path.join(installed, 'dist', 'types'))});`;
  await run(process.execPath, ['--input-type=module', '--eval', declare]);
  const wrong = [
    'const id: number = run.sessionId;',
    "await app.start({ topic, workflowType: 'desing' });",
    'await app.discuss({ topic });',
  ];
  await writeFile(path.join(folder, 'right.ts'), scripts[0] ?? '');
  await writeFile(path.join(folder, 'wrong.ts'), `${scripts[0]}${wrong.join('\n')}\n`);
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const faults = await run(
    process.execPath,
    [
      compiler,
      ...'--noEmit --strict --target es2023 --module nodenext --types node --typeRoots'.split(' '),
      path.join(root, 'node_modules', '@types'),
      'right.ts',
      'wrong.ts',
    ],
    { cwd: folder },
  ).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.trim().split('\n'),
  );
  expect(faults.map((line) => /^(\w+\.ts\(\d+),/.exec(line)?.[1])).toEqual([
    'wrong.ts(11',
    'wrong.ts(12',
    'wrong.ts(13',
  ]);
});
