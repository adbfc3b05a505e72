/**
 * Real calls over the Anthropic protocol, to a server on this machine: whole discussions, and replies that are hard to read. What fails is
 * in the matrix of failures.
 */
import { expect, test } from 'vitest';
import { readStep, replyAsPanel } from '../support/loopback-panel.ts';
import { openScene, topic } from '../support/scene.ts';

const oneRound = ['--min-rounds', '1', '--max-rounds', '1'];
const key = 'sk-ant-api03-canary0123456789canary0123456789';

test('requirements over the protocol', async () => {
  const { project, server, env } = await openScene(undefined, { key });
  const run = await project.run(['specs', topic, '--no-input', '--json', ...oneRound], { env });
  expect(run.code, run.stderr).toBe(0);
  const result = run.json();
  expect(result.rehearsal).toBe(false);
  expect(result.outcome).toMatchObject({ degraded: false });
  expect(result.files[0].path).toMatch(/docs\/specifications\/requirements\.md$/);
  const text = await project.read(result.files[0].path);
  expect(text).not.toMatch(/rehearsal/i);
  expect(result.usage.calls).toBe(server.requests.length);
  expect(result.usage.input_tokens).toBe(server.requests.length * 10);
  expect(result.usage.output_tokens).toBe(server.requests.length * 5);
  // The key is in no file and in no output.
  const files = await Promise.all((await project.files()).map((file) => project.read(file)));
  for (const content of [...files, run.stdout, run.stderr]) expect(content).not.toContain(key);
  expect(
    server.requests.every(
      ({ headers }) => headers.authorization === `Bearer ${key}` || headers['x-api-key'] === key,
    ),
  ).toBe(true);
});

test('no answer is in the prompt of another seat of its round', async () => {
  const { project, server, env } = await openScene(({ step, seat, round }) =>
    step === 'answer' ? { position: `MARK-${seat}-R${round} stands for a table.` } : undefined,
  );
  const run = await project.run(['design', topic, '--no-input', '--min-rounds', '2', '--max-rounds', '2'], {
    env,
  });
  expect(run.code, run.stderr).toBe(0);
  const answers = server.requests.map(readStep).filter(({ step }) => step === 'answer');
  expect(new Set(answers.map(({ round }) => round)).size).toBe(2);
  for (const { round, request } of answers)
    expect(request.user).not.toMatch(new RegExp(`MARK-[a-z-]+-R${round}\\b`));
  const syntheses = server.requests.map(readStep).filter(({ step }) => step === 'synthesis');
  for (const { round, request } of syntheses)
    expect(request.user.match(new RegExp(`MARK-[a-z-]+-R${round}\\b`, 'g'))).toHaveLength(3);
});

test('thinking, prose, a fence and commas behind the last entries cost nothing of a reply', async () => {
  const write = (data: unknown) => {
    const json = JSON.stringify(data, null, 2).replace(/(["\]}\w])\n(\s*[\]}])/g, '$1,\n$2');
    return `<think>\nPerhaps {"position": "no"}.\n</think>\nWhat I think {briefly}:\n\n\`\`\`json\n${json}\n\`\`\`\n\nTell me more.`;
  };
  const { project, env } = await openScene(undefined, {
    reply: async (request) => write(replyAsPanel(readStep(request))),
  });
  const run = await project.run(['design', topic, '--no-input', '--json', ...oneRound], { env });
  expect(run.code, run.stderr).toBe(0);
  const { outcome } = run.json();
  expect(outcome).toMatchObject({ degraded: false });
  const { rounds, text } = await project.session();
  expect(text).toMatchObject({ written_by: 'synthesizer', fallback: null });
  expect(rounds.flatMap(({ failed }) => failed)).toEqual([]);
  expect(
    rounds.map(({ question_fallback: question, synthesis_fallback: synthesis }) => [question, synthesis]),
  ).toEqual(rounds.map(() => [null, null]));
  expect(rounds[0]?.answers[0]?.position).toBe(
    'As software-architect I hold in round 1 that a table in PostgreSQL carries the jobs.',
  );
});

test('all seats failing is no agreement: exit 6, nothing concluded, resumable', async () => {
  let broken = true;
  const { project, env } = await openScene(({ step, round }) =>
    broken && step === 'answer' && round === 2
      ? { fault: 'status', status: 400, body: { error: { message: 'no' } } }
      : undefined,
  );
  const limits = ['--min-rounds', '2', '--max-rounds', '2'];
  const run = await project.run(['design', topic, '--no-input', '--json', ...limits], { env });
  expect(run.code, run.stderr).toBe(6);
  expect(run.json()).toMatchObject({ status: 'paused', pause_reason: 'no-quorum', rounds: 1, outcome: null });
  expect(run.stderr).not.toMatch(/consensus reached/i);
  broken = false;
  const again = await project.run(['roundtable', 'resume', '--no-input', '--json'], { env });
  expect(again.code, again.stderr).toBe(0);
  expect(again.json()).toMatchObject({ status: 'completed' });
});
