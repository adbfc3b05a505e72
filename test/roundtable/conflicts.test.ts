/** Conflicts: opened and worded by the facilitator, moved by the seats' own fields, closed by what is counted. */
import { describe, expect, it } from 'vitest';
import { applyConflicts, closeConflict, pickNamed } from '../../src/roundtable/discussion/conflicts.ts';
import { findPosition, readStances } from '../../src/roundtable/discussion/read-answer.ts';
import type { ConflictDraft } from '../../src/roundtable/discussion/word-conflict.ts';
import type { Conflict } from '../../src/session/records.ts';
import type { ConflictStance } from '../../src/session/round.ts';
import { createConflict, seatIds } from '../support/roundtable-fixtures.ts';

const [architect, lead, engineer] = seatIds;

function draft(changes: Partial<ConflictDraft> = {}): ConflictDraft {
  return { id: 'new', description: 'Where the jobs live', positions: [], recommendation: null, ...changes };
}

const position = (text: string, held_by: string[], id = 'new') => ({ id, text, held_by });

function stance(changes: Partial<ConflictStance> = {}): ConflictStance {
  return { conflict_id: 'CF-001', holds: null, gives_up: false, because: 'The load.', ...changes };
}

function apply(
  conflicts: readonly Conflict[],
  said: { stances?: Record<string, ConflictStance>; drafts?: ConflictDraft[]; answered?: readonly string[] },
) {
  const stances = Object.entries(said.stances ?? {}).map(([seat, one]) => ({ seat, stances: [one] }));
  return applyConflicts(
    conflicts,
    { stances, drafts: said.drafts ?? [] },
    { round: 2, answered: said.answered ?? seatIds },
  );
}

/** Who holds what: `a: x y; b: z`. */
function holders(conflict: Conflict | undefined): string {
  return (conflict?.positions ?? [])
    .map(({ id, held_by: held }) => `${id}: ${held.map(({ seat }) => seat).join(' ')}`)
    .join('; ');
}

describe('a conflict is opened', () => {
  it('with letters for its positions, and the holders that answered in this round', () => {
    const { conflicts, moved, resolved } = apply([], {
      drafts: [
        draft({
          positions: [
            position('in one table', [architect, lead]),
            position('with a broker', [engineer, lead]),
            position('in memory', []),
          ],
          recommendation: 'One table.',
        }),
      ],
      answered: [architect, engineer],
    });
    expect(conflicts).toMatchObject([
      {
        id: 'CF-001',
        status: 'open',
        opened_in: 2,
        recommendation: 'One table.',
        history: [{ round: 2, code: 'opened' }],
      },
    ]);
    // The lead did not answer, so nobody can say where it stands.
    expect(holders(conflicts[0])).toBe(`a: ${architect}; b: ${engineer}; c: `);
    expect(moved).toEqual(['CF-001']);
    expect(resolved).toEqual([]);
  });

  it('and a seat in two positions counts for the first', () => {
    const { conflicts } = apply([], {
      drafts: [draft({ positions: [position('a table', [lead]), position('a broker', [lead, architect])] })],
    });
    expect(holders(conflicts[0])).toBe(`a: ${lead}; b: ${architect}`);
  });

  it('and is closed at once when one position is held: it is never put before a person', () => {
    const { conflicts, resolved, moved } = apply([], {
      drafts: [
        draft({ positions: [position('in one table', [architect, lead]), position('elsewhere', [])] }),
      ],
    });
    expect(conflicts).toMatchObject([{ status: 'resolved', resolution_type: 'one-left', resolved_in: 2 }]);
    expect(resolved).toEqual([
      { conflict_id: 'CF-001', resolution: 'in one table', resolution_type: 'one-left' },
    ]);
    expect(moved).toEqual([]);
  });

  it('only with a description; under the name of a decided one it is a loss', () => {
    const decided = closeConflict(createConflict(), { resolution: 'A table.', type: 'user', round: 1 });
    const { conflicts, losses } = apply([decided], {
      drafts: [
        draft({ id: 'x', description: '' }),
        draft({ id: 'cf-1', positions: [position('a', [lead]), position('b', [engineer])] }),
      ],
    });
    expect(conflicts).toEqual([decided]);
    expect(losses).toEqual([
      { code: 'unknown_id', field: 'conflicts', id: 'x' },
      { code: 'unknown_id', field: 'conflicts', id: 'cf-1' },
    ]);
  });

  it('anew under its own id when the seats part again after they had agreed', () => {
    const over = closeConflict(createConflict(), { resolution: 'A table.', type: 'one-left', round: 1 });
    const { conflicts } = apply([over], {
      drafts: [draft({ id: 'CF-001', positions: [position('a', [lead]), position('b', [engineer])] })],
    });
    expect(conflicts.map(({ id, status }) => `${id} ${status}`)).toEqual(['CF-001 resolved', 'CF-002 open']);
  });
});

