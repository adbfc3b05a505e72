import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { estimateTokens } from '../../src/models/client/estimate.ts';
import { findPrice, makeUsage, priceUsage } from '../../src/models/client/prices.ts';
import { describeSchema } from '../../src/models/replies/describe-schema.ts';
import { prepareSchema } from '../../src/models/replies/prepare-schema.ts';
import { readStructured } from '../../src/models/replies/read-structured.ts';
import type { JsonSchema } from '../../src/session/model-request.ts';
import { addUsage } from '../../src/session/rules/usage.ts';

const reply = z.object({
  position: z.string().min(10).describe('One sentence.'),
  confidence: z.number().min(0).max(1).nullable(),
  concerns: z.array(z.string()).max(5),
  stances: z.array(
    z.object({ proposal_id: z.string(), stance: z.enum(['support', 'block']), note: z.string().optional() }),
  ),
  anything: z.unknown(),
  side: z.union([z.literal('pro'), z.literal('con')]),
  round: z.int().default(1),
});
const json = z.toJSONSchema(reply) as JsonSchema;

describe('prepareSchema', () => {
  it('closes every object, requires every property, and leaves no keyword that cannot be enforced', () => {
    const strict = prepareSchema(json);
    const allowed = [
      'type',
      'properties',
      'required',
      'additionalProperties',
      'items',
      'anyOf',
      'allOf',
      'enum',
      'const',
      'description',
      'title',
      '$ref',
      '$defs',
    ];
    const visit = (node: JsonSchema): void => {
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(node)));
      if (node['type'] === 'object') {
        expect(node['additionalProperties']).toBe(false);
        expect(node['required']).toEqual(Object.keys(node['properties'] as object));
      }
      const parts = [
        ...Object.values((node['properties'] ?? {}) as object),
        node['items'],
        ...((node['anyOf'] ?? []) as unknown[]),
      ];
      for (const part of parts) if (part !== undefined) visit(part as JsonSchema);
    };
    visit(strict);
    expect(strict['properties']).toMatchObject({
      position: { type: 'string', description: 'One sentence. (minLength: 10)' },
      concerns: { description: '(maxItems: 5)' },
      anything: { type: 'string' },
      stances: { items: { required: ['proposal_id', 'stance', 'note'] } },
    });
  });

  it('does not change the schema it is given', () => {
    const before = structuredClone(json);
    prepareSchema(json);
    expect(json).toEqual(before);
  });
});

describe('describeSchema', () => {
  it('shows the keys, the choices and the limits', () => {
    const text = describeSchema(json);
    expect(text).toContain('"position": "…" /* One sentence. */');
    expect(text).toContain('"confidence": <number from 0 to 1> | null');
    expect(text).toContain('"support" | "block"');
    expect(text).toContain('"round": <whole number>');
    expect(text).toContain('"proposal_id": "…"');
  });

  it('is not taken for a reply when a model repeats it', () => {
    const text = `${describeSchema(json)}\n\n{"position":"A real one, I say.","confidence":0.5,"concerns":[]}`;
    const read = readStructured(text, { keys: Object.keys(reply.shape) });
    expect(read.data).toMatchObject({ position: 'A real one, I say.' });
  });

  it('follows references', () => {
    const text = describeSchema({
      type: 'object',
      properties: { a: { $ref: '#/$defs/point' } },
      $defs: { point: { type: 'object', properties: { x: { type: 'number' } } } },
    });
    expect(text).toContain('"x": <number>');
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
