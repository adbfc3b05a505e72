/** Every branch of the rehearsal, unattended: nothing crashes, and what waits for a person can be answered and finished. */
import { expect, test } from 'vitest';
import { makeProject, type Project, runTogether } from '../support/run-binary.ts';

const commands = [['design'], ['specs'], ['brainstorm'], ['roundtable', 'start']];
// Three plots follow each other: six seeds take each twice, with every command. `S2S_TEST_FULL=1` takes thirty.
const seeds = Array.from({ length: process.env['S2S_TEST_FULL'] === '1' ? 30 : 6 }, (_, seed) => seed);

/** Runs a seed to its end, answering whatever waits, each time in another way. Returns the exit codes in order. */
async function runToEnd(seed: number): Promise<{ codes: number[]; project: Project }> {
  const project = await makeProject(seed % 2 === 0 ? 'flat' : 'nested');
  const command = commands[(seed + Math.floor(seed / 4)) % commands.length] ?? [];
  let run = await project.run([
    ...command,
    `Should job ${seed} be carried by a queue?`,
    '--dry-run',
    '--no-input',
    '--seed',
    String(seed),
    // A block that stands would keep a panel at the table for all of the usual 20 rounds.
    '--max-rounds',
    '5',
  ]);
  const codes = [Number(run.code)];
  const ways = [['--accept'], ['--decision', 'We take the simplest one.'], ['--rounds', '1']];
  for (let turn = 0; run.code === 4 && turn < 10; turn += 1) {
    const { escalations } = await project.session();
    for (const { id, status, recommendation } of escalations) {
      if (status !== 'pending') continue;
      const way = ways[(seed + turn) % ways.length] ?? [];
      const chosen = way[0] === '--accept' && recommendation === null ? ['--decision', 'Ours.'] : way;
      const answered = await project.run(['roundtable', 'answer', '--escalation', id, ...chosen]);
      expect(answered.code, answered.stderr).toBe(0);
    }
    run = await project.run(['roundtable', 'resume', '--no-input']);
    codes.push(Number(run.code));
  }
  expect([...codes, run.stderr.match(/^\s+at .+:\d+:\d+\)?$/m)?.[0] ?? null]).toEqual([...codes, null]);
  expect(codes.at(-1), `seed ${seed}: ${run.stderr.slice(-800)}`).toBe(0);
  const session = await project.session();
  expect(session.status).toBe('completed');
  expect(session.escalations.filter(({ status }) => status === 'pending')).toEqual([]);
  expect(await project.current()).toBeNull();
  return { codes, project };
}

test('every seed ends with 0 or 4, and those with 4 complete once answered', {
  timeout: 600_000,
}, async () => {
  const results = await runTogether(seeds, runToEnd, { atOnce: 2 });
  for (const { codes } of results) expect(codes.every((code) => code === 0 || code === 4)).toBe(true);
  const waited = results.filter(({ codes }) => codes.includes(4)).length;
  expect(waited, 'some seeds have to need a person').toBeGreaterThan(0);
  expect(results[1]?.codes, 'the default seed needs nobody').toEqual([0]);
});