describe('a seat’s own field', () => {
  it.each<[string, string, ConflictStance, string, string | null]>([
    ['moves it', lead, stance({ holds: 'a' }), 'a: software-architect qa-lead; b: ', 'moved'],
    [
      'lets it join',
      engineer,
      stance({ holds: 'b' }),
      'a: software-architect; b: qa-lead devops-engineer',
      'joined',
    ],
    ['gives its position up', lead, stance({ gives_up: true }), 'a: software-architect; b: ', 'gave_up'],
    ['keeps it where it is', lead, stance({ holds: 'b' }), 'a: software-architect; b: qa-lead', null],
    ['without a view changes nothing', lead, stance(), 'a: software-architect; b: qa-lead', null],
    [
      'gives up what it never held',
      engineer,
      stance({ gives_up: true }),
      'a: software-architect; b: qa-lead',
      null,
    ],
    [
      'moves it, also when it says that it gave the old one up',
      lead,
      stance({ holds: 'a', gives_up: true }),
      'a: software-architect qa-lead; b: ',
      'moved',
    ],
  ])('%s', (_name, seat, said, after, code) => {
    const { conflicts, losses } = apply([createConflict()], { stances: { [seat]: said } });
    expect(holders(conflicts[0])).toBe(after);
    const events = conflicts[0]?.history.filter(({ code: one }) => one !== 'opened' && one !== 'resolved');
    expect(events?.map((event) => event.code)).toEqual(code === null ? [] : [code]);
    expect(losses).toEqual([]);
  });

  it('that holds a position and gives the same one up moves nothing, and that is said', () => {
    const { conflicts, losses } = apply([createConflict()], {
      stances: { [lead]: stance({ holds: 'b', gives_up: true }) },
    });
    expect(holders(conflicts[0])).toBe('a: software-architect; b: qa-lead');
    expect(losses).toEqual([{ code: 'unreadable_field', seat: lead, field: 'conflicts', id: 'CF-001' }]);
  });

  it('may be a position of its own, which keeps the conflict open until everybody holds the same', () => {
    const own = stance({ position: 'in a file', gives_up: true });
    const { conflicts, moved } = apply([createConflict()], {
      stances: { [lead]: own, [engineer]: stance({ position: 'In a file.' }) },
      // The facilitator's words for it are words for the same position, and move nobody.
      drafts: [draft({ id: 'CF-001', positions: [position('in a file of the project', [lead])] })],
    });
    expect(holders(conflicts[0])).toBe(`a: ${architect}; b: ; c: ${lead} ${engineer}`);
    expect(conflicts[0]).toMatchObject({ status: 'open', resolution: null });
    expect(conflicts[0]?.positions[2]?.text).toBe('in a file of the project');
    expect(conflicts[0]?.positions[1]?.given_up_by).toMatchObject([{ seat: lead }]);
    expect(moved).toEqual(['CF-001']);
    const then = apply(conflicts, { stances: { [architect]: stance({ holds: 'c' }) } });
    expect(then.conflicts[0]).toMatchObject({ status: 'resolved', resolution_type: 'conceded' });
  });

  it('is kept with its reason, in the position and as the cause of the answer', () => {
    const { conflicts, causes } = apply([createConflict()], {
      stances: { [lead]: stance({ holds: 'a', because: 'One table can be tested.' }) },
    });
    expect(conflicts[0]?.positions[1]?.given_up_by).toEqual([
      { seat: lead, round: 2, because: 'One table can be tested.' },
    ]);
    expect([...causes]).toEqual([[lead, 'One table can be tested.']]);
  });

  it('counts for open conflicts alone', () => {
    const decided = closeConflict(createConflict(), { resolution: 'A table.', type: 'user', round: 1 });
    expect(apply([decided], { stances: { [lead]: stance({ holds: 'a' }) } }).conflicts).toEqual([decided]);
  });
});

