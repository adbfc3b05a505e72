/** A facilitator who was taught the public plugin's form of reply is understood all the same. */
import { describe, expect, it } from 'vitest';
import { readSynthesis } from '../../src/roundtable/replies/read-synthesis.ts';
import { synthesisReply, toJsonSchema } from '../../src/roundtable/replies/replies.ts';

const naming = {
  readText: (text: string) => text,
  readId: (text: string) => text,
  readSeat: (text: string) => text,
} as unknown as Parameters<typeof readSynthesis>[1];

const read = (reply: Record<string, unknown>) => readSynthesis(synthesisReply.parse(reply), naming);

describe('the fields of the plugin', () => {
  const reply = {
    action: 'synthesis',
    synthesis: 'Strong agreement.',
    proposed_artifacts: [
      {
        type: 'requirement',
        title: 'Lookup',
        status: 'consensus',
        description: 'A clerk finds a parcel.',
        acceptance: ['In a second'],
      },
      { type: 'nfr', title: 'Speed' },
      {
        type: 'conflict',
        title: 'Who hands out',
        description: 'Nobody agrees',
        positions: [
          { participant: 'qa-lead', stance: 'Clerks' },
          { participant: 'product-manager', stance: 'Anybody' },
        ],
      },
      { type: 'conflict', title: 'Photos', positions: { 'qa-lead': 'Never' } },
      { type: 'open_question', title: 'Which hours?', raised_by: 'qa-lead' },
    ],
    resolved_conflicts: [{ conflict_id: 'fax', resolution: 'No fax' }],
    agenda_update: { topic_id: 'user-workflows', new_status: 'closed', coverage_added: ['Entry'] },
    next: 'conclude',
  };

  it('are read: results, conflicts and questions of one list, the agenda, what comes next', () => {
    const draft = read(reply);
    expect(draft.items).toMatchObject([
      { type: 'REQ', title: 'Lookup', text: 'A clerk finds a parcel.', acceptance: ['In a second'] },
      { type: 'NFR', title: 'Speed', text: 'Speed' },
    ]);
    expect(draft.conflicts).toMatchObject([
      {
        description: 'Who hands out: Nobody agrees',
        positions: [
          { seat: 'qa-lead', text: 'Clerks' },
          { seat: 'product-manager', text: 'Anybody' },
        ],
      },
      { description: 'Photos', positions: [{ seat: 'qa-lead', text: 'Never' }] },
    ]);
    expect(draft.open_questions).toEqual([{ text: 'Which hours?', raised_by: ['qa-lead'] }]);
    expect(draft.resolved).toEqual([{ conflict_id: 'fax', resolution: 'No fax' }]);
    expect(draft.agenda_coverage).toEqual([
      { topic_id: 'user-workflows', status: 'covered', criteria_met: [] },
    ]);
    expect(draft.next_action).toBe('conclude');
  });

  it.each([
    [{ next: 'phase' }, 'phase'],
    [{ next: 'Escalate' }, 'escalate'],
    [{ next: 'wait' }, 'continue'],
    [{ next: 'continue', next_action: 'conclude' }, 'conclude'],
    [{}, 'continue'],
  ])('%j comes to %s', (fields, action) => {
    expect(read({ synthesis: 'S', ...fields }).next_action).toBe(action);
  });

  it.each([
    [
      [
        { topic_id: 'a', new_status: 'open' },
        { topic_id: 'b', new_status: 'partial' },
      ],
      ['pending', 'partial'],
    ],
    [{ topic_id: 'a' }, ['partial']],
    ['nothing', []],
  ])('agenda_update %j', (update, statuses) => {
    expect(
      read({ synthesis: 'S', agenda_update: update }).agenda_coverage.map(({ status }) => status),
    ).toEqual(statuses);
  });

  it('are never asked for', () => {
    const { properties } = toJsonSchema(synthesisReply) as { properties: Record<string, unknown> };
    for (const name of ['proposed_artifacts', 'resolved_conflicts', 'agenda_update', 'next'])
      expect(properties).not.toHaveProperty(name);
    expect(properties).toHaveProperty('next_action');
  });
});
