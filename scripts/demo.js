// Runs a whole roundtable with the built-in rehearsal panel in a temporary copy of .s2s.example, and prints its document.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 's2s-demo-'));
try {
  cpSync(join(root, '.s2s.example'), join(folder, '.s2s'), { recursive: true });
  // A file that seats can look up.
  writeFileSync(
    join(folder, 'worker.py'),
    [
      '# Takes download jobs from the table and runs them, one after the other.',
      'import sqlite3',
      '',
      '',
      'def next_job(db: sqlite3.Connection):',
      '    # Nothing marks a job as taken: a second worker would run it again.',
      '    return db.execute("select id, url from jobs where done = 0 order by id limit 1").fetchone()',
      '',
    ].join('\n'),
  );
  const topic = 'Which queue should carry the download jobs?';
  // Seed 2 produces a conflict that the panel cannot settle, so that it escalates; here the recommendation is accepted.
  const flags = '--dry-run --no-input --seed 2 --on-escalation accept --evidence read';
  process.stderr.write(`$ s2s design "${topic}" ${flags}\n`);
  const run = spawnSync(
    process.execPath,
    [join(root, 'bin', 's2s.js'), 'design', topic, ...flags.split(' '), '--json', ...process.argv.slice(2)],
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
