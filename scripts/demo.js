// Runs a whole discussion with the built-in rehearsal panel in a temporary copy of .s2s.example. The folder is kept, so that the text and
// the record can be read; the next demo replaces it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(tmpdir(), 's2s-demo');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(join(root, '.s2s.example'), join(folder, '.s2s'), {
  recursive: true,
  filter: (source) => !source.endsWith('played'),
});
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
// With seed 3 a conflict comes up in the discussion and is settled by the panel.
const flags = '--dry-run --no-input --seed 3 --evidence read';
process.stderr.write(`$ s2s design "${topic}" ${flags}\n`);
const run = spawnSync(
  process.execPath,
  [join(root, 'bin', 's2s.js'), 'design', topic, ...flags.split(' '), ...process.argv.slice(2)],
  { cwd: folder, stdio: 'inherit' },
);
process.exitCode = run.status ?? 1;
process.stderr.write(`\nThe files are in ${folder}.\n`);
