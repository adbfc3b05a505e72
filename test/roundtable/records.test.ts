import { describe, expect, it } from 'vitest';
import { type SynthesisReply, synthesisReply } from '../../src/roundtable/replies/replies.ts';
import { applyArtifacts, listWantedArtifacts } from '../../src/roundtable/rules/artifacts.ts';
import { applyConflicts, resolveConflict } from '../../src/roundtable/rules/conflicts.ts';
import { applyOpenQuestions } from '../../src/roundtable/rules/open-questions.ts';
import { openProposals } from '../../src/roundtable/rules/proposals.ts';
import { nextId, slugOf } from '../../src/roundtable/rules/same-text.ts';
import { createConflict, createProposal } from '../support/roundtable-fixtures.ts';

const consensus = { round: 2, resolutionType: 'consensus' } as const;

function reply(changes: Record<string, unknown>): SynthesisReply {
  return synthesisReply.parse({ synthesis: 's', ...changes });
}

describe('conflicts', () => {
  it('open with an id of their own words, age by the round, and keep their id when named again', () => {
    const first = applyConflicts(
      [],
      reply({ conflicts: [{ id: 'new', description: 'Broker, or the database?', positions: { a: 'x' } }] }),
      { ...consensus, round: 1 },
    );
    expect(first.opened).toEqual(['broker-or-the-database']);
    expect(first.conflicts[0]).toMatchObject({ rounds_open: 1, positions: [{ seat: 'a', text: 'x' }] });
    const again = applyConflicts(
      first.conflicts,
      reply({
        conflicts: [{ id: '', description: 'broker or the database', positions: [{ seat: 'b', text: 'y' }] }],
      }),
      { ...consensus, round: 3 },
    );
    expect(again.opened).toEqual([]);
    expect(again.conflicts).toHaveLength(1);
    expect(again.conflicts[0]).toMatchObject({
      rounds_open: 3,
      opened_in: 1,
      positions: [
        { seat: 'a', text: 'x' },
        { seat: 'b', text: 'y' },
      ],
    });
  });

  it('stay open and age when a synthesis forgets them', () => {
    const { conflicts } = applyConflicts([createConflict()], reply({}), { ...consensus, round: 4 });
    expect(conflicts[0]).toMatchObject({ status: 'open', rounds_open: 4 });
  });

  it('close by their id only, and not when they are named as standing too', () => {
    const resolved = { conflict_id: 'queue-kind', resolution: 'the database' };
    const closed = applyConflicts([createConflict()], reply({ resolved: [resolved] }), consensus);
    expect(closed.conflicts[0]).toMatchObject({
      status: 'resolved',
      resolution_type: 'consensus',
      resolved_in: 2,
    });
    const both = applyConflicts(
      [createConflict()],
      reply({ conflicts: [{ id: 'queue-kind', description: 'still' }], resolved: [resolved] }),
      consensus,
    );
    expect(both.conflicts[0]?.status).toBe('open');
    expect(both.losses).toEqual(['resolved: "queue-kind" is also named as standing, so it stays open']);
    const unknown = applyConflicts(
      [createConflict()],
      reply({ resolved: [{ ...resolved, conflict_id: 'x' }] }),
      consensus,
    );
    expect(unknown.losses).toEqual(['resolved: no open conflict is called "x"']);
  });

  it('that were settled do not come back under their old id', () => {
    const settled = resolveConflict([createConflict()], 'queue-kind', {
      resolution: 'r',
      type: 'user',
      round: 1,
    });
    const { opened, conflicts } = applyConflicts(
      settled,
      reply({ conflicts: [{ id: 'queue-kind', description: 'queue kind' }] }),
      consensus,
    );
    expect(opened).toEqual(['queue-kind-2']);
    expect(conflicts[0]?.status).toBe('resolved');
  });
});

describe('proposals', () => {
  it('open once for each point, whatever its case and stops', () => {
    const { proposals, opened } = openProposals(
      [createProposal()],
      ['use a queue in the database', 'Keep jobs.', 'keep jobs'],
      3,
    );
    expect(opened).toEqual(['P-002']);
    expect(proposals).toHaveLength(2);
    expect(proposals[1]).toMatchObject({ text: 'Keep jobs.', opened_in: 3, status: 'open' });
  });

  it('may be put again once withdrawn', () => {
    const withdrawn = createProposal({}, { status: 'withdrawn' });
    expect(openProposals([withdrawn], [withdrawn.text], 2).opened).toEqual(['P-002']);
  });
});

