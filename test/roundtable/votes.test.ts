import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../src/domain/records.ts';
import type { Session } from '../../src/domain/session.ts';
import type { ConsensusRule } from '../../src/domain/settings.ts';
import { mechanisms, type Stance } from '../../src/domain/vocabulary.ts';
import { recordStances } from '../../src/roundtable/rules/stances.ts';
import {
  countItem,
  listStandingBlocks,
  meetsThreshold,
  settleItems,
} from '../../src/roundtable/rules/votes.ts';
import { createItem, createParticipant, createRound, createSession } from '../support/roundtable-fixtures.ts';

const five = ['a', 'b', 'c', 'd', 'e'].map((id) => createParticipant(id));
const options = { participants: five, quorum: 2 };

function createRule(
  mechanism: ConsensusRule['mechanism'],
  changes: Partial<ConsensusRule> = {},
): ConsensusRule {
  return {
    mechanism,
    threshold: null,
    block_prevents_terminal: false,
    stand_aside_allowed: true,
    ...changes,
  };
}

/** `+` supports, `-` blocks, `o` stands aside, `.` says nothing; one character for each of five seats. */
function vote(pattern: string, changes: Partial<Item> = {}) {
  const words: Record<string, Stance | undefined> = { '+': 'support', '-': 'block', o: 'stand_aside' };
  return createItem(
    Object.fromEntries(pattern.split('').map((mark, index) => [five[index]?.id ?? '', words[mark]])),
    changes,
  );
}

