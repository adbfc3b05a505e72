import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../src/documents/document-kinds.ts';
import type { Item, Statement } from '../../src/domain/records.ts';
import { createNaming } from '../../src/roundtable/prompts/seat-names.ts';
import { readSynthesis } from '../../src/roundtable/replies/read-synthesis.ts';
import { synthesisReply } from '../../src/roundtable/replies/replies.ts';
import { applyItems, listProposers } from '../../src/roundtable/rules/items.ts';
import {
  listLive,
  listWantedItems,
  raiseInReview,
  readPriority,
} from '../../src/roundtable/rules/new-item.ts';
import { answerEscalation } from '../../src/roundtable/rules/person-decision.ts';
import { presumeSupport } from '../../src/roundtable/rules/stances.ts';
import { settleItems } from '../../src/roundtable/rules/votes.ts';
import {
  createConflict,
  createEscalation,
  createItem,
  createSession,
  createStatement,
  createTable,
} from '../support/roundtable-fixtures.ts';
import { itemEntry } from '../support/scripted-model.ts';

const naming = createNaming(createSession(), 'facilitator');
/** Items as a synthesis holds them, read the way a reply is. */
const draft = (items: unknown) =>
  readSynthesis(synthesisReply.parse({ synthesis: 's', items }), naming).items;

const said = [
  createStatement('S-001', { seat: 'qa-lead' }),
  createStatement('S-002', { seat: 'devops-engineer' }),
  createStatement('S-003', { seat: 'qa-lead', round: 2 }),
];

function apply(items: readonly Item[], entries: unknown, statements: readonly Statement[] = said, round = 2) {
  return applyItems(items, draft(entries), { round, statements });
}

describe('a new item', () => {
  it('gets the next id of its kind, with the seats and rounds of its statements', () => {
    const { items, losses } = apply(
      [createItem()],
      [
        itemEntry('A job is retried five times.', {
          from: ['s-1', '**S-003**: again'],
          priority: 'Must have',
        }),
        itemEntry('The queue may fill up.', { id: 'new-2', type: 'Risk', from: ['S-002'] }),
      ],
    );
    expect(items.slice(1)).toMatchObject([
      {
        id: 'REQ-002',
        status: 'open',
        priority: 'must',
        from: ['S-001', 'S-003'],
        proposed_by: [
          { seat: 'qa-lead', round: 1 },
          { seat: 'qa-lead', round: 2 },
        ],
        round: 2,
        worded_in: 2,
        stances: [],
        history: [{ round: 2, change: 'put forward', text: 'A job is retried five times.' }],
      },
      { id: 'RISK-001', from: ['S-002'] },
    ]);
    expect(losses).toEqual([]);
  });

  it('is agreed by nobody yet, whatever the reply says of it', () => {
    const { items } = apply(
      [],
      [itemEntry('A job is kept.', { status: 'agreed', decided_by: 'user', stances: [1] })],
    );
    expect(items[0]).toMatchObject({ status: 'open', decided_by: null, stances: [] });
  });

  it('comes once from entries of the same words, and takes all their statements', () => {
    const { items } = apply(
      [],
      [
        itemEntry('A job is kept.', { from: ['S-001'] }),
        itemEntry('a job is KEPT', { id: 'new-2', from: ['S-002'] }),
      ],
    );
    expect(items).toMatchObject([{ id: 'REQ-001', from: ['S-001', 'S-002'] }]);
  });

  it('is the known one when it only repeats its words', () => {
    const { items } = apply([createItem()], [itemEntry('use a queue in the database', { from: ['S-001'] })]);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ id: 'REQ-001', from: ['S-001'], text: 'Use a queue in the database.' });
  });

  it.each([
    ['A job waits less than 5 s: wait < 5 s.', 'A job waits less than 5 s: wait > 5 s.'],
    ['Written in C.', 'Written in C++.'],
    ['Retain at least 5 %.', 'Retain at least 5.'],
  ])('is another one where a sign makes the difference: "%s"', (one, other) => {
    const { items } = apply([], [itemEntry(one), itemEntry(other, { id: 'new-2' })]);
    expect(items).toHaveLength(2);
  });

  it('drops statements that nobody made', () => {
    expect(apply([], [itemEntry('A job is kept.', { from: ['S-404', 'qa-lead'] })]).items[0]?.from).toEqual(
      [],
    );
  });

  it('takes an id that was used before for no other', () => {
    const gone = createItem({}, { id: 'REQ-007', status: 'withdrawn' });
    expect(apply([gone], [itemEntry('A job is kept.')]).items.map(({ id }) => id)).toEqual([
      'REQ-007',
      'REQ-008',
    ]);
  });

  it('is read under older names too: proposed artifacts, artifacts, and points of a consensus', () => {
    const reply = synthesisReply.parse({
      synthesis: 's',
      artifacts: [{ type: 'requirement', title: 't', text: 'One.' }],
      proposed_artifacts: [{ type: 'decision', title: 't', text: 'Two.' }],
      consensus: ['Three.'],
    });
    const { items } = applyItems([], readSynthesis(reply, naming).items, { round: 1, statements: [] });
    expect(items.map(({ id, text, status }) => `${id} ${text} ${status}`)).toEqual([
      'REQ-001 One. open',
      'DEC-001 Two. open',
      'POINT-001 Three. open',
    ]);
  });
});

