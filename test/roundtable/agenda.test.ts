import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgendaTopicState, Item } from '../../src/domain/records.ts';
import {
  applyCoverage,
  listMissing,
  listUncoveredCritical,
  listWantedByAgenda,
  type ReportedCoverage,
  startAgenda,
} from '../../src/roundtable/rules/agenda.ts';
import { createAgenda, createItem } from '../support/roundtable-fixtures.ts';

const criteria = [
  'The retention of finished jobs is given in days',
  'The largest job that must be carried is named',
  'Backups',
];
const agenda = createAgenda([
  { id: 'storage', name: 'Storage', critical: true, criteria },
  {
    id: 'risks',
    critical: true,
    criteria: ['Each risk has an owner'],
    minimums: [{ kind: 'risks', count: 2 }],
  },
  { id: 'costs' },
]);

const createRisk = (id: string, changes: Partial<Item> = {}): Item =>
  createItem({}, { id, type: 'RISK', ...changes });

function report(
  topicId: string,
  met: string[],
  status: ReportedCoverage['status'] = 'covered',
): ReportedCoverage {
  return {
    topic_id: topicId,
    status,
    criteria_met: met.map((criterion) => ({ criterion, by: ['REQ-001'] })),
  };
}

function cover(
  reports: ReportedCoverage[],
  options: { state?: AgendaTopicState[]; items?: Item[]; round?: number } = {},
): AgendaTopicState[] {
  return applyCoverage(options.state ?? startAgenda(agenda), reports, {
    round: options.round ?? 1,
    agenda,
    items: options.items ?? [],
    statements: [],
  }).agenda;
}

const statusOf = (state: AgendaTopicState[], id: string): string | undefined =>
  state.find((topic) => topic.id === id)?.status;

