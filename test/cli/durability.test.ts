/** Killed in the middle, a run is resumed without asking anybody twice; the kills at every step are in test/durability. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGate } from '../support/create-gate.ts';
import { createPanel, type readStep } from '../support/loopback-panel.ts';
import { startLoopback } from '../support/loopback-server.ts';
import { makeProject, type Project, type Started } from '../support/run-binary.ts';

const topic = 'Which queue should carry the download jobs?';

/** Somebody would not sign the item, so that there is a revision and a last call. */
function changeReview({
  step,
  seat,
  request,
}: ReturnType<typeof readStep>): Record<string, unknown> | undefined {
  if (step !== 'review' || seat !== 'technical-lead') return undefined;
  const [item = ''] = /\b[A-Z]+-\d{3}(?=\] A table for the jobs)/.exec(request.user) ?? [];
  return { exceptions: [{ item, vote: 'stand_aside', reason: 'Nobody measured it.', lifted_by: '' }] };
}

async function waitForJournal(project: Project, lines: number): Promise<void> {
  const [file] = (await project.files()).filter((name) => name.endsWith('calls.jsonl'));
  for (;;) {
    const text = file === undefined ? '' : await readFile(path.join(project.root, file), 'utf8');
    if (text.split('\n').length > lines) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('killed in the middle of what is asked side by side, with two of three reviews in, it asks for the third alone', async () => {
  const project = await makeProject('flat');
  let holding = true;
  const { opened: held, open: arrived } = createGate();
  const answered: string[] = [];
  const server = await startLoopback({
    models: ['claude-sonnet-5-5'],
    reply: createPanel((asked) => {
      if (holding && asked.step === 'review' && asked.seat === 'devops-engineer') {
        arrived();
        return { fault: 'stall-headers' };
      }
      answered.push(JSON.stringify(asked.request.body));
      return changeReview(asked);
    }),
  });
  onTestFinished(server.close);
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'sk-ant-test' };
  const started: Started = project.start(['design', topic, '--no-input'], { env });
  await held;
  await waitForJournal(project, 18);
  started.child.kill('SIGKILL');
  const killed = await started.done;
  expect(killed.code).toBeNull();
  holding = false;
  const before = await project.session();
  expect(before.status).toBe('active');
  const resumed = await project.run(['roundtable', 'resume', '--no-input', '--json'], { env });
  expect(resumed.code, resumed.stderr).toBe(0);
  const session = await project.session();
  expect(session).toMatchObject({ status: 'completed', total_rounds: 3 });
  expect(session.rounds.slice(0, before.rounds.length).map(({ synthesis }) => synthesis)).toEqual(
    before.rounds.map(({ synthesis }) => synthesis),
  );
  // Every call that was answered was made once: 3 rounds of question, three answers, synthesis; then the draft, three reviews, the
  // revision and three ballots.
  expect(new Set(answered).size).toBe(answered.length);
  expect(answered).toHaveLength(23);
  expect(session.usage.calls).toBe(23);
  expect(await project.current()).toBeNull();
});

test('a second run of the same session is refused while the first one lives', async () => {
  const project = await makeProject('flat');
  const { opened: held, open: arrived } = createGate();
  const server = await startLoopback({
    reply: async () => {
      arrived();
      return { fault: 'stall-headers' };
    },
  });
  onTestFinished(server.close);
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'sk-ant-test' };
  const started = project.start(['design', topic, '--no-input'], { env });
  await held;
  const second = await project.run(['roundtable', 'resume', '--no-input', '--json'], { env });
  expect(second.code, second.stderr).toBe(5);
  expect(second.json().error).toMatchObject({ code: 'SESSION_LOCKED' });
  expect(second.json().error.message).toContain(String(started.child.pid));
  started.child.kill('SIGTERM');
  const first = await started.done;
  expect(first.code, first.stderr).toBe(3);
  expect(await project.session()).toMatchObject({ status: 'paused', pause_reason: 'signal' });
});
