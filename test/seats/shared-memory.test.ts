/** What seats are told of earlier rounds: the same for all but for their own part, within the budget. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../src/domain/session.ts';
import { buildMemory, exceedsMemory } from '../../src/roundtable/prompts/memory.ts';
import { createNaming } from '../../src/roundtable/prompts/seat-names.ts';
import {
  createConflict,
  createItem,
  createRound,
  createSession,
  createTable,
  joinMemory,
  seatIds,
} from '../support/roundtable-fixtures.ts';

const read = (session: Session, seat: string) => {
  const naming = createNaming(session, seat);
  const options = { naming, round: session.total_rounds + 1, showsStances: true };
  return { ...joinMemory(buildMemory(session, seat, options)), exceeded: exceedsMemory(session, naming) };
};
const words = (count: number, mark: string): string =>
  Array.from({ length: count }, (_, index) => `${mark} ${index}.`).join(' ');

/** Rounds in which each seat says so many words as the numbers say. */
function sessionOf(lengths: number[][], settings: Partial<Session['settings']['memory']> = {}): Session {
  return createSession(createTable(), {
    settings: { memory: settings },
    total_rounds: lengths.length,
    rounds: lengths.map((seats, index) =>
      createRound(index + 1, {
        synthesis: words(20, `Synthesis ${index + 1}`),
        answers: seatIds.map((seat, place) => ({
          seat,
          position: words(seats[place] ?? 1, `${seat} in ${index + 1} says`),
          confidence: 0.5,
          concerns: [],
          changed: index === 0 ? null : false,
          cause: null,
          duration_ms: 1,
        })),
        private_notes: seatIds.map((seat) => ({ seat, text: `SECRET-${seat}-${index + 1}` })),
      }),
    ),
  });
}

const anyLengths = fc.array(fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 3, maxLength: 3 }), {
  minLength: 1,
  maxLength: 8,
});
const anySettings = fc.record({
  style: fc.constantFrom('structured' as const, 'narrative' as const),
  budget_tokens: fc.integer({ min: 100, max: 3000 }),
  compression_threshold: fc.constantFrom(0.3, 0.9, 1),
  include_internal_reasoning: fc.boolean(),
});

const settingsOf = (budget: number) => ({
  style: 'structured' as const,
  budget_tokens: budget,
  compression_threshold: 1 as const,
  include_internal_reasoning: false,
});

describe('the memory', () => {
  it('is the same for every reader, however much each has said itself', () => {
    fc.assert(
      fc.property(anyLengths, anySettings, (lengths, settings) => {
        const session = sessionOf(lengths, settings);
        const [first, ...others] = [...seatIds, 'facilitator'].map((seat) => read(session, seat));
        for (const other of others) {
          expect(other.history).toBe(first?.history);
          expect(other.rounds).toBe(first?.rounds);
          expect(other.standing).toBe(first?.standing);
          expect(other.exceeded).toBe(first?.exceeded);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps within the budget, unless what must be kept exceeds it alone, and then says so', () => {
    fc.assert(
      fc.property(anyLengths, anySettings, (lengths, settings) => {
        const session = sessionOf(lengths, settings);
        const limit = settings.budget_tokens * 4;
        for (const seat of seatIds) {
          const { history, rounds, standing, own, exceeded } = read(session, seat);
          const shared = history.length - rounds.length + standing.length;
          // The smallest own part is promised whatever the budget is.
          const size = history.length + standing.length + Math.min(own.length, Math.max(0, own.length - 460));
          if (!exceeded) expect(size).toBeLessThanOrEqual(limit + 4);
          else expect(shared + 4).toBeGreaterThan(limit);
        }
      }),
      {
        numRuns: 60,
        // First positions that leave next to nothing of the budget, and nothing at all.
        examples: Array.from({ length: 8 }, (_, more): [number[][], ReturnType<typeof settingsOf>] => [
          [[3, 4, 5]],
          settingsOf(100 + more),
        ]),
      },
    );
  });

  it('holds one line for each first position, agreed points and open conflicts, whatever the budget', () => {
    fc.assert(
      fc.property(anyLengths, fc.integer({ min: 100, max: 400 }), (lengths, budget) => {
        const session: Session = {
          ...sessionOf(lengths, { budget_tokens: budget }),
          artifacts: [
            createItem(
              { 'qa-lead': 'stand_aside' },
              { title: '', text: 'AGREED-1', status: 'agreed', decided_by: 'count' },
            ),
          ],
          conflicts: [
            createConflict({ description: 'OPEN-1' }),
            createConflict({ id: 'x', description: 'CLOSED-1', status: 'resolved' }),
          ],
        };
        const { history, standing } = read(session, 'qa-lead');
        for (const seat of seatIds)
          expect(history.match(new RegExp(`^- ${seat}: .+$`, 'gm'))).toHaveLength(1);
        expect(standing).toContain('- REQ-001: AGREED-1 [qa-lead stands aside (qa-lead says so)]');
        expect(standing).toContain('OPEN-1');
        expect(standing).not.toContain('CLOSED-1');
      }),
      { numRuns: 30 },
    );
  });

  it('gives private notes to their seat alone, and only where seats may keep them', () => {
    const kept = sessionOf(
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
      { include_internal_reasoning: true },
    );
    for (const seat of seatIds) {
      const { history, standing, own } = read(kept, seat);
      expect(own).toContain(`SECRET-${seat}-2`);
      for (const other of seatIds.filter((id) => id !== seat)) expect(own).not.toContain(`SECRET-${other}`);
      expect(history + standing).not.toContain('SECRET');
    }
    expect(read(kept, 'facilitator').own).toBe('');
    expect(read(sessionOf([[1, 1, 1]]), 'qa-lead').own).not.toContain('SECRET');
  });

  it('shortens from the oldest, at sentence ends, and leaves the latest round whole as long as it can', () => {
    const session = sessionOf(
      [
        [1, 1, 1],
        [1, 1, 1],
        [1, 1, 1],
      ],
      { budget_tokens: 300 },
    );
    const { rounds } = read(session, 'qa-lead');
    expect(rounds).toContain(words(20, 'Synthesis 3'));
    expect(rounds).toMatch(/Synthesis 1 0\. \[…\]\n/);
    const roomy = read(
      sessionOf(
        [
          [1, 1, 1],
          [1, 1, 1],
          [1, 1, 1],
        ],
        { budget_tokens: 3000 },
      ),
      'qa-lead',
    );
    expect(roomy.rounds).toContain(words(20, 'Synthesis 1'));
  });

  it('compresses from the set share of the budget on', () => {
    const lengths = [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ];
    const sizes = [1, 0.9, 0.6, 0.4].map(
      (threshold) =>
        read(sessionOf(lengths, { budget_tokens: 400, compression_threshold: threshold }), 'qa-lead').rounds
          .length,
    );
    expect(sizes.toSorted((one, other) => other - one)).toEqual(sizes);
    expect(sizes[3]).toBeLessThan(sizes[0] ?? 0);
  });
});