describe('coverage', () => {
  it('is not what the facilitator claims: only met criteria cover a topic', () => {
    expect(statusOf(cover([report('storage', [])]), 'storage')).toBe('partial');
    expect(statusOf(cover([report('storage', criteria.slice(0, 2))]), 'storage')).toBe('partial');
    expect(statusOf(cover([report('storage', criteria, 'pending')]), 'storage')).toBe('covered');
    expect(statusOf(cover([]), 'storage')).toBe('pending');
  });

  it.each([
    ['word for word', criteria[1], 1],
    ['with other case and stops', '  the LARGEST job that must be carried is named. ', 1],
    ['by its number', '2', 1],
    ['by a long part', 'retention of finished jobs', 0],
    ['with more around it', 'Criterion 1: The retention of finished jobs is given in days (30)', 0],
  ])('finds a criterion %s', (_name, text, index) => {
    expect(cover([report('storage', [text ?? ''])])[0]?.criteria_met).toEqual([
      { criterion: criteria[index], round: 1, by: ['REQ-001'] },
    ]);
  });

  it.each(['finished', '7', '0', 'Something else entirely, at length', ''])(
    'does not take "%s" for one',
    (text) => {
      expect(cover([report('storage', [text])])[0]?.criteria_met).toEqual([]);
    },
  );

  it('does not guess between two that hold the same part', () => {
    const twins = createAgenda([
      { id: 'a', criteria: ['The owner of the queue is named', 'The owner of the queue is paid'] },
    ]);
    const { agenda: after } = applyCoverage(startAgenda(twins), [report('a', ['the owner of the queue'])], {
      round: 1,
      agenda: twins,
      items: [],
      statements: [],
    });
    expect(after[0]?.criteria_met).toEqual([]);
  });

  it('keeps what was met, with the round in which it was, over rounds', () => {
    const one = cover([report('storage', ['1'])]);
    const two = cover([report('storage', ['1', '2', '3'])], { state: one, round: 2 });
    expect(two[0]).toMatchObject({ status: 'covered' });
    expect(two[0]?.criteria_met.map(({ round }) => round)).toEqual([1, 2, 2]);
    expect(statusOf(cover([report('storage', [], 'pending')], { state: two, round: 3 }), 'storage')).toBe(
      'covered',
    );
  });

  it('waits for the least number of items, and counts none that was withdrawn', () => {
    const met = [report('risks', ['Each risk has an owner'])];
    const items = [
      createRisk('RISK-001'),
      createRisk('RISK-002', { status: 'withdrawn' }),
      createRisk('RISK-003', { status: 'rejected' }),
      createItem(),
    ];
    expect(statusOf(cover(met, { items }), 'risks')).toBe('partial');
    const enough = [...items, createRisk('RISK-004', { status: 'agreed' })];
    const covered = cover(met, { items: enough });
    expect(statusOf(covered, 'risks')).toBe('covered');
    const again = cover([], { state: covered, items });
    expect(statusOf(again, 'risks')).toBe('partial');
  });

  it('takes a topic without criteria as covered when it is reported so, with what answers it', () => {
    expect(statusOf(cover([report('costs', [], 'partial')]), 'costs')).toBe('partial');
    const named = (by: string[]): ReportedCoverage[] => [
      { topic_id: 'Costs', status: 'covered', criteria_met: [{ criterion: 'whatever', by }] },
    ];
    expect(statusOf(cover(named(['REQ-001'])), 'costs')).toBe('covered');
    expect(statusOf(cover(named([])), 'costs')).toBe('partial');
    expect(statusOf(cover([report('costs', [], 'covered')]), 'costs')).toBe('partial');
  });

  it('meets no criterion by nothing that was said, and says so', () => {
    const reports: ReportedCoverage[] = [
      {
        topic_id: 'storage',
        status: 'covered',
        criteria_met: criteria.map((criterion) => ({ criterion, by: [] })),
      },
    ];
    const { agenda: after, losses } = applyCoverage(startAgenda(agenda), reports, {
      round: 1,
      agenda,
      items: [],
      statements: [],
    });
    expect(after[0]).toMatchObject({ status: 'partial', criteria_met: [] });
    expect(losses).toEqual(
      criteria.map(
        (criterion) => `agenda: "${criterion}" is reported as met, but no item or statement is named for it`,
      ),
    );
  });

  it('ignores topics that nobody knows', () => {
    expect(cover([report('weather', ['1'])])).toEqual(startAgenda(agenda));
  });

  it('lists what is missing, and the critical topics in their order', () => {
    const state = cover([report('storage', ['1'])]);
    const [storage, risks] = state;
    const [storageTopic, risksTopic] = agenda.topics;
    if (!storage || !risks) throw new Error('topics are gone');
    expect(listMissing(storage, storageTopic, [])).toEqual([criteria[1], criteria[2]]);
    expect(listMissing(risks, risksTopic, [])).toEqual(['Each risk has an owner', 'at least 2 risks']);
    expect(listUncoveredCritical(state).map(({ id }) => id)).toEqual(['storage', 'risks']);
    expect(listWantedByAgenda(agenda)).toEqual(['RISK']);
  });

  it('never covers a topic whose criteria were not all named, whatever else is said', () => {
    const anyReport = fc.record({
      topic_id: fc.constantFrom('storage', 'STORAGE', 'risks', 'nothing'),
      status: fc.constantFrom('pending' as const, 'partial' as const, 'covered' as const),
      criteria_met: fc.array(
        fc.record({
          criterion: fc.oneof(fc.constantFrom(criteria[0] ?? '', '1', '2', '3', 'all', 'done'), fc.string()),
          by: fc.constantFrom<string[]>([], ['S-001'], ['REQ-001', 'S-002']),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.array(anyReport), (reports) => {
        const [storage] = cover(reports);
        const met = new Set(storage?.criteria_met.map(({ criterion }) => criterion));
        expect(storage?.status === 'covered').toBe(met.size === criteria.length);
        for (const criterion of met) expect(criteria).toContain(criterion);
        for (const { by } of storage?.criteria_met ?? []) expect(by).not.toEqual([]);
      }),
    );
  });
});
