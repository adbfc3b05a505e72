/** What the program makes of answers and questions: numbers, names of facts, questions, ways, the fallback question. */
import { describe, expect, it } from 'vitest';
import type { SeatAnswer } from '../../src/roundtable/discussion/answers-step.ts';
import { applyRound } from '../../src/roundtable/discussion/apply-round.ts';
import { countNewStatements, countStandstills } from '../../src/roundtable/discussion/movement.ts';
import { applyOpenQuestions } from '../../src/roundtable/discussion/open-questions.ts';
import { buildFallbackQuestion, findQuestionProblem } from '../../src/roundtable/discussion/questions.ts';
import { assembleSynthesis, type SynthesisDraft } from '../../src/roundtable/discussion/read-synthesis.ts';
import { numberAnswers } from '../../src/roundtable/discussion/statements.ts';
import type { Round } from '../../src/session/round.ts';
import type { Session } from '../../src/session/session.ts';
import {
  createAgenda,
  createConflict,
  createRound,
  createSession,
  createStatement,
  createTable,
  seatIds,
} from '../support/roundtable-fixtures.ts';

function answer(seat: string, texts: string[], changes: Partial<SeatAnswer> = {}): SeatAnswer {
  return {
    answer: {
      ...{ id: seat, role: seat, position: `${seat} has a position.`, proposal: '', confidence: 0.8 },
      ...{ concerns: [], conflicts: [], facts: [], assumptions: [], questions: [], context_challenge: null },
      statements: texts.map((text) => ({ id: '', kind: 'requirement', text, facts: [] })),
    },
    ...{ facts: [], model: null, duration_ms: 1, private_note: null },
    ...changes,
  };
}

const found = (name: string, quote: string): SeatAnswer['facts'][number] => ({
  ...{
    name,
    claim: `It says ${quote}.`,
    path: 'a.ts',
    line: quote.length,
    quote,
    commit: null,
    found: 'yes',
  },
});

describe('what seats said is numbered', () => {
  it('in the order of the answers, the same words of one seat once', () => {
    const { statements, answers } = numberAnswers(
      [
        answer('qa-lead', ['Jobs are kept.', 'jobs are KEPT', 'One table.']),
        answer('devops', ['One table.']),
      ],
      { statements: [createStatement('S-007')], dossier: [], round: 2 },
    );
    expect(statements.map(({ id, seat, text }) => `${id} ${seat} ${text}`)).toEqual([
      'S-008 qa-lead Jobs are kept.',
      'S-009 qa-lead One table.',
      'S-010 devops One table.',
    ]);
    expect(answers[0]?.answer.statements).toMatchObject([{ id: 'S-008' }, { id: 'S-009' }]);
  });

  it('with its facts, each under the id of the dossier wherever the seat named it', () => {
    const lead = answer('qa-lead', ['Five attempts (N1), as N2 says; N3 and PN1 are others.'], {
      facts: [found('N1', 'attempts = 5'), found('N2', 'retry'), found('A1', 'retry')],
    });
    lead.answer.proposal = 'See [A1, N2], and the A1 or [A2].';
    const other = answer('devops', ['As N1 says.'], { facts: [found('N1', 'retry')] });
    const { statements, dossier, answers } = numberAnswers([lead, other], {
      ...{ statements: [], dossier: [], round: 1 },
    });
    expect(dossier.map(({ id, quote, seats }) => [id, quote, ...seats])).toEqual([
      ['F-001', 'attempts = 5', 'qa-lead'],
      ['F-002', 'retry', 'qa-lead', 'devops'],
    ]);
    expect(statements).toMatchObject([
      { text: 'Five attempts (F-001), as F-002 says; N3 and PN1 are others.', facts: ['F-001', 'F-002'] },
      { text: 'As F-002 says.', facts: ['F-002'] },
    ]);
    expect(answers.map((entry) => entry.answer.facts)).toEqual([['F-001', 'F-002'], ['F-002']]);
    expect(answers[0]?.answer.proposal).toBe('See [F-002, F-002], and the A1 or [A2].');
  });
});

