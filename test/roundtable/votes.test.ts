import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsensusRule } from '../../src/domain/settings.ts';
import { mechanisms, type Stance } from '../../src/domain/vocabulary.ts';
import { recordStances, settleProposals } from '../../src/roundtable/rules/proposals.ts';
import { countProposal, listStandingBlocks, meetsThreshold } from '../../src/roundtable/rules/votes.ts';
import {
  createParticipant,
  createProposal,
  createRound,
  createSession,
} from '../support/roundtable-fixtures.ts';

const five = ['a', 'b', 'c', 'd', 'e'].map((id) => createParticipant(id));

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
function vote(pattern: string) {
  const words: Record<string, Stance | undefined> = { '+': 'support', '-': 'block', o: 'stand_aside' };
  return createProposal(
    Object.fromEntries(pattern.split('').map((mark, index) => [five[index]?.id ?? '', words[mark]])),
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
    ['majority: standing aside is not against', createRule('majority', { threshold: 0.9 }), '++ooo', true],
    [
      'majority: standing aside is against where it is not allowed',
      createRule('majority', { threshold: 0.6, stand_aside_allowed: false }),
      '++ooo',
      false,
    ],
    ['majority: one voice is no quorum', createRule('majority'), '+....', false],
    [
      'majority: a block stops it where blocks count',
      createRule('majority', { block_prevents_terminal: true }),
      '++++-',
      false,
    ],
    ['unanimous: all who voted', createRule('unanimous'), '+++..', true],
    ['unanimous: nobody aside', createRule('unanimous'), '++++o', false],
    ['unanimous: nobody against', createRule('unanimous'), '++++-', false],
    ['consent: aside is fine', createRule('consent'), '++ooo', true],
    ['consent: a block is not', createRule('consent'), '++++-', false],
    ['consent: all aside is nobody for it', createRule('consent'), 'ooooo', false],
    [
      'consent: aside is against where it is not allowed',
      createRule('consent', { stand_aside_allowed: false }),
      '++++o',
      false,
    ],
    ['facilitator_decides: as the synthesis says', createRule('facilitator_decides'), '.....', true],
    [
      'facilitator_decides: not over a block that counts',
      createRule('facilitator_decides', { block_prevents_terminal: true }),
      '+++-.',
      false,
    ],
    ['none: never', createRule('none'), '+++++', false],
  ];
  it.each(table)('%s', (_name, rule, pattern, agreed) => {
    expect(countProposal(vote(pattern), rule, { participants: five, quorum: 2 }).agreed).toBe(agreed);
  });

  it('weighs by stated confidence only where chosen, unknown as a half', () => {
    const confidences = new Map([
      ['a', 0.9],
      ['b', 0.2],
      ['c', null],
    ]);
    const options = { participants: five, quorum: 2, confidences };
    const proposal = vote('+--..');
    expect(
      countProposal(proposal, createRule('weighted_majority', { threshold: 0.56 }), options),
    ).toMatchObject({
      share: 0.9 / 1.6,
      agreed: true,
    });
    expect(countProposal(proposal, createRule('majority', { threshold: 0.56 }), options)).toMatchObject({
      share: 1 / 3,
      agreed: false,
    });
  });

  it('gives the facilitator, and everybody who has no seat, no vote', () => {
    const proposal = createProposal({ facilitator: 'support', visitor: 'support', a: 'support' });
    const tally = countProposal(proposal, createRule('majority'), { participants: five, quorum: 2 });
    expect(tally).toMatchObject({ supported_by: ['a'], agreed: false });
  });

  it('takes the latest stance of a seat', () => {
    const proposal = createProposal({ a: 'support', b: 'support' });
    proposal.stances.push({ seat: 'b', stance: 'block', reason: '', round: 3 });
    const tally = countProposal(proposal, createRule('consent'), { participants: five, quorum: 2 });
    expect(tally).toMatchObject({ blocked_by: ['b'], agreed: false });
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
  const counted = mechanisms.filter(
    (mechanism) => mechanism !== 'none' && mechanism !== 'facilitator_decides',
  );

  it('never finds agreement where nobody supports, whatever the rule', () => {
    const rule = fc.record({
      mechanism: fc.constantFrom(...counted),
      threshold: fc.double({ min: 0, max: 1, noNaN: true }),
      block_prevents_terminal: fc.boolean(),
      stand_aside_allowed: fc.boolean(),
    });
    fc.assert(
      fc.property(patterns, rule, (pattern, anyRule) => {
        const text = pattern.join('').replaceAll('+', '.');
        expect(countProposal(vote(text), anyRule, { participants: five, quorum: 2 }).agreed).toBe(false);
      }),
    );
  });

  it('is not turned by one more supporter', () => {
    const rule = fc.constantFrom(...counted).map((mechanism) => createRule(mechanism, { threshold: 0.6 }));
    fc.assert(
      fc.property(patterns, rule, fc.nat({ max: 4 }), (pattern, anyRule, index) => {
        const options = { participants: five, quorum: 2 };
        const before = countProposal(vote(pattern.join('')), anyRule, options).agreed;
        const after = countProposal(vote(pattern.with(index, '+').join('')), anyRule, options).agreed;
        if (before) expect(after).toBe(true);
      }),
    );
  });
});

describe('blocks', () => {
  const blocked = createProposal({ a: 'support', b: 'block' });
  it('stand only on open proposals, and only where the rule counts them', () => {
    const rule = createRule('majority', { block_prevents_terminal: true });
    expect(listStandingBlocks([blocked], rule)).toEqual(['P-001']);
    expect(listStandingBlocks([{ ...blocked, status: 'agreed' }], rule)).toEqual([]);
    expect(listStandingBlocks([blocked], createRule('majority'))).toEqual([]);
    expect(listStandingBlocks([blocked], createRule('none', { block_prevents_terminal: true }))).toEqual([]);
  });
});

describe('stances and settling', () => {
  const session = createSession();
  const rule = createRule('majority', { threshold: 0.6 });
  const [architect, qa, devops] = ['software-architect', 'qa-lead', 'devops-engineer'] as const;

  it('records each seat once a round, case of ids aside, and reports what it cannot place', () => {
    const given = [
      { seat: qa, stances: [{ proposal_id: 'p-001', stance: 'support' as const, reason: 'r' }] },
      {
        seat: devops,
        stances: [
          { proposal_id: 'P-001', stance: 'block' as const, reason: '' },
          { proposal_id: 'P-001', stance: 'support' as const, reason: '' },
          { proposal_id: 'P-404', stance: 'support' as const, reason: '' },
        ],
      },
    ];
    const first = recordStances([createProposal()], given, 2);
    expect(first.proposals[0]?.stances.map(({ seat, stance }) => [seat, stance])).toEqual([
      [qa, 'support'],
      [devops, 'block'],
    ]);
    expect(first.losses).toEqual(['devops-engineer: a stance on "P-404", which is not open']);
    const again = recordStances(
      first.proposals,
      [{ seat: devops, stances: [{ proposal_id: 'P-001', stance: 'support', reason: '' }] }],
      3,
    );
    expect(again.changed).toEqual(['devops-engineer on P-001']);
    expect(first.proposals[0]?.stances).toHaveLength(2);
  });

  it('lets a passed proposal into the consensus with its supporters and those aside', () => {
    const proposals = [createProposal({ [architect]: 'support', [qa]: 'support', [devops]: 'stand_aside' })];
    const settled = settleProposals({ ...session, proposals }, { rule, round: 2, final: false });
    expect(settled.proposals[0]).toMatchObject({ status: 'agreed', decided_by: 'count' });
    expect(settled.consensus).toEqual([
      {
        id: 'C-001',
        proposal_id: 'P-001',
        text: 'Use a queue in the database.',
        round: 2,
        supported_by: [architect, qa],
        stood_aside: [devops],
      },
    ]);
  });

  it('rejects what was voted on and fell only at the end, and leaves what nobody voted on open', () => {
    const proposals = [
      createProposal({ [architect]: 'support', [qa]: 'block', [devops]: 'block' }),
      createProposal({}, { id: 'P-002', text: 'Another.' }),
    ];
    const during = settleProposals({ ...session, proposals }, { rule, round: 2, final: false });
    expect(during.proposals.map(({ status }) => status)).toEqual(['open', 'open']);
    const end = settleProposals({ ...session, proposals }, { rule, round: 2, final: true });
    expect(end.proposals.map(({ status }) => status)).toEqual(['rejected', 'open']);
    expect(end.consensus).toEqual([]);
  });

  it('reads confidences for weighing from the latest round in which a seat spoke', () => {
    const rounds = [
      createRound(1),
      createRound(2, {
        answers: [{ seat: qa, position: 'p', confidence: 0.1, changed: false, cause: null, duration_ms: 1 }],
      }),
    ];
    const proposals = [createProposal({ [architect]: 'support', [qa]: 'block' })];
    const weighted = createRule('weighted_majority', { threshold: 0.88 });
    const settled = settleProposals(
      { ...session, rounds, proposals },
      { rule: weighted, round: 2, final: true },
    );
    expect(settled.proposals[0]?.status).toBe('agreed');
  });
});
