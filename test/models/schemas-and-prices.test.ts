import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { estimateTokens } from '../../src/models/client/estimate.ts';
import { findPrice, makeUsage, priceUsage } from '../../src/models/client/prices.ts';
import { describeSchema } from '../../src/models/replies/describe-schema.ts';
import { readStructured } from '../../src/models/replies/read-structured.ts';
import { toJsonSchema } from '../../src/prompts/forms/json-schema.ts';
import { addUsage } from '../../src/session/rules/usage.ts';

const shape = {
  position: z.string().describe('One sentence.'),
  confidence: z.number().nullable(),
  concerns: z.array(z.string()),
  stances: z.array(z.object({ proposal_id: z.string(), stance: z.enum(['support', 'block']) })),
};

describe('describeSchema', () => {
  const text = describeSchema(toJsonSchema(z.object(shape)));

  it('shows the keys, the choices and the types', () => {
    expect(text).toContain('"position": "…" /* One sentence. */');
    expect(text).toContain('"confidence": <number> | null');
    expect(text).toContain('"support" | "block"');
    expect(text).toContain('"proposal_id": "…"');
  });

  it('is not taken for a reply when a model repeats it', () => {
    const said = `${text}\n\n{"position":"A real one, I say.","confidence":0.5,"concerns":[]}`;
    const read = readStructured(said, { keys: Object.keys(shape) });
    expect(read.data).toMatchObject({ position: 'A real one, I say.' });
  });
});

describe('prices', () => {
  const tokens = makeUsage(1, {
    input_tokens: 1_000_000,
    output_tokens: 100_000,
    cache_read_tokens: 400_000,
    cache_write_tokens: 100_000,
  });

  it('price cached input apart from the rest', () => {
    expect(priceUsage(tokens, 'anthropic/claude-sonnet-5-5')).toBeCloseTo(
      0.5 * 2 + 0.4 * 0.2 + 0.1 * 2.5 + 0.1 * 10,
      9,
    );
    expect(priceUsage(tokens, 'x/y', { 'x/y': { input: 1, output: 0 } })).toBeCloseTo(
      0.5 + 0.4 + 0.1 * 1.25,
      9,
    );
  });

  it('are unknown where nobody said them: unknown is not zero', () => {
    expect(priceUsage(tokens, 'ollama/llama3.1')).toBeNull();
    expect(findPrice('toString')).toBeNull();
    expect(addUsage(makeUsage(1), makeUsage(1, { cost_usd: null })).cost_usd).toBeNull();
  });

  it('are configured before known, and cover dated names', () => {
    expect(
      findPrice('anthropic/claude-opus-5-5', { 'anthropic/claude-opus-5-5': { input: 1, output: 1 } })?.input,
    ).toBe(1);
    expect(findPrice('anthropic/claude-opus-5-5-20261001')?.input).toBe(4);
  });
});

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['four', 1],
    ['a'.repeat(400), 100],
    ['会議の議題', 5],
  ])('%j', (text, count) => {
    expect(estimateTokens(text)).toBe(count);
  });
});
