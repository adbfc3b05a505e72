/** The sentences that are made from codes. */
import { describe, expect, it, test } from 'vitest';
import { defaultSettings } from '../../src/config/keys/key-table.ts';
import { overrideSchema } from '../../src/session/codes.ts';
import { noUsage } from '../../src/session/records.ts';
import { groupCauses } from '../../src/session/rules/failure-cause.ts';
import { resolutionWords, sayConflictEvent } from '../../src/wording/conflict.ts';
import { sayTrigger } from '../../src/wording/escalation.ts';
import { sayNotice } from '../../src/wording/notices.ts';
import { sayDecision, sayOverride } from '../../src/wording/override.ts';
import { offerFlag, offerLimit, sayPause } from '../../src/wording/pause.ts';
import { needsPerson, sayState } from '../../src/wording/state.ts';
import { sayPassed } from '../../src/wording/steps.ts';
import { sayFallback, sayLoss } from '../../src/wording/trouble.ts';
import { sayItemEvent } from '../../src/wording/votes.ts';

describe('why the program did something else', () => {
  const table = [
    [{ code: 'min_rounds', have: 2, need: 3 }, 'round 2 of at least 3'],
    [{ code: 'max_rounds', have: 9, need: 9 }, 'the limit of 9 rounds is reached'],
    [{ code: 'max_rounds', have: 1, need: 1 }, 'the limit of 1 round is reached'],
    [
      { code: 'phase_min_rounds', phase: 'opening', have: 1, need: 2 },
      'round 1 of at least 2 in the phase "opening"',
    ],
    [{ code: 'phase_max_rounds', have: 4, need: 4 }, 'the phase has had its 4 rounds'],
    [{ code: 'later_phases_need_rounds' }, 'the remaining rounds belong to later phases'],
    [{ code: 'phase_not_held', phase: 'critic' }, 'the phase "critic" is still to come'],
    [{ code: 'last_phase_over' }, 'this was the last phase'],
    [
      { code: 'topic_not_covered', topic_id: 'a', name: 'Costs' },
      'the critical topic "Costs" is not covered yet',
    ],
    [{ code: 'nothing_moved', round: 4, uncovered: [] }, 'nothing changed in round 4'],
    [
      { code: 'nothing_moved', round: 4, uncovered: ['Costs'] },
      'nothing changed in round 4; not covered: Costs',
    ],
    [{ code: 'guidance_given' }, 'the panel has guidance to answer'],
    [{ code: 'escalation', trigger: 'conflict-age', subject: 'CF-001' }, 'CF-001 needs a decision first'],
    [{ code: 'escalation_not_due' }, 'no decision is due: escalation is off, or this was decided before'],
    [{ code: 'rounds_granted' }, 'somebody granted more rounds'],
    [{ code: 'paused', by: 'budget' }, 'the budget is used up'],
    [{ code: 'skipped' }, 'somebody skipped to the conclusion'],
    [
      { code: 'limit', limit: 'max_cost', have: 2.5, need: 2 },
      'the cost limit is reached: $2.50 of $2.00 spent',
    ],
  ] as const;

  it.each(table)('%j', (override, said) => {
    expect(sayOverride(overrideSchema.parse(override))).toBe(said);
  });

  it('has a sentence for every code', () => {
    const codes = overrideSchema.options.map((option) => option.shape.code.value);
    expect(new Set(table.map(([{ code }]) => code))).toEqual(new Set(codes));
  });

  it('says what the facilitator wanted only where something else happens', () => {
    const override = { code: 'min_rounds', have: 2, need: 3 } as const;
    expect(sayDecision({ proposed_action: 'conclude', next_action: 'continue', override })).toBe(
      'The facilitator wanted to conclude; the discussion continues: round 2 of at least 3',
    );
    expect(sayDecision({ proposed_action: 'continue', next_action: 'continue', override: null })).toBe(
      'The discussion continues',
    );
    const skipped = { code: 'skipped' } as const;
    const limit = { code: 'max_rounds', have: 2, need: 2 } as const;
    const asked = { next_action: 'escalate', override: limit, after_escalation: 'conclude' } as const;
    expect(sayDecision({ ...asked, proposed_action: 'escalate' })).toBe(
      'A person is asked; then the discussion ends: the limit of 2 rounds is reached',
    );
    expect(sayDecision({ proposed_action: null, next_action: 'conclude', override: limit })).toBe(
      'The discussion ends: the limit of 2 rounds is reached',
    );
    expect(sayDecision({ proposed_action: 'conclude', next_action: 'conclude', override: skipped })).toBe(
      'The discussion ends: somebody skipped to the conclusion',
    );
  });
});