describe('names between the parts of one reply', () => {
  it('mean the items that the reply brings, by their labels', () => {
    const { items, resolve } = apply(
      [createItem()],
      [
        itemEntry('The queue may fill up.', { id: 'new-1', type: 'RISK' }),
        itemEntry('It is emptied at night.', {
          id: 'new 2',
          type: 'MIT',
          related_to: ['new_1', 'req-1'],
          replaces: ['new-2'],
        }),
      ],
    );
    expect(items[2]).toMatchObject({ id: 'MIT-001', related_to: ['RISK-001', 'REQ-001'], replaces: [] });
    expect(resolve(['**new-2**', 'REQ-1 and new-9'])).toEqual(['MIT-001', 'REQ-001']);
  });

  it('mean them also by ids that the model counted itself', () => {
    const { items, resolve } = apply(
      [createItem()],
      [itemEntry('One.', { id: 'REQ-017' }), itemEntry('Two.', { id: 'REQ-018', replaces: ['REQ-017'] })],
    );
    expect(items.slice(1).map(({ id, replaces }) => [id, replaces])).toEqual([
      ['REQ-002', []],
      ['REQ-003', ['REQ-002']],
    ]);
    expect(resolve(['REQ-018'])).toEqual(['REQ-003']);
  });
});

describe('an item that is amended', () => {
  const stances = [
    { seat: 'qa-lead', stance: 'support' as const, reason: '', round: 2 },
    { seat: 'devops-engineer', stance: 'block' as const, reason: 'slow', round: 2 },
    { seat: 'software-architect', stance: 'block' as const, reason: 'early', round: 1 },
    { seat: 'software-architect', stance: 'stand_aside' as const, reason: 'late', round: 2 },
  ];
  const old = createItem(
    {},
    { stances, status: 'agreed', decided_by: 'count', priority: 'must', from: ['S-001'] },
  );

  it('keeps its id, opens, lapses supports and stand-asides, and keeps the blocks that stand, and only those', () => {
    const [item] = apply(
      [old],
      [itemEntry('Use one table.', { id: 'REQ-1', from: ['S-002'] })],
      said,
      3,
    ).items;
    expect(item).toMatchObject({
      id: 'REQ-001',
      text: 'Use one table.',
      worded_in: 3,
      round: 1,
      status: 'open',
      decided_by: null,
      priority: 'must',
      from: ['S-001', 'S-002'],
    });
    expect(item?.stances).toEqual([stances[1]]);
    expect(item?.history).toEqual([
      { round: 3, change: 'reworded; stances lapsed: qa-lead, software-architect', text: 'Use one table.' },
    ]);
    // The one before is not changed.
    expect(old.stances).toHaveLength(4);
  });

  it('in its acceptance is amended as well: it was voted on', () => {
    const [item] = apply(
      [old],
      [itemEntry(old.text, { id: 'REQ-001', acceptance: ['Seen once.'] })],
      said,
      3,
    ).items;
    expect(item).toMatchObject({ status: 'open', worded_in: 3, acceptance: ['Seen once.'] });
  });

  it('keeps everything when only case, stops, statements or a title are new', () => {
    const [item] = apply(
      [old],
      [
        itemEntry('use a queue IN the database', {
          id: 'REQ-001',
          title: 'The queue',
          from: ['S-002'],
          priority: null,
        }),
      ],
    ).items;
    expect(item).toMatchObject({ status: 'agreed', title: 'The queue', text: old.text, worded_in: 1 });
    expect(item?.stances).toEqual(stances);
    expect(item?.from).toEqual(['S-001', 'S-002']);
  });

  it('keeps its reason beside an added one while its words stay, and has the new one for new words', () => {
    const given = { ...old, rationale: 'Jobs grow.' };
    const amend = (text: string, rationale: string) =>
      apply([given], [itemEntry(text, { id: 'REQ-001', rationale })]).items[0]?.rationale;
    expect(amend(old.text, 'It rests on the constraint.')).toBe('Jobs grow. It rests on the constraint.');
    expect(amend(old.text, 'Jobs grow. So do files.')).toBe('Jobs grow. So do files.');
    expect(amend(old.text, '')).toBe('Jobs grow.');
    expect(amend('Use one table.', 'One is enough.')).toBe('One is enough.');
  });

  it('has its proposers presumed again only once they were shown the new wording', () => {
    const { items } = apply(
      [createItem({}, { from: ['S-001'] })],
      [itemEntry('Use one table.', { id: 'REQ-001' })],
      said,
      2,
    );
    const presume = (round: number) =>
      presumeSupport(items, {
        proposers: (item) => listProposers(item, said),
        shown: ['qa-lead'],
        wordedBefore: round,
        round,
      })[0]?.stances.map(({ seat, presumed }) => [seat, presumed]);
    expect(presume(2)).toEqual([]);
    expect(presume(3)).toEqual([['qa-lead', true]]);
  });
});

