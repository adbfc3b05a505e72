/** What a session would cost, before it starts. */
import { describe, expect, it, test } from 'vitest';
import type { StartOptions } from '../../src/app/options.ts';
import { type EstimatePlan, planCalls, usual } from '../../src/app/plan/estimate-plan.ts';
import { makeApp, makeProjectFolder } from '../support/make-app.ts';
import { readPanel } from '../support/played-panel.ts';

const plan: EstimatePlan = {
  seats: [{ model: 'a/seat' }, { model: 'a/seat' }, { model: 'a/other' }],
  facilitator: 'a/chair',
  synthesizer: 'a/hand',
  rounds: 2,
  proposalRounds: 1,
  context: 1_000,
  turns: { deep: 0, shallow: 0 },
  combined: false,
  fast: false,
  votes: true,
  again: false,
};

/** Calls by step. */
function count(changes: Partial<EstimatePlan> = {}): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { step, calls } of planCalls({ ...plan, ...changes })) sums[step] = (sums[step] ?? 0) + calls;
  return sums;
}

function sum(changes: Partial<EstimatePlan>, field: 'input_tokens' | 'output_tokens'): number {
  return planCalls({ ...plan, ...changes }).reduce((all, call) => all + call[field], 0);
}

describe('the calls of a plan', () => {
  it('are those of its rounds and of the text', () => {
    const steps = { question: 2, answer: 6, synthesis: 2, draft: 1, review: 3, revision: 1, 'last-call': 3 };
    expect(count()).toEqual(steps);
    expect(count({ combined: true })).toEqual({ ...steps, question: 1 });
    expect(count({ votes: false })['last-call']).toBeUndefined();
    expect(count({ again: true })).toMatchObject({ draft: 2, revision: 2, patch: 1, 'last-call': 6 });
    const fast = count({ fast: true, rounds: 1 });
    expect(fast).toEqual({ question: 1, answer: 3, synthesis: 1, draft: 1, 'last-call': 3 });
  });

  it.each(['design-prune', 'specs-export', 'limit-bodies'])(
    'write about as much as the panel of %s did',
    async (name) => {
      const { usage } = await readPanel(name);
      const held = { combined: true, turns: usual.turns };
      expect(usage.output_tokens).toBeGreaterThan(0.75 * sum(held, 'output_tokens'));
      expect(usage.output_tokens).toBeLessThan(1.25 * sum({ ...held, again: true }, 'output_tokens'));
    },
  );

  it('are made again with what was looked up', () => {
    const looked = count({ turns: { deep: 2, shallow: 1 } });
    expect(looked).toMatchObject({ question: 4, answer: 3 * 3 + 3 * 2, synthesis: 2, draft: 3, review: 6 });
    const [answer] = planCalls({ ...plan, turns: { deep: 2, shallow: 0 } }).filter(
      ({ step }) => step === 'answer',
    );
    const prompt = usual.base + plan.context;
    expect(answer?.input_tokens).toBe(prompt + (prompt + usual.findings) + (prompt + 2 * usual.findings));
  });

  it('grow with rounds, seats and context', () => {
    for (const changes of [
      { rounds: 3 },
      { seats: [...plan.seats, { model: 'a/b' }] },
      { proposalRounds: 2 },
    ]) {
      expect(sum(changes, 'output_tokens')).toBeGreaterThan(sum({}, 'output_tokens'));
      expect(sum(changes, 'input_tokens')).toBeGreaterThan(sum({}, 'input_tokens'));
    }
    const calls = planCalls(plan).reduce((all, call) => all + call.calls, 0);
    expect(sum({ context: 2_000 }, 'input_tokens') - sum({}, 'input_tokens')).toBe(1_000 * calls);
  });
});

test('an estimate is a range from the fewest rounds to the most, by model and step, and prices what it can', async () => {
  const { app } = makeApp(await makeProjectFolder({ fast: false }));
  const order: StartOptions = {
    ...{
      topic: 'Which queue?',
      workflow: 'design',
      minRounds: 2,
      maxRounds: 4,
      evidence: 'off',
      fast: false,
    },
    model: 'anthropic/claude-sonnet-5-5',
  };
  const { estimate, session } = await app.estimate(order);
  expect([estimate.minimum.rounds, estimate.maximum.rounds]).toEqual([2, 4]);
  expect(estimate.maximum.usage.calls).toBeGreaterThan(estimate.minimum.usage.calls);
  expect(estimate.minimum.usage.cost_usd).toBeGreaterThan(0.1);
  expect(session.participants.length).toBeGreaterThan(1);
  const mixed = await app.estimate({ ...order, models: { facilitator: 'ollama/llama3.1' } });
  expect(mixed.estimate.maximum.usage.cost_usd).toBeNull();
  expect(mixed.estimate.maximum.unknown_prices).toEqual(['ollama/llama3.1']);
  expect(mixed.estimate.maximum.known_cost_usd).toBeGreaterThan(0);
  const endless = await app.estimate({ ...order, maxRounds: 1_000_000_000 });
  expect(endless.estimate.maximum.rounds).toBe(1000);
  const fast = await app.estimate({ ...order, minRounds: undefined, maxRounds: undefined, fast: true });
  expect(fast.session.settings).toMatchObject({ fast: true, min_rounds: 1, max_rounds: 1 });
  expect(fast.estimate.maximum.usage.calls).toBeLessThan(estimate.minimum.usage.calls);
  expect((await app.list()).total).toBe(0);
});