describe('a conflict ends', () => {
  it('conceded when its holders gave it up and one held position is left', () => {
    const { conflicts, resolved, moved } = apply([createConflict()], {
      stances: { [lead]: stance({ gives_up: true }) },
    });
    expect(conflicts[0]).toMatchObject({
      status: 'resolved',
      resolution: 'in the database',
      resolution_type: 'conceded',
      resolved_in: 2,
    });
    expect(conflicts[0]?.history.at(-1)).toEqual({ round: 2, code: 'resolved' });
    expect(resolved).toHaveLength(1);
    expect(moved).toEqual(['CF-001']);
  });

  it('not while another seat still holds what one gave up, nor while nobody holds anything', () => {
    const shared = createConflict();
    shared.positions[1]?.held_by.push({ seat: engineer, round: 1 });
    const one = apply([shared], { stances: { [lead]: stance({ gives_up: true }) } });
    expect(one.conflicts[0]?.status).toBe('open');
    const both = apply([createConflict()], {
      stances: { [lead]: stance({ gives_up: true }), [architect]: stance({ gives_up: true }) },
    });
    expect(both.conflicts[0]).toMatchObject({ status: 'open', resolution: null });
  });

  it('not by the words of a synthesis, whatever it says', () => {
    const { conflicts } = apply([createConflict()], {
      drafts: [draft({ id: 'CF-001', description: 'It is settled: all agree on the database' })],
    });
    expect(conflicts[0]).toMatchObject({ status: 'open' });
    expect(holders(conflicts[0])).toBe('a: software-architect; b: qa-lead');
  });

  it('by a decision, which is called what it is', () => {
    for (const type of ['user', 'policy', 'assistant'] as const)
      expect(closeConflict(createConflict(), { resolution: 'So.', type, round: 3 })).toMatchObject({
        status: 'resolved',
        resolution_type: type,
        history: [{ code: 'opened' }, { round: 3, code: 'decided' }],
      });
  });
});

