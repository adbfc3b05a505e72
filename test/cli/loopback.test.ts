/**
 * Real calls over the Anthropic protocol, to a server on this machine: a whole discussion, which leaves the key nowhere. What fails is
 * in the matrix of failures.
 */
import { expect, test } from 'vitest';
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
