import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../src/domain/session.ts';
import { buildMemory, exceedsMemory } from '../../src/roundtable/prompts/memory.ts';
import { createNaming } from '../../src/roundtable/prompts/seat-names.ts';
import {
  createConflict,
  createItem,
  createParticipant,
  createRound,
  createSession,
  createStatement,
  createTable,
  joinMemory,
  type SessionChanges,
  seatIds,
} from '../support/roundtable-fixtures.ts';

function hold(count: number, changes: SessionChanges = {}, words = 12): Session {
  const rounds = Array.from({ length: count }, (_, index) =>
    createRound(index + 1, {
      synthesis: `Round ${index + 1} said this. ${'It went on for a while. '.repeat(words)}`.trim(),
      private_notes: seatIds.map((seat) => ({ seat, text: `secret ${index + 1} of ${seat}` })),
    }),
  );
  return { ...createSession(createTable(), changes), rounds, total_rounds: count };
}

const plain = createNaming(createSession(), 'qa-lead');
const remember = (session: Session, reader = 'qa-lead') => ({
  ...joinMemory(
    buildMemory(session, reader, { naming: plain, round: session.total_rounds + 1, showsStances: true }),
  ),
  exceeded: exceedsMemory(session, plain),
});

describe('memory', () => {
  it('is the same for all but for the own part, which holds nobody else', () => {
    const session = hold(3, { settings: { memory: { include_internal_reasoning: true } } });
    const [one, other] = [remember(session, 'qa-lead'), remember(session, 'devops-engineer')];
    expect(one.history).toBe(other.history);
    expect(one.standing).toBe(other.standing);
    expect(one.own).toContain('Position of qa-lead in round 3.');
    expect(one.own).toContain('secret 3 of qa-lead');
    expect(one.own).not.toMatch(/devops-engineer|software-architect/);
    expect(one.history).not.toContain('secret');
    expect(remember(hold(3)).own).not.toContain('secret');
  });

  it('keeps the blind first positions, and no answer of a later round', () => {
    const { history } = remember(hold(3));
    for (const seat of seatIds) expect(history).toContain(`- ${seat}: Position of ${seat} in round 1.`);
    expect(history).not.toContain('in round 2.');
    expect(remember(hold(0))).toEqual({
      first: '',
      history: '',
      rounds: '',
      standing: '',
      own: '',
      exceeded: false,
    });
  });

  const told: SessionChanges = {
    artifacts: [
      createItem(
        {},
        {
          id: 'DEC-001',
          type: 'DEC',
          text: 'Keep them in one region.',
          rationale: 'Where to keep jobs',
          status: 'agreed',
          decided_by: 'user',
        },
      ),
      createItem(
        { 'qa-lead': 'stand_aside' },
        { text: 'Keep jobs.', title: '', status: 'agreed', decided_by: 'count' },
      ),
      createItem(
        { 'qa-lead': 'support', 'devops-engineer': 'block' },
        { id: 'REQ-002', replaces: ['REQ-001'], acceptance: ['Seen.'] },
      ),
      createItem({}, { id: 'REQ-003', text: 'Gone.', status: 'withdrawn' }),
      createItem({}, { id: 'REQ-004', text: 'Fallen.', status: 'rejected' }),
    ],
    conflicts: [
      createConflict({ rounds_open: 2, item_ids: ['REQ-002'] }),
      createConflict({ id: 'gone', status: 'resolved' }),
    ],
    open_questions: [
      { id: 'OQ-001', text: 'Who pays?', raised_by: [], round: 1, status: 'open', answer: null },
      { id: 'OQ-002', text: 'And when?', raised_by: [], round: 1, status: 'answered', answer: 'Now.' },
    ],
    guidance: [
      { after_round: 1, text: 'Mind the nights.', by: 'user' },
      { after_round: 2, text: 'And the days.', by: 'user' },
    ],
  };

  it('tells what a person decided and advised, the items by id with who stands where, and what is open', () => {
    expect(remember(hold(2, told)).standing).toBe(
      [
        'Decided by the person, and binding; no vote turns it:',
        '- DEC-001: Keep them in one region. (on: Where to keep jobs)',
        '',
        'Advice of the person who called this meeting, the latest last:',
        '- after round 1: Mind the nights.',
        '- after round 2: And the days.',
        '',
        'Agreed so far:',
        '- REQ-001: Keep jobs. [qa-lead stands aside (qa-lead says so)]',
        '',
        'Open items:',
        '- REQ-002 (to replace REQ-001): Queue: Use a queue in the database. Accepted when: Seen. [qa-lead supports; devops-engineer blocks (devops-engineer says so)]',
        '',
        'Open conflicts:',
        '- queue-kind (open for 2 rounds; about REQ-002): Which kind of queue to take',
        '    software-architect: in the database',
        '    qa-lead: a broker of its own',
        '',
        'Open questions, which the panel cannot answer by itself:',
        '- OQ-001: Who pays?',
      ].join('\n'),
    );
  });

  it('tells a reader who votes blind the same items, and not who stands or holds what', () => {
    const session = hold(2, told);
    const { standing } = buildMemory(session, 'qa-lead', { naming: plain, round: 3, showsStances: false });
    for (const text of [
      'DEC-001: Keep them',
      'REQ-001: Keep jobs.',
      'REQ-002 (to replace',
      'queue-kind',
      'Mind the nights.',
    ])
      expect(standing).toContain(text);
    expect(standing).not.toMatch(
      /devops-engineer|software-architect|supports|blocks|stands aside|in the database\n/,
    );
  });

  it('tells facts that nobody looked up with who said them, the latest, and not to one who votes blind', () => {
    const session = hold(2);
    const facts = Array.from({ length: 10 }, (_, index) => ({
      seat: 'qa-lead',
      text: `A mounted file changes after ${index} s.`,
      evidence: [],
    }));
    const [first, ...later] = session.rounds;
    const rounds = first === undefined ? [] : [{ ...first, facts: [...facts, ...facts.slice(9)] }, ...later];
    const told = { ...session, rounds };
    const { standing } = remember(told);
    expect(standing).toContain(
      'Said as facts, looked up by nobody:\n- A mounted file changes after 2 s. (qa-lead)\n',
    );
    expect(standing.split('after 9 s.')).toHaveLength(2);
    const blind = buildMemory(told, 'devops-engineer', { naming: plain, round: 3, showsStances: false });
    expect(blind.standing).not.toContain('mounted file');
  });

  it('tells no advice before it was given', () => {
    const { standing } = buildMemory(hold(2, told), 'qa-lead', {
      naming: plain,
      round: 2,
      showsStances: true,
    });
    expect(standing).toContain('Mind the nights.');
    expect(standing).not.toContain('And the days.');
  });

  it('leaves out checks and reasons before it cuts the words of what is agreed', () => {
    const text = `When a key changes, the service shall ${'take it up '.repeat(14)}unless it was marked.`;
    const agree = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        createItem(
          { 'qa-lead': 'support', 'devops-engineer': 'support', 'software-architect': 'stand_aside' },
          { id: `REQ-${index + 1}`, text, status: 'agreed', decided_by: 'count', acceptance: ['Seen.'] },
        ),
      );
    const lines = (count: number) =>
      remember(hold(1, { artifacts: agree(count) }))
        .standing.split('\n')
        .filter((line) => line.startsWith('- REQ'));
    expect(lines(1)[0]).toContain('Accepted when: Seen. [qa-lead, devops-engineer support;');
    expect(lines(30)).toHaveLength(30);
    for (const line of lines(30))
      expect(line).toContain(`: ${text} [qa-lead, devops-engineer support; software-architect stands aside]`);
    for (const line of lines(80)) expect(line).toContain(' […] [');
    const all = {
      'qa-lead': 'support',
      'devops-engineer': 'support',
      'software-architect': 'support',
    } as const;
    const item = createItem(all, { title: '', text: 'Keep jobs.', status: 'agreed', decided_by: 'count' });
    expect(remember(hold(1, { artifacts: [item] })).standing).toContain(': Keep jobs. [all support]');
  });

  it('tells a seat what became of its statements, and nobody else', () => {
    const session = hold(2, {
      statements: [
        createStatement('S-001', { items: ['REQ-001', 'REQ-002'] }),
        createStatement('S-002', { not_taken: 'it repeats the topic', text: 'Ask about costs.' }),
        createStatement('S-003', { seat: 'devops-engineer', items: ['REQ-001'] }),
      ],
    });
    const { own } = remember(session);
    expect(own).toContain('- S-001 in REQ-001, REQ-002');
    expect(own).toContain('- S-002 was not taken up (it repeats the topic): Ask about costs.');
    expect(own).not.toContain('S-003');
    expect(remember(session, 'devops-engineer').own).toContain('- S-003 in REQ-001');
    const many = Array.from({ length: 14 }, (_, index) =>
      createStatement(`S-1${index}`, { items: ['REQ-001'] }),
    );
    const gone = createItem({}, { id: 'REQ-001', status: 'withdrawn' });
    const later = remember(hold(2, { statements: many, artifacts: [gone] })).own;
    expect(later).toContain('- 2 earlier ones; S-12 in REQ-001 (withdrawn); ');
  });

  it('reminds a seat of its own concerns with its positions', () => {
    const session = hold(1);
    const [round] = session.rounds;
    if (!round) throw new Error('no round');
    const answers = round.answers.map((answer) => ({ ...answer, concerns: [`fear of ${answer.seat}`] }));
    const { own } = remember({ ...session, rounds: [{ ...round, answers }] });
    expect(own).toContain('Position of qa-lead in round 1. Concerns: fear of qa-lead');
    expect(own).not.toContain('fear of devops-engineer');
  });

  it('tells a story or keeps minutes', () => {
    expect(remember(hold(1)).history).toContain('Round 1 (discussion; the queue): Round 1 said this.');
    const story = remember(hold(1, { settings: { memory: { style: 'narrative' } } }));
    expect(story.history).toContain('In round 1 the panel was asked: Question 1? Round 1 said this.');
  });

  it('shortens from the oldest, at the end of a sentence, and leaves the latest whole', () => {
    const session = hold(4, { settings: { memory: { budget_tokens: 340 } } });
    const { rounds } = remember(session);
    const lines = rounds.split('\n');
    expect(lines[0]).toBe('Round 1 (discussion; the queue): Round 1 said this. […]');
    expect(lines[1]).toBe('Round 2 (discussion; the queue): Round 2 said this. […]');
    expect(lines[3]).toContain('It went on for a while. It went on for a while.');
    expect(lines[3]).not.toContain('[…]');
  });

  it('shortens nothing below the threshold', () => {
    expect(remember(hold(4)).rounds).not.toContain('[…]');
    const share = (threshold: number): string =>
      remember(hold(4, { settings: { memory: { budget_tokens: 700, compression_threshold: threshold } } }))
        .rounds;
    expect(share(1)).not.toContain('[…]');
    expect(share(0.5)).toContain('[…]');
  });

  it('leaves the oldest rounds out when sentences are not enough, and says how many', () => {
    const { rounds } = remember(hold(40, { settings: { memory: { budget_tokens: 300 } } }));
    expect(rounds).toMatch(/^\(\d+ earlier rounds are left out for length\.\)\n/);
    expect(rounds).toContain('Round 40 ');
  });

  it('says when what must be kept exceeds the budget by itself, and still keeps it', () => {
    const conflicts = [createConflict({ description: 'long '.repeat(200).trim() })];
    const memory = remember(hold(3, { conflicts, settings: { memory: { budget_tokens: 100 } } }));
    expect(memory.exceeded).toBe(true);
    expect(memory.standing).toContain('long long');
    expect(memory.history).toContain('First positions');
  });

  it('stays within its budget unless it says that it does not', () => {
    const anySession = fc.record({
      count: fc.integer({ min: 0, max: 30 }),
      words: fc.integer({ min: 0, max: 60 }),
      budget: fc.integer({ min: 100, max: 1500 }),
      style: fc.constantFrom('narrative' as const, 'structured' as const),
    });
    fc.assert(
      fc.property(anySession, ({ count, words, budget, style }) => {
        const { history, own, exceeded } = remember(
          hold(count, { settings: { memory: { budget_tokens: budget, style } } }, words),
        );
        // What stands is told whole beside it; the separators between parts are not counted.
        if (!exceeded) expect(history.length + own.length).toBeLessThanOrEqual(budget * 4 + 4);
      }),
    );
  });
});

