import { describe, expect, it } from 'vitest';
import type { RoundtableEvent } from '../../src/domain/ports.ts';
import {
  createAgenda,
  createPhase,
  createSession,
  createStrategy,
  createTable,
  seatIds,
} from '../support/roundtable-fixtures.ts';
import {
  answerStep,
  createHandler,
  draftStep,
  type HandlerParts,
  holdRun,
  itemEntry,
  questionStep,
  readPromptText,
  reviewStep,
  type ScriptedReply,
  synthesisStep,
} from '../support/scripted-model.ts';

const vote = (stance: string, reason = '') => ({ item_id: 'REQ-001', stance, reason });

const concludeFrom =
  (round: number, changes: Record<string, unknown> = {}) =>
  (request: { round: number }): ScriptedReply =>
    synthesisStep({
      synthesis: `Synthesis ${request.round}.`,
      next_action: request.round >= round ? 'conclude' : 'continue',
      ...changes,
    });

function namesOf(events: readonly RoundtableEvent[]): string[] {
  return events.map(({ type }) => type).filter((type) => type !== 'usage');
}

describe('a whole run', () => {
  it('asks, answers, sums up, writes, decides, and completes, one call for each seat', async () => {
    const table = createTable();
    const session = createSession(table, { settings: { min_rounds: 1 } });
    const { result, store, events, requests } = await holdRun({
      session,
      table,
      script: {
        '1/question/facilitator/1': questionStep(),
        '1/answer/software-architect/1': answerStep('In the database, since two people run it.', {
          facts: ['The database is there already.'],
          assumptions: ['Few jobs.'],
          context_challenge: 'The number of jobs is missing.',
        }),
        '1/answer/qa-lead/1': answerStep('In the database, it can be tested.'),
        '1/answer/devops-engineer/1': answerStep('A broker, it scales.', { confidence: '60%' }),
        '1/synthesis/facilitator/1': synthesisStep({
          synthesis: 'Two want the database.',
          items: [itemEntry('Jobs live in the database.', { from: ['S-001', 'S-002'] })],
          not_taken: [{ statement: 'S-003', reason: 'nobody needs that scale' }],
          next_action: 'conclude',
        }),
        '1/review/software-architect/1': {
          data: { stances: [vote('support')], missing: ['Name an owner.'] },
        },
        '1/review/qa-lead/1': { data: { stances: [vote('support')], missing: [] } },
        '1/review/devops-engineer/1': { data: { stances: [vote('stand_aside', 'slow')], missing: [] } },
        '1/draft/synthesizer/1': draftStep({
          sources: [
            { seat: 'qa-lead', round: 1 },
            { seat: 'ghost', round: 1 },
          ],
        }),
      },
    });
    expect(result).toMatchObject({ ended: 'completed', reason: null, failure: null });
    const done = store.last;
    expect(done).toMatchObject({ status: 'completed', total_rounds: 1, pause_reason: null });
    expect(done.rounds[0]).toMatchObject({
      round: 1,
      phase: 'discussion',
      asked: [...seatIds],
      failed: [],
      next_action: 'conclude',
      decided_by_rule: 9,
      override: null,
      context_challenges: [{ seat: 'software-architect', text: 'The number of jobs is missing.' }],
      facts: [{ seat: 'software-architect', text: 'The database is there already.' }],
      assumptions: [{ seat: 'software-architect', text: 'Few jobs.' }],
    });
    expect(done.rounds[0]?.answers.map(({ seat, confidence }) => [seat, confidence])).toEqual([
      ['software-architect', 0.8],
      ['qa-lead', 0.8],
      ['devops-engineer', 0.6],
    ]);
    expect(done.rounds[0]).not.toHaveProperty('participant_responses');
    expect(done.statements.map(({ id, items, not_taken: reason }) => [id, ...items, reason])).toEqual([
      ['S-001', 'REQ-001', null],
      ['S-002', 'REQ-001', null],
      ['S-003', 'nobody needs that scale'],
      ['S-004', 'POINT-001', null],
    ]);
    expect(done.artifacts).toMatchObject([
      { id: 'REQ-001', status: 'agreed', decided_by: 'count', from: ['S-001', 'S-002'] },
      { id: 'POINT-001', status: 'open', text: 'Name an owner.', raised_in: 'review' },
    ]);
    expect(done.review).toMatchObject({
      after_round: 1,
      answers: [
        { seat: 'software-architect', stances: ['REQ-001'], statements: ['S-004'] },
        { seat: 'qa-lead', stances: ['REQ-001'], statements: [] },
        { seat: 'devops-engineer', stances: ['REQ-001'], statements: [] },
      ],
      failed: [],
    });
    expect(done.consensus).toMatchObject([
      {
        item_id: 'REQ-001',
        text: 'Jobs live in the database.',
        supported_by: ['software-architect', 'qa-lead'],
        stood_aside: ['devops-engineer'],
      },
    ]);
    expect(done.outcome).toMatchObject({
      result: 'consensus',
      ended_by: 'conclude',
      degraded: false,
      recommendation: 'Do it.',
      document: { assembled_by: 'synthesizer', unsupported: ['sources: 1/ghost'] },
      files: [{ path: '.s2s/sessions/20260302-090000-queue-summary.md' }],
    });
    // The round came to disk before its decision, that before the review, and the outcome before the document.
    expect(store.saved[0]?.rounds).toMatchObject([{ round: 1, next_action: null }]);
    expect(store.saved[1]).toMatchObject({ rounds: [{ next_action: 'conclude' }], review: null });
    expect(store.saved[2]).toMatchObject({ review: { after_round: 1 }, outcome: null });
    expect(store.published[0]?.outcome).not.toBeNull();
    expect(store.saved.findLast(({ status }) => status === 'active')?.outcome).toMatchObject({ files: [] });
    expect(store.released).toEqual([session.id]);
    expect(requests).toHaveLength(9);
    expect(done.usage).toMatchObject({ calls: 9, input_tokens: 900, cost_usd: 4.5 });
    expect(namesOf(events)).toEqual([
      'session-started',
      'round-started',
      'facilitator-asking',
      'question-asked',
      ...seatIds.map(() => 'seat-thinking'),
      ...seatIds.map(() => 'seat-answered'),
      'synthesizing',
      'round-saved',
      'recap',
      'decision',
      'review-started',
      ...seatIds.map(() => 'seat-thinking'),
      ...seatIds.map(() => 'seat-answered'),
      'review-counted',
      'draft-started',
      'draft-ready',
      'completed',
    ]);
  });

  it('keeps whole answers with verbose', async () => {
    const table = createTable();
    const session = createSession(table, { settings: { min_rounds: 1, verbose: true } });
    const { store } = await holdRun({
      session,
      table,
      script: createHandler({ synthesis: concludeFrom(1) }),
    });
    expect(store.last.rounds[0]?.participant_responses).toMatchObject([
      {
        id: 'software-architect',
        role: 'Software architect',
        statements: [{ id: 'S-001', why: 'It is less to run.' }],
      },
      { id: 'qa-lead' },
      { id: 'devops-engineer' },
    ]);
  });

  it('says that nothing moves only after a full, still round, and stops there', async () => {
    const table = createTable();
    const session = createSession(table, { settings: { min_rounds: 2 } });
    const { store } = await holdRun({ session, table, script: createHandler() });
    expect(store.last.rounds.map(({ decided_by_rule: rule }) => rule)).toEqual([13, 12]);
    expect(store.last.outcome).toMatchObject({ result: 'stable-disagreement', ended_by: 'stable' });
    const off = createSession(table, { settings: { min_rounds: 2, max_rounds: 4, stop_when_stable: false } });
    const unstopped = await holdRun({ session: off, table, script: createHandler() });
    expect(unstopped.store.last.total_rounds).toBe(4);
    expect(unstopped.store.last.outcome).toMatchObject({ result: 'undecided', ended_by: 'max-rounds' });
  });

  it('goes on for one still round when a topic or a block holds it, and not for a second one', async () => {
    const agenda = createAgenda([{ id: 'storage', name: 'Storage', critical: true, criteria: ['Days'] }]);
    const table = createTable({ agenda });
    const session = createSession(table, { settings: { min_rounds: 1, max_rounds: 9 } });
    const { store } = await holdRun({
      session,
      table,
      script: createHandler({
        answer: ({ seat, round, facts }) =>
          answerStep(`Round ${round}: ${seat} holds on.`, {
            stances: facts.items.map(({ id }) => ({
              item_id: id,
              stance: seat === 'qa-lead' ? 'block' : 'support',
              reason: 'it loses jobs',
            })),
          }),
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            items: round === 1 ? [itemEntry('Keep jobs in memory.', { from: ['S-001'] })] : [],
          }),
        review: () => ({ data: { stances: [], missing: [] } }),
      }),
    });
    expect(store.last.rounds.map(({ decided_by_rule: rule }) => rule)).toEqual([13, 6, 12]);
    expect(store.last.rounds.at(-1)).toMatchObject({
      next_action: 'conclude',
      ending: 'stable',
      override: 'nothing moved in round 3; critical topic not covered: Storage; blocked: REQ-001',
    });
    expect(store.last.artifacts).toMatchObject([{ id: 'REQ-001', status: 'open' }]);
    expect(store.last.outcome).toMatchObject({ result: 'stable-disagreement', ended_by: 'stable' });
  });

  it('that agrees in the last allowed round has reached a consensus', async () => {
    const table = createTable();
    const session = createSession(table, { settings: { min_rounds: 1, max_rounds: 1 } });
    const { store } = await holdRun({
      session,
      table,
      script: createHandler({
        synthesis: () => synthesisStep({ items: [itemEntry('Jobs are kept.', { from: ['S-001'] })] }),
      }),
    });
    expect(store.last.rounds[0]).toMatchObject({ decided_by_rule: 4, ending: 'max-rounds' });
    expect(store.last.outcome).toMatchObject({ result: 'consensus', ended_by: 'max-rounds' });
  });
});

