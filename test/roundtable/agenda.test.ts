import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgendaTopicState, Artifact } from '../../src/domain/records.ts';
import {
  applyCoverage,
  listMissing,
  listUncoveredCritical,
  listWantedByAgenda,
  type ReportedCoverage,
  startAgenda,
} from '../../src/roundtable/rules/agenda.ts';
import { createAgenda } from '../support/roundtable-fixtures.ts';

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

function createArtifact(id: string, changes: Partial<Artifact> = {}): Artifact {
  return {
    id,
    type: 'RISK',
    title: id,
    text: id,
    rationale: '',
    priority: null,
    acceptance: [],
    related_to: [],
    status: 'proposed',
    round: 1,
    topic_id: null,
    proposed_by: [],
    history: [],
    ...changes,
  };
}

function report(
  topicId: string,
  met: string[],
  status: ReportedCoverage['status'] = 'covered',
): ReportedCoverage {
  return { topic_id: topicId, status, criteria_met: met };
}

function cover(
  reports: ReportedCoverage[],
  options: { state?: AgendaTopicState[]; artifacts?: Artifact[]; round?: number } = {},
): AgendaTopicState[] {
  return applyCoverage(options.state ?? startAgenda(agenda), reports, {
    round: options.round ?? 1,
    agenda,
    artifacts: options.artifacts ?? [],
  });
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
      { criterion: criteria[index], round: 1 },
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
    const [topic] = applyCoverage(startAgenda(twins), [report('a', ['the owner of the queue'])], {
      round: 1,
      agenda: twins,
      artifacts: [],
    });
    expect(topic?.criteria_met).toEqual([]);
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

  it('waits for the least number of artifacts, and counts none that was withdrawn', () => {
    const met = [report('risks', ['Each risk has an owner'])];
    const artifacts = [createArtifact('RISK-001'), createArtifact('RISK-002', { status: 'withdrawn' })];
    expect(statusOf(cover(met, { artifacts }), 'risks')).toBe('partial');
    const enough = [...artifacts, createArtifact('RISK-003')];
    const covered = cover(met, { artifacts: enough });
    expect(statusOf(covered, 'risks')).toBe('covered');
    const again = cover([], { state: covered, artifacts });
    expect(statusOf(again, 'risks')).toBe('partial');
  });

  it('takes a topic without criteria as covered when it is reported so', () => {
    expect(statusOf(cover([report('costs', [], 'partial')]), 'costs')).toBe('partial');
    expect(statusOf(cover([report('Costs', [], 'covered')]), 'costs')).toBe('covered');
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
        fc.oneof(fc.constantFrom(criteria[0] ?? '', '1', '2', 'all', 'done'), fc.string()),
      ),
    });
    fc.assert(
      fc.property(fc.array(anyReport), (reports) => {
        const [storage] = cover(reports);
        const met = new Set(storage?.criteria_met.map(({ criterion }) => criterion));
        expect(storage?.status === 'covered').toBe(met.size === criteria.length);
        for (const criterion of met) expect(criteria).toContain(criterion);
      }),
    );
  });
});
