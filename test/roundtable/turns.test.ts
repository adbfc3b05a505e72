import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Round } from '../../src/domain/round.ts';
import type { Session } from '../../src/domain/session.ts';
import { speakingOrders } from '../../src/domain/vocabulary.ts';
import { countStandstills, listMovement } from '../../src/roundtable/rules/movement.ts';
import { arguesSides, readPhase } from '../../src/roundtable/rules/phases.ts';
import { findOverduePerson, listSittingOut, orderSpeakers } from '../../src/roundtable/rules/turns.ts';
import {
  createConflict,
  createItem,
  createParticipant,
  createPhase,
  createRound,
  createSession,
  createStrategy,
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

describe('sitting out', () => {
  const failed = (number: number, seats: string[]): Round => createRound(number, { failed: seats });
  it('follows two failed rounds running, lasts one round, and needs two seats that are left', () => {
    expect(listSittingOut([failed(1, ['qa-lead'])], seatIds)).toEqual([]);
    expect(listSittingOut([failed(1, ['qa-lead']), failed(2, ['qa-lead'])], seatIds)).toEqual(['qa-lead']);
    expect(listSittingOut([failed(1, ['qa-lead']), failed(2, [])], seatIds)).toEqual([]);
    expect(listSittingOut([failed(1, ['qa-lead']), failed(2, ['qa-lead']), failed(3, [])], seatIds)).toEqual(
      [],
    );
    const two = [failed(1, ['qa-lead', 'devops-engineer']), failed(2, ['qa-lead', 'devops-engineer'])];
    expect(listSittingOut(two, seatIds)).toEqual([]);
  });
});

describe("the person's turn", () => {
  const person = createParticipant('human', { kind: 'human', model: null });
  const models = ['a', 'b'];
  const start: Session = {
    ...createPanel(models, { max_turns: 4 }),
    participants: [...models.map((id) => createParticipant(id)), person],
  };
  const held = (number: number, asked: string[]): Round =>
    createRound(number, {
      asked,
      answers: createRound(1)
        .answers.slice(0, models.length)
        .map((answer, index) => ({ ...answer, seat: models[index] ?? '' })),
    });
  it('comes when models would take more turns than allowed since the last one', () => {
    expect(findOverduePerson(start, models)).toBeNull();
    expect(findOverduePerson({ ...start, rounds: [held(1, models)] }, models)).toBeNull();
    expect(findOverduePerson({ ...start, rounds: [held(1, models), held(2, models)] }, models)).toBe('human');
    expect(
      findOverduePerson({ ...start, rounds: [held(1, models), held(2, [...models, 'human'])] }, models),
    ).toBeNull();
    expect(
      findOverduePerson({ ...start, rounds: [held(1, models), held(2, models)] }, [...models, 'human']),
    ).toBeNull();
    expect(findOverduePerson(createPanel(models, { max_turns: 1 }), models)).toBeNull();
  });
});

describe('phases', () => {
  const strategy = createStrategy({
    phases: [createPhase('dream'), createPhase('plan'), createPhase('dream again')],
  });
  it('count the rounds held in them since they began', () => {
    const rounds = [
      createRound(1, { phase: 'dream' }),
      createRound(2, { phase: 'plan' }),
      createRound(3, { phase: 'plan' }),
    ];
    expect(readPhase({ current_phase: 'plan', rounds }, strategy)).toMatchObject({ index: 1, rounds: 2 });
    expect(readPhase({ current_phase: 'dream again', rounds }, strategy)).toMatchObject({
      index: 2,
      rounds: 0,
    });
    expect(readPhase({ current_phase: 'gone', rounds }, strategy)).toMatchObject({ index: 0, rounds: 0 });
  });

  it('without votes are those in which sides are argued, else all but the last', () => {
    const open = createPhase('open', { votes: false });
    const debate = createStrategy({ sides: true, phases: [open, createPhase('close')] });
    expect(['open', 'close'].map((name) => arguesSides(debate, name))).toEqual([true, false]);
    const voteless = createStrategy({ sides: true, phases: [open, createPhase('close', { votes: false })] });
    expect(['open', 'close'].map((name) => arguesSides(voteless, name))).toEqual([true, false]);
    expect(arguesSides({ ...debate, sides: false }, 'open')).toBe(false);
  });
});

describe('movement', () => {
  const before = createSession(createTable(), {
    conflicts: [createConflict()],
    artifacts: [createItem()],
  });
  const round = createRound(2);
  const rows: [string, Partial<Session>, Partial<Round>, string[]][] = [
    ['nothing', {}, {}, []],
    [
      'a changed position',
      {},
      { answers: round.answers.map((answer) => ({ ...answer, changed: answer.seat === 'qa-lead' })) },
      ['qa-lead changed position'],
    ],
    [
      'a new conflict',
      { conflicts: [createConflict(), createConflict({ id: 'x' })] },
      {},
      ['new conflict x'],
    ],
    [
      'a settled conflict',
      { conflicts: [createConflict({ status: 'resolved' })] },
      {},
      ['conflict queue-kind resolved'],
    ],
    [
      'a new item',
      { artifacts: [createItem(), createItem({}, { id: 'REQ-002' })] },
      {},
      ['new item REQ-002'],
    ],
    [
      'another wording',
      { artifacts: [createItem({}, { text: 'Use one table.', worded_in: 2 })] },
      {},
      ['REQ-001 reworded'],
    ],
    [
      'another acceptance, which is a wording too',
      { artifacts: [createItem({}, { acceptance: ['Seen.'], worded_in: 2 })] },
      {},
      ['REQ-001 reworded'],
    ],
    ['an agreed item', { artifacts: [createItem({}, { status: 'agreed' })] }, {}, ['REQ-001 agreed']],
    ['a title, which moves nothing', { artifacts: [createItem({}, { title: 'T' })] }, {}, []],
    ['a new topic', {}, { topic_id: 'storage' }, ['new topic storage']],
    [
      'a newly met criterion',
      {
        agenda: [
          {
            id: 't',
            name: 't',
            critical: true,
            status: 'partial',
            criteria: ['c'],
            criteria_met: [{ criterion: 'c', round: 2, by: ['REQ-001'] }],
          },
        ],
      },
      {},
      ['criterion met in t'],
    ],
  ];
  it.each(rows)('sees %s', (_name, after, changes, expected) => {
    expect(listMovement(before, { ...before, ...after }, { ...round, ...changes })).toEqual(expected);
  });

  const still = (...rounds: Round[]): number => countStandstills(rounds, seatIds);

  it('never stands still in the first round, or where a seat failed', () => {
    expect(still(createRound(1))).toBe(0);
    expect(still(createRound(1), createRound(2))).toBe(1);
    expect(still(createRound(1), createRound(2, { failed: ['qa-lead'] }))).toBe(0);
    expect(still(createRound(1), createRound(2, { moved: ['new topic x'] }))).toBe(0);
  });

  it('stands still once all seats were asked in still rounds together', () => {
    const some = createRound(2, { asked: ['qa-lead'] });
    const others = createRound(3, { asked: ['software-architect'], passed: ['devops-engineer'] });
    expect(still(createRound(1), some)).toBe(0);
    expect(still(createRound(1), some, others)).toBe(1);
    expect(still(createRound(1), { ...some, moved: ['x'] }, others)).toBe(0);
  });

  it('counts still rounds in a row, up to the last', () => {
    const moving = createRound(3, { moved: ['x'] });
    expect(still(createRound(1), createRound(2), createRound(3))).toBe(2);
    expect(still(createRound(1), createRound(2), moving, createRound(4))).toBe(1);
    expect(still(createRound(1), createRound(2), moving)).toBe(0);
  });
});