describe('what the facilitator proposes', () => {
  it('is overridden before min_rounds, and the record says so', async () => {
    const table = createTable();
    const session = createSession(table, { settings: { min_rounds: 3 } });
    const { store, events } = await holdRun({
      session,
      table,
      script: createHandler({ synthesis: concludeFrom(1) }),
    });
    expect(
      store.last.rounds.map(({ proposed_action, next_action, override }) => [
        proposed_action,
        next_action,
        override,
      ]),
    ).toEqual([
      ['conclude', 'continue', 'min_rounds 1/3'],
      ['conclude', 'continue', 'min_rounds 2/3'],
      ['conclude', 'conclude', null],
    ]);
    const decisions = events.filter(({ type }) => type === 'decision');
    expect(decisions[0]).toMatchObject({ rule: 5, override: 'min_rounds 1/3', next_action: 'continue' });
  });

  it('waits for critical topics, and the next question is told which', async () => {
    const agenda = createAgenda([
      {
        id: 'storage',
        name: 'Storage of jobs',
        critical: true,
        criteria: ['The retention is given in days'],
      },
    ]);
    const table = createTable({ agenda });
    const session = createSession(table, { settings: { min_rounds: 1 } });
    const { store, requests } = await holdRun({
      session,
      table,
      script: createHandler({
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            next_action: 'conclude',
            agenda_coverage: [
              {
                topic_id: 'storage',
                status: 'covered',
                // In the first round nothing that was said is named for it; in the second the statement is.
                criteria_met: [{ criterion: '1', by: round === 2 ? ['s-4'] : [] }],
              },
            ],
          }),
      }),
    });
    expect(store.last.rounds.map(({ override }) => override)).toEqual([
      'critical topic not covered: Storage of jobs',
      null,
    ]);
    expect(store.last.rounds[0]).toMatchObject({ next_focus: 'Storage of jobs', decided_by_rule: 6 });
    const second = requests.find(({ key }) => key === '2/question/facilitator/1');
    expect(second && readPromptText(second)).toMatch(
      /## This round has to look at\n<<<.*\nStorage of jobs\n/,
    );
    expect(store.last.agenda[0]).toMatchObject({
      status: 'covered',
      criteria_met: [{ round: 2, by: ['S-004'] }],
    });
  });

  it('moves through the phases in their order, each with its seats, its words and its history', async () => {
    const strategy = createStrategy({
      phases: [
        createPhase('dream', { context: 'none', votes: false }),
        createPhase('plan', { participants: ['qa-lead', 'devops-engineer'], context: 'synthesis' }),
        createPhase('judge', { min_rounds: 2 }),
      ],
    });
    const table = createTable({ strategy });
    const session = createSession(table, { settings: { min_rounds: 1 } });
    const { store, requests } = await holdRun({
      session,
      table,
      script: createHandler({
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `Synthesis ${round}.`,
            next_action: 'phase',
            items: round === 1 ? [itemEntry('Jobs are kept.', { from: ['S-001'] })] : [],
          }),
      }),
    });
    expect(store.last.rounds.map(({ phase, asked }) => [phase, asked.length])).toEqual([
      ['dream', 3],
      ['plan', 2],
      ['judge', 3],
      ['judge', 3],
    ]);
    expect(store.last.rounds.map(({ next_action }) => next_action)).toEqual([
      'phase',
      'phase',
      'continue',
      'conclude',
    ]);
    const promptOf = (key: string): string =>
      readPromptText(requests.find((request) => request.key === key) ?? fail(key));
    expect(promptOf('2/answer/qa-lead/1')).toContain('Do what plan asks.');
    expect(promptOf('2/answer/qa-lead/1')).toContain('Synthesis 1.');
    expect(promptOf('2/answer/qa-lead/1')).not.toContain('First positions');
    expect(promptOf('3/answer/qa-lead/1')).toContain('First positions');
    expect(promptOf('1/answer/qa-lead/1')).not.toContain('Open items');
    expect(promptOf('2/answer/qa-lead/1')).toContain('REQ-001: Jobs are kept.');
  });

  it('is not waited for where later phases need the rounds that are left', async () => {
    const strategy = createStrategy({
      phases: [createPhase('dream'), createPhase('plan', { min_rounds: 2 }), createPhase('judge')],
    });
    const table = createTable({ strategy });
    const session = createSession(table, {
      settings: { min_rounds: 1, max_rounds: 5, stop_when_stable: false },
    });
    const { store } = await holdRun({ session, table, script: createHandler() });
    expect(
      store.last.rounds.map(({ phase, decided_by_rule: rule, next_action: action }) => [phase, rule, action]),
    ).toEqual([
      ['dream', 13, 'continue'],
      ['dream', 11, 'phase'],
      ['plan', 13, 'continue'],
      ['plan', 11, 'phase'],
      ['judge', 4, 'conclude'],
    ]);
  });

  it('asks only the seats that it names, where it names some that exist', async () => {
    const table = createTable();
    const session = createSession(table, { settings: { min_rounds: 1, quorum: 1 } });
    const { store } = await holdRun({
      session,
      table,
      script: createHandler({
        question: () => questionStep({ participants: ['QA lead', 'nobody'] }),
        synthesis: concludeFrom(1),
      }),
    });
    expect(store.last.rounds[0]).toMatchObject({ asked: ['qa-lead'], answers: [{ seat: 'qa-lead' }] });
  });
});

