// What is checked without running anything: format, rules and types, and what nobody uses. The three run side by side, as each of them
// leaves processors idle for a part of its time; what each says is printed whole.
import { spawn } from 'node:child_process';

const checks = ['format', 'lint', 'dead'];

/** Runs a script of package.json; gives what it said and how it ended. */
function run(name) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '-s', `check:${name}`], { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said: Buffer.concat(said) }));
  });
}

for (const { code, said } of await Promise.all(checks.map(run))) {
  process.stdout.write(said);
  if (code !== 0) process.exitCode = 1;
}
