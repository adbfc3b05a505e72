import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adrSchema } from '../../src/documents/adr/schema.ts';
import { findUnsupported } from '../../src/documents/citations.ts';
import { documentKinds } from '../../src/documents/document-kinds.ts';
import { requirementsSchema } from '../../src/documents/requirements/schema.ts';
import { summarySchema } from '../../src/documents/summary/schema.ts';
import { outputTypes } from '../../src/domain/vocabulary.ts';
import { buildDesignSession, sessions } from '../support/session-fixtures.ts';

/** Objects whose fields are right, half right or nothing like it. */
const core = {
  adr: { chosen: 'A' },
  requirements: { summary: 'So.' },
  architecture: { summary: 'So.' },
  summary: { summary: 'So.' },
};

describe.each(outputTypes)('the schema of %s', (type) => {
  const kind = documentKinds[type];

  it('is plain JSON Schema of a size to travel with a call', () => {
    const json = z.toJSONSchema(kind.schema, { io: 'output', unrepresentable: 'any' });
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const one = node as Record<string, unknown>;
      if (one['type'] === 'object') {
        expect(one['additionalProperties']).toBe(false);
        expect([...(one['required'] as string[])].sort()).toEqual(
          Object.keys(one['properties'] as object).sort(),
        );
      }
      for (const key of ['prefixItems', '$ref', 'default', 'patternProperties'])
        expect(Object.keys(one)).not.toContain(key);
      Object.values(one).forEach(walk);
    };
    walk(json);
    expect(JSON.stringify(json).length).toBeLessThan(8_000);
    expect(kind.brief.length).toBeLessThanOrEqual(900);
  });

  it('reads any object that has its core field', () => {
    const keys = Object.keys((kind.schema as unknown as { shape: Record<string, unknown> }).shape ?? {});
    expect(keys).toContain('title');
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 3 })), (given) => {
        const read = kind.schema.safeParse({ ...given, ...core[type] });
        expect(read.success).toBe(true);
        // What was read once is read the same again: a stored content survives.
        if (read.success) expect(kind.schema.parse(structuredClone(read.data))).toEqual(read.data);
      }),
    );
    expect(kind.schema.safeParse({ title: 'only a title' }).success).toBe(false);
    expect(kind.schema.safeParse('text').success).toBe(false);
  });

  it('is met by what the program assembles from any session, without a citation that does not hold', () => {
    fc.assert(
      fc.property(sessions, (session) => {
        const content = kind.assemble(session);
        expect(kind.findUnsupported(content, session)).toEqual([]);
        expect(content).toMatchObject({ title: expect.any(String), summary: expect.any(String) });
      }),
      { numRuns: 12 },
    );
  });
});

describe('a kind of document', () => {
  const room = new URL('../../src/documents/', import.meta.url);

  it('is one folder, one template and one line of the registry, under the name that the vocabulary lists', () => {
    expect(Object.keys(documentKinds).sort()).toEqual([...outputTypes].sort());
    for (const type of outputTypes) {
      expect(documentKinds[type].type).toBe(type);
      expect(readdirSync(new URL(`${type}/`, room))).toEqual(
        expect.arrayContaining(['assemble.ts', 'kind.ts', 'schema.ts', 'view.ts']),
      );
      expect(existsSync(new URL(`../../templates/${type}.md`, room))).toBe(true);
    }
  });

  it('is named nowhere else in the room of documents', () => {
    const outside = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !outputTypes.some((type) => file.startsWith(`${type}/`)),
    );
    const named = outside.filter((file) =>
      new RegExp(`['"](?:${outputTypes.join('|')})['"]`).test(readFileSync(new URL(file, room), 'utf8')),
    );
    expect(outside).toContain('document-kinds.ts');
    expect(named).toEqual([]);
  });
});

describe('lenient reading', () => {
  it('takes citations in the forms in which models write them', () => {
    const forms = [
      { round: 2, seat: 'qa-lead' },
      { round: '2', seat: 'qa-lead' },
      'R2 qa-lead',
      '[R2 qa-lead]',
      'round 2, qa-lead',
      '2/qa-lead',
    ];
    const read = adrSchema.parse({
      chosen: 'A',
      drivers: forms.map((form) => ({ text: 'x', sources: [form] })),
    });
    expect(read.drivers.map((driver) => driver.sources)).toEqual(
      forms.map(() => [{ round: 2, seat: 'qa-lead' }]),
    );
  });

  it('keeps a citation that it cannot read, so that it is marked', () => {
    const content = adrSchema.parse({ chosen: 'A', drivers: [{ text: 'x', sources: ['somebody said'] }] });
    expect(findUnsupported(content, buildDesignSession())).toEqual([
      'drivers[0].sources[0]: 0/somebody said',
    ]);
  });

  it('takes words in any case and text for objects', () => {
    const read = requirementsSchema.parse({
      summary: 'So.',
      items: [
        'REQ-001',
        { artifact_id: 'NFR-002', verification: 'Test', quality: 'Performance Efficiency', area: 'odd' },
        { artifact_id: 'NFR-003', verification: 'ANALYSIS', area: 'Data' },
      ],
    });
    expect(read.items).toEqual([
      { artifact_id: 'REQ-001', group: '', area: 'functions', verification: 'unstated', quality: 'none' },
      {
        artifact_id: 'NFR-002',
        group: '',
        area: 'functions',
        verification: 'test',
        quality: 'performance-efficiency',
      },
      { artifact_id: 'NFR-003', group: '', area: 'data', verification: 'analysis', quality: 'none' },
    ]);
  });

  it('takes one text for a list, and `none` for null', () => {
    const read = summarySchema.parse({
      summary: 'So.',
      next_steps: 'one\ntwo',
      recommendation: 'None',
      key_points: 'a point',
    });
    expect(read).toMatchObject({
      next_steps: ['one', 'two'],
      recommendation: null,
      key_points: [{ text: 'a point', sources: [] }],
    });
  });
});

describe('citations', () => {
  it('hold for who spoke in the round, by answer, stance, synthesis, guidance or decision', () => {
    const session = buildDesignSession();
    const cite = (round: number, seat: string) =>
      findUnsupported({ points: [{ text: 'x', sources: [{ round, seat }] }] }, session);
    expect(cite(1, 'qa-lead')).toEqual([]);
    expect(cite(2, 'facilitator')).toEqual([]);
    expect(cite(1, 'human')).toEqual([]);
    expect(cite(3, 'qa-lead')).toEqual(['points[0].sources[0]: 3/qa-lead']);
    expect(cite(2, 'human')).toEqual(['points[0].sources[0]: 2/human']);
    expect(cite(4, 'devops-engineer')).toEqual(['points[0].sources[0]: 4/devops-engineer']);
    expect(cite(1, 'Qa-Lead')).toEqual(['points[0].sources[0]: 1/Qa-Lead']);
  });
});