describe('an item that is withdrawn', () => {
  it('is so with its reason, and is live no longer', () => {
    const { items } = apply([createItem()], [itemEntry('x', { id: 'REQ-001', withdrawn: 'out of scope' })]);
    expect(items[0]).toMatchObject({
      status: 'withdrawn',
      text: 'Use a queue in the database.',
      history: [{ change: 'withdrawn', text: 'out of scope' }],
    });
    expect(listLive(items)).toEqual([]);
  });

  it('may be put forward again, as a new one', () => {
    const withdrawn = createItem({}, { status: 'withdrawn' });
    expect(apply([withdrawn], [itemEntry(withdrawn.text)]).items.map(({ id }) => id)).toEqual([
      'REQ-001',
      'REQ-002',
    ]);
  });

  it('cannot be one that is agreed, or that does not exist', () => {
    const agreed = createItem({}, { status: 'agreed', decided_by: 'count' });
    const { items, losses, resolve } = apply(
      [agreed],
      [
        itemEntry('x', { id: 'REQ-001', withdrawn: 'no longer liked' }),
        itemEntry('y', { id: 'REQ-009', withdrawn: 'x' }),
      ],
    );
    expect(items).toEqual([agreed]);
    expect(losses).toEqual([
      'items: nothing is called "REQ-009" that could be withdrawn',
      'items: REQ-001 is agreed; only the seats can open it again',
    ]);
    expect(resolve(['REQ-009', 'REQ-002'])).toEqual([]);
  });
});

describe('a replacing item', () => {
  it('inherits no stance, and names what it is to replace', () => {
    const { items } = apply(
      [createItem({ 'qa-lead': 'support', 'devops-engineer': 'support' })],
      [itemEntry('Use one table.', { replaces: ['REQ-001'], from: ['S-002'] })],
    );
    expect(items[0]?.status).toBe('open');
    expect(items[1]).toMatchObject({
      id: 'REQ-002',
      stances: [],
      replaces: ['REQ-001'],
      history: [{ change: 'put forward in place of REQ-001' }],
    });
  });
});

