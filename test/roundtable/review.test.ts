import { describe, expect, it } from 'vitest';
import { listClashes } from '../../src/domain/at-odds.ts';
import type { Session } from '../../src/domain/session.ts';
import { sessionSchema } from '../../src/domain/session.ts';
import { unreadStance } from '../../src/roundtable/rules/outcome.ts';
import {
  createItem,
  createParticipant,
  createPhase,
  createSession,
  createStrategy,
  createTable,
  seatIds,
} from '../support/roundtable-fixtures.ts';
import {
  answerStep,
  createHandler,
  createMemoryJournal,
  createScriptedOperator,
  type HandlerParts,
  holdRun,
  itemEntry,
  type MemoryStore,
  type OperatorScript,
  readPromptText,
  reviewStep,
  type ScriptedReply,
  synthesisStep,
} from '../support/scripted-model.ts';

const table = createTable();

/** One round that puts forward two items from the statements of the first two seats, then concludes. */
const oneRound: NonNullable<HandlerParts['synthesis']> = () =>
  synthesisStep({
    next_action: 'conclude',
    items: [
      itemEntry('Jobs are kept in one table.', { from: ['S-001'] }),
      itemEntry('Jobs are kept for 30 days.', { id: 'new-2', from: ['S-002'] }),
    ],
    not_taken: [{ statement: 'S-003', reason: 'it repeats S-001' }],
  });

function run(parts: HandlerParts, changes: Parameters<typeof createSession>[1] = {}) {
  const session = createSession(table, { ...changes, settings: { min_rounds: 1, ...changes.settings } });
  return holdRun({ session, table, script: createHandler({ synthesis: oneRound, ...parts }) });
}

const stance = (id: string, word: string, reason = '') => ({ item_id: id, stance: word, reason });
const review = (stances: unknown[], missing: unknown[] = []): ScriptedReply => ({
  data: { stances, missing },
});
const statuses = ({ artifacts }: Session): string[] => artifacts.map(({ id, status }) => `${id} ${status}`);

describe('what cannot both hold', () => {
  it('is a point of its own with its two items, and one that names no pair is a point all the same', async () => {
    const { session } = await run({
      review: (facts) => ({
        data: {
          stances: [stance('REQ-001', 'support'), stance('REQ-002', 'support')],
          cannot_both_hold:
            facts.seat === 'qa-lead'
              ? [
                  {
                    items: ['req-1', 'REQ-002'],
                    why: 'A table that is kept for 30 days is not the one table.',
                  },
                  { items: ['REQ-001', 'the budget'], why: 'Nobody has the money.' },
                ]
              : [],
          missing: [],
        },
      }),
    });
    const raised = session.statements.filter(({ raised_in: raisedIn }) => raisedIn === 'review');
    expect(raised.map(({ text, clash }) => [text, clash])).toEqual([
      ['REQ-001, REQ-002: A table that is kept for 30 days is not the one table.', ['REQ-001', 'REQ-002']],
      ['REQ-001, the budget: Nobody has the money.', undefined],
    ]);
    expect(listClashes(session.artifacts, session.statements)).toEqual([
      { ids: ['REQ-001', 'REQ-002'], point: raised[0]?.items[0] },
    ]);
    expect(sessionSchema.parse(session)).toEqual(session);
  });
});