function fail(what: string): never {
  throw new Error(`not found: ${what}`);
}

describe('blindness', () => {
  const canary = (seat: string, round: number): string => `canary-${round}-${seat}-bird`;

  it('keeps every word of an answer out of all other prompts of a parallel round', async () => {
    const table = createTable();
    const session = createSession(table, { settings: { min_rounds: 3, participation: 'parallel' } });
    const { requests } = await holdRun({
      session,
      table,
      script: createHandler({
        answer: ({ seat, round, attempt }) => {
          const mark = canary(seat, round);
          if (attempt === 1 && seat === 'qa-lead') return { data: { position: '', statements: [mark] } };
          return answerStep(`Position ${mark} is mine.`, {
            statements: [{ text: mark, why: mark, verify: mark, replaces: [] }],
            stances: [{ item_id: 'REQ-001', stance: 'block', reason: mark }],
            concerns: [mark],
            facts: [mark],
            assumptions: [mark],
            questions: [mark],
            context_challenge: mark,
            private_note: mark,
          });
        },
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            items: round === 1 ? [itemEntry('Jobs are kept.', { from: ['S-001'] })] : [],
            next_action: round < 3 ? 'continue' : 'conclude',
          }),
        review: (request) =>
          reviewStep(request, {
            stances: [{ item_id: 'REQ-001', stance: 'block', reason: canary(request.seat, 99) }],
            missing: [canary(request.seat, 99)],
          }),
      }),
    });
    const reviews = requests.filter(({ step }) => step === 'review');
    expect(reviews).toHaveLength(3);
    for (const request of reviews)
      for (const seat of seatIds) expect(readPromptText(request)).not.toContain(canary(seat, 99));
    const answers = requests.filter(({ step }) => step === 'answer');
    expect(answers).toHaveLength(12);
    for (const request of answers) {
      const text = readPromptText(request);
      for (const seat of seatIds) {
        if (seat !== request.seat) expect(text, request.key).not.toContain(canary(seat, request.round));
      }
    }
    // The marks do get where they belong: into the synthesis, and as first positions into later rounds.
    const synthesis = requests.find(({ key }) => key === '2/synthesis/facilitator/1');
    for (const seat of seatIds) expect(synthesis && readPromptText(synthesis)).toContain(canary(seat, 2));
    const later = requests.find(({ key }) => key === '2/answer/qa-lead/1');
    expect(later && readPromptText(later)).toContain(canary('devops-engineer', 1));
    const draft = requests.find(({ step }) => step === 'draft');
    for (const seat of seatIds) expect(draft && readPromptText(draft)).toContain(canary(seat, 99));
  });

  it('does not hold in a sequential round: each hears what was said before, and nothing later', async () => {
    const table = createTable();
    const session = createSession(table, { settings: { min_rounds: 1, participation: 'sequential' } });
    const { requests, store } = await holdRun({
      session,
      table,
      script: createHandler({
        answer: ({ seat, round }) => answerStep(`Position ${canary(seat, round)} is mine.`),
        synthesis: concludeFrom(1),
      }),
    });
    const heard = requests
      .filter(({ step }) => step === 'answer')
      .map((request) => seatIds.filter((seat) => readPromptText(request).includes(canary(seat, 1))));
    expect(heard).toEqual([[], ['software-architect'], ['software-architect', 'qa-lead']]);
    const turns = store.saved.map(({ turn }) => turn.next_speaker).filter((seat) => seat !== null);
    expect([...new Set(turns)]).toEqual([...seatIds]);
  });
});