describe('a pause', () => {
  it.each([
    ['person', { code: 'person_asked' }, 'Paused by you.'],
    ['signal', { code: 'stopped' }, 'Interrupted.'],
    ['time', null, 'The time limit is reached.'],
    [
      'time',
      { code: 'limit', limit: 'total_timeout', have: 600, need: 600 },
      'The time limit of 10m 00s is reached.',
    ],
    [
      'budget',
      { code: 'limit', limit: 'max_tokens', have: 412, need: 300 },
      'The token limit is reached: 412 of 300 used.',
    ],
    [
      'budget',
      { code: 'limit', limit: 'max_cost', have: 0.03, need: 0.06 },
      'The next call may cost more than what is left of the cost limit: $0.03 of $0.06 spent.',
    ],
    ['waiting-for-person', { code: 'turn', step: 'last-call', round: 3 }, 'Your vote on the text is next.'],
    ['waiting-for-person', { code: 'decision', escalation_id: 'E-001' }, 'A decision is needed: E-001.'],
  ] as const)('%s, %j', (reason, detail, said) => {
    expect(sayPause(reason, detail)).toBe(said);
  });

  it.each([
    [{ max_cost: 0.06, max_tokens: null }, 400, { limit: 'max_cost', value: 0.12 }],
    [{ max_cost: 0.06, max_tokens: 400 }, 400, { limit: 'max_tokens', value: 800 }],
    [{ max_cost: 0.06, max_tokens: 500 }, 400, { limit: 'max_cost', value: 0.12 }],
    [{ max_cost: null, max_tokens: 500 }, 400, { limit: 'max_tokens', value: 1000 }],
    [{ max_cost: null, max_tokens: null }, 400, null],
  ])('at the limits %j offers to raise the one that was reached', (limits, input_tokens, offered) => {
    const session = {
      ...({ status: 'paused', pause_reason: 'budget' } as const),
      settings: { ...defaultSettings, ...limits },
      usage: { ...noUsage, input_tokens },
    };
    expect(offerLimit(session)).toEqual(offered);
    expect(offerFlag(session)).toBe(
      offered === null ? '' : ` --${offered.limit.replace('_', '-')} ${offered.value}`,
    );
    expect(offerLimit({ ...session, pause_reason: 'person' })).toBeNull();
    // What the next call may cost at most is more than twice the limit.
    if (offered?.limit === 'max_cost')
      expect(offerLimit({ ...session, least_cost: 0.2013 })).toEqual({ limit: 'max_cost', value: 0.41 });
  });

  it('names the seat in what can be done about its model', () => {
    const detail = {
      ...({ code: 'model_unusable', seat: 'qa-lead', model: 'a/b', kind: 'auth' } as const),
      ...{ message: 'wrong key', remedy: 'Try --models <seat>=a/c' },
    };
    expect(sayPause('no-quorum', detail, () => 'QA lead')).toBe(
      'QA lead cannot be asked: a/b: key refused: wrong key.\nTry --models qa-lead=a/c',
    );
  });
});

