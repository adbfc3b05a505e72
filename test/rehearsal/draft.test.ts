import { describe, expect, test } from 'vitest';
import { documentKinds } from '../../src/documents/document-kinds.ts';
import { outputTypes, workflowTypes } from '../../src/domain/vocabulary.ts';
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
      expect(JSON.stringify(content)).toContain('"seat"');
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

  test('requirements have one "shall" each, keep their artifact and say how they are checked', async () => {
    const { session } = await holdSession({ workflow: 'specs' });
    const content = session.outcome?.document?.content as {
      items: { artifact_id: string | null; statement: string; acceptance: string[]; kind: string }[];
    };
    const kinds = new Set(content.items.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['EX', 'NFR', 'REQ']));
    for (const item of content.items) {
      expect(item.statement.match(/\bshall\b/g)).toHaveLength(1);
      expect(item.statement).toMatch(/^(?:(?:When|While|If|Where) .+, (?:then )?)?[Tt]he clip-api shall /);
      expect(item.acceptance.length).toBeGreaterThan(0);
      expect(session.artifacts.map(({ id }) => id)).toContain(item.artifact_id);
    }
  });

  test('a brainstorm ends with ideas, the feasible ones first, and at most three to pursue', async () => {
    const { session } = await holdSession({ workflow: 'brainstorm' });
    const content = session.outcome?.document?.content as { ideas: { title: string }[]; pursue: string[] };
    expect(content.ideas.length).toBeGreaterThanOrEqual(3);
    expect(content.pursue).toEqual(content.ideas.slice(0, 3).map(({ title }) => title));
  });

  test('an architecture has blocks that use each other by name', async () => {
    const { session } = await holdSession({ workflow: 'design', output: 'architecture' });
    const content = session.outcome?.document?.content as {
      blocks: { name: string; uses: string[] }[];
      risks: unknown[];
    };
    const names = content.blocks.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const used of content.blocks.flatMap(({ uses }) => uses)) expect(names).toContain(used);
  });
});