describe('open questions', () => {
  const ask = (text: string, raised_by: string[] = [], for_whom = '') => ({ text, raised_by, for_whom });
  const none = { open_questions: [], answered_questions: [] };
  const asked = applyOpenQuestions([], { ...none, open_questions: [ask('Who pays?', ['a'])] }, 1);

  it('are joined when they are repeated', () => {
    const again = applyOpenQuestions(
      asked.questions,
      { ...none, open_questions: [ask('who pays', ['b'], 'finance'), ask('And when?')] },
      2,
    );
    expect(again.questions).toMatchObject([
      { id: 'OQ-001', raised_by: ['a', 'b'], round: 1, status: 'open', for_whom: 'finance' },
      { id: 'OQ-002', text: 'And when?', raised_by: [], round: 2, answer: null },
    ]);
  });

  it.each(['OQ-001', '**oq-1**: Who pays?', 'Who pays?'])('are answered under "%s"', (id) => {
    const reply = { ...none, answered_questions: [{ id, answer: 'The team.' }] };
    const { questions, losses } = applyOpenQuestions(asked.questions, reply, 2);
    expect(questions).toMatchObject([{ status: 'answered', answer: 'The team.', answered_by: 'panel' }]);
    expect(losses).toEqual([]);
    expect(asked.questions[0]?.status).toBe('open');
    // What was answered stays answered, whoever asks again.
    expect(
      applyOpenQuestions(questions, { ...none, open_questions: [ask('Who pays?')] }, 3).questions,
    ).toEqual(questions);
  });

  it('that nobody asked are answered by nothing, and that is said', () => {
    const reply = { ...none, answered_questions: [{ id: 'Who pays for it?', answer: 'Yes.' }] };
    const { questions, losses } = applyOpenQuestions(asked.questions, reply, 2);
    expect(questions).toEqual(asked.questions);
    expect(losses).toEqual([{ code: 'unknown_id', field: 'answered_questions', id: 'Who pays for it?' }]);
  });
});

describe('a round', () => {
  const before = createSession(createTable(), {
    total_rounds: 1,
    statements: [createStatement('S-001', { text: 'Jobs are kept.' })],
    conflicts: [createConflict()],
    rounds: [createRound(1)],
  });
  const apply = (reply: Partial<SynthesisDraft>, texts: string[] = [], start: Session = before): Session => {
    const { answers, ...numbered } = numberAnswers([answer('qa-lead', texts)], { ...start, round: 2 });
    return applyRound(start, createTable(), {
      ...{ round: 2, phase: 'discussion', items: null, order: ['qa-lead'], sittingOut: [], verbose: false },
      opened: {
        ...{ question: 'Q?', context_summary: '', focus: '', topic_id: null, participants: ['qa-lead'] },
        ...{ named: false, fallback: null, findings: [], losses: [] },
      },
      step: {
        ...{ answers, stances: [], failed: [], lost: [], passed: [], losses: [], seen: new Map() },
        ...numbered,
      },
      synthesis: {
        reply: { ...assembleSynthesis([]), synthesis: 'S.', ...reply },
        ...{ fallback: null, losses: [] },
      },
      ...{ startedAt: '', endedAt: '', usage: createRound(1).usage, usageBySeat: [] },
    });
  };
  const moved = (session: Session): number | undefined => session.rounds.at(-1)?.moved;

  it('moves by new statements, and by conflicts that open, close or change hands; by nothing else', () => {
    expect(moved(apply({}))).toBe(0);
    expect(moved(apply({}, ['jobs are KEPT', 'One table.', 'Two tables.']))).toBe(2);
    const positions = [
      { id: 'new', text: 'a month', held_by: ['qa-lead'] },
      { id: 'new', text: 'a day', held_by: [] },
    ];
    const conflict = { id: 'new', description: 'How long', positions, recommendation: null };
    // With one position held it is closed at once, and nothing was in dispute.
    expect(moved(apply({ conflicts: [conflict] }))).toBe(0);
    const restated = { ...conflict, id: 'CF-001', description: 'Which queue, worded anew', positions: [] };
    expect(moved(apply({ conflicts: [restated] }))).toBe(0);
    const way = { id: 'new', name: 'A table', meaning: '', for: [], against: [], preferred_by: [] };
    expect(moved(apply({ ways: [way], recommendation: 'Changed.' }))).toBe(0);
  });

  it('reads the statements that a consensus and an escalation name, in any spelling', () => {
    const after = apply(
      {
        consensus: [{ text: 'Jobs are kept.', statements: ['s-1', 'S-999', '[S-002]'] }],
        escalate_conflicts: ['`cf 1`', 'CF-009'],
      },
      ['One table.'],
    );
    expect(after.rounds.at(-1)).toMatchObject({
      consensus: [{ statements: ['S-001', 'S-002'] }],
      escalate_conflicts: ['CF-001'],
      statements: ['S-002'],
      conflicts: ['CF-001'],
      next_action: null,
    });
  });

  it('keeps ways by id or name over the rounds, and drops none', () => {
    const way = (changes: object) => ({
      ...{ id: 'new', name: 'One table', meaning: '', for: [], against: [], preferred_by: [] },
      ...changes,
    });
    const one = apply({
      ways: [
        way({ meaning: 'a row a job', for: ['less to run'], preferred_by: ['qa-lead'] }),
        way({ name: 'A broker' }),
      ],
    });
    expect(one.ways.map(({ id, name }) => `${id} ${name}`)).toEqual(['W-001 One table', 'W-002 A broker']);
    const two = apply(
      { ways: [way({ id: 'w-2', name: 'A hosted broker' }), way({ name: 'one TABLE' })] },
      [],
      one,
    );
    expect(two.ways).toMatchObject([
      { id: 'W-001', meaning: 'a row a job', for: ['less to run'], preferred_by: [] },
      { id: 'W-002', name: 'A hosted broker' },
    ]);
    expect(apply({}, [], two).ways).toEqual(two.ways);
  });
});