describe('a debate', () => {
  const strategy = createStrategy({
    sides: true,
    phases: [createPhase('opening', { votes: false, context: 'none' }), createPhase('closing')],
    consensus: {
      mechanism: 'facilitator_decides',
      threshold: null,
      block_prevents_terminal: false,
      stand_aside_allowed: true,
    },
  });
  const table = createTable({ strategy });

  async function debate(
    sides: unknown,
    participants?: ReturnType<typeof createSession>['participants'],
    parts: HandlerParts = {},
    phases = strategy.phases,
  ) {
    const table = createTable({ strategy: { ...strategy, phases } });
    const session = createSession(table, {
      settings: { min_rounds: 1 },
      ...(participants ? { participants } : {}),
    });
    return holdRun({
      session,
      table,
      script: createHandler({
        question: ({ round }) =>
          questionStep({
            question: `Which case number ${round} is stronger for the jobs?`,
            pro: 'a queue in the database',
            con: 'a broker of its own',
            sides,
          }),
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            items: round === 1 ? [itemEntry('Jobs live in one table.', { from: ['S-001', 'S-002'] })] : [],
            next_action: 'phase',
          }),
        answer: ({ seat, round }) =>
          answerStep(`Round ${round}: ${seat} has a case.`, {
            stances: [{ item_id: 'REQ-001', stance: 'support', reason: '' }],
          }),
        ...parts,
      }),
    });
  }

  it('takes the sides that the facilitator gives, fills in those that are missing, and says what they stand for', async () => {
    const { store, requests } = await debate([
      { seat: 'qa-lead', side: 'con' },
      { seat: 'nobody', side: 'pro' },
    ]);
    expect(store.last.participants.map(({ side }) => side)).toEqual(['pro', 'con', 'pro']);
    expect(store.last.sides).toEqual({ pro: 'a queue in the database', con: 'a broker of its own' });
    const opening = readPromptText(
      requests.find(({ key }) => key === '1/answer/qa-lead/1') ?? fail('opening'),
    );
    expect(opening).toMatch(/You argue con, which stands for:\n<<<.*side\na broker of its own\n/);
    const closing = readPromptText(
      requests.find(({ key }) => key === '2/answer/qa-lead/1') ?? fail('closing'),
    );
    expect(closing).toMatch(
      /So far you argued a side that was given to you, for:\n<<<.*\na broker of its own\n/,
    );
    expect(closing).toContain('answer as your role sees it');
    expect(
      requests.filter(({ schema }) => 'sides' in ((schema?.json['properties'] ?? {}) as object)),
    ).toHaveLength(1);
  });

  it('keeps what is put forward for a side as items, and makes nobody its supporter', async () => {
    const opening = createPhase('opening', { votes: false, context: 'none' });
    const rebuttal = createPhase('rebuttal', { votes: false });
    const { store, requests } = await debate(
      [],
      undefined,
      { answer: ({ seat, round }) => answerStep(`Round ${round}: ${seat} has a case.`) },
      [opening, rebuttal, createPhase('closing')],
    );
    expect(store.last.statements.slice(0, 3)).toMatchObject(
      seatIds.map((seat) => ({ seat, for_side: true })),
    );
    expect(store.last.statements.at(-1)).not.toHaveProperty('for_side');
    expect(store.last.rounds.map(({ consensus }) => consensus)).toEqual([[], [], []]);
    // Two seats put it forward, each for its side: only what they say in the review counts.
    expect(store.last.artifacts[0]?.stances.map(({ seat, presumed }) => [seat, presumed])).toEqual(
      seatIds.map((seat) => [seat, undefined]),
    );
    const inRebuttal = requests.find(({ key }) => key === '2/answer/qa-lead/1') ?? fail('rebuttal');
    expect(readPromptText(inRebuttal)).toContain('REQ-001: Jobs live in one table.');
  });

  it('counts no stance that is given for a side, asks for none, and counts those after it', async () => {
    const opening = createPhase('opening', { votes: false, context: 'none' });
    const rebuttal = createPhase('rebuttal', { votes: false });
    const { store, requests } = await debate([], undefined, {}, [opening, rebuttal, createPhase('closing')]);
    const properties = (key: string): object =>
      (requests.find((request) => request.key === key)?.schema?.json['properties'] ?? fail(key)) as object;
    expect(properties('2/answer/qa-lead/1')).not.toHaveProperty('stances');
    expect(properties('3/answer/qa-lead/1')).toHaveProperty('stances');
    expect(store.last.rounds.map(({ consensus }) => consensus)).toEqual([[], [], ['REQ-001']]);
    expect(store.last.artifacts[0]?.stances.map(({ round }) => round)).toEqual([3, 3, 3]);
    expect(store.last.outcome?.result).toBe('consensus');
  });

  it('ends with the review, which decides it where the closing did not', async () => {
    const silent: HandlerParts = {
      answer: ({ seat, round }) => answerStep(`Round ${round}: ${seat} has a case.`),
    };
    const agreed = await debate([], undefined, silent);
    expect(agreed.store.last.artifacts[0]).toMatchObject({ status: 'agreed', decided_by: 'count' });
    const tied = await debate([], undefined, {
      ...silent,
      review: (request) =>
        request.seat === 'qa-lead'
          ? { fail: 'timeout' }
          : reviewStep(request, {
              stances: [
                {
                  item_id: 'REQ-001',
                  stance: request.seat === 'software-architect' ? 'support' : 'block',
                  reason: 'r',
                },
              ],
            }),
    });
    expect(tied.store.last.artifacts[0]).toMatchObject({ status: 'open', decided_by: null });
    expect(tied.store.last.outcome).toMatchObject({ result: 'undecided', degraded: true });
  });

  it('leaves sides that were given by flag, and never leaves one side empty', async () => {
    const base = createSession(table).participants;
    const given = base.map((seat) => ({ ...seat, side: seat.id === 'qa-lead' ? ('pro' as const) : null }));
    const { store } = await debate([{ seat: 'qa-lead', side: 'con' }], given);
    expect(store.last.participants.map(({ side }) => side)).toEqual(['con', 'pro', 'pro']);
    const all = await debate(seatIds.map((seat) => ({ seat, side: 'pro' })));
    expect(all.store.last.participants.map(({ side }) => side)).toEqual(['pro', 'pro', 'con']);
  });
});