describe('names', () => {
  const table = createTable({ seats: [...seatIds, 'scribe'] });
  const session = createSession(table, { settings: { anonymize: true } });
  const readers = [...seatIds, 'scribe', 'facilitator', 'synthesizer'];

  it('without anonymity are the ids, and roles are understood', () => {
    const naming = createNaming(createSession(), 'facilitator');
    expect(naming.seat('qa-lead')).toBe('qa-lead');
    expect(naming.readSeat(' QA lead ')).toBe('qa-lead');
    expect(naming.readSeat('nobody')).toBeNull();
    expect(naming.readText('Seat A is right')).toBe('Seat A is right');
  });

  it.each(readers)('are letters for %s, and come back', (reader) => {
    const naming = createNaming(session, reader);
    const labels = session.participants.map(({ id }) => naming.seat(id));
    expect([...labels].sort()).toEqual(['Seat A', 'Seat B', 'Seat C', 'Seat D']);
    for (const { id } of session.participants) {
      const label = naming.seat(id);
      expect(naming.readSeat(label)).toBe(id);
      expect(naming.readSeat(label.toLowerCase())).toBe(id);
      expect(naming.readSeat(label.slice(-1))).toBe(id);
      expect(naming.text(naming.readText(`As ${label} says, it holds.`))).toBe(`As ${label} says, it holds.`);
    }
    expect(naming.text('The qa-lead and the Software architect agree')).not.toMatch(
      /qa-lead|software architect/i,
    );
    expect(naming.readSeat('nobody')).toBeNull();
  });

  it('differ from reader to reader', () => {
    const orders = new Set(readers.map((reader) => seatIds.map(createNaming(session, reader).seat).join()));
    expect(orders.size).toBeGreaterThan(2);
  });

  it('do not touch plain words, nor letters of nobody', () => {
    const people = {
      ...session,
      participants: [createParticipant('human', { kind: 'human' }), createParticipant('qa-lead')],
    };
    const naming = createNaming(people, 'facilitator');
    expect(naming.text('a human error in seat counts')).toBe('a human error in seat counts');
    expect(naming.readText('Seat Z and a seat a row further')).toBe('Seat Z and a seat a row further');
    expect(naming.text(naming.readText(`${naming.seat('human')} objects`))).toBe(
      `${naming.seat('human')} objects`,
    );
  });

  it('are no part of ids that a reader makes up', () => {
    expect(createNaming(session, 'facilitator').readId('seat-a-against-seat-b')).toBe('seat-against-seat');
  });
});