describe('movement', () => {
  const say = (...texts: string[]) => texts.map((text) => ({ text }));
  it.each([
    ['nothing', [], 0],
    ['the same words again', ['Jobs are kept', 'jobs are KEPT.'], 0],
    ['another sign', ['Jobs are kept < 5 s.', 'Jobs are kept > 5 s.'], 2],
    ['the same new words of two seats', ['Use one table.', 'use one table'], 1],
  ])('%s', (_name, texts, count) => {
    expect(countNewStatements(say('Jobs are kept.'), say(...texts))).toBe(count);
  });

  const createStill = (number: number, changes: Partial<Round> = {}): Round =>
    createRound(number, { moved: 0, ...changes });
  const still = (...rounds: Round[]): number => countStandstills(rounds, seatIds);

  it('never stands still in the first round, or where a seat failed', () => {
    expect(still(createStill(1))).toBe(0);
    expect(still(createStill(1), createStill(2))).toBe(1);
    expect(still(createStill(1), createStill(2, { failed: ['qa-lead'] }))).toBe(0);
    expect(still(createStill(1), createStill(2, { moved: 1 }))).toBe(0);
  });

  it('stands still once all seats were asked in still rounds together', () => {
    const some = createStill(2, { asked: ['qa-lead'] });
    const others = createStill(3, { asked: ['software-architect'], passed: ['devops-engineer'] });
    expect(still(createStill(1), some)).toBe(0);
    expect(still(createStill(1), some, others)).toBe(1);
    expect(still(createStill(1), { ...some, moved: 1 }, others)).toBe(0);
  });

  it('counts still rounds in a row, up to the last', () => {
    const moving = createStill(3, { moved: 1 });
    expect(still(createStill(1), createStill(2), createStill(3))).toBe(2);
    expect(still(createStill(1), createStill(2), moving, createStill(4))).toBe(1);
    expect(still(createStill(1), createStill(2), moving)).toBe(0);
  });
});

describe('a question', () => {
  it.each(['Any thoughts?', 'Thoughts?', 'Your views', ''])('asks nothing specific: "%s"', (question) => {
    expect(findQuestionProblem(question, [])).toBe('the question asks nothing specific');
  });

  it.each([
    'Which queue loses a job when the host restarts?',
    'Wie viele Jobs am Tag sind zu erwarten?',
    '队列在主机重启时会丢失哪些任务？',
    'Postgres or Redis?',
  ])('is specific: %s', (question) => {
    expect(findQuestionProblem(question, [])).toBeNull();
  });

  it('may not be one that was asked before, in other case or spacing', () => {
    const earlier = ['Which queue loses a job when the host restarts?'];
    expect(findQuestionProblem('which queue  loses a job when the host restarts', earlier)).toMatch(
      /earlier round/,
    );
  });
});

describe("the program's own question", () => {
  it('is about the topic, and never the same twice', () => {
    let held = createSession(createTable(), { conflicts: [createConflict()] });
    const asked = new Set<string>();
    for (let round = 1; round <= 6; round += 1) {
      const { question, participants } = buildFallbackQuestion(held, round, null);
      expect(question).toMatch(/Which queue should carry the jobs|Which kind of queue to take/);
      expect(participants).toEqual(['all']);
      expect(findQuestionProblem(question, [...asked])).toBeNull();
      asked.add(question);
      held = { ...held, rounds: [...held.rounds, createRound(round, { question })] };
    }
    expect(asked.size).toBe(6);
  });

  it('goes for what the round has to look at, else for an uncovered critical topic, but never in the first round', () => {
    const table = createTable({
      agenda: createAgenda([{ id: 'costs' }, { id: 'storage', name: 'Storage', critical: true }]),
    });
    const session = createSession(table, { rounds: [createRound(1)] });
    expect(buildFallbackQuestion(session, 2, null)).toMatchObject({
      topic_id: 'storage',
      question: expect.stringContaining('under "Storage"'),
    });
    expect(buildFallbackQuestion(session, 2, 'the load').question).toContain('the load');
    expect(buildFallbackQuestion(createSession(table), 1, null).question).toContain('key considerations');
  });
});
