/** Which model is taken when nobody named one, and what `doctor` says of the models of a table. */
import { describe, expect, it } from 'vitest';
import type { Answer } from '../support/loopback-server.ts';
import { serveModel } from '../support/serve-model.ts';
import { openPanel } from './panel-project.ts';
import { playPanel } from './scripted-panel.ts';

it('without any setting the key of Anthropic comes first', async () => {
  const { server, project } = await openPanel(playPanel(), { roundtable: { models: {} } });
  const ollama = await serveModel({ reply: playPanel(), models: ['llama-of-the-test'] });
  const run = await project.begin([], {
    env: {
      ANTHROPIC_API_KEY: 'key-of-the-test-0123',
      ANTHROPIC_BASE_URL: server.url,
      OLLAMA_HOST: ollama.url,
    },
  });
  expect(run.code, run.stderr).toBe(0);
  expect(run.stderr).toMatch(/Model: anthropic\/claude-\S+, because ANTHROPIC_API_KEY is set/);
  expect(ollama.requests).toEqual([]);
  const { participants, facilitator } = await project.session();
  expect(new Set([facilitator.model, ...participants.map(({ model }) => model)]).size).toBe(1);
});

// All verdicts are in the tests of the diagnosis.
describe('doctor', () => {
  it.each<[verdict: string, answer: Answer, code: number, remedy: RegExp | null]>([
    ['works', '{"position":"ready","confidence":1,"concerns":[]}', 0, null],
    ['key-rejected', { fault: 'status', status: 401, body: { error: { message: 'No' } } }, 1, /key/],
  ])('says %s', async (verdict, answer, code, remedy) => {
    const { server, project } = await openPanel(() => answer);
    const run = await project.run(['doctor', '--json', '--workflow', 'roundtable']);
    expect(run.code, run.stderr).toBe(code);
    const { seats, ok } = run.json();
    expect(ok).toBe(code === 0);
    const ids = ['facilitator', 'synthesizer', 'alpha', 'bravo', 'charlie'];
    expect(seats.map((one: { seat: string }) => one.seat)).toEqual(ids);
    for (const one of seats) {
      expect(one).toMatchObject({ verdict, model: 'local/some' });
      if (remedy === null) expect(one.remedy).toBeNull();
      else expect(one.remedy).toMatch(remedy);
    }
    // One call for one model, whoever shares it, and for its exact name; one that works is asked once more, at length, without a key.
    expect(server.requests.map(({ model }) => model)).toEqual(
      verdict === 'works' ? ['some', 'some'] : ['some'],
    );
  });
});
