/** Who speaks, in which order, on which side, and who sits out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignMissingSides } from '../../src/roundtable/seats/sides.ts';
import { listLeftOut, orderSpeakers } from '../../src/roundtable/seats/turns.ts';
import type { Round } from '../../src/session/round.ts';
import type { Session } from '../../src/session/session.ts';
import { speakingOrders } from '../../src/session/vocabulary.ts';
import {
  createParticipant,
  createRound,
  createSession,
  createTable,
  seatIds,
} from '../support/roundtable-fixtures.ts';

function createPanel(seats: readonly string[], settings: Partial<Session['settings']> = {}): Session {
  return createSession(createTable({ seats }), { settings });
}

/** The orders of several rounds, each round held before the next is ordered. */
function orderRounds(start: Session, count: number, asked?: readonly string[]): string[][] {
  let session = start;
  const orders: string[][] = [];
  for (let round = 1; round <= count; round += 1) {
    const order = orderSpeakers(session, asked ?? session.participants.map(({ id }) => id), round);
    orders.push(order);
    session = {
      ...session,
      rounds: [...session.rounds, createRound(round, { speaking_order: order, asked: order })],
    };
  }
  return orders;
}

describe('the speaking order', () => {
  it('is that of the table, for those who are asked', () => {
    expect(orderRounds(createPanel(['a', 'b', 'c', 'd']), 1, ['d', 'b'])).toEqual([['b', 'd']]);
  });

  it('rotates by one seat each round', () => {
    expect(orderRounds(createPanel(['a', 'b', 'c'], { speaking_order: 'rotating' }), 4)).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c', 'a'],
      // "c" would follow itself? No: "a" spoke last, so "c" may begin.
      ['c', 'a', 'b'],
      ['a', 'b', 'c'],
    ]);
  });

  it('at random follows from the seed alone', () => {
    const seats = ['a', 'b', 'c', 'd', 'e'];
    const of = (seed: number): string[][] =>
      orderRounds({ ...createPanel(seats, { speaking_order: 'random' }), seed }, 5);
    expect(of(3)).toEqual(of(3));
    expect(of(3)).not.toEqual(of(4));
    const orders = new Set(of(3).map((order) => order.join()));
    expect(orders.size).toBeGreaterThan(1);
  });

  const anyPanel = fc.record({
    size: fc.integer({ min: 2, max: 5 }),
    order: fc.constantFrom(...speakingOrders),
    maxFinishes: fc.option(fc.integer({ min: 1, max: 3 })),
    seed: fc.nat({ max: 1000 }),
  });

  it('holds everybody who was asked, once, and nobody speaks twice in a row with three seats or more', () => {
    fc.assert(
      fc.property(anyPanel, ({ size, order, maxFinishes, seed }) => {
        const seats = ['a', 'b', 'c', 'd', 'e'].slice(0, size);
        const panel = createPanel(seats, { speaking_order: order, max_finishes: maxFinishes });
        const orders = orderRounds({ ...panel, seed }, 8);
        for (const [index, held] of orders.entries()) {
          expect([...held].sort()).toEqual(seats);
          if (index > 0 && size >= 3) expect(held[0]).not.toBe(orders[index - 1]?.at(-1));
        }
      }),
    );
  });

  it('lets no seat speak last more often than is allowed while another can', () => {
    fc.assert(
      fc.property(anyPanel, ({ size, order, seed }) => {
        const seats = ['a', 'b', 'c', 'd', 'e'].slice(0, size);
        const panel = { ...createPanel(seats, { speaking_order: order, max_finishes: 2 }), seed };
        const finishers = orderRounds(panel, size * 2).map((held) => held.at(-1));
        for (const seat of seats) expect(finishers.filter((last) => last === seat)).toHaveLength(2);
      }),
    );
  });
});

describe('being left out', () => {
  it('follows three failures in a row, over rounds in which it was not asked, until a resume', () => {
    const round = (number: number, asked: string[], failed: string[]): Round =>
      createRound(number, { asked, failed });
    const all = [...seatIds];
    const some = all.filter((id) => id !== 'qa-lead');
    const two = [round(1, all, ['qa-lead']), round(2, all, ['qa-lead']), round(3, some, [])];
    expect(listLeftOut(two, all)).toEqual([]);
    const three = [...two, round(4, all, ['qa-lead'])];
    expect(listLeftOut(three, all)).toEqual(['qa-lead']);
    expect(listLeftOut(three.slice(2), all)).toEqual([]);
    // Somebody has to be left to ask.
    const most = [1, 2, 3].map((number) => round(number, all, ['qa-lead', 'devops-engineer']));
    expect(listLeftOut(most, all)).toEqual([]);
  });
});

describe('sides', () => {
  const person = createParticipant('human', { kind: 'human', model: null });
  const seats = (...sides: ('pro' | 'con' | null)[]) =>
    sides.map((side, index) => createParticipant(`s${index}`, { side }));
  const assign = (
    participants: ReturnType<typeof seats>,
    named: { seat: string; side: 'pro' | 'con' }[] = [],
  ) => assignMissingSides(participants, named).map(({ side }) => side);

  it('are those that were named, and the rest as evenly as can be', () => {
    expect(assign(seats(null, null, null), [{ seat: 's1', side: 'pro' }])).toEqual(['con', 'pro', 'pro']);
    expect(assign(seats('con', null, null), [{ seat: 's0', side: 'pro' }])).toEqual(['con', 'pro', 'pro']);
  });

  it('are never one-sided, unless people gave them all', () => {
    const all = ['s0', 's1', 's2'].map((seat) => ({ seat, side: 'pro' as const }));
    expect(assign(seats(null, null, null), all)).toEqual(['pro', 'pro', 'con']);
    expect(assign(seats('pro', 'pro'))).toEqual(['pro', 'pro']);
    expect(assign([...seats('pro', 'pro'), createParticipant('s2')])).toEqual(['pro', 'pro', 'con']);
  });

  it('are never given to a person, who takes one only by choosing it', () => {
    expect(assign([...seats(null, null), person], [{ seat: 'human', side: 'pro' }])).toEqual([
      'pro',
      'con',
      null,
    ]);
    expect(assign([...seats(null), { ...person, side: 'pro' }])).toEqual(['con', 'pro']);
  });
});
