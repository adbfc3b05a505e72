/** Turns that depend on what really happened before: who was heard last, and how long the person has waited. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderSpeakers } from '../../src/roundtable/seats/turns.ts';
import type { Round } from '../../src/session/round.ts';
import type { Session } from '../../src/session/session.ts';
import {
  createParticipant,
  createRound,
  createSession,
  createTable,
} from '../support/roundtable-fixtures.ts';

const ids = ['a', 'b', 'c', 'human', 'd'];

function createPanelSession(
  settings: Partial<Session['settings']>,
  rounds: Round[] = [],
  seats = ids,
): Session {
  return createSession(createTable({ seats: seats.filter((id) => id !== 'human') }), {
    settings: { participation: 'sequential', ...settings },
    participants: seats.map((id) =>
      id === 'human' ? createParticipant(id, { kind: 'human', model: null }) : createParticipant(id),
    ),
    rounds,
    total_rounds: rounds.length,
  });
}

const held = (round: number, order: string[], changes: Partial<Round> = {}): Round =>
  createRound(round, {
    asked: order,
    speaking_order: order,
    answers: order
      .filter((seat) => !(changes.failed ?? []).includes(seat) && !(changes.passed ?? []).includes(seat))
      .map((seat) => ({
        seat,
        position: 'p',
        proposal: '',
        confidence: 1,
        concerns: [],
        conflicts: [],
        cause: null,
        model: null,
        duration_ms: 1,
      })),
    ...changes,
  });

describe('nobody speaks twice in a row', () => {
  it('also where the last in the order failed: who was heard last is another', () => {
    const seats = ['a', 'b', 'c'];
    const session = createPanelSession({}, [held(1, ['b', 'a', 'c'], { failed: ['c'] })], seats);
    expect(orderSpeakers(session, seats, 2)).toEqual(['b', 'a', 'c']);
  });

  it('also where only two of three are asked, but not at a table of two', () => {
    const session = createPanelSession({}, [held(1, ['b', 'c', 'a'])], ['a', 'b', 'c']);
    expect(orderSpeakers(session, ['a', 'b'], 2)).toEqual(['b', 'a']);
    const two = createPanelSession({}, [held(1, ['b', 'a'])], ['a', 'b']);
    expect(orderSpeakers(two, ['a', 'b'], 2)).toEqual(['a', 'b']);
  });
});

describe('the person speaks in time', () => {
  it('before models have taken more than max_turns turns without them', () => {
    const session = createPanelSession({ max_turns: 4 }, [held(1, ['human', 'a', 'b', 'c', 'd'])]);
    expect(orderSpeakers(session, ids, 2)).toEqual(['human', 'a', 'b', 'c', 'd']);
    expect(orderSpeakers(createPanelSession({ max_turns: 2 }), ids, 1)).toEqual([
      'a',
      'b',
      'human',
      'c',
      'd',
    ]);
  });

  it('in every order, at every limit that one turn a round can keep', () => {
    const settings = fc.record({
      speaking_order: fc.constantFrom('listed' as const, 'random' as const, 'rotating' as const),
      max_turns: fc.integer({ min: 4, max: 12 }),
      max_finishes: fc.option(fc.integer({ min: 1, max: 3 })),
    });
    fc.assert(
      fc.property(settings, fc.integer({ min: 0, max: 1000 }), (given, seed) => {
        const rounds: Round[] = [];
        let since = 0;
        for (let round = 1; round <= 6; round += 1) {
          const session = { ...createPanelSession(given, rounds), seed };
          const order = orderSpeakers(session, ids, round);
          expect([...order].sort()).toEqual([...ids].sort());
          for (const id of order) {
            since = id === 'human' ? 0 : since + 1;
            expect(since).toBeLessThanOrEqual(given.max_turns);
          }
          // The same seed gives the same order again.
          expect(orderSpeakers(session, ids, round)).toEqual(order);
          rounds.push(held(round, order));
        }
      }),
    );
  });
});