describe('what a person decided', () => {
  const table = createTable();
  const session = createSession(table, {
    conflicts: [createConflict({ item_ids: ['REQ-001', 'REQ-002'] })],
    escalations: [
      createEscalation({ status: 'pending', decision: null, answered_by: null, extra_rounds: 0 }),
    ],
    artifacts: [
      createItem(
        { 'qa-lead': 'support', 'devops-engineer': 'support' },
        { status: 'agreed', decided_by: 'count' },
      ),
      createItem({ 'qa-lead': 'block' }, { id: 'REQ-002', text: 'Use a broker.' }),
      createItem({}, { id: 'REQ-003', text: 'Not about this.' }),
    ],
    consensus: [
      {
        id: 'C-001',
        item_id: 'REQ-001',
        text: 'Use a queue in the database.',
        round: 1,
        supported_by: [],
        stood_aside: [],
      },
    ],
  });
  const decide = (text: string, from = session) =>
    answerEscalation(from, 'E-001', {
      decision: { decision: 'own', text, by: 'user' },
      at: '2026-03-02T09:00:00.000Z',
    });
  const after = decide('Buy a hosted queue.');
  const decided = after.artifacts.find(({ id }) => id === 'DEC-001');
  if (!decided) throw new Error('nothing was decided');

  it('is an agreed item; open items of its conflict give way, agreed ones go back to the table', () => {
    expect(decided).toMatchObject({ status: 'agreed', decided_by: 'user', text: 'Buy a hosted queue.' });
    expect(after.artifacts.map(({ id, status, replaced_by: by }) => [id, status, by])).toEqual([
      ['REQ-001', 'open', null],
      ['REQ-002', 'replaced', 'DEC-001'],
      ['REQ-003', 'open', null],
      ['DEC-001', 'agreed', null],
    ]);
    expect(after.artifacts[0]?.stances).toEqual([]);
    expect(after.consensus).toEqual([]);
    expect(after.conflicts[0]).toMatchObject({
      status: 'resolved',
      resolution_type: 'user',
      resolution: 'Buy a hosted queue.',
    });
    expect(after.conflicts[0]?.item_ids).toContain('DEC-001');
  });

  it('is an item of the conflict itself where it says the same', () => {
    const same = decide('use a BROKER');
    expect(same.artifacts.map(({ id, status, decided_by: by }) => `${id} ${status} ${by}`)).toEqual([
      'REQ-001 open null',
      'REQ-002 agreed user',
      'REQ-003 open null',
    ]);
  });

  it('is neither amended nor withdrawn nor replaced; statements that say the same still end in it', () => {
    const { items, losses } = apply(after.artifacts, [
      itemEntry('Rent a queue.', { id: 'DEC-001', from: ['S-001'] }),
      itemEntry('x', { id: 'dec-1', withdrawn: 'too dear' }),
      itemEntry('Build one.', { id: 'new-1', type: 'DEC', replaces: ['DEC-001'] }),
    ]);
    expect(items.find(({ id }) => id === 'DEC-001')).toEqual({
      ...decided,
      from: ['S-001'],
      proposed_by: [{ seat: 'qa-lead', round: 1 }],
    });
    expect(losses).toEqual([
      'items: DEC-001 was decided by a person and stays as it is',
      'items: DEC-001 was decided by a person and stays as it is',
    ]);
    const voted = items.map((item) =>
      item.id === 'DEC-002'
        ? createItem(
            { 'qa-lead': 'support', 'devops-engineer': 'support' },
            { ...item, stances: createItem({ 'qa-lead': 'support', 'devops-engineer': 'support' }).stances },
          )
        : item,
    );
    const settled = settleItems(
      { ...after, artifacts: voted },
      { rule: after.settings.consensus, round: 3, final: true },
    );
    expect(settled.artifacts.find(({ id }) => id === 'DEC-001')?.status).toBe('agreed');
  });

  it('keeps what contradicts it from being agreed, until that is worded anew', () => {
    const supported = createItem(
      { 'qa-lead': 'support', 'devops-engineer': 'support', 'software-architect': 'support' },
      { id: 'REQ-004', text: 'Run a broker of our own.' },
    );
    const named = apply(
      [...after.artifacts, supported],
      [itemEntry(supported.text, { id: 'REQ-004', contradicts: ['DEC-1'] })],
    ).items;
    expect(named.at(-1)?.contradicts).toEqual(['DEC-001']);
    const settle = (items: readonly Item[]) =>
      settleItems(
        { ...after, artifacts: [...items] },
        { rule: after.settings.consensus, round: 3, final: false },
      ).artifacts.at(-1)?.status;
    expect(settle([...after.artifacts, supported])).toBe('agreed');
    expect(settle(named)).toBe('open');
    const reworded = apply(named, [
      itemEntry('Run the hosted queue in one region.', { id: 'REQ-004' }),
    ]).items;
    expect(reworded.at(-1)?.contradicts).toEqual([]);
    const blocked = apply(
      named.map((item) =>
        item.id === 'REQ-004'
          ? {
              ...item,
              stances: [{ seat: 'qa-lead', stance: 'block' as const, reason: 'against DEC-001', round: 2 }],
            }
          : item,
      ),
      [itemEntry('Run two brokers of our own.', { id: 'REQ-004' })],
    ).items;
    expect(blocked.at(-1)?.contradicts).toEqual(['DEC-001']);
  });

  it('is all that an item can contradict: the word of a synthesis against a counted item stops nothing', () => {
    const { items } = apply(after.artifacts, [
      itemEntry('Keep it.', { contradicts: ['REQ-003', 'DEC-404'] }),
    ]);
    expect(items.at(-1)?.contradicts).toEqual([]);
  });

  it('is recorded as that of the policy where a policy accepted it, and never as the person’s', () => {
    const accepted = answerEscalation(session, 'E-001', {
      decision: { decision: 'accept', by: 'policy' },
      at: '2026-03-02T09:00:00.000Z',
    });
    expect(accepted.artifacts.at(-1)).toMatchObject({ decided_by: 'policy', text: 'take the database' });
    expect(accepted.conflicts[0]?.resolution_type).toBe('policy');
  });
});