describe('the review', () => {
  it('is held in every strategy, one call to each seat, before the draft', async () => {
    for (const mechanism of ['majority', 'consent', 'facilitator_decides', 'none'] as const) {
      const strategy = createStrategy({
        phases: [createPhase('only', { votes: false })],
        consensus: { ...createStrategy().consensus, mechanism },
      });
      const collecting = createTable({ strategy });
      const { requests, session } = await holdRun({
        session: createSession(collecting, { settings: { min_rounds: 1 } }),
        table: collecting,
        script: createHandler({ synthesis: oneRound }),
      });
      const after = requests.slice(requests.findIndex(({ step }) => step === 'synthesis') + 1);
      expect(after.map(({ key }) => key)).toEqual([
        ...seatIds.map((seat) => `1/review/${seat}/1`),
        '1/draft/synthesizer/1',
      ]);
      for (const request of after.slice(0, 3)) expect(request).toMatchObject({ purpose: 'review' });
      expect(session.review).toMatchObject({ after_round: 1, failed: [] });
    }
  });

  it('shows the items as they would be printed, and nobody else’s stance, word or reason', async () => {
    const { requests } = await run({
      answer: ({ seat }) => answerStep(`Position canary-${seat}.`, { concerns: [`worry-${seat}`] }),
      review: ({ seat }) =>
        review(
          [stance('REQ-001', 'block', `reason-${seat}`), stance('REQ-002', 'support')],
          [`missing-${seat}`],
        ),
    });
    const reviews = requests.filter(({ step }) => step === 'review');
    expect(reviews).toHaveLength(3);
    for (const request of reviews) {
      const text = readPromptText(request);
      expect(text).toContain('REQ-001: Jobs are kept in one table.');
      expect(text).toContain('REQ-002: Jobs are kept for 30 days.');
      expect(text).not.toMatch(/reason-|missing-|\bsupports\b|\bblocks\b/);
      for (const seat of seatIds) if (seat !== request.seat) expect(text).not.toContain(`worry-${seat}`);
    }
  });

  it('shows a seat where it stands itself, and nobody else', async () => {
    const { requests } = await run(
      { synthesis: () => synthesisStep({ next_action: 'conclude' }) },
      { artifacts: [createItem({ 'qa-lead': 'block', 'devops-engineer': 'support' }, { from: [] })] },
    );
    const told = requests
      .filter(({ step }) => step === 'review')
      .map((request) => [request.seat, readPromptText(request).match(/\[you: \w+\]/g)]);
    expect(told).toEqual([
      ['software-architect', null],
      ['qa-lead', ['[you: block]']],
      ['devops-engineer', ['[you: support]']],
    ]);
  });

  it('counts for good: agreed, contested, rejected only now', async () => {
    const { session } = await run({
      review: ({ seat }) =>
        review([
          stance('REQ-001', seat === 'qa-lead' ? 'stand_aside' : 'support', 'late'),
          seat === 'qa-lead' ? stance('REQ-002', 'support') : stance('REQ-002', 'against', 'too long'),
        ]),
    });
    expect(session.rounds[0]).toMatchObject({ items: ['REQ-001', 'REQ-002'], consensus: [] });
    expect(statuses(session)).toEqual(['REQ-001 agreed', 'REQ-002 rejected']);
    expect(session.consensus).toMatchObject([
      {
        item_id: 'REQ-001',
        round: 1,
        supported_by: ['software-architect', 'devops-engineer'],
        stood_aside: ['qa-lead'],
      },
    ]);
    expect(session.outcome).toMatchObject({
      result: 'partial-consensus',
      dissent: [{ seat: 'qa-lead', text: 'Round 1: qa-lead prefers the database.', round: 1, on: 'REQ-002' }],
    });
  });

  it('leaves a tie open, and what one seat supports beside two aside', async () => {
    const { session } = await run({
      review: ({ seat }) =>
        review([
          stance('REQ-001', seat === 'qa-lead' ? 'support' : seat === 'devops-engineer' ? 'no' : 'hm', 'r'),
          stance('REQ-002', seat === 'qa-lead' ? 'support' : 'stand aside', 'r'),
        ]),
    });
    expect(statuses(session)).toEqual(['REQ-001 open', 'REQ-002 open']);
    expect(session.outcome).toMatchObject({ result: 'undecided', degraded: true, dissent: [] });
  });

  it('presumes a seat that was shown its own words and did not differ, and only that one', async () => {
    const { session } = await run({
      review: ({ seat }) =>
        seat === 'software-architect'
          ? review([stance('REQ-002', 'support')])
          : seat === 'qa-lead'
            ? review([stance('REQ-001', 'support')])
            : review([stance('REQ-001', 'stand_aside', 'r')]),
    });
    expect(
      session.artifacts.map(({ stances }) =>
        stances.map(({ seat, presumed }) => `${seat} ${presumed ?? false}`),
      ),
    ).toEqual([
      ['qa-lead false', 'devops-engineer false', 'software-architect true'],
      ['software-architect false', 'qa-lead true'],
    ]);
    expect(statuses(session)).toEqual(['REQ-001 agreed', 'REQ-002 agreed']);
  });

  it('opens an agreed item again when a seat blocks it', async () => {
    const support = seatIds.map(() => stance('REQ-001', 'support'));
    const { session, requests } = await run(
      {
        answer: ({ seat, round }) =>
          answerStep(`Round ${round} of ${seat}.`, { stances: round === 2 ? support.slice(0, 1) : [] }),
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            items: round === 1 ? [itemEntry('Jobs are kept in one table.', { from: ['S-001'] })] : [],
            next_action: round === 2 ? 'conclude' : 'continue',
          }),
        review: ({ seat }) => review(seat === 'qa-lead' ? [stance('REQ-001', 'block', 'it loses jobs')] : []),
      },
      { settings: { max_rounds: 2 } },
    );
    expect(session.rounds.map(({ consensus }) => consensus)).toEqual([[], ['REQ-001']]);
    expect(statuses(session)).toEqual(['REQ-001 open']);
    expect(session.consensus).toEqual([]);
    expect(session.artifacts[0]?.history.map(({ change }) => change)).toEqual([
      'put forward',
      'agreed',
      'opened again',
    ]);
    const asked = requests.find(({ key }) => key === '2/review/qa-lead/1');
    expect(asked && readPromptText(asked)).toMatch(
      /## Agreed, as they will be printed\n<<<.*\n- REQ-001: Jobs/,
    );
  });

  it('makes a point of everything that is wrong or missing, which nobody votes on', async () => {
    const { session, requests } = await run({
      review: (request) =>
        reviewStep(request, {
          missing:
            request.seat === 'qa-lead'
              ? [
                  {
                    text: 'The size limit is missing.',
                    why: 'Jobs grow.',
                    verify: 'A size is given.',
                    replaces: ['req-1'],
                  },
                ]
              : request.seat === 'devops-engineer'
                ? ['Nobody owns the table.', 'nobody owns the TABLE']
                : [],
        }),
    });
    const raised = session.artifacts.filter(({ raised_in: raisedIn }) => raisedIn === 'review');
    expect(raised).toMatchObject([
      {
        id: 'POINT-001',
        text: 'The size limit is missing.',
        status: 'open',
        from: ['S-004'],
        related_to: ['REQ-001'],
      },
      { id: 'POINT-002', text: 'Nobody owns the table.', status: 'open', from: ['S-005'], stances: [] },
    ]);
    expect(session.statements.slice(3)).toMatchObject([
      { id: 'S-004', seat: 'qa-lead', raised_in: 'review', items: ['POINT-001'], not_taken: null },
      { id: 'S-005', seat: 'devops-engineer', items: ['POINT-002'] },
    ]);
    expect(session.outcome?.result).toBe('consensus');
    const draft = requests.find(({ step }) => step === 'draft');
    expect(draft && readPromptText(draft)).toContain('POINT-001 qa-lead: The size limit is missing.');
  });

  it('changes no item’s wording, whatever it says', async () => {
    const { session } = await run({
      review: (request) => reviewStep(request, { items: [itemEntry('Reworded.', { id: 'REQ-001' })] }),
    });
    expect(session.artifacts.map(({ text }) => text)).toEqual([
      'Jobs are kept in one table.',
      'Jobs are kept for 30 days.',
    ]);
  });

  it('asks for judgements where there are ideas', async () => {
    const { session, requests } = await run({
      synthesis: () =>
        synthesisStep({
          next_action: 'conclude',
          items: [itemEntry('Swap jobs by mail.', { type: 'IDEA', from: ['S-001', 'S-002', 'S-003'] })],
        }),
      review: (request) =>
        reviewStep(request, {
          judgements: [
            { item_id: 'idea-1', value: request.seat === 'qa-lead' ? 'low' : 'high', feasibility: 'medium' },
            { item_id: 'IDEA-404', value: 'high', feasibility: 'high' },
          ],
        }),
    });
    expect(session.artifacts[0]?.judgements).toEqual([
      { seat: 'software-architect', value: 'high', feasibility: 'medium', round: 1 },
      { seat: 'qa-lead', value: 'low', feasibility: 'medium', round: 1 },
      { seat: 'devops-engineer', value: 'high', feasibility: 'medium', round: 1 },
    ]);
    const asked = requests.find(({ step }) => step === 'review');
    expect(asked && readPromptText(asked)).toContain('judgements: Judge each idea');
  });
});

