import { describe, expect, it } from 'vitest';
import { parseSession } from '../../src/store/files/session-parse.ts';
import { findSureTime, isSureTime, readIdTime } from '../../src/store/migrate/read-time.ts';
import { begunBrainstorm, closedSpecs, undatedActive } from '../support/plugin-sessions.ts';

const read = (text: string) => parseSession(text, 's.yaml').session;

describe('a session of the public plugin', () => {
  it('is read: times, seats by their names, results with what the file says of them, conflicts, questions, agenda', () => {
    const session = read(closedSpecs.text);
    expect(session).toMatchObject({
      imported_from: 'plugin',
      import_notes: [],
      status: 'closed',
      output_type: 'requirements',
      created_at: '2026-01-11T14:30:00.000Z',
      updated_at: '2026-01-11T15:45:00.000Z',
      completed_at: '2026-01-11T15:50:00.000Z',
      participants: [
        { id: 'product-manager', role: 'Product Manager' },
        { id: 'qa-lead', role: 'qa lead' },
        { id: 'business-analyst', role: 'business analyst', model: 'unknown/unknown' },
      ],
      agenda: [
        { id: 'user-workflows', status: 'covered' },
        { id: 'nfr-measurable', status: 'partial' },
        { id: 'business-rules', status: 'pending' },
      ],
      open_questions: [
        { id: 'OQ-001', status: 'answered', answer: 'Nine to five', raised_by: ['qa-lead'] },
        { id: 'OQ-002', status: 'open', answer: null },
      ],
      rounds: [
        {
          round: 1,
          topic_id: 'user-workflows',
          question: 'How does a clerk find a parcel?',
          synthesis: 'By its digits.',
          answers: [{ seat: 'product-manager', position: 'Digits are enough' }, { seat: 'qa-lead' }],
          next_action: 'continue',
        },
        { round: 2, next_action: 'conclude' },
      ],
      outcome: { result: 'partial-consensus', summary: 'Trained clerks do.' },
    });
    expect(session.artifacts.map(({ id, type, status }) => [id, type, status])).toEqual([
      ['REQ-001', 'REQ', 'agreed'],
      ['REQ-002', 'REQ', 'open'],
      ['REQ-003', 'REQ', 'withdrawn'],
      ['REQ-004', 'REQ', 'replaced'],
      ['NFR-001', 'NFR', 'open'],
    ]);
    expect(session.artifacts[0]).toMatchObject({
      title: 'Parcel lookup',
      text: 'A clerk finds a parcel by its last four digits.',
      acceptance: ['Found within one second'],
      priority: 'must',
      decided_by: 'count',
      stances: [
        { seat: 'product-manager', stance: 'support' },
        { seat: 'qa-lead', stance: 'support' },
      ],
    });
    expect(session.artifacts[3]).toMatchObject({ replaced_by: 'REQ-001' });
    expect(session.artifacts[4]).toMatchObject({
      text: '500 ms',
      title: 'Speed',
      acceptance: ['Target: 500 ms', 'Minimum: 2 s', 'Measurement: load test'],
    });
    expect(session.conflicts).toMatchObject([
      {
        id: 'CONF-001',
        status: 'resolved',
        resolution: 'Trained clerks',
        resolution_type: 'user',
        opened_in: 1,
        resolved_in: 2,
        positions: [
          { seat: 'product-manager', text: 'Anybody at the desk' },
          { seat: 'qa-lead', text: 'Only trained clerks' },
        ],
      },
      {
        id: 'CONF-002',
        status: 'open',
        description: 'Whether photos are kept',
        positions: [{}, { text: 'Never' }],
      },
    ]);
  });

  it('does not take the word of the facilitator for a vote: what nobody is named for is a reading', () => {
    const { consensus, artifacts } = read(closedSpecs.text);
    expect(consensus).toMatchObject([
      { item_id: 'REQ-001', supported_by: ['product-manager', 'qa-lead'] },
      { item_id: null, reading_of: 'REQ-002', supported_by: [] },
    ]);
    expect(artifacts[1]?.stances).toEqual([]);
  });

  it('has no date where the file has none, and names what it could not read', () => {
    const session = read(undatedActive.text);
    expect(session).toMatchObject({ created_at: '', updated_at: '', completed_at: null });
    expect(session.topic).toBe('specs loyalty cards');
    expect(session.participants.map(({ id }) => id)).toEqual(['product-manager', 'qa-lead']);
    expect(session.import_notes).toEqual([
      'timing.started: "{ISO timestamp}" is not a readable time.',
      'timing.last_activity: "10 minutes ago" is not a readable time.',
      'timing.closed_at: "2026-02-31T10:00:00Z" is not a readable time.',
      'topic: there is none; the words of the id were taken instead.',
      'REQ-001: the session file has no text for it, only its id.',
      'REQ-002: the session file has no text for it, only its id.',
    ]);
  });

  it('may have nothing but its frame', () => {
    expect(read(begunBrainstorm.text)).toMatchObject({
      status: 'active',
      workflow_type: 'brainstorm',
      created_at: '2026-02-03T08:00:00.000Z',
      total_rounds: 0,
      outcome: null,
    });
  });

  it.each([
    [
      'a list of artifacts with types',
      'artifacts: [{id: DEC-001, type: decision, description: "Use it"}]',
      [['DEC-001', 'DEC', 'Use it']],
    ],
    [
      'artifacts by id alone',
      'artifacts: {ARCH-001: {context: "Load", decision: "One queue"}}',
      [['ARCH-001', 'ARCH', 'One queue\nContext: Load']],
    ],
    [
      'lists of texts by kind',
      'artifacts: {risks: ["It may leak"], ideas: ["A bell"]}',
      [
        ['RISK-001', 'RISK', 'It may leak'],
        ['IDEA-001', 'IDEA', 'A bell'],
      ],
    ],
    [
      'a kind that nobody knows',
      'artifacts: {wishes: {W-1: "Longer days"}}',
      [['W-1', 'POINT', 'Longer days']],
    ],
    [
      'Cyrillic names of seats',
      'participants: ["Анна", "Борис"]\nartifacts: {ideas: {IDEA-001: {title: "Bell", status: active, agreement: consensus, supported_by: ["Анна", "Борис"]}}}',
      [['IDEA-001', 'IDEA', 'Bell']],
    ],
  ])('with %s', (_, lines, items) => {
    const session = read(`id: 20260101-a\ntopic: T\nstatus: in_progress\n${lines}\nrounds: []\n`);
    expect(session.artifacts.map(({ id, type, text }) => [id, type, text])).toEqual(items);
    expect(session.participants.every(({ id }) => /^[a-z0-9-]+$/.test(id))).toBe(true);
    expect(new Set(session.participants.map(({ id }) => id)).size).toBe(session.participants.length);
  });

  it('that makes no sense is named for what it is, and not offered for a repair', () => {
    expect(() => read('id: "../x"\ntiming: {}\nrounds: []\n')).toThrow(
      expect.objectContaining({ code: 'SESSION_INVALID', hint: expect.not.stringContaining('--repair') }),
    );
  });

  it.each(['2026-01-07', '2026-01-07T13:05:00Z', '2026-01-07 13:05', '2026-01-07T13:05:00.123+02:00'])(
    'takes %s for a time',
    (text) => expect(isSureTime(text)).toBe(true),
  );

  it.each([
    '',
    'yesterday',
    '2026-13-01',
    '2026-02-30T10:00:00Z',
    '1970-01-01T00:00:00Z',
    '13:05',
    '{timestamp}',
    '2026',
    '20260107',
    '2026-01-07T99:00:00Z',
  ])('takes %j for none', (text) => expect(isSureTime(text)).toBe(false));

  it('reads a time without a zone as UTC, and the day of an id', () => {
    expect(findSureTime(['nothing', '2026-01-07 13:05'])).toBe('2026-01-07T13:05:00.000Z');
    expect(readIdTime('20260107-requirements')).toBe('2026-01-07T00:00:00.000Z');
    expect(readIdTime('20260199-000000-x')).toBe('');
  });
});
