import { describe, expect, it } from 'vitest';
import type { Conflict, Item } from '../../src/domain/records.ts';
import { createNaming } from '../../src/roundtable/prompts/seat-names.ts';
import { readSynthesis } from '../../src/roundtable/replies/read-synthesis.ts';
import { synthesisReply } from '../../src/roundtable/replies/replies.ts';
import type { ConflictContext } from '../../src/roundtable/rules/conflicts.ts';
import {
  applyConflicts,
  closeConflict,
  closeSettled,
  judgeResolution,
} from '../../src/roundtable/rules/conflicts.ts';
import { createConflict, createItem, createRound, createSession } from '../support/roundtable-fixtures.ts';

const naming = createNaming(createSession(), 'facilitator');
const silent: ConflictContext = { round: 2, answers: [], items: [] };

function reply(changes: Record<string, unknown>) {
  return readSynthesis(synthesisReply.parse({ synthesis: 's', ...changes }), naming);
}

/** The answers of a round in which some seats say what changed their position. */
function answersOf(changed: string[], cause: string | null = 'the load figures') {
  return createRound(2).answers.map((answer) =>
    changed.includes(answer.seat) ? { ...answer, changed: true, cause } : answer,
  );
}

describe('conflicts', () => {
  it('open with an id of their own words, age by the round, and keep their id when named again', () => {
    const first = applyConflicts(
      [],
      reply({
        conflicts: [{ id: 'new', description: 'Broker, or the database?', positions: { 'qa-lead': 'x' } }],
      }),
      { ...silent, round: 1 },
    );
    expect(first.opened).toEqual(['broker-or-the-database']);
    expect(first.conflicts[0]).toMatchObject({
      rounds_open: 1,
      positions: [{ seat: 'qa-lead', text: 'x', round: 1 }],
      history: [{ round: 1, change: 'opened', text: 'Broker, or the database?' }],
    });
    const again = applyConflicts(
      first.conflicts,
      reply({
        conflicts: [
          {
            id: '',
            description: 'broker or the database',
            positions: [{ seat: 'Devops_Engineer', text: 'y' }],
          },
        ],
      }),
      { ...silent, round: 3 },
    );
    expect(again.opened).toEqual([]);
    expect(again.conflicts).toHaveLength(1);
    expect(again.conflicts[0]).toMatchObject({
      rounds_open: 3,
      opened_in: 1,
      positions: [
        { seat: 'qa-lead', text: 'x', round: 1 },
        { seat: 'devops-engineer', text: 'y', round: 3 },
      ],
    });
  });

  it('stay open and age when a synthesis forgets them', () => {
    const { conflicts } = applyConflicts([createConflict()], reply({}), { ...silent, round: 4 });
    expect(conflicts[0]).toMatchObject({ status: 'open', rounds_open: 4 });
  });

  it('are reworded when the dispute has moved, and the history keeps how', () => {
    const { conflicts } = applyConflicts(
      [createConflict()],
      reply({ conflicts: [{ id: 'Queue-Kind', description: 'Who operates the broker', positions: [] }] }),
      silent,
    );
    expect(conflicts).toMatchObject([
      {
        id: 'queue-kind',
        description: 'Who operates the broker',
        history: [{ round: 2, change: 'reworded', text: 'Who operates the broker' }],
      },
    ]);
  });

  it('lose positions that their holders gave up, and take newer words with the round in which they were said', () => {
    const { conflicts } = applyConflicts(
      [createConflict()],
      reply({
        conflicts: [
          {
            id: 'queue-kind',
            description: '',
            positions: { 'software-architect': 'in the database, for now' },
          },
        ],
      }),
      { ...silent, answers: answersOf(['qa-lead']) },
    );
    expect(conflicts[0]?.positions).toEqual([
      { seat: 'software-architect', text: 'in the database, for now', round: 2 },
    ]);
  });

  it('keep the position of a seat that was not heard, dated to when it spoke', () => {
    const { conflicts } = applyConflicts(
      [createConflict()],
      reply({ conflicts: [{ id: 'queue-kind', description: 'd', positions: { 'qa-lead': 'a broker' } }] }),
      silent,
    );
    expect(conflicts[0]?.positions).toMatchObject([
      { seat: 'software-architect', text: 'in the database', round: 1 },
      { seat: 'qa-lead', text: 'a broker', round: 1 },
    ]);
  });

  it('name their items, and keep a recommendation of their own each', () => {
    const { conflicts } = applyConflicts(
      [createConflict({ item_ids: ['REQ-001'], recommendation: 'Measure first.' })],
      reply({
        conflicts: [
          { id: 'queue-kind', description: 'd', item_ids: ['REQ-002'], positions: [] },
          { id: 'new', description: 'Retention of jobs', positions: [], recommendation: 'Thirty days.' },
        ],
      }),
      silent,
    );
    expect(conflicts.map(({ item_ids: ids, recommendation }) => [ids, recommendation])).toEqual([
      // A dispute that moved on leaves items behind: a decision on it must not take them along.
      [['REQ-002'], 'Measure first.'],
      [[], 'Thirty days.'],
    ]);
  });

  it('that were settled do not come back under their old id', () => {
    const settled = closeConflict(createConflict(), { resolution: 'r', type: 'user', round: 1 });
    const { opened, conflicts } = applyConflicts(
      [settled],
      reply({ conflicts: [{ id: 'queue-kind', description: 'queue kind' }] }),
      silent,
    );
    expect(opened).toEqual(['queue-kind-2']);
    expect(conflicts[0]?.status).toBe('resolved');
  });
});