describe('a stance in the review or an answer', () => {
  it('that names nothing is asked again, with the ids that there are', async () => {
    const { session, requests } = await run({
      review: (request) =>
        request.seat === 'qa-lead' && request.attempt === 1
          ? review([stance('REQ-009', 'support'), stance('REQ-002', 'perhaps')])
          : reviewStep(request),
    });
    const again = requests.find(({ key }) => key === '1/review/qa-lead/2');
    expect(again && readPromptText(again)).toMatch(
      /"REQ-009: support", "REQ-002: perhaps"[\s\S]*The items are REQ-001, REQ-002; a stance is support, stand_aside or block/,
    );
    expect(session.failures).toEqual([]);
    expect(session.outcome?.degraded).toBe(false);
    expect(statuses(session)).toEqual(['REQ-001 agreed', 'REQ-002 agreed']);
  });

  it('that stays unreadable is a failure and a degradation, and its seat is not taken to agree', async () => {
    // The seat put REQ-002 forward: its silence on it would be support.
    const { session, events } = await run({
      review: (request) =>
        request.seat === 'qa-lead'
          ? review([stance('REQ-001', 'support'), stance('REQ-002', 'not in this form')])
          : reviewStep(request),
    });
    const message = `${unreadStance}: REQ-002: not in this form`;
    expect(session.failures).toMatchObject([
      { round: 1, step: 'review', seat: 'qa-lead', kind: 'malformed', message },
    ]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'seat-failed', step: 'review', message }));
    expect(session.outcome?.degradation).toEqual([`qa-lead: ${message} (review).`]);
    expect(session.artifacts[1]?.stances.map(({ seat }) => seat)).toEqual([
      'software-architect',
      'devops-engineer',
    ]);
    // What could be read of the same reply counts.
    expect(session.artifacts[0]?.stances.map(({ seat }) => seat)).toContain('qa-lead');
  });

  it('in an answer is treated the same', async () => {
    const { session, store } = await run(
      {
        answer: ({ seat, round }) =>
          answerStep(`Round ${round} of ${seat}.`, {
            stances:
              round === 1
                ? []
                : [stance('REQ-001', seat === 'software-architect' ? 'well, well' : 'support')],
          }),
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            items: round === 1 ? [itemEntry('Jobs are kept in one table.', { from: ['S-001'] })] : [],
            next_action: round === 2 ? 'conclude' : 'continue',
          }),
        review: () => review([]),
      },
      { settings: { max_rounds: 2, answer_retries: 0 } },
    );
    expect(session.failures).toMatchObject([
      {
        round: 2,
        step: 'answer',
        seat: 'software-architect',
        message: `${unreadStance}: REQ-001: well, well`,
      },
    ]);
    expect(session.outcome?.degradation).toContain(
      `software-architect: ${unreadStance}: REQ-001: well, well (round 2).`,
    );
    expect(session.rounds[1]?.failed).toEqual([]);
    // It put the item forward, and said something on it: it is not taken to support it.
    const second = store.saved.find(({ total_rounds: rounds }) => rounds === 2);
    expect(second?.consensus).toMatchObject([{ supported_by: ['qa-lead', 'devops-engineer'] }]);
  });

  it('said as "oppose" is a block: two who support and one who opposes are no agreement where blocks count', async () => {
    const { session } = await run({
      review: (request) =>
        request.seat === 'qa-lead'
          ? review([
              stance('**REQ-1**: Jobs are kept', 'oppose', 'it loses jobs'),
              stance('REQ-002', 'agree'),
            ])
          : reviewStep(request),
    });
    expect(statuses(session)).toEqual(['REQ-001 open', 'REQ-002 agreed']);
    expect(session.artifacts[0]?.stances).toContainEqual({
      seat: 'qa-lead',
      stance: 'block',
      reason: 'it loses jobs',
      round: 1,
    });
    expect(session.outcome?.result).toBe('partial-consensus');
  });

  it('is asked for again when a review takes none at all', async () => {
    const { requests } = await run({
      review: (request) =>
        request.seat === 'qa-lead' && request.attempt === 1 ? review([]) : reviewStep(request),
    });
    expect(
      requests.filter(({ key }) => key.startsWith('1/review/qa-lead')).map(({ attempt }) => attempt),
    ).toEqual([1, 2]);
  });

  it('of a seat that answers in plain text counts like any other', async () => {
    const { session } = await run(
      {
        review: (request) =>
          request.seat === 'qa-lead'
            ? { text: 'The size limit is missing.\nREQ-001: oppose, it loses jobs\nREQ-002: support' }
            : reviewStep(request),
        answer: ({ seat }) =>
          seat === 'qa-lead' ? { text: 'I want them kept.' } : answerStep('I want them in one table.'),
      },
      { settings: { plain_text_seats: ['qa-lead'] } },
    );
    expect(session.artifacts[0]?.stances).toContainEqual({
      seat: 'qa-lead',
      stance: 'block',
      reason: 'it loses jobs',
      round: 1,
    });
    expect(session.artifacts.at(-1)).toMatchObject({ id: 'POINT-001', text: 'The size limit is missing.' });
  });
});

