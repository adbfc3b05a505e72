// Runs a whole roundtable with the built-in rehearsal panel in a temporary copy of .s2s.example and shows its document.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 's2s-demo-'));
try {
  cpSync(join(root, '.s2s.example'), join(folder, '.s2s'), { recursive: true });
  const topic = 'Which queue should carry the download jobs?';
  process.stderr.write(`$ s2s design "${topic}" --dry-run --no-input\n`);
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'bin', 's2s.js'),
      'design',
      topic,
      '--dry-run',
      '--no-input',
      '--json',
      ...process.argv.slice(2),
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
  );
  if (run.status !== 0) {
    process.stderr.write(run.stdout);
    process.exitCode = run.status ?? 1;
  } else {
    const result = JSON.parse(run.stdout);
    for (const { path } of result.files) {
      process.stdout.write(`\n----- ${path} -----\n\n${readFileSync(join(folder, path), 'utf8')}\n`);
    }
    process.stdout.write(
      `----- ${result.rounds} rounds, result: ${result.outcome.result} (a rehearsal) -----\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