describe('the facilitator', () => {
  it('rewords a conflict and the positions of those whom it names, and adds positions', () => {
    const { conflicts, moved } = apply([createConflict()], {
      drafts: [
        draft({
          id: '**cf-1**',
          description: 'How jobs are kept over a restart',
          positions: [position('one table, one row a job', [architect], 'a'), position('a file', [engineer])],
          recommendation: 'A table.',
        }),
      ],
    });
    expect(conflicts).toHaveLength(1);
    expect(conflicts[0]).toMatchObject({
      description: 'How jobs are kept over a restart',
      recommendation: 'A table.',
      positions: [{ text: 'one table, one row a job' }, { text: 'a broker of its own' }, { text: 'a file' }],
    });
    expect(holders(conflicts[0])).toBe(`a: ${architect}; b: ${lead}; c: ${engineer}`);
    expect(conflicts[0]?.history.map(({ code }) => code)).toEqual([
      'opened',
      'reworded',
      'reworded',
      'position_added',
    ]);
    expect(moved).toEqual(['CF-001']);
  });

  it('moves no seat that stands somewhere, spoke in this round, or gave something up', () => {
    const { conflicts } = apply([createConflict()], {
      stances: { [engineer]: stance() },
      drafts: [
        draft({ id: 'CF-001', positions: [position('in the database', [architect, lead, engineer], 'a')] }),
      ],
    });
    expect(holders(conflicts[0])).toBe('a: software-architect; b: qa-lead');
    const third = createConflict();
    third.positions[0]?.held_by.push({ seat: engineer, round: 1 });
    const left = apply([third], { stances: { [engineer]: stance({ gives_up: true }) } }).conflicts;
    const later = applyConflicts(
      left,
      { stances: [], drafts: [draft({ id: 'CF-001', positions: [position('x', [engineer], 'b')] })] },
      { round: 3, answered: seatIds },
    );
    expect(holders(later.conflicts[0])).toBe('a: software-architect; b: qa-lead');
  });

  it('who mixes up the letters changes nobody’s words', () => {
    const { conflicts } = apply([createConflict()], {
      drafts: [
        draft({
          id: 'CF-001',
          positions: [position('a broker', [lead], 'a'), position('the database', [architect], 'b')],
        }),
      ],
    });
    expect(conflicts[0]?.positions.map(({ text }) => text)).toEqual([
      'in the database',
      'a broker of its own',
    ]);
  });
});

describe('what a seat writes of a conflict', () => {
  it.each([
    ['a', 'a'],
    [' B ', 'b'],
    ['(b)', 'b'],
    ['b: a broker of its own', 'b'],
    ['position a', 'a'],
    ['A broker of its own.', 'b'],
    ['a broker', null],
    ['c', null],
    ['both', null],
    ['', null],
  ])('"%s" means %s', (text, id) => {
    expect(findPosition(createConflict(), text)).toBe(id);
  });

  it.each<[string, ConflictStance[], object[], string[]]>([
    [
      'another spelling',
      [stance({ conflict_id: 'cf 1', holds: 'A' })],
      [{ conflict_id: 'CF-001', holds: 'a' }],
      [],
    ],
    ['an unknown conflict', [stance({ conflict_id: 'CF-009', holds: 'a' })], [], ['unknown_id']],
    ['an unknown position', [stance({ holds: 'something else' })], [], ['unknown_id']],
    [
      'a position given up for one that is not there yet',
      [stance({ holds: 'something else', gives_up: true })],
      [{ holds: null, gives_up: true }],
      ['unknown_id'],
    ],
    [
      'a position in its own words',
      [stance({ position: ' in a file ', gives_up: true })],
      [{ holds: null, position: 'in a file' }],
      [],
    ],
    ['a known position in its words', [stance({ position: 'A broker of its own' })], [{ holds: 'b' }], []],
    ['a letter, and words beside it', [stance({ holds: 'a', position: 'as it is' })], [{ holds: 'a' }], []],
    ['the same twice', [stance({ holds: 'a' }), stance({ holds: 'a' })], [{ holds: 'a' }], []],
    ['two that differ', [stance({ holds: 'a' }), stance({ holds: 'b' })], [], ['unreadable_field']],
  ])('%s', (_name, drafts, stances, losses) => {
    const read = readStances(drafts, [createConflict()]);
    expect(read.stances).toHaveLength(stances.length);
    expect(read.stances).toMatchObject(stances);
    expect(read.losses.map(({ code }) => code)).toEqual(losses);
  });

  it('names open conflicts in any spelling when they go to a person', () => {
    const over = { ...createConflict({ id: 'CF-002' }), status: 'resolved' as const };
    expect(pickNamed([createConflict(), over], ['`CF-1`: the queue', 'CF-002', 'x'])).toEqual(['CF-001']);
  });
});