describe('a seat that fails in the review', () => {
  it('keeps the stances it had, and is missing', async () => {
    const { session } = await run(
      {
        answer: ({ seat, round }) =>
          answerStep(`Round ${round} of ${seat}.`, {
            stances: round === 2 && seat === 'qa-lead' ? [stance('REQ-001', 'support')] : [],
          }),
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            items: round === 1 ? [itemEntry('Jobs are kept.', { from: [] })] : [],
            next_action: round === 2 ? 'conclude' : 'continue',
          }),
        review: (request) => (request.seat === 'qa-lead' ? { fail: 'timeout' } : reviewStep(request)),
      },
      { settings: { max_rounds: 2 } },
    );
    expect(session.review).toMatchObject({ failed: ['qa-lead'] });
    expect(session.consensus).toMatchObject([
      { supported_by: [...seatIds].sort((one) => (one === 'qa-lead' ? -1 : 0)) },
    ]);
    expect(session.outcome?.degradation).toEqual([
      'No review from qa-lead; the stances they had before count.',
    ]);
  });

  it('agrees nothing when all do', async () => {
    const { session } = await run({ review: () => ({ fail: 'timeout' }) });
    expect(statuses(session)).toEqual(['REQ-001 open', 'REQ-002 open']);
    expect(session.consensus).toEqual([]);
    expect(session.outcome).toMatchObject({ result: 'undecided', degraded: true });
  });
});

