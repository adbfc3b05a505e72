// Regenerates the finished session of .s2s.example: a real run of the rehearsal panel, with its document but without its journal.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const example = join(root, '.s2s.example');
const folder = mkdtempSync(join(tmpdir(), 's2s-example-'));
try {
  mkdirSync(join(folder, '.s2s'));
  for (const name of ['config.yaml', 'CONTEXT.md', 'state.yaml']) {
    if (existsSync(join(example, name))) cpSync(join(example, name), join(folder, '.s2s', name));
  }
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'bin', 's2s.js'),
      'design',
      'How do we keep requested episodes when the machine restarts?',
      '--dry-run',
      // Seed 2 produces a conflict that the panel cannot settle, so that the example shows an escalation.
      '--seed',
      '2',
      '--on-escalation',
      'accept',
      '--no-input',
      '--json',
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
  );
  if (run.status !== 0) throw new Error(`the run ended with ${run.status}: ${run.stdout}`);
  const { session_id: id, files } = JSON.parse(run.stdout);
  const sessions = join(example, 'sessions');
  rmSync(sessions, { recursive: true, force: true });
  for (const path of [`.s2s/sessions/${id}.yaml`, ...files.map((file) => file.path)]) {
    const target = join(example, path.replace(/^\.s2s\//, ''));
    mkdirSync(dirname(target), { recursive: true });
    // Written rather than copied, because a copy would keep the private permissions of session files.
    // The session says nothing of a journal that is not beside it.
    const content = readFileSync(join(folder, path), 'utf8');
    writeFileSync(target, content.replace(/^journal_end:\n(?: .*\n)+/m, ''));
  }
  writeFileSync(join(example, 'state.yaml'), 'current_session: null\n');
  // The documents of a discussion that is no rehearsal: people wrote its answers, seat by seat.
  const played = join(root, 'test', 'fixtures', 'records', 'played', 'design-prune.yaml');
  const text = readFileSync(played, 'utf8');
  const playedId = /^id: (\S+)$/m.exec(text)?.[1] ?? '';
  writeFileSync(join(folder, '.s2s', 'sessions', `${playedId}.yaml`), text);
  mkdirSync(join(example, 'played'), { recursive: true });
  for (const type of ['adr', 'record']) {
    const args = [join(root, 'bin', 's2s.js'), 'roundtable', 'export', playedId, '--type', type, '--quiet'];
    const exported = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (exported.status !== 0)
      throw new Error(`the export ended with ${exported.status}: ${exported.stderr}`);
    writeFileSync(join(example, 'played', type === 'adr' ? 'decision.md' : 'record.md'), exported.stdout);
  }
  process.stdout.write(`${id}: ${readdirSync(sessions, { recursive: true }).join(', ')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