it('a conflict that names nothing and describes nothing is a loss', () => {
  const { conflicts, losses } = applyConflicts(
    [createConflict()],
    reply({ conflicts: [{ id: 'storage', positions: [] }] }),
    silent,
  );
  expect(conflicts).toHaveLength(1);
  expect(losses).toEqual([
    'conflicts: no open conflict is called "storage", and nothing says what it is about',
  ]);
});

describe('what a synthesis calls resolved', () => {
  const resolved = [{ conflict_id: 'queue-kind', resolution: 'the database' }];

  it('closes by its id, when a holder said what changed its mind', () => {
    const { conflicts, resolved: closed } = applyConflicts([createConflict()], reply({ resolved }), {
      ...silent,
      answers: answersOf(['qa-lead']),
    });
    expect(conflicts[0]).toMatchObject({
      status: 'resolved',
      resolution: 'the database',
      resolution_type: 'conceded',
      resolved_in: 2,
      history: [{ round: 2, change: 'resolved (conceded)', text: 'the database' }],
    });
    expect(closed).toEqual([
      { conflict_id: 'queue-kind', resolution: 'the database', resolution_type: 'conceded' },
    ]);
  });

  it('stays open while its holders hold their positions, and that is said', () => {
    const { conflicts, losses } = applyConflicts([createConflict()], reply({ resolved }), silent);
    expect(conflicts[0]?.status).toBe('open');
    expect(losses).toEqual(['resolved: "queue-kind" stays open, because no seat gave its position up']);
  });

  it('stays open when it is named as standing too', () => {
    const { conflicts, losses } = applyConflicts(
      [createConflict()],
      reply({ conflicts: [{ id: 'queue-kind', description: 'still' }], resolved }),
      { ...silent, answers: answersOf(['qa-lead']) },
    );
    expect(conflicts[0]?.status).toBe('open');
    expect(losses).toEqual(['resolved: "queue-kind" is also named as standing, so it stays open']);
  });

  it('is a loss when nothing is called so', () => {
    const { losses } = applyConflicts(
      [createConflict()],
      reply({ resolved: [{ conflict_id: 'x', resolution: 'r' }] }),
      silent,
    );
    expect(losses).toEqual(['resolved: no open conflict is called "x"']);
  });

  const item = (votes: Parameters<typeof createItem>[0], changes: Partial<Item> = {}) =>
    createItem(votes, { proposed_by: [{ seat: 'software-architect', round: 1 }], ...changes });
  const about = (changes: Partial<Conflict> = {}) => createConflict({ item_ids: ['REQ-001'], ...changes });
  const third = { seat: 'devops-engineer', text: 'a hosted queue', round: 1 };
  const rows: [string, Conflict, Partial<ConflictContext>, 'consensus' | 'conceded' | null][] = [
    ['an item on it is agreed', about(), { items: [item({}, { status: 'agreed' })] }, 'consensus'],
    [
      'an item on it is agreed, but a holder blocks it',
      about(),
      { items: [item({ 'qa-lead': 'block' }, { status: 'agreed' })] },
      null,
    ],
    [
      'an item is agreed that is not on it',
      createConflict(),
      { items: [item({}, { status: 'agreed' })] },
      null,
    ],
    ['nobody holds anything', about({ positions: [] }), {}, 'consensus'],
    ['a holder changed its mind and says why', about(), { answers: answersOf(['qa-lead']) }, 'conceded'],
    ['a holder says that it changed, but not why', about(), { answers: answersOf(['qa-lead'], null) }, null],
    ['somebody else changed its mind', about(), { answers: answersOf(['devops-engineer']) }, null],
    [
      'a holder supports what the other put forward',
      about(),
      { items: [item({ 'qa-lead': 'support' })] },
      'conceded',
    ],
    [
      'a holder supports what it put forward itself',
      about(),
      { items: [item({ 'software-architect': 'support' })] },
      null,
    ],
    [
      'a holder supported it before it took its position',
      about({ positions: about().positions.map((position) => ({ ...position, round: 2 })) }),
      { items: [item({ 'qa-lead': 'support' })] },
      null,
    ],
    [
      'a holder is only presumed to support it',
      about(),
      {
        items: [
          item(
            {},
            { stances: [{ seat: 'qa-lead', stance: 'support', reason: '', round: 2, presumed: true }] },
          ),
        ],
      },
      null,
    ],
    [
      'one gave way, and one who is left blocks what is to be',
      about(),
      { answers: answersOf(['qa-lead']), items: [item({ 'software-architect': 'block' })] },
      null,
    ],
    [
      'one of three gave way, and the other two still hold two things',
      about({ positions: [...about().positions, third] }),
      { answers: answersOf(['qa-lead']) },
      null,
    ],
    [
      'one of three gave way, and the other two say the same',
      about({ positions: [...about().positions, { ...third, text: 'In the database.' }] }),
      { answers: answersOf(['qa-lead']) },
      'conceded',
    ],
    [
      'one of three gave way, and the other two support one item',
      about({ positions: [...about().positions, third] }),
      {
        answers: answersOf(['qa-lead']),
        items: [
          item(
            { 'software-architect': 'support', 'devops-engineer': 'support' },
            { proposed_by: [third, ...about().positions].map(({ seat, round }) => ({ seat, round })) },
          ),
        ],
      },
      'conceded',
    ],
    [
      'all gave way',
      about({ positions: [...about().positions, third] }),
      { answers: answersOf(['qa-lead', 'software-architect', 'devops-engineer']) },
      'conceded',
    ],
  ];
  it.each(rows)('when %s', (_name, conflict, context, type) => {
    expect(judgeResolution(conflict, { ...silent, ...context })).toBe(type);
  });
});

