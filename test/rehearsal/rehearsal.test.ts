import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../src/domain/model-request.ts';
import { ModelError } from '../../src/domain/provider.ts';
import { createRehearsal } from '../../src/rehearsal/provider.ts';
import { holdSession } from './table.ts';

const panel = createRehearsal();
const signal = new AbortController().signal;

/** The requests of one whole session, of every step. */
async function collectRequests(): Promise<ModelRequest[]> {
  const requests: ModelRequest[] = [];
  await holdSession({ workflow: 'specs', watch: (request) => requests.push(request) });
  return requests;
}

describe('the rehearsal panel as a provider', () => {
  test('says that it is one, and answers every step of a session', async () => {
    expect(panel).toMatchObject({ name: 'rehearsal', type: 'rehearsal', rehearsed: true });
    const steps = new Set((await collectRequests()).map(({ step }) => step));
    expect([...steps].sort()).toEqual(['answer', 'draft', 'question', 'review', 'synthesis']);
  });

  test('gives the same reply to the same request, whatever the prompt says', async () => {
    for (const request of await collectRequests()) {
      const first = await panel.complete(request, { modelName: 'panel', signal });
      const other = { ...request, prompt: [{ text: 'something else entirely', cache: false }], system: [] };
      const second = await createRehearsal().complete(other, { modelName: 'panel', signal });
      expect(second.text).toBe(first.text);
    }
  });

  test('depends on the seed and on the key', async () => {
    const request = (await collectRequests()).find(({ step }) => step === 'answer');
    if (!request) throw new Error('no answer was asked for');
    const ask = async (change: Partial<ModelRequest>) =>
      (await panel.complete({ ...request, ...change }, { modelName: 'panel', signal })).text;
    const texts = await Promise.all([
      ask({}),
      ask({ key: '1/answer/other/1' }),
      ask({ facts: { ...request.facts, seed: 24 } }),
    ]);
    expect(new Set(texts).size).toBe(3);
  });

  test('estimates tokens from the lengths and costs nothing', async () => {
    const [request] = await collectRequests();
    if (!request) throw new Error('nothing was asked for');
    const sent = {
      ...request,
      system: [{ text: 'x'.repeat(9), cache: true }],
      prompt: [{ text: 'y'.repeat(4), cache: false }],
    };
    const { text, ...rest } = await panel.complete(sent, { modelName: 'panel', signal });
    expect(rest).toEqual({
      usage: {
        calls: 1,
        input_tokens: 4,
        output_tokens: Math.ceil(text.length / 4),
        cache_read_tokens: 0,
        cache_write_tokens: 0,
        cost_usd: 0,
      },
      stop_reason: 'end_turn',
      request_id: null,
      model: 'panel',
    });
  });

  test('speaks plainly where no form is asked for', async () => {
    for (const request of await collectRequests()) {
      const { text } = await panel.complete({ ...request, schema: null }, { modelName: 'panel', signal });
      expect(text.trim().length).toBeGreaterThan(10);
      expect(text).not.toMatch(/^\s*[{[]/);
    }
  });

  test('gives exactly the fields that the form has', async () => {
    for (const request of await collectRequests()) {
      const { text } = await panel.complete(request, { modelName: 'panel', signal });
      const asked = Object.keys((request.schema?.json['properties'] ?? {}) as object);
      const given = Object.keys(JSON.parse(text) as object).filter((field) => field !== 'action');
      // `changed` may be left to changed_because, which says the same.
      expect(asked.filter((field) => !given.includes(field) && field !== 'changed')).toEqual([]);
      expect(given.filter((field) => !asked.includes(field))).toEqual([]);
    }
  });

  test('an aborted call fails as cancelled', async () => {
    const [request] = await collectRequests();
    if (!request) throw new Error('nothing was asked for');
    const call = panel.complete(request, { modelName: 'panel', signal: AbortSignal.abort() });
    await expect(call).rejects.toThrow(ModelError);
    await expect(call).rejects.toMatchObject({ kind: 'cancelled' });
  });
});
