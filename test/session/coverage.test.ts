/** Coverage of an agenda: criteria that statements or decisions meet, and counts of statements by kind. */
import { describe, expect, it } from 'vitest';
import type { Escalation, Statement } from '../../src/session/records.ts';
import {
  applyCoverage,
  describeMinimum,
  listMissing,
  listUncoveredCritical,
  startAgenda,
} from '../../src/session/rules/coverage.ts';
import { createAgenda, createEscalation, createStatement } from '../support/roundtable-fixtures.ts';

const agenda = createAgenda([
  {
    id: 'storage',
    name: 'Storage',
    critical: true,
    criteria: ['It says where jobs are kept.', 'It says for how many days jobs are kept.'],
    minimums: [{ kind: 'requirements', count: 2 }],
  },
  { id: 'costs', name: 'Costs' },
]);

function cover(
  criteria_met: { criterion: string; by: string[] }[],
  options: {
    topic?: string;
    statements?: Statement[];
    escalations?: Escalation[];
    state?: ReturnType<typeof startAgenda>;
  } = {},
) {
  return applyCoverage(
    options.state ?? startAgenda(agenda),
    [{ topic_id: options.topic ?? 'storage', criteria_met }],
    {
      round: 2,
      agenda,
      statements: options.statements ?? [createStatement('S-001'), createStatement('S-002')],
      escalations: options.escalations ?? [],
    },
  );
}

const both = [
  { criterion: '1', by: ['S-001'] },
  { criterion: '2', by: ['S-002'] },
];

describe('a topic', () => {
  it('begins pending; one without criteria has an implied one', () => {
    expect(startAgenda(agenda)).toMatchObject([
      { id: 'storage', status: 'pending', critical: true, criteria_met: [] },
      { id: 'costs', critical: false, criteria: ['Costs: the panel has an answer'] },
    ]);
    expect(startAgenda(null)).toEqual([]);
  });

  it('is covered when all criteria are met and the count is there, and partial before that', () => {
    const one = cover([{ criterion: '1', by: ['S-001'] }]);
    expect(one.agenda.map(({ status }) => status)).toEqual(['partial', 'pending']);
    const all = cover(both, { state: one.agenda });
    expect(all.agenda[0]).toMatchObject({
      status: 'covered',
      criteria_met: [
        { criterion: 'It says where jobs are kept.', round: 2, by: ['S-001'] },
        { criterion: 'It says for how many days jobs are kept.', by: ['S-002'] },
      ],
    });
    expect(all.losses).toEqual([]);
  });

  it('takes no word for a count: it is counted, whether it is reported or not', () => {
    const reported = [...both, { criterion: 'At least 2 requirements', by: ['S-001'] }];
    const told = cover(reported, { statements: [createStatement('S-001')] });
    expect(told.losses).toEqual([
      { code: 'criterion_without_statement', criterion: 'It says for how many days jobs are kept.' },
    ]);
    expect(told.agenda[0]?.status).toBe('partial');
    expect(cover(reported)).toMatchObject({ losses: [], agenda: [{ status: 'covered' }, {}] });
  });

  it('counts statements of its kind, the same words once', () => {
    const short = (statements: Statement[]) => cover(both, { statements }).agenda[0]?.status;
    expect(short([createStatement('S-001'), createStatement('S-002', { kind: 'rule' })])).toBe('partial');
    expect(
      short([createStatement('S-001', { text: 'Kept.' }), createStatement('S-002', { text: 'kept' })]),
    ).toBe('partial');
    expect(short([createStatement('S-001'), createStatement('S-002')])).toBe('covered');
  });

  it('says what it lacks: criteria word for word, and counts', () => {
    const { agenda: state } = cover([{ criterion: '2', by: ['S-001'] }]);
    const [topic] = state;
    if (topic === undefined) throw new Error('no topic');
    expect(listMissing(topic, agenda.topics[0], [createStatement('S-001')])).toEqual([
      'It says where jobs are kept.',
      'at least 2 requirements',
    ]);
    expect(describeMinimum({ kind: 'functional_requirements', count: 1 })).toBe(
      'at least 1 functional requirement',
    );
    expect(listUncoveredCritical(state)).toEqual([{ id: 'storage', name: 'Storage' }]);
  });

  it('is not held back by a count of something that nobody knows', () => {
    const odd = createAgenda([{ id: 'x', criteria: ['c'], minimums: [{ kind: 'sprockets', count: 9 }] }]);
    const { agenda: state } = applyCoverage(
      startAgenda(odd),
      [{ topic_id: 'x', criteria_met: [{ criterion: 'c', by: ['S-1'] }] }],
      { round: 1, agenda: odd, statements: [createStatement('S-001')], escalations: [] },
    );
    expect(state[0]?.status).toBe('covered');
  });
});

describe('a criterion', () => {
  it.each([
    ['its words', 'it says where jobs are KEPT', true],
    ['its number', '1', true],
    ['its number with a mark', '#1', true],
    ['a long part of it', 'says where jobs are', true],
    ['its number and words', '1. It says where jobs are kept.', true],
    ['a part that both have', 'It says … jobs are kept', false],
    ['a short part', 'where jobs', false],
    ['other words', 'It says who pays for the jobs.', false],
    ['a number that is not there', '7', false],
  ])('named by %s', (_name, criterion, found) => {
    const { agenda: state, losses } = cover([{ criterion, by: ['S-001'] }]);
    expect(state[0]?.criteria_met.map((met) => met.criterion)).toEqual(
      found ? ['It says where jobs are kept.'] : [],
    );
    expect(losses).toEqual(found ? [] : [{ code: 'unknown_id', field: 'agenda_coverage', id: criterion }]);
  });

  it('is met by nothing but statements that exist, and that is said', () => {
    for (const by of [[], ['S-999'], ['everybody agrees']]) {
      const { agenda: state, losses } = cover([{ criterion: '1', by }]);
      expect(state[0]).toMatchObject({ status: 'partial', criteria_met: [] });
      expect(losses).toEqual([
        { code: 'criterion_without_statement', criterion: 'It says where jobs are kept.' },
      ]);
    }
  });

  it('is met by a decision once it was made', () => {
    const by = (changes: Partial<Escalation>) =>
      cover([{ criterion: '1', by: ['e-1'] }], { escalations: [createEscalation(changes)] }).agenda[0]
        ?.criteria_met;
    expect(by({ decision: 'own', text: 'In one table.' })).toMatchObject([{ by: ['E-001'] }]);
    expect(by({ decision: 'continue' })).toEqual([]);
    expect(by({ status: 'pending', decision: null, answered_by: null })).toEqual([]);
  });

  it('that was met stays as it was met', () => {
    const first = cover([{ criterion: '1', by: ['S-001'] }]);
    const again = cover([{ criterion: '1', by: ['S-002'] }], { state: first.agenda });
    expect(again.agenda[0]?.criteria_met).toEqual(first.agenda[0]?.criteria_met);
  });
});

it('a topic that the agenda does not have is a loss', () => {
  const { agenda: state, losses } = cover([], { topic: 'security' });
  expect(state).toEqual(startAgenda(agenda));
  expect(losses).toEqual([{ code: 'unknown_id', field: 'agenda_coverage', id: 'security' }]);
});