describe('artifacts', () => {
  const options = { round: 2, seats: ['a', 'b'] };
  const first = {
    id: 'new',
    type: 'REQ',
    title: 'Retries',
    text: 'A job is retried five times.',
    proposed_by: ['a', 'nobody'],
  };
  const created = applyArtifacts([], reply({ artifacts: [{ ...first, priority: 'Must have' }] }).artifacts, {
    ...options,
    round: 1,
  });

  it('get an id of their kind, keep known seats, and read MoSCoW as people write it', () => {
    expect(created.artifacts).toMatchObject([
      { id: 'REQ-001', priority: 'must', proposed_by: ['a'], status: 'proposed', round: 1 },
    ]);
  });

  it('are amended by id or by title, with the old text kept', () => {
    for (const id of ['req-001', 'new']) {
      const { artifacts } = applyArtifacts(
        created.artifacts,
        reply({ artifacts: [{ ...first, id, text: 'A job is retried three times.', proposed_by: ['b'] }] })
          .artifacts,
        options,
      );
      expect(artifacts).toHaveLength(1);
      expect(artifacts[0]).toMatchObject({
        status: 'amended',
        text: 'A job is retried three times.',
        proposed_by: ['a', 'b'],
      });
      expect(artifacts[0]?.history.map(({ text }) => text)).toEqual([
        'A job is retried five times.',
        'A job is retried three times.',
      ]);
      expect(artifacts[0]?.priority).toBe('must');
    }
    expect(created.artifacts[0]?.status).toBe('proposed');
  });

  it('are withdrawn with a reason, and their id is never used again', () => {
    const gone = applyArtifacts(
      created.artifacts,
      reply({ artifacts: [{ ...first, id: 'REQ-001', withdrawn: 'out of scope' }] }).artifacts,
      options,
    );
    expect(gone.artifacts[0]).toMatchObject({ status: 'withdrawn' });
    const next = applyArtifacts(gone.artifacts, reply({ artifacts: [first] }).artifacts, {
      ...options,
      round: 3,
    });
    expect(next.artifacts.map(({ id }) => id)).toEqual(['REQ-001', 'REQ-002']);
    const lost = applyArtifacts(
      [],
      reply({ artifacts: [{ ...first, id: 'REQ-009', withdrawn: 'x' }] }).artifacts,
      options,
    );
    expect(lost).toEqual({
      artifacts: [],
      losses: ['artifacts: nothing is called "REQ-009" that could be withdrawn'],
    });
  });

  it('are wanted by workflow and document', () => {
    expect(listWantedArtifacts('specs', 'requirements')).toEqual(['REQ', 'BR', 'NFR', 'EX', 'RISK']);
    expect(listWantedArtifacts('brainstorm', 'summary')).toEqual(['IDEA', 'RISK', 'MIT']);
  });
});

describe('open questions', () => {
  it('are joined when repeated, and answered by whoever answers', () => {
    const options = { round: 1, seats: ['a', 'b'] };
    const asked = applyOpenQuestions(
      [],
      reply({ open_questions: [{ text: 'Who pays?', raised_by: ['a'] }] }).open_questions,
      options,
    );
    expect(asked).toMatchObject([{ id: 'OQ-001', status: 'open', raised_by: ['a'], answer: null }]);
    const answered = applyOpenQuestions(
      asked,
      reply({ open_questions: [{ text: 'who pays', raised_by: ['b', 'x'], answer: 'The team.' }] })
        .open_questions,
      { ...options, round: 2 },
    );
    expect(answered).toMatchObject([
      { status: 'answered', answer: 'The team.', raised_by: ['a', 'b'], round: 1 },
    ]);
  });
});

describe('ids', () => {
  it('count on from the highest, also beyond 999 and past other series', () => {
    expect(nextId('P', [])).toBe('P-001');
    expect(nextId('P', [{ id: 'P-007' }, { id: 'P-002' }, { id: 'PX-100' }, { id: 'P-x' }])).toBe('P-008');
    expect(nextId('P', [{ id: 'P-999' }])).toBe('P-1000');
  });

  it('of texts are lowercase words, cut between words', () => {
    expect(slugOf('Délais & Déploiement, now!')).toBe('delais-deploiement-now');
    expect(slugOf('one two three four', 9)).toBe('one-two');
    expect(slugOf('日本語')).toBe('');
  });
});