describe('counting', () => {
  const table: [string, ConsensusRule, string, boolean][] = [
    ['majority: 3 of 5 meets 0.6', createRule('majority', { threshold: 0.6 }), '+++--', true],
    ['majority: 2 of 3 meets 0.67', createRule('majority', { threshold: 0.67 }), '++-..', true],
    ['majority: 3 of 5 misses 0.67', createRule('majority', { threshold: 0.67 }), '+++--', false],
    ['majority: 1 of 3 misses 0.34', createRule('majority', { threshold: 0.34 }), '+--..', false],
    ['majority: 0.6 where none is set', createRule('majority'), '++--.', false],
    ['majority: abstentions are not against', createRule('majority', { threshold: 0.6 }), '++-..', true],
    ['majority: standing aside is not against', createRule('majority', { threshold: 0.9 }), '+++oo', true],
    [
      'majority: standing aside is against where it is not allowed',
      createRule('majority', { threshold: 0.7, stand_aside_allowed: false }),
      '+++oo',
      false,
    ],
    ['majority: one voice is no quorum', createRule('majority'), '+....', false],
    [
      'majority: a block stops it where blocks count',
      createRule('majority', { block_prevents_terminal: true }),
      '++++-',
      false,
    ],
    [
      'majority: 2 to 2 is a tie at any threshold',
      createRule('majority', { threshold: 0.5 }),
      '++--.',
      false,
    ],
    [
      'majority: fewer than those who block, at 0.3',
      createRule('majority', { threshold: 0.3 }),
      '++---',
      false,
    ],
    ['majority: one beside two aside', createRule('majority'), '+oo..', false],
    ['majority: as many as those aside', createRule('majority'), '++oo.', false],
    ['unanimous: all who voted', createRule('unanimous'), '+++..', true],
    ['unanimous: one voice is not all', createRule('unanimous'), '+....', false],
    ['unanimous: nobody aside', createRule('unanimous'), '++++o', false],
    ['unanimous: nobody against', createRule('unanimous'), '++++-', false],
    ['consent: fewer aside than for it', createRule('consent'), '+++oo', true],
    ['consent: more aside than for it', createRule('consent'), '++ooo', false],
    ['consent: as many aside as for it', createRule('consent'), '++oo.', false],
    ['consent: one voice is no consent', createRule('consent'), '+....', false],
    ['consent: a block is not', createRule('consent'), '++++-', false],
    ['consent: all aside is nobody for it', createRule('consent'), 'ooooo', false],
    [
      'consent: aside is against where it is not allowed',
      createRule('consent', { stand_aside_allowed: false }),
      '++++o',
      false,
    ],
    ['facilitator_decides: nobody voting is nothing', createRule('facilitator_decides'), '.....', false],
    ['facilitator_decides: as a majority', createRule('facilitator_decides'), '+++-.', true],
    ['facilitator_decides: a tie stays open', createRule('facilitator_decides'), '++--.', false],
    [
      'facilitator_decides: not over a block that counts',
      createRule('facilitator_decides', { block_prevents_terminal: true }),
      '+++-.',
      false,
    ],
    ['none: never', createRule('none'), '+++++', false],
  ];
  it.each(table)('%s', (_name, rule, pattern, agreed) => {
    expect(countItem(vote(pattern), rule, options).agreed).toBe(agreed);
  });

  it('weighs by stated confidence only where chosen, unknown as a half, and never turns heads around', () => {
    const confidences = new Map([
      ['a', 0.9],
      ['b', 0.2],
      ['c', null],
    ]);
    const weighed = { ...options, confidences };
    const rule = createRule('weighted_majority', { threshold: 0.68 });
    expect(countItem(vote('++-..'), rule, weighed)).toMatchObject({ share: 1.1 / 1.6, agreed: true });
    expect(countItem(vote('++-..'), createRule('majority', { threshold: 0.68 }), weighed)).toMatchObject({
      share: 2 / 3,
      agreed: false,
    });
    expect(countItem(vote('+--..'), { ...rule, threshold: 0.5 }, weighed)).toMatchObject({
      share: 0.9 / 1.6,
      agreed: false,
    });
  });

  it('gives the facilitator, and everybody who has no seat, no vote', () => {
    const item = createItem({ facilitator: 'support', visitor: 'support', a: 'support' });
    expect(countItem(item, createRule('majority'), options)).toMatchObject({
      supported_by: ['a'],
      agreed: false,
    });
  });

  it('takes the latest stance of a seat', () => {
    const item = createItem({ a: 'support', b: 'support' });
    item.stances.push({ seat: 'b', stance: 'block', reason: '', round: 3 });
    expect(countItem(item, createRule('consent'), options)).toMatchObject({
      blocked_by: ['b'],
      agreed: false,
    });
  });

  it('needs as many stances as the quorum says, and two where it says one', () => {
    const agreed = (pattern: string, quorum: number): boolean =>
      countItem(vote(pattern), createRule('majority'), { participants: five, quorum }).agreed;
    expect(agreed('++...', 3)).toBe(false);
    expect(agreed('++o..', 3)).toBe(true);
    expect(agreed('+....', 1)).toBe(false);
    // A quorum of more than there are seats is all of them.
    expect(agreed('+++++', 9)).toBe(true);
  });

  it('agrees nothing beside a decision of a person that it contradicts', () => {
    const item = vote('+++++', { contradicts: ['DEC-001'] });
    for (const mechanism of mechanisms)
      expect(countItem(item, createRule(mechanism), options).agreed).toBe(false);
  });

  it.each([
    [2 / 3, 0.67, true],
    [0.664, 0.67, false],
    [0.6, 0.6, true],
    [0.594, 0.6, false],
    [1 / 3, 0.33, true],
  ])('compares %f with %f at two decimals: %s', (share, threshold, met) => {
    expect(meetsThreshold(share, threshold)).toBe(met);
  });

  const patterns = fc.array(fc.constantFrom('+', '-', 'o', '.'), { minLength: 5, maxLength: 5 });
  const anyRule = fc.record({
    mechanism: fc.constantFrom(...mechanisms),
    threshold: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    block_prevents_terminal: fc.boolean(),
    stand_aside_allowed: fc.boolean(),
  });

  it('agrees under no rule with fewer than two stances, or without more support than blocks and than stand-asides', () => {
    fc.assert(
      fc.property(patterns, anyRule, (pattern, rule) => {
        if (!countItem(vote(pattern.join('')), rule, options).agreed) return;
        const count = (mark: string): number => pattern.filter((entry) => entry === mark).length;
        expect(5 - count('.')).toBeGreaterThanOrEqual(2);
        expect(count('+')).toBeGreaterThan(count('-'));
        expect(count('+')).toBeGreaterThan(count('o'));
      }),
      { numRuns: 3000 },
    );
  });

  it('is not turned by one more supporter', () => {
    const rule = fc
      .constantFrom(...mechanisms.filter((mechanism) => mechanism !== 'none'))
      .map((mechanism) => createRule(mechanism, { threshold: 0.6 }));
    fc.assert(
      fc.property(patterns, rule, fc.nat({ max: 4 }), (pattern, counted, index) => {
        const before = countItem(vote(pattern.join('')), counted, options).agreed;
        const after = countItem(vote(pattern.with(index, '+').join('')), counted, options).agreed;
        if (before) expect(after).toBe(true);
      }),
    );
  });
});