describe('an interrupted review', () => {
  it('asks only those that are missing, and ends as it would have', async () => {
    const session = createSession(table, { settings: { min_rounds: 1 } });
    const script = (parts: HandlerParts = {}) => createHandler({ synthesis: oneRound, ...parts });
    const whole = await holdRun({ session, table, script: script() });
    const journal = createMemoryJournal();
    const operator = createScriptedOperator();
    const stopped = await holdRun({
      session,
      table,
      journal,
      operator,
      script: script({
        review: (request) => {
          if (request.seat !== 'devops-engineer') return reviewStep(request);
          operator.stopNow();
          return { fail: 'cancelled' };
        },
      }),
    });
    expect(stopped.result).toMatchObject({ ended: 'paused', reason: 'signal' });
    expect(stopped.store.last).toMatchObject({
      review: null,
      failures: [],
      consensus: [],
      artifacts: [{ stances: [] }, { stances: [] }],
    });
    const resumed = await holdRun({
      session: stopped.store.last,
      store: stopped.store,
      table,
      journal,
      resumed: true,
      script: script(),
    });
    expect(resumed.requests.map(({ key }) => key)).toEqual([
      '1/review/devops-engineer/1',
      '1/draft/synthesizer/1',
    ]);
    expect(resumed.session.artifacts).toEqual(whole.session.artifacts);
    expect(resumed.session.review).toEqual(whole.session.review);
    expect(resumed.session.usage.calls).toBe(whole.session.usage.calls + 1);
  });

  it('is not held again when the draft is what failed', async () => {
    const stopped = await run({ draft: () => ({ fail: 'auth' }) }, { settings: { answer_retries: 0 } });
    expect(stopped.store.last).toMatchObject({ status: 'paused', review: { after_round: 1 }, outcome: null });
    const resumed = await holdRun({
      session: stopped.store.last,
      store: stopped.store,
      table,
      resumed: true,
      script: createHandler(),
    });
    expect(resumed.requests.map(({ step }) => step)).toEqual(['draft']);
    expect(resumed.store.last.usage.calls).toBe(stopped.requests.length + 1);
  });

  it('at a limit is not held, which is said', async () => {
    const { session, requests } = await run({}, { settings: { max_tokens: 540, on_limit: 'conclude' } });
    expect(requests.filter(({ step }) => step === 'review')).toEqual([]);
    expect(session.review).toBeNull();
    expect(session.outcome).toMatchObject({ ended_by: 'limit', degraded: true });
    expect(session.outcome?.degradation).toContain('The items were not reviewed before the draft.');
  });
});

