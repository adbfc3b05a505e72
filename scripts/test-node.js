// Runs the tests and the demonstration under another version of Node: `npm run test:node -- 24`, with arguments for vitest
// after the version. That Node comes from the npm package `node`, installed in node_modules/.cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [version = '', ...rest] = process.argv.slice(2);
if (!/^\d+(?:\.\d+){0,2}$/.test(version)) {
  process.stderr.write(
    'Usage: npm run test:node -- <version of Node, for example 24> [arguments for vitest]\n',
  );
  process.exit(2);
}

const node = installNode();
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
process.stdout.write(`Node ${run(node, ['--version'], { stdio: 'pipe' }).stdout.trim()}\n`);
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
// The tests build the program first, also under this Node.
run(node, [vitest, 'run', ...rest], { env });
run(node, [join(root, 'scripts', 'demo.js')], { env, stdio: 'ignore' });

/** Installs the package if it is missing, and returns the path of the program, which the package's own script puts there. */
function installNode() {
  const folder = join(root, 'node_modules', '.cache', `node-${version}`);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const program = join(folder, 'node_modules', 'node', 'bin', name);
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
    const args = ['install', `node@${version}`, '--no-audit', '--no-fund', '--ignore-scripts=false'];
    run('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  if (!existsSync(program)) throw new Error(`the package node@${version} contains no Node for this machine`);
  return program;
}

/** Runs a program. If it fails, this script ends with the same exit code. */
function run(program, args, options = {}) {
  const ended = spawnSync(program, args, { cwd: root, encoding: 'utf8', stdio: 'inherit', ...options });
  if (ended.error !== undefined) throw ended.error;
  if (ended.status !== 0) process.exit(ended.status ?? 1);
  return ended;
}