describe('a seat that gives its position up', () => {
  const conflict = createConflict({
    item_ids: ['REQ-001'],
    positions: [
      ...createConflict().positions,
      { seat: 'devops-engineer', text: 'in the database, by us', round: 1 },
    ],
  });
  const asSaid = createItem({ 'software-architect': 'support', 'devops-engineer': 'support' });
  const reworded = { ...asSaid, stances: [], worded_in: 2 };
  const answers = answersOf(['qa-lead'], 'the broker of our own is not needed');
  const resolved = [{ conflict_id: 'queue-kind', resolution: 'the database' }];

  it('ends the conflict also where the item was reworded in the same reply', () => {
    const context = { ...silent, answers, items: [reworded] };
    const told = applyConflicts([conflict], reply({ resolved }), { ...context, spokenOf: [asSaid] });
    expect(told.conflicts[0]).toMatchObject({ status: 'resolved', resolution_type: 'conceded' });
  });

  it('is not shown with it any more where the conflict goes on, and the end is found a round later', () => {
    const { conflicts } = applyConflicts([conflict], reply({}), { ...silent, answers, items: [reworded] });
    expect(conflicts[0]).toMatchObject({
      status: 'open',
      positions: [{ seat: 'software-architect' }, { seat: 'devops-engineer' }],
      history: [{ round: 2, change: 'given up', text: 'qa-lead: a broker of its own' }],
    });
    const later = applyConflicts(conflicts, reply({ resolved }), { ...silent, round: 3, items: [asSaid] });
    expect(later.conflicts[0]?.resolution_type).toBe('conceded');
  });

  it('keeps it while it still supports what it put forward itself', () => {
    const own = createItem(
      { 'qa-lead': 'support' },
      { id: 'REQ-002', proposed_by: [{ seat: 'qa-lead', round: 1 }] },
    );
    const both = { ...conflict, item_ids: ['REQ-001', 'REQ-002'] };
    const liked = createItem({ 'qa-lead': 'support' }, { proposed_by: [] });
    const { conflicts } = applyConflicts([both], reply({}), { ...silent, items: [liked, own] });
    expect(conflicts[0]?.positions).toHaveLength(3);
  });
});

