import { describe, expect, test } from 'vitest';
import { documentKinds } from '../../src/documents/document-kinds.ts';
import { outputTypes, workflowTypes } from '../../src/domain/vocabulary.ts';
import { rehearseDraft } from '../../src/rehearsal/draft.ts';
import { holdSession } from './table.ts';

/** All places in a content that hold an empty text. */
function listEmpty(value: unknown, place = ''): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [place] : [];
  if (Array.isArray(value)) return value.flatMap((entry, index) => listEmpty(entry, `${place}[${index}]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, entry]) => listEmpty(entry, `${place}.${key}`));
  }
  return [];
}

describe('drafts', () => {
  test.each(outputTypes.flatMap((output) => workflowTypes.map((workflow) => [output, workflow] as const)))(
    '%s from %s: accepted by its form, every text filled, every citation true',
    async (output, workflow) => {
      const { session } = await holdSession({ workflow, output });
      const document = session.outcome?.document;
      expect(document).toMatchObject({ type: output, assembled_by: 'synthesizer', unsupported: [] });
      const content = document?.content ?? {};
      expect(documentKinds[output].findUnsupported(content, session)).toEqual([]);
      expect(listEmpty(content)).toEqual([]);
      // Requirements are cited by their items, all of which the draft places; the other drafts cite seats.
      if (output !== 'requirements') expect(JSON.stringify(content)).toContain('"seat"');
      else {
        const kept = session.artifacts.filter(
          ({ type, status }) =>
            ['REQ', 'BR', 'NFR', 'EX'].includes(type) && (status === 'open' || status === 'agreed'),
        );
        expect(content['items']).toMatchObject(kept.map(({ id }) => ({ artifact_id: id })));
        // The agenda of a design asks for parts and decisions, and for no requirement.
        if (workflow !== 'design') expect(kept.length).toBeGreaterThan(0);
      }
    },
  );

  test('a decision record weighs at least two options with good and bad points, and takes one of them', async () => {
    const { session } = await holdSession({ workflow: 'design' });
    const content = session.outcome?.document?.content as {
      chosen: string;
      reason: string;
      drivers: unknown[];
      options: { title: string; good: unknown[]; bad: unknown[] }[];
    };
    expect(content.options.length).toBeGreaterThanOrEqual(2);
    expect(content.options.map(({ title }) => title)).toContain(content.chosen);
    for (const { good, bad } of content.options) expect(Math.min(good.length, bad.length)).toBeGreaterThan(0);
    expect(content.drivers.length).toBeGreaterThanOrEqual(3);
    expect(content.reason).not.toBe('');
  });

  test('requirements have one "shall" each, say how they are checked, and stand in the draft once each', async () => {
    const { session } = await holdSession({ workflow: 'specs' });
    const content = session.outcome?.document?.content as {
      items: { artifact_id: string; verification: string; area: string }[];
    };
    const ids = content.items.map(({ artifact_id: id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const items = ids.map((id) => session.artifacts.find((item) => item.id === id));
    const kinds = new Set(items.map((item) => item?.type));
    expect([...kinds]).toEqual(expect.arrayContaining(['EX', 'NFR', 'REQ']));
    for (const item of items) {
      expect(item?.text.match(/\bshall\b/g)).toHaveLength(1);
      expect(item?.text).toMatch(/^(?:(?:When|While|If|Where) .+, (?:then )?)?[Tt]he clip-api shall /);
      expect(item?.acceptance.length).toBeGreaterThan(0);
    }
    for (const { verification } of content.items) expect(['test', 'inspection']).toContain(verification);
  });

  test('a brainstorm ends with ideas, and at most three to pursue, those that the seats judged best', async () => {
    const { session } = await holdSession({ workflow: 'brainstorm' });
    const content = session.outcome?.document?.content as { pursue: string[] };
    const weight = { high: 2, medium: 1, low: 0 };
    const scores = session.artifacts
      .filter(({ type, status }) => type === 'IDEA' && (status === 'open' || status === 'agreed'))
      .map(({ id, judgements }) => ({
        id,
        judged: judgements.length,
        score:
          judgements.reduce((sum, { value, feasibility }) => sum + weight[value] + weight[feasibility], 0) /
          Math.max(1, judgements.length),
      }));
    expect(scores.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...scores.map(({ judged }) => judged))).toBeGreaterThan(0);
    expect(content.pursue).toHaveLength(3);
    const pursued = scores.filter(({ id }) => content.pursue.includes(id)).map(({ score }) => score);
    const rest = scores.filter(({ id }) => !content.pursue.includes(id)).map(({ score }) => score);
    expect(Math.min(...pursued)).toBeGreaterThanOrEqual(Math.max(0, ...rest));
  });

  test('an architecture has parts that use each other by id', async () => {
    const { session } = await holdSession({ workflow: 'design', output: 'architecture' });
    const content = session.outcome?.document?.content as { uses: { block: string; uses: string[] }[] };
    const parts = session.artifacts.filter(({ type }) => type === 'COMP').map(({ id }) => id);
    expect(parts.length).toBeGreaterThanOrEqual(2);
    expect(content.uses.length).toBeGreaterThan(0);
    for (const used of content.uses.flatMap(({ block, uses }) => [block, ...uses]))
      expect(parts).toContain(used);
  });
});

test('of a document that the rehearsal does not know, it fills the top and leaves the rest empty', async () => {
  const { replies } = await holdSession({ workflow: 'design' });
  const facts = replies.find(({ step }) => step === 'draft')?.request.facts;
  if (facts === undefined) throw new Error('no draft was asked for');
  const text = { type: 'string' };
  const properties = { title: text, summary: text, recommendation: text, plan: { type: 'array' }, why: text };
  const draft = rehearseDraft(facts, { properties });
  const filled = expect.stringMatching(/\S/);
  expect(draft).toMatchObject({ plan: [], why: '', title: filled, summary: filled });
});
