/** What a pipe or a log file gets of a run: few lines, each of them whole. */
import { expect, test } from 'vitest';
import { makeProject, type Run } from '../support/run-binary.ts';

const five = 'software-architect,technical-lead,security-champion,devops-engineer,qa-lead';
const design = ['design', 'Which queue should carry the download jobs?', '--dry-run', '--no-input'];

function count({ stdout, stderr }: Run): number {
  return `${stdout}${stderr}`.trimEnd().split('\n').length;
}

test.for(['1', '7'])('four rounds with five seats stay below 60 lines: seed %s', async (seed) => {
  const project = await makeProject('nested');
  const flags = ['--participants', five, '--min-rounds', '4', '--max-rounds', '4', '--seed', seed];
  const run = await project.run([...design, ...flags, '--on-escalation', 'accept'], {
    env: { CI: 'true' },
  });
  expect(run.code, run.stderr).toBe(0);
  expect(count(run), run.stderr + run.stdout).toBeLessThan(60);
  for (const round of [1, 2, 3, 4]) {
    expect(run.stderr).toMatch(new RegExp(`Round ${round} · \\w`));
  }
  for (const what of ['Question', 'Synthesis'])
    expect(run.stderr.match(new RegExp(`^\\S+ ${what} .*\\w`, 'gm'))).toHaveLength(4);
  expect(run.stderr).toMatch(/rehearsal/i);
  expect(run.stderr).not.toMatch(/max_rounds|min_rounds|\broundtable\.[a-z]/);
});

test('--verbose tells everything', async () => {
  const project = await makeProject('nested');
  const brief = await project.run([...design, '--seed', '1']);
  const verbose = await project.run([...design, '--seed', '1', '--verbose']);
  expect(count(verbose)).toBeGreaterThan(2 * count(brief));
  const { rounds, total_rounds: total } = await project.session();
  // The agenda stands after each round.
  expect(verbose.stderr.match(/^ +[✓◐○] Decision drivers/gm)).toHaveLength(total);
  for (const { question } of rounds)
    expect(verbose.stderr.replace(/\s+/g, ' ')).toContain(question.replace(/\s+/g, ' '));
});
