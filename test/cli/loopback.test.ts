/** Real calls over the Anthropic protocol, to a server on this machine: whole discussions, and replies that are hard to read. */
import { describe, expect, test } from 'vitest';
import { readStep, replyAsPanel } from '../support/loopback-panel.ts';
import { openScene, topic } from '../support/scene.ts';

const key = 'sk-ant-api03-canary0123456789canary0123456789';
const workflows = [
  { form: 'nested', args: ['design', topic], output: /\.s2s\/decisions\/0002-.+\.md$/ },
  { form: 'flat', args: ['specs', topic], output: /docs\/specifications\/requirements\.md$/ },
] as const;

test.for(workflows)('$args.0 over the protocol', async ({ form, args, output }) => {
  const { project, server, env } = await openScene(undefined, { form, key });
  const run = await project.run([...args, '--no-input', '--json', '--min-rounds', '2'], { env });
  expect(run.code, run.stderr).toBe(0);
  const result = run.json();
  expect(result.rehearsal).toBe(false);
  expect(result.outcome).toMatchObject({ degraded: false });
  expect(result.files[0].path).toMatch(output);
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
  const run = await project.run(['design', topic, '--no-input', '--min-rounds', '3'], { env });
  expect(run.code, run.stderr).toBe(0);
  const answers = server.requests.map(readStep).filter(({ step }) => step === 'answer');
  expect(new Set(answers.map(({ round }) => round)).size).toBeGreaterThanOrEqual(3);
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
  const run = await project.run(['design', topic, '--no-input', '--json'], { env });
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

const nonsense = 'The weather is nice and the harbour is quiet today.';

describe('a reply that is nonsense costs no more than its own step, and the document says so', () => {
  test('one seat', async () => {
    const { project, server, env } = await openScene(({ step, seat, round }) =>
      step === 'answer' && seat === 'technical-lead' && round === 2 ? { text: '' } : undefined,
    );
    const run = await project.run(['design', topic, '--no-input', '--json'], { env });
    expect(run.code, run.stderr).toBe(0);
    const session = await project.session();
    expect(session.rounds[1]?.failed).toEqual(['technical-lead']);
    expect(session.rounds[1]?.answers.map(({ seat }) => seat)).toEqual([
      'software-architect',
      'devops-engineer',
    ]);
    expect(session.failures).toMatchObject([{ round: 2, seat: 'technical-lead', step: 'answer' }]);
    expect(run.json().outcome.degraded).toBe(true);
    expect((await project.read(run.json().files[0].path)).slice(0, 1500)).toMatch(
      /technical lead|technical-lead/i,
    );
    // Retried as often as the settings say, no more.
    const tries = server.requests
      .map(readStep)
      .filter(({ step, seat, round }) => step === 'answer' && seat === 'technical-lead' && round === 2);
    expect(tries).toHaveLength(session.settings.answer_retries + 1);
  });

  test("the facilitator's question", async () => {
    const { project, env } = await openScene(({ step, round }) =>
      step === 'question' && round === 2 ? nonsense : undefined,
    );
    const run = await project.run(['design', topic, '--no-input', '--json'], { env });
    expect(run.code, run.stderr).toBe(0);
    const { rounds } = await project.session();
    expect(rounds[1]?.question_fallback).toMatchObject({ code: 'failed', kind: 'malformed' });
    expect(rounds[1]?.question).toContain(topic);
    expect(rounds[1]?.question).not.toContain('harbour');
    expect(rounds[0]?.question_fallback).toBeNull();
    expect(run.json().outcome.degraded).toBe(true);
  });

  test('the synthesis', async () => {
    const { project, env } = await openScene(({ step, round }) =>
      step === 'synthesis' && round === 1 ? nonsense : undefined,
    );
    const run = await project.run(['design', topic, '--no-input', '--json'], { env });
    expect(run.code, run.stderr).toBe(0);
    const { rounds } = await project.session();
    expect(rounds[0]?.synthesis_fallback).toMatchObject({ code: 'failed', kind: 'malformed' });
    expect(rounds[0]?.answers).toHaveLength(3);
    expect(rounds[1]?.synthesis_fallback).toBeNull();
    expect(run.json().outcome.degraded).toBe(true);
    expect(JSON.stringify(run.json().outcome.degradation)).toMatch(/synthesis/i);
  });

  test('the draft', async () => {
    const { project, env } = await openScene(({ step }) => (step === 'draft' ? nonsense : undefined));
    const run = await project.run(['design', topic, '--no-input', '--json'], { env });
    expect(run.code, run.stderr).toBe(0);
    const { outcome, files } = run.json();
    expect(outcome).toMatchObject({ degraded: true });
    expect((await project.session()).text).toMatchObject({ written_by: 'program' });
    const text = await project.read(files[0].path);
    expect(text).toContain('## Decision Outcome');
    expect(text).not.toContain('harbour');
    expect(text.slice(0, 1500)).toContain('no writer was available; the program assembled this text');
  });
});

test('all seats failing is no agreement: exit 6, nothing concluded, resumable', async () => {
  let broken = true;
  const { project, env } = await openScene(({ step, round }) =>
    broken && step === 'answer' && round === 2
      ? { fault: 'status', status: 400, body: { error: { message: 'no' } } }
      : undefined,
  );
  const run = await project.run(['design', topic, '--no-input', '--json'], { env });
  expect(run.code, run.stderr).toBe(6);
  expect(run.json()).toMatchObject({ status: 'paused', pause_reason: 'no-quorum', rounds: 1, outcome: null });
  expect(run.stderr).not.toMatch(/consensus reached/i);
  broken = false;
  const again = await project.run(['roundtable', 'resume', '--no-input', '--json'], { env });
  expect(again.code, again.stderr).toBe(0);
  expect(again.json()).toMatchObject({ status: 'completed' });
});

test.for([
  {
    name: 'a refused key',
    status: 401,
    body: { type: 'error', error: { type: 'authentication_error', message: 'invalid bearer token' } },
    says: /invalid bearer token/,
  },
  {
    name: 'a model that is not there',
    status: 404,
    body: { type: 'error', error: { type: 'not_found_error', message: 'model: claude-sonnet-5-5' } },
    says: /claude-sonnet-5-5/,
  },
])('$name stops the run at once with exit 6', async ({ status, body, says }) => {
  const { project, server, env } = await openScene(undefined, {
    key,
    reply: async () => ({ fault: 'status', status, body }),
  });
  const run = await project.run(['design', topic, '--no-input', '--json'], { env });
  expect(run.code, run.stderr).toBe(6);
  expect(run.stdout + run.stderr).toMatch(says);
  expect(run.stderr).not.toContain(key);
  expect(server.requests.length).toBeLessThanOrEqual(2);
  expect(await project.session()).toMatchObject({ status: 'paused' });
});