describe('what the review raises', () => {
  it('is a point of its own for each statement, beside what is voted on', () => {
    const raised = [
      createStatement('S-009', {
        text: 'The limit is missing.',
        why: 'Jobs grow.',
        verify: 'It is stated.',
        replaces: ['**REQ-1**: x', 'the other'],
        raised_in: 'review',
      }),
      createStatement('S-010', { text: 'Name an owner.', raised_in: 'review' }),
    ];
    const items = raiseInReview(
      [createItem(), createItem({}, { id: 'POINT-004', type: 'POINT' })],
      raised,
      3,
    );
    expect(items.slice(2)).toMatchObject([
      {
        id: 'POINT-005',
        raised_in: 'review',
        status: 'open',
        from: ['S-009'],
        rationale: 'Jobs grow.',
        acceptance: ['It is stated.'],
        related_to: ['REQ-001'],
        round: 3,
        stances: [],
      },
      { id: 'POINT-006', from: ['S-010'], acceptance: [] },
    ]);
  });
});

describe('kinds and priorities', () => {
  it('are wanted by workflow and document, and anything else is a point', () => {
    expect(listWantedItems('specs', documentKinds.requirements)).toEqual([
      'REQ',
      'BR',
      'NFR',
      'EX',
      'OOS',
      'RISK',
      'POINT',
    ]);
    expect(listWantedItems('brainstorm', documentKinds.summary)).toEqual([
      'IDEA',
      'DEC',
      'RISK',
      'MIT',
      'POINT',
    ]);
  });

  it.each([
    ['requirement', 'REQ'],
    ['Non-functional requirement', 'NFR'],
    ['business rule', 'BR'],
    ['out of scope', 'OOS'],
    ['exception', 'EX'],
    ['component', 'COMP'],
    ['building block', 'COMP'],
    ['interface', 'INT'],
    ['architecture', 'ARCH'],
    ['mitigation', 'MIT'],
    ['idea', 'IDEA'],
    ['whatever', 'POINT'],
    [null, 'POINT'],
  ])('are read as models say them: %s is %s', (type, prefix) => {
    expect(draft([itemEntry('x', { type })])[0]?.type).toBe(prefix);
  });

  it.each([
    ['Must have', 'must'],
    ['SHOULD', 'should'],
    ["won't", 'wont'],
    ['could', 'could'],
    ['high', null],
    [null, null],
  ])('priority "%s" is %s', (text, priority) => {
    expect(readPriority(text)).toBe(priority);
  });
});