describe('the person in the review', () => {
  const peopled = createTable({ seats: ['qa-lead', 'devops-engineer'] });
  const start = createSession(peopled, {
    participants: [
      createParticipant('qa-lead'),
      createParticipant('human', { kind: 'human', model: null, role: 'The person' }),
      createParticipant('devops-engineer'),
    ],
    settings: { min_rounds: 1, max_rounds: 1 },
  });
  const spoken: NonNullable<OperatorScript['turns']> = {
    '1/answer/human/1': { text: 'Keep them for good.', stances: [] },
  };
  const script = createHandler({ synthesis: oneRound });
  const hold = (
    turns: NonNullable<OperatorScript['turns']>,
    from: { session: Session; store?: MemoryStore } = { session: start },
    journal = createMemoryJournal(),
  ) =>
    holdRun({
      session: from.session,
      ...(from.store ? { store: from.store, resumed: true } : {}),
      table: peopled,
      script,
      journal,
      operator: createScriptedOperator({ turns }),
    });

  it('is shown the items that are undecided, and counts like every seat', async () => {
    const { session, operator } = await hold({
      ...spoken,
      '1/review/human/1': {
        text: 'And who pays is missing.',
        stances: [{ item_id: 'REQ-001', stance: 'block', reason: 'not for good' }],
      },
    });
    expect(operator.views.at(-1)).toMatchObject({ heard: [], items: [{ id: 'REQ-001' }, { id: 'REQ-002' }] });
    expect(session.artifacts[0]).toMatchObject({ status: 'open' });
    expect(session.artifacts.at(-1)).toMatchObject({
      id: 'POINT-001',
      text: 'And who pays is missing.',
      proposed_by: [{ seat: 'human', round: 1 }],
    });
    expect(session.review?.answers).toContainEqual(
      expect.objectContaining({ seat: 'human', stances: ['REQ-001'], statements: ['S-004'] }),
    );
  });

  it('may only vote: an empty text with a stance is one', async () => {
    const { session } = await hold({
      ...spoken,
      '1/review/human/1': {
        text: ' ',
        stances: [{ item_id: 'REQ-002', stance: 'stand_aside', reason: 'r' }],
      },
    });
    expect(session.artifacts).toHaveLength(2);
    expect(session.consensus[1]).toMatchObject({ item_id: 'REQ-002', stood_aside: ['human'] });
    expect(session.outcome?.degraded).toBe(false);
  });

  it('makes it wait when nobody is there; the seats are not asked again', async () => {
    const journal = createMemoryJournal();
    const waiting = await hold({ ...spoken, '1/review/human/1': 'later' }, { session: start }, journal);
    expect(waiting.result).toMatchObject({ ended: 'paused', reason: 'waiting-for-person', failure: null });
    expect(waiting.store.last).toMatchObject({
      status: 'paused',
      review: null,
      outcome: null,
      total_rounds: 1,
    });
    expect(waiting.events).toContainEqual(
      expect.objectContaining({ type: 'waiting-for-turn', seat: 'human' }),
    );
    const before = waiting.requests.map(({ key }) => key);
    expect(before).toContain('1/review/devops-engineer/1');
    const resumed = await hold(
      { '1/review/human/1': { text: '', stances: [] } },
      { session: waiting.store.last, store: waiting.store },
      journal,
    );
    expect(resumed.result.ended).toBe('completed');
    expect(resumed.requests.filter(({ key }) => before.includes(key))).toEqual([]);
    expect(resumed.operator.asked).toEqual(['1/review/human/1']);
    expect(sessionSchema.parse(resumed.session)).toEqual(resumed.session);
  });

  it('may block what is agreed already, and is shown that', async () => {
    const agreed = createHandler({
      answer: ({ round, seat, facts }) =>
        answerStep(`Round ${round} of ${seat}.`, {
          stances: facts.items.map(({ id }) => stance(id, 'support')),
        }),
      synthesis: ({ round }) =>
        synthesisStep({
          synthesis: `S ${round}.`,
          items: round === 1 ? [itemEntry('Jobs are kept.', { from: ['S-001'] })] : [],
          next_action: round === 2 ? 'conclude' : 'continue',
        }),
    });
    const { session, operator } = await holdRun({
      session: { ...start, settings: { ...start.settings, max_rounds: 2 } },
      table: peopled,
      script: agreed,
      operator: createScriptedOperator({
        turns: {
          ...spoken,
          '2/answer/human/1': { text: '', stances: [] },
          '2/review/human/1': {
            text: '',
            stances: [{ item_id: 'REQ-001', stance: 'block', reason: 'costs' }],
          },
        },
      }),
    });
    expect(session.rounds[1]?.consensus).toEqual(['REQ-001']);
    expect(operator.views.at(-1)?.items).toMatchObject([{ id: 'REQ-001', status: 'agreed' }]);
    expect(statuses(session)).toEqual(['REQ-001 open']);
  });

  it('who names an item that takes no stance is told, and nothing is dropped in silence', async () => {
    const { session } = await hold({
      ...spoken,
      '1/review/human/1': { text: '', stances: [{ item_id: 'REQ-404', stance: 'block', reason: 'r' }] },
    });
    expect(session.failures).toMatchObject([
      {
        step: 'review',
        seat: 'human',
        message: `${unreadStance}: human: a stance on REQ-404, which does not exist`,
      },
    ]);
    expect(session.outcome?.degraded).toBe(true);
  });
});
