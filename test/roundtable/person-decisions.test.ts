/** What a person decides about items: chosen by id, turned down by id, or in words of their own. */
import { describe, expect, it } from 'vitest';
import type { Session } from '../../src/domain/session.ts';
import { listDissent } from '../../src/roundtable/rules/outcome.ts';
import { answerEscalation } from '../../src/roundtable/rules/person-decision.ts';
import {
  createConflict,
  createEscalation,
  createItem,
  createSession,
  createTable,
} from '../support/roundtable-fixtures.ts';

const support = { 'qa-lead': 'support', 'devops-engineer': 'support' } as const;
const session = createSession(createTable(), {
  conflicts: [
    createConflict({ item_ids: ['REQ-001', 'REQ-002', 'REQ-003'] }),
    createConflict({ id: 'retention', description: 'How long', item_ids: ['REQ-004'] }),
  ],
  escalations: [createEscalation({ status: 'pending', decision: null, answered_by: null, extra_rounds: 0 })],
  artifacts: [
    createItem({}, { text: 'In the database.' }),
    createItem(support, { id: 'REQ-002', text: 'A broker of its own.' }),
    createItem(support, { id: 'REQ-003', text: 'Two queues.', status: 'agreed', decided_by: 'count' }),
    createItem({}, { id: 'REQ-004', text: 'Thirty days.' }),
  ],
  consensus: [
    { id: 'C-001', item_id: 'REQ-003', text: 'Two queues.', round: 1, supported_by: [], stood_aside: [] },
  ],
});

function decide(text: string, from: Session = session): Session {
  return answerEscalation(from, 'E-001', {
    decision: { decision: 'own', text, by: 'user' },
    at: '2026-03-02T09:00:00.000Z',
  });
}

const standing = ({ artifacts }: Session): string[] =>
  artifacts.map(({ id, status, decided_by: by }) =>
    [id, status, by].filter((part) => part !== null).join(' '),
  );

describe('a decision of a person', () => {
  it.each([
    ['Take REQ-001, with a limit of 1 MB.'],
    ['req-1, not REQ-002'],
    ['REQ-001 instead of REQ-2'],
    ['**REQ-001**; never REQ-002 or REQ-003'],
  ])('"%s" makes the item that it names hold with it, and the others give way', (text) => {
    const after = decide(text);
    expect(standing(after)).toEqual([
      'REQ-001 agreed user',
      'REQ-002 replaced',
      'REQ-003 open',
      'REQ-004 open',
      'DEC-001 agreed user',
    ]);
    const [chosen] = after.artifacts;
    expect(chosen).toMatchObject({ text: 'In the database.', related_to: ['DEC-001'], replaced_by: null });
    expect(chosen?.rationale).toContain(text);
    expect(after.artifacts[1]).toMatchObject({ replaced_by: 'DEC-001' });
  });

  it('that names several leaves those to be voted on, and the rest gives way', () => {
    expect(standing(decide('Either REQ-001 or REQ-002 will do.'))).toEqual([
      'REQ-001 open',
      'REQ-002 open',
      'REQ-003 open',
      'REQ-004 open',
      'DEC-001 agreed user',
    ]);
  });

  it('in words of its own replaces what is open, and puts what was agreed to the table again', () => {
    const after = decide('Buy a hosted one.');
    expect(standing(after)).toEqual([
      'REQ-001 replaced',
      'REQ-002 replaced',
      'REQ-003 open',
      'REQ-004 open',
      'DEC-001 agreed user',
    ]);
    expect(after.consensus).toEqual([]);
  });

  it('brings back an item that was replaced, when it names that one', () => {
    const from: Session = {
      ...session,
      artifacts: session.artifacts.map((item) =>
        item.id === 'REQ-001' ? { ...item, status: 'replaced', replaced_by: 'REQ-003' } : item,
      ),
    };
    expect(decide('REQ-001 it is.', from).artifacts[0]).toMatchObject({
      status: 'agreed',
      decided_by: 'user',
      replaced_by: null,
    });
  });

  it('about several conflicts settles those that it names, and all when it names none', () => {
    const asked: Session = {
      ...session,
      escalations: session.escalations.map((entry) => ({ ...entry, trigger: 'facilitator', subject: null })),
    };
    const open = (text: string): string[] =>
      decide(text, asked)
        .conflicts.filter(({ status }) => status === 'open')
        .map(({ id }) => id);
    expect(open('On retention: forty days.')).toEqual(['queue-kind']);
    expect(open('REQ-002 it is.')).toEqual(['retention']);
    expect(open('Do what costs least.')).toEqual([]);
  });

  it('makes no dissenter of a seat that supports what it chose', () => {
    const after = decide('REQ-002 it is.', {
      ...session,
      conflicts: [
        createConflict({
          item_ids: ['REQ-001', 'REQ-002'],
          positions: [
            { seat: 'qa-lead', text: 'something of its own', round: 1 },
            { seat: 'software-architect', text: 'the tables that are there', round: 1 },
          ],
        }),
      ],
    });
    expect(listDissent(after).map(({ seat }) => seat)).toEqual(['software-architect']);
  });

  it('stays theirs when a policy accepts the same words later', () => {
    const first = decide('Buy a hosted one.');
    const again: Session = {
      ...first,
      conflicts: [createConflict({ id: 'again', item_ids: ['DEC-001'] })],
      escalations: [
        createEscalation({
          id: 'E-001',
          subject: 'again',
          recommendation: 'buy a hosted one',
          status: 'pending',
          decision: null,
          answered_by: null,
          extra_rounds: 0,
        }),
      ],
    };
    const accepted = answerEscalation(again, 'E-001', {
      decision: { decision: 'accept', by: 'policy' },
      at: '2026-03-02T09:00:00.000Z',
    });
    expect(accepted.artifacts.at(-1)).toMatchObject({
      id: 'DEC-001',
      decided_by: 'user',
      text: 'Buy a hosted one.',
    });
    expect(accepted.escalations[0]?.answered_by).toBe('policy');
  });
});
