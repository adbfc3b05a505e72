import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNaming } from '../../src/prompts/seat-names.ts';
import { readId, readIds } from '../../src/session/rules/read-ids.ts';
import { createSession } from '../support/roundtable-fixtures.ts';

const known = ['REQ-001', 'REQ-010', 'P-001', 'S-014', 'POINT-002', 'OOS-1000', 'S-123456'];

describe('an id', () => {
  it.each([
    ['REQ-001', 'REQ-001'],
    ['req-1', 'REQ-001'],
    ['P-1', 'P-001'],
    ['P1', 'P-001'],
    ['**REQ-001**: A job is kept.', 'REQ-001'],
    ['`REQ_010`', 'REQ-010'],
    ['[S-014]', 'S-014'],
    ['req 1', 'REQ-001'],
    ['REQ‑001', 'REQ-001'],
    ['REQ–0001', 'REQ-001'],
    ['Item POINT-2 (new)', 'POINT-002'],
    ['oos-1000', 'OOS-1000'],
  ])('is read in "%s"', (text, id) => {
    expect(readId(text, known)).toBe(id);
  });

  it.each(['', 'REQ', '001', 'REQ-002', 'REQ-0011', 'S-1234567', 'XREQ-001', 'PREQ-1', 'REQ.001'])(
    'is not read in "%s"',
    (text) => {
      expect(readId(text, known)).toBeNull();
    },
  );

  it('is read once for each item that a text names, in their order', () => {
    expect(readIds('P-1, then REQ-010; not REQ-404, and p-001 again with req-1', known)).toEqual([
      'P-001',
      'REQ-010',
      'REQ-001',
    ]);
  });

  it('is never one that does not exist, and an id as the program writes it is always read', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom(...known), (before, after, id) => {
        for (const found of readIds(before + id + after, known)) expect(known).toContain(found);
        expect(readIds(`${before} ${id} ${after}`, known)).toContain(id);
      }),
    );
  });
});

describe('the name of a seat', () => {
  it.each([
    ['qa-lead', 'qa-lead'],
    ['qa_lead', 'qa-lead'],
    ['QA Lead', 'qa-lead'],
    ['**qa-lead**', 'qa-lead'],
    ['Software architect', 'software-architect'],
    ['the qa lead of the other team', null],
    ['facilitator', null],
    ['', null],
  ])('"%s" means %s', (name, seat) => {
    expect(createNaming(createSession(), 'facilitator').readSeat(name)).toBe(seat);
  });
});