describe('a combined call', () => {
  const table = createTable();
  const next = (round: number) => ({
    question: `Carried into round ${round}: what fails first?`,
    context_summary: 'c',
    participants: ['all'],
    focus: 'carried',
    topic_id: null,
  });
  const script = (changes: (round: number) => Record<string, unknown> = () => ({})) =>
    createHandler({
      question: ({ round }) => questionStep({ question: `Asked in round ${round}: which cost is highest?` }),
      synthesis: ({ round }) =>
        synthesisStep({
          synthesis: `S ${round}.`,
          next_action: round >= 3 ? 'conclude' : 'continue',
          items: [itemEntry(`Point ${round}.`)],
          next_question: next(round + 1),
          ...changes(round),
        }),
    });
  const origins = (questions: readonly { question: string }[]): string[] =>
    questions.map(({ question }) => question.split(' ')[0] ?? '');

  it('brings the next question along', async () => {
    const session = createSession(table, { settings: { combined: true, min_rounds: 1 } });
    const { store, requests } = await holdRun({ session, table, script: script() });
    expect(origins(store.last.rounds)).toEqual(['Asked', 'Carried', 'Carried']);
    expect(requests.filter(({ step }) => step === 'question')).toHaveLength(1);
  });

  it.each([
    ['an override', { min_rounds: 3 }, (round: number) => (round === 1 ? { next_action: 'conclude' } : {})],
    [
      'an escalation',
      { on_escalation: 'continue' as const },
      (round: number) => (round === 1 ? { next_action: 'escalate', escalation_reason: 'who pays' } : {}),
    ],
    [
      'a question that was asked before',
      {},
      (round: number) =>
        round === 1
          ? { next_question: { ...next(2), question: 'Asked in round 1: which cost is highest?' } }
          : {},
    ],
  ])('asks anew after %s', async (_name, settings, changes) => {
    const session = createSession(table, { settings: { combined: true, min_rounds: 1, ...settings } });
    const { createScriptedOperator } = await import('../support/scripted-model.ts');
    const operator = createScriptedOperator({
      decisions: { '1/escalation/E-001/1': { decision: 'continue', rounds: 1, by: 'policy' } },
    });
    const { store } = await holdRun({ session, table, script: script(changes), operator });
    expect(origins(store.last.rounds)).toEqual(['Asked', 'Asked', 'Carried']);
  });

  it('keeps its question in a new phase that it suggested: it was asked for that one', async () => {
    const phased = createTable({
      strategy: createStrategy({ phases: [createPhase('one'), createPhase('two')] }),
    });
    const session = createSession(phased, { settings: { combined: true, min_rounds: 1 } });
    const { store } = await holdRun({
      session,
      table: phased,
      script: script((round) => ({ next_action: round === 1 ? 'phase' : 'conclude' })),
    });
    expect(origins(store.last.rounds)).toEqual(['Asked', 'Carried']);
  });
});