test.each<[Parameters<typeof sayState>, word: string, isNeeded: boolean]>([
  [[{ status: 'active', pause_reason: null }, 'running'], 'running', false],
  [[{ status: 'paused', pause_reason: 'budget' }, 'queued'], 'waiting for a free place', false],
  [[{ status: 'active', pause_reason: null }, null], 'interrupted', false],
  [[{ status: 'paused', pause_reason: 'signal' }, null], 'interrupted', true],
  [[{ status: 'paused', pause_reason: 'person' }, null], 'paused', false],
  [[{ status: 'paused', pause_reason: 'budget' }, null], 'paused: budget used up', true],
  [
    [{ status: 'paused', pause_reason: 'waiting-for-person', waits_for: 'decision' }, null],
    'a decision is needed',
    true,
  ],
  [[{ status: 'paused', pause_reason: 'waiting-for-person', waits_for: 'turn' }, null], 'your turn', true],
  [[{ status: 'completed', pause_reason: null, result: 'partial-consensus' }, null], 'agreed in part', false],
  [[{ status: 'completed', pause_reason: null }, null], 'completed', false],
  [[{ status: 'closed', pause_reason: null }, null], 'closed', false],
])('the state %j is "%s"', ([standing, runs], word, isNeeded) => {
  expect(sayState(standing, runs)).toBe(word);
  expect(needsPerson(standing, runs)).toBe(isNeeded);
});

test('failures of one cause are one cause, and of another message another', () => {
  const lost = (seat: string, message: string) => ({ seat, kind: 'network' as const, message, remedy: '' });
  expect(groupCauses([lost('a', 'refused'), lost('b', 'refused'), lost('c', 'reset')])).toMatchObject([
    { message: 'refused', seats: ['a', 'b'] },
    { message: 'reset', seats: ['c'] },
  ]);
});

test.each([
  [
    sayTrigger({ trigger: 'conflict-age', subject: 'CF-001', values: { age: 3 }, reason: '' }),
    'CF-001 has been open for 3 rounds.',
  ],
  [
    sayTrigger({ trigger: 'critical-keyword', subject: 'CF-002', values: { keyword: 'legal' }, reason: '' }),
    'CF-002 touches "legal", which your configuration calls critical.',
  ],
  [
    sayTrigger({ trigger: 'low-confidence', subject: null, values: { mean: 0.42, below: 0.5 }, reason: '' }),
    'The panel is not sure: mean confidence 0.42, below 0.50.',
  ],
  [
    sayTrigger({ trigger: 'facilitator', subject: null, values: {}, reason: 'It is about money.' }),
    'It is about money.',
  ],
  [
    sayLoss(
      { code: 'unreadable_field', seat: 'qa-lead', field: 'open_questions', lost: 1, of: 3 },
      (seat) => seat,
    ),
    'qa-lead: open questions could not be read (1 of 3 entries)',
  ],
  [
    sayFallback({ code: 'failed', kind: 'timeout', message: 'no answer in 180 s' }),
    'timeout: no answer in 180 s',
  ],
  [sayPassed('QA lead', 'left_out'), 'QA lead is left out after failing repeatedly'],
  [resolutionWords.conceded, 'the other side gave way'],
  [
    sayConflictEvent(
      {
        round: 2,
        code: 'moved',
        seat: 'qa-lead',
        from: 'a',
        position: 'b',
        because: 'Measured',
      },
      (seat) => seat,
    ),
    'qa-lead moves from a to b: Measured',
  ],
  [sayItemEvent({ step: 'revision', code: 'renumbered', from: 'REQ-002' }), 'renumbered from REQ-002'],
  [
    sayNotice({ code: 'text_asked_again', step: 'draft', problems: 1 }),
    'The draft fails 1 check; asking for it to be fixed.',
  ],
  [
    sayNotice({ code: 'asking_again', have: 1, need: 2, seats: ['qa-lead'] }, () => 'QA lead'),
    'Too few answers: 1 of 2 needed. Asking QA lead once more.',
  ],
])('%s', (said, wanted) => {
  expect(said).toBe(wanted);
});
