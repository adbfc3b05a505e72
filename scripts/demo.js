// Runs a whole discussion with the built-in rehearsal panel in a temporary copy of .s2s.example, and prints the text that it made. The
// folder is kept, so that the record can be read; the next demo replaces it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The most lines of the text that are printed. */
const mostLines = 60;

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
  [
    join(root, 'bin', 's2s.js'),
    ...['design', topic, ...flags.split(' '), '--json', '--quiet', ...process.argv.slice(2)],
  ],
  { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
);
if (run.status !== 0) {
  process.stderr.write(run.stdout);
  process.exitCode = run.status ?? 1;
} else {
  const result = JSON.parse(run.stdout);
  const find = (isRecord) => result.files.find(({ type }) => (type === 'record') === isRecord)?.path ?? '';
  const lines = readFileSync(join(folder, find(false)), 'utf8')
    .trimEnd()
    .split('\n');
  const rest = lines.length - mostLines;
  process.stdout.write(`${lines.slice(0, mostLines).join('\n')}\n${rest > 0 ? `\n… ${rest} more lines\n` : ''}
A rehearsal: ${result.rounds} rounds without a model. Nothing in it is advice.
The text:   ${join(folder, find(false))}
The record: ${join(folder, find(true))}
`);
}