describe('blocks', () => {
  const blocked = createItem({ a: 'support', b: 'block' });
  it('stand only on open items, and only where the rule counts them', () => {
    const rule = createRule('majority', { block_prevents_terminal: true });
    expect(listStandingBlocks([blocked], rule)).toEqual(['REQ-001']);
    expect(listStandingBlocks([{ ...blocked, status: 'agreed' }], rule)).toEqual([]);
    expect(listStandingBlocks([{ ...blocked, raised_in: 'review' }], rule)).toEqual([]);
    expect(listStandingBlocks([blocked], createRule('majority'))).toEqual([]);
    expect(listStandingBlocks([blocked], createRule('none', { block_prevents_terminal: true }))).toEqual([]);
    for (const mechanism of ['consent', 'unanimous'] as const)
      expect(listStandingBlocks([blocked], createRule(mechanism))).toEqual(['REQ-001']);
  });

  it('are gone once they are lifted', () => {
    const lifted = recordStances(
      [blocked],
      [{ seat: 'b', stances: [{ item_id: 'REQ-001', stance: 'stand_aside', reason: 'it is bounded now' }] }],
      3,
    );
    expect(listStandingBlocks(lifted.items, createRule('consent'))).toEqual([]);
  });
});

describe('settling', () => {
  const session = createSession();
  const rule = createRule('majority', { threshold: 0.6 });
  const [architect, qa, devops] = ['software-architect', 'qa-lead', 'devops-engineer'] as const;
  const settle = (
    artifacts: Item[],
    changes: Partial<Session> & { final?: boolean; round?: number; rule?: ConsensusRule } = {},
  ) => {
    const { final = false, round = 2, rule: other = rule, ...rest } = changes;
    return settleItems({ ...session, ...rest, artifacts }, { rule: other, round, final });
  };
  const statuses = (settled: { artifacts: Item[] }): string[] =>
    settled.artifacts.map(({ id, status }) => `${id} ${status}`);
  const carried = { [architect]: 'support', [qa]: 'support', [devops]: 'stand_aside' } as const;

  it('lets a passed item into the consensus with its supporters and those aside', () => {
    const settled = settle([createItem(carried)]);
    expect(settled.artifacts[0]).toMatchObject({ status: 'agreed', decided_by: 'count' });
    expect(settled.artifacts[0]?.history.at(-1)).toEqual({
      round: 2,
      change: 'agreed',
      text: '',
      consensus_id: 'C-001',
    });
    expect(settled).toMatchObject({ agreed: ['REQ-001'], reopened: [] });
    expect(settled.consensus).toEqual([
      {
        id: 'C-001',
        item_id: 'REQ-001',
        text: 'Use a queue in the database.',
        round: 2,
        supported_by: [architect, qa],
        stood_aside: [devops],
      },
    ]);
  });

  it('counts anew each round: more supporters are added, the round of the agreement stays', () => {
    const first = settle([createItem(carried)]);
    const more = first.artifacts.map((item) => ({
      ...item,
      stances: [...item.stances, { seat: devops, stance: 'support' as const, reason: '', round: 3 }],
    }));
    const second = settle(more, { consensus: first.consensus, round: 3 });
    expect(second.consensus).toMatchObject([
      { id: 'C-001', round: 2, supported_by: [architect, qa, devops], stood_aside: [] },
    ]);
    expect(second.agreed).toEqual([]);
  });

  it.each([false, true])(
    'opens an agreed item again when it no longer carries (after the review: %s)',
    (final) => {
      const first = settle([createItem(carried)]);
      const blocked = first.artifacts.map((item) => ({
        ...item,
        stances: [...item.stances, { seat: qa, stance: 'block' as const, reason: 'r', round: 3 }],
      }));
      const second = settle(blocked, { consensus: first.consensus, round: 3, final });
      expect(second.artifacts[0]).toMatchObject({ status: 'open', decided_by: null });
      expect(second).toMatchObject({ consensus: [], reopened: ['REQ-001'] });
    },
  );

  it('gives the id of an agreement that has ended to no other, its own item included', () => {
    const first = settle([createItem(carried), createItem(carried, { id: 'REQ-002', text: 'Another.' })]);
    expect(first.consensus.map(({ id }) => id)).toEqual(['C-001', 'C-002']);
    const blocked = first.artifacts.map((item) =>
      item.id === 'REQ-001'
        ? item
        : { ...item, stances: createItem({ [qa]: 'block', [devops]: 'block' }).stances },
    );
    const second = settle(blocked, { consensus: first.consensus, round: 3 });
    expect(second.consensus.map(({ id }) => id)).toEqual(['C-001']);
    const lifted = second.artifacts.map((item) => ({ ...item, stances: createItem(carried).stances }));
    const third = settle([...lifted, createItem(carried, { id: 'REQ-003', text: 'A third.' })], {
      consensus: second.consensus,
      round: 4,
    });
    expect(third.consensus.map(({ id, item_id: item }) => [id, item])).toEqual([
      ['C-001', 'REQ-001'],
      ['C-003', 'REQ-002'],
      ['C-004', 'REQ-003'],
    ]);
  });

  describe('of an item that two others are to replace', () => {
    const whole = createItem(carried, { status: 'agreed', decided_by: 'count' });
    const part = (
      id: string,
      changes: Partial<Item> = {},
      votes: Parameters<typeof createItem>[0] = carried,
    ) => createItem(votes, { id, text: `Part ${id}.`, replaces: ['REQ-001'], ...changes });

    it('keeps the whole until both parts are settled, and says so once', () => {
      const first = settle([whole, part('REQ-002'), part('REQ-003', {}, {})]);
      expect(statuses(first)).toEqual(['REQ-001 agreed', 'REQ-002 agreed', 'REQ-003 open']);
      const waits = 'stays until REQ-003 is settled too; REQ-002 replaces only a part of it';
      expect(first.artifacts[0]?.history.map(({ change }) => change)).toContain(waits);
      expect(settle(first.artifacts, { round: 3 }).artifacts[0]?.history).toEqual(
        first.artifacts[0]?.history,
      );
      const voted = first.artifacts.map((item) => ({ ...item, stances: whole.stances }));
      const second = settle(voted, { consensus: first.consensus, round: 3 });
      expect(statuses(second)).toEqual(['REQ-001 replaced', 'REQ-002 agreed', 'REQ-003 agreed']);
      expect(second.artifacts[0]?.history.at(-1)?.change).toBe('replaced by REQ-002 and REQ-003');
    });

    it.each(['withdrawn', 'rejected'] as const)('waits for no part that was %s', (status) => {
      const settled = settle([whole, part('REQ-002'), part('REQ-003', { status }, {})]);
      expect(settled.artifacts[0]).toMatchObject({ status: 'replaced', replaced_by: 'REQ-002' });
    });

    it.each(['REQ-002', 'REQ-003'])('brings the whole back when %s is opened again', (id) => {
      const gone = settle([whole, part('REQ-002'), part('REQ-003')]);
      expect(statuses(gone)[0]).toBe('REQ-001 replaced');
      const against = createItem({ [qa]: 'block', [devops]: 'block' }).stances;
      const blocked = gone.artifacts.map((item) => (item.id === id ? { ...item, stances: against } : item));
      const back = settle(blocked, { consensus: gone.consensus, round: 3 });
      expect(back.artifacts[0]).toMatchObject({ status: 'agreed', replaced_by: null });
      // What is proposed later for the same place does not bring it back.
      const later = settle([...gone.artifacts, part('REQ-004', { round: 3 }, {})], { round: 3 });
      expect(statuses(later)[0]).toBe('REQ-001 replaced');
    });
  });

  it('rejects what more block than support, after the review only', () => {
    const items = [
      createItem({ [architect]: 'support', [qa]: 'block', [devops]: 'block' }),
      createItem({}, { id: 'REQ-002', text: 'Another.' }),
      createItem({ [architect]: 'support', [qa]: 'block' }, { id: 'REQ-003' }),
      createItem({ [qa]: 'stand_aside', [devops]: 'stand_aside' }, { id: 'REQ-004' }),
    ];
    expect(statuses(settle(items))).toEqual(['REQ-001 open', 'REQ-002 open', 'REQ-003 open', 'REQ-004 open']);
    expect(statuses(settle(items, { final: true }))).toEqual([
      'REQ-001 rejected',
      'REQ-002 open',
      'REQ-003 open',
      'REQ-004 open',
    ]);
  });

  it('takes for withdrawn, after the review, what those who put it forward do not support either', () => {
    const by = (seat: string) => ({ proposed_by: [{ seat, round: 1 }] });
    const items = [
      createItem({ [architect]: 'stand_aside', [qa]: 'stand_aside' }, by(architect)),
      createItem({ [architect]: 'stand_aside', [qa]: 'block' }, { id: 'REQ-002', ...by(architect) }),
      createItem({ [devops]: 'stand_aside', [qa]: 'stand_aside' }, { id: 'REQ-003', ...by(architect) }),
      createItem({ [architect]: 'stand_aside', [qa]: 'support' }, { id: 'REQ-004', ...by(architect) }),
    ];
    expect(statuses(settle(items))).toEqual(['REQ-001 open', 'REQ-002 open', 'REQ-003 open', 'REQ-004 open']);
    expect(statuses(settle(items, { final: true }))).toEqual([
      'REQ-001 withdrawn',
      'REQ-002 withdrawn',
      'REQ-003 open',
      'REQ-004 open',
    ]);
  });

  it('rejects nothing where items are only collected', () => {
    const items = [createItem({ [qa]: 'block', [devops]: 'block' })];
    expect(statuses(settle(items, { final: true, rule: createRule('none') }))).toEqual(['REQ-001 open']);
  });

  it('does not count what a person decided, or what the review raised', () => {
    const decided = createItem(
      { [qa]: 'block', [devops]: 'block' },
      { id: 'DEC-001', status: 'agreed', decided_by: 'user' },
    );
    const raised = createItem(
      { [architect]: 'support', [qa]: 'support' },
      { id: 'POINT-001', raised_in: 'review' },
    );
    const settled = settle([decided, raised], { final: true });
    expect(settled.artifacts).toEqual([decided, raised]);
    expect(settled.consensus).toEqual([]);
  });

  it('lets an agreed item take the place of those that it replaces, and not before it is agreed', () => {
    const old = createItem(carried, { status: 'agreed', decided_by: 'count' });
    const consensus = settle([createItem(carried)]).consensus;
    const next = createItem({}, { id: 'REQ-002', text: 'A shorter one.', replaces: ['REQ-001'] });
    expect(statuses(settle([old, next], { consensus }))).toEqual(['REQ-001 agreed', 'REQ-002 open']);
    const voted = createItem(carried, { ...next, stances: createItem(carried).stances });
    const settled = settle([old, voted], { consensus });
    expect(settled.artifacts).toMatchObject([
      { id: 'REQ-001', status: 'replaced', replaced_by: 'REQ-002' },
      { id: 'REQ-002', status: 'agreed' },
    ]);
    expect(settled.consensus.map(({ item_id: id }) => id)).toEqual(['REQ-002']);
  });

  it('never replaces what a person decided', () => {
    const decided = createItem({}, { id: 'DEC-001', status: 'agreed', decided_by: 'user' });
    const next = createItem(carried, { id: 'DEC-002', replaces: ['DEC-001'] });
    expect(statuses(settle([decided, next]))).toEqual(['DEC-001 agreed', 'DEC-002 agreed']);
  });

  it('keeps one of two that replace each other, and the last of a chain', () => {
    const make = (id: string, replaces: string[]): Item => createItem(carried, { id, text: id, replaces });
    const circle = settle([
      make('REQ-001', ['REQ-002']),
      make('REQ-002', ['REQ-001']),
      make('REQ-003', ['REQ-003']),
    ]);
    expect(circle.artifacts.filter(({ status }) => status === 'agreed')).toHaveLength(2);
    const chain = settle([make('REQ-001', []), make('REQ-002', ['REQ-001']), make('REQ-003', ['REQ-002'])]);
    expect(statuses(chain)).toEqual(['REQ-001 replaced', 'REQ-002 replaced', 'REQ-003 agreed']);
    expect(chain.agreed).toEqual(['REQ-003']);
  });

  it('lets go what an item was to replace that has given way itself before it was agreed', () => {
    const items = [
      createItem({}, { text: 'One.' }),
      createItem({}, { id: 'REQ-002', text: 'Two.', replaces: ['REQ-001'] }),
      createItem(carried, { id: 'REQ-003', text: 'Three.', replaces: ['REQ-002'] }),
    ];
    const settled = settle(items);
    expect(statuses(settled)).toEqual(['REQ-001 replaced', 'REQ-002 replaced', 'REQ-003 agreed']);
    expect(settled.artifacts[0]?.replaced_by).toBe('REQ-003');
  });

  it('brings back what was replaced when its successor is opened again', () => {
    const old = createItem(carried, { status: 'replaced', replaced_by: 'REQ-002', decided_by: 'count' });
    const next = createItem(
      { [architect]: 'support', [qa]: 'block', [devops]: 'block' },
      { id: 'REQ-002', status: 'agreed', decided_by: 'count', replaces: ['REQ-001'] },
    );
    const settled = settle([old, next], { final: true });
    expect(settled.artifacts).toMatchObject([
      { id: 'REQ-001', status: 'agreed', replaced_by: null },
      { id: 'REQ-002', status: 'rejected' },
    ]);
    expect(settled.consensus).toMatchObject([{ item_id: 'REQ-001' }]);
  });

  it('leaves what a decision of a person replaced where it is', () => {
    const old = createItem(carried, { status: 'replaced', replaced_by: 'DEC-001' });
    const decided = createItem({}, { id: 'DEC-001', status: 'agreed', decided_by: 'user' });
    expect(statuses(settle([old, decided]))).toEqual(['REQ-001 replaced', 'DEC-001 agreed']);
  });

  it('reads confidences for weighing from the latest round in which a seat spoke', () => {
    const [answer] = createRound(2).answers;
    if (!answer) throw new Error('no answer');
    const rounds = [createRound(1), createRound(2, { answers: [{ ...answer, seat: qa, confidence: 0.1 }] })];
    const items = [createItem({ [architect]: 'support', [devops]: 'support', [qa]: 'block' })];
    const weighted = createRule('weighted_majority', { threshold: 0.9 });
    expect(settle(items, { rounds, rule: weighted }).artifacts[0]?.status).toBe('agreed');
    expect(settle(items, { rounds: [createRound(1)], rule: weighted }).artifacts[0]?.status).toBe('open');
  });

  it('keeps the texts of the consensus those of its items', () => {
    const items = [createItem(carried), createItem(carried, { id: 'REQ-002', text: 'Another.' })];
    for (const { item_id: id, text } of settle(items).consensus)
      expect(text).toBe(items.find((item) => item.id === id)?.text);
  });
});