describe('conflicts that are over though nobody said so', () => {
  const about = createConflict({ item_ids: ['REQ-001', 'REQ-002'] });
  const close = (items: Item[], final: boolean) =>
    closeSettled([about], { round: 3, answers: [], items }, { final })[0]?.status;
  const agreed = createItem({ 'qa-lead': 'support' }, { status: 'agreed' });

  it('close after the last count when an item is agreed and none is blocked', () => {
    expect(close([agreed], true)).toBe('resolved');
    expect(close([agreed], false)).toBe('open');
    const blockedBy = (seat: string) => createItem({ [seat]: 'block' }, { id: 'REQ-002' });
    expect(close([agreed, blockedBy('devops-engineer')], true)).toBe('open');
    // Who got the one way blocks the other, which keeps nothing open.
    expect(close([agreed, blockedBy('qa-lead')], true)).toBe('resolved');
    expect(close([agreed, blockedBy('qa-lead')], false)).toBe('open');
    const disputed = createItem({ 'devops-engineer': 'block' }, { status: 'agreed' });
    expect(close([disputed, blockedBy('qa-lead')], true)).toBe('open');
  });

  it('close when one of their items has taken the place of the others, unless a holder blocks it', () => {
    const old = createItem({}, { id: 'REQ-002', status: 'replaced', replaced_by: 'REQ-001' });
    expect(close([agreed, old], false)).toBe('resolved');
    expect(close([createItem({ 'qa-lead': 'block' }, { status: 'agreed' }), old], false)).toBe('open');
    expect(close([agreed, createItem({}, { id: 'REQ-002', status: 'agreed' })], false)).toBe('open');
  });

  it('close when all their items were withdrawn, and not when one only was', () => {
    const gone = createItem({}, { status: 'withdrawn' });
    expect(close([gone], false)).toBe('resolved');
    expect(close([gone, createItem({}, { id: 'REQ-002' })], false)).toBe('open');
    expect(close([], true)).toBe('open');
  });
});
