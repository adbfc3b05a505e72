/** People: their choices after a round, what they decide, what they send from outside, and a person at the table. */
import { describe, expect, it } from 'vitest';
import { answerEscalation } from '../../src/roundtable/discussion/person-decision.ts';
import type { PersonMessage } from '../../src/session/person-message.ts';
import type { Session } from '../../src/session/session.ts';
import {
  createConflict,
  createParticipant,
  createPhase,
  createSession,
  createStrategy,
  createTable,
} from '../support/roundtable-fixtures.ts';
import {
  answerStep,
  createHandler,
  createMemoryJournal,
  createScriptedOperator,
  type HeldRun,
  holdRun,
  type MemoryStore,
  type OperatorScript,
  readPromptText,
  synthesisStep,
} from '../support/scripted-model.ts';

const table = createTable();
/** Every round brings new statements, so that only the person or the facilitator ends it. */
const moving = createHandler();
const rules = ({ rounds }: Session) => rounds.map(({ decided_by_rule: rule }) => rule);

function promptOf(run: HeldRun, key: string): string {
  const request = run.requests.find((entry) => entry.key === key);
  if (!request) throw new Error(`no call ${key}`);
  return readPromptText(request);
}

describe('after each round of an interactive run', () => {
  const hold = (choices: NonNullable<OperatorScript['choices']>, from?: HeldRun) =>
    holdRun({
      session:
        from?.store.last ??
        createSession(table, { settings: { interactive: true, min_rounds: 3, max_rounds: 4 } }),
      table,
      script: moving,
      operator: createScriptedOperator({ choices }),
      ...(from ? { store: from.store, resumed: true } : {}),
    });
  const go = { choice: 'continue' } as const;
  const advise = { choice: 'guidance', text: 'Mind the night shift.' } as const;

  it('guidance is kept, and is in the next question and everything after it', async () => {
    const run = await hold({
      '1/choice/person/1': advise,
      ...{ '2/choice/person/1': go, '3/choice/person/1': go, '4/choice/person/1': go },
    });
    expect(run.session.guidance).toEqual([{ after_round: 1, text: 'Mind the night shift.', by: 'user' }]);
    const told = run.requests.filter((request) => readPromptText(request).includes('Mind the night shift.'));
    const later = run.requests.filter(
      ({ round, step }) => round > 1 && ['question', 'answer', 'synthesis', 'draft'].includes(step),
    );
    expect(told).toEqual(expect.arrayContaining(later));
    expect(told.every(({ round }) => round > 1)).toBe(true);
    expect(run.events).toContainEqual({ type: 'guidance', after_round: 1, text: 'Mind the night shift.' });
    // The round was on disk before the person was asked, the guidance before anything was decided.
    expect(run.store.saved.slice(0, 3)).toMatchObject([
      { rounds: [{ next_action: null }], guidance: [] },
      { rounds: [{ next_action: null }], guidance: [{ after_round: 1 }] },
      { rounds: [{ next_action: 'continue' }] },
    ]);
  });

  it('skip concludes before min_rounds', async () => {
    const { session } = await hold({ '1/choice/person/1': { choice: 'skip' } });
    expect(session.rounds).toMatchObject([
      { next_action: 'conclude', ending: 'skipped', decided_by_rule: 2, override: { code: 'skipped' } },
    ]);
    expect(session.outcome).toMatchObject({ ended_by: 'skipped' });
  });

  it('guidance after the last allowed round grants one more, and says so', async () => {
    const run = await hold({
      ...{ '1/choice/person/1': go, '2/choice/person/1': go, '3/choice/person/1': go },
      ...{ '4/choice/person/1': advise, '5/choice/person/1': go },
    });
    expect(run.session.guidance).toMatchObject([{ after_round: 4, grants_round: true }]);
    expect(rules(run.session)).toEqual([12, 12, 12, 12, 4]);
    expect(run.events).toContainEqual({ type: 'notice', notice: { code: 'guidance_adds_round', round: 4 } });
    expect(promptOf(run, '5/answer/qa-lead/1')).toContain('Round 5 of at most 5, the last');
  });

  it('pause leaves the session paused, and resume goes on with the next round without asking again', async () => {
    const paused = await hold({ '1/choice/person/1': go, '2/choice/person/1': { choice: 'pause' } });
    expect(paused.result).toMatchObject({
      ...{ ended: 'paused', reason: 'person', detail: { code: 'person_asked' }, failure: null },
    });
    expect(paused.store.last).toMatchObject({ status: 'paused', pause_reason: 'person', total_rounds: 2 });
    const resumed = await hold({ '3/choice/person/1': { choice: 'skip' } }, paused);
    expect(resumed.operator.asked).toEqual(['3/choice/person/1']);
    expect(resumed.requests[0]?.key).toBe('3/question/facilitator/1');
    expect(resumed.session.rounds.map(({ next_action }) => next_action)).toEqual([
      'continue',
      'continue',
      'conclude',
    ]);
    expect(resumed.session).toMatchObject({ status: 'completed', paused_at: null });
  });
});

describe('an escalation', () => {
  const conflict = {
    ...{ id: 'new', description: 'Security of the broker', recommendation: 'No broker at all.' },
    positions: [
      { id: 'new', text: 'closed', held_by: ['qa-lead'] },
      { id: 'new', text: 'open', held_by: ['devops-engineer'] },
    ],
  };
  const disputed = (changes: (round: number) => Record<string, unknown> = () => ({})) =>
    createHandler({
      synthesis: ({ round }) =>
        synthesisStep({
          synthesis: `S ${round}.`,
          conflicts: round === 1 ? [conflict] : [],
          next_action: round >= 4 ? 'conclude' : 'continue',
          ...changes(round),
        }),
    });
  const key = '2/escalation/E-001/1';
  const fresh = (settings: object = {}, on = table) =>
    createSession(on, { settings: { min_rounds: 1, max_rounds: 5, ...settings } });
  const hold = (
    decisions: NonNullable<OperatorScript['decisions']>,
    { session = fresh(), store, script = disputed(), on = table } = {} as {
      session?: Session;
      store?: MemoryStore;
      script?: ReturnType<typeof disputed>;
      on?: typeof table;
    },
  ) =>
    holdRun({
      ...{ session, table: on, script, operator: createScriptedOperator({ decisions }) },
      ...(store ? { store, resumed: true } : {}),
    });

  it('is raised by row 3, put with positions and recommendation, asked once, and closes its conflict', async () => {
    const { session, events, operator, requests } = await hold({ [key]: { decision: 'accept', by: 'user' } });
    expect(operator.asked).toEqual([key]);
    expect(events.filter(({ type }) => type === 'escalation-raised')).toMatchObject([
      {
        escalation: {
          ...{ trigger: 'critical-keyword', subject: 'CF-001', values: { keyword: 'security' } },
          positions: [
            { seat: 'qa-lead', text: 'closed' },
            { seat: 'devops-engineer', text: 'open' },
          ],
        },
      },
    ]);
    // Both sides have answered each other once by then.
    expect(session.rounds[0]).toMatchObject({ next_action: 'continue', decided_by_rule: 12 });
    expect(session.rounds[1]).toMatchObject({
      ...{ next_action: 'escalate', decided_by_rule: 3, after_escalation: 'continue' },
      override: { code: 'escalation', trigger: 'critical-keyword', subject: 'CF-001' },
    });
    expect(session.conflicts[0]).toMatchObject({
      ...{ status: 'resolved', resolution: 'No broker at all.', resolution_type: 'user' },
    });
    expect(session.total_rounds).toBe(4);
    for (const request of requests.filter(({ round, step }) => round > 2 && step !== 'revision'))
      expect(readPromptText(request), request.key).toContain('No broker at all.');
  });

  it('can grant rounds: the conflict stays open, max_rounds moves, and it comes again when they are over', async () => {
    const { session, operator, requests, events } = await hold(
      {
        [key]: { decision: 'continue', rounds: 2, by: 'user' },
        '4/escalation/E-002/1': { decision: 'own', text: 'No broker.', by: 'user' },
      },
      { session: fresh({ max_rounds: 2 }) },
    );
    expect(operator.asked).toEqual([key, '4/escalation/E-002/1']);
    expect(
      session.rounds.map(({ next_action, after_escalation }) => [next_action, after_escalation]),
    ).toEqual([
      ['continue', null],
      ['escalate', 'continue'],
      ['continue', null],
      ['escalate', 'conclude'],
    ]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'decision', round: 2, override: { code: 'rounds_granted' } }),
    );
    // The rounds are spent on what they were granted for.
    expect(session.rounds[1]?.next_focus).toBe('Security of the broker');
    const asked = requests.find((request) => request.key === '3/question/facilitator/1');
    expect(asked && readPromptText(asked)).toMatch(/has to look at\n<<<.*\nSecurity of the broker\n/);
    expect(asked && readPromptText(asked)).toContain('Round 3 of at most 4');
  });

  it('cannot accept what nobody recommended: it waits', async () => {
    const none = () => ({ conflicts: [{ ...conflict, recommendation: null }], recommendation: null });
    const { result, store } = await hold(
      { [key]: { decision: 'accept', by: 'user' } },
      { script: disputed(none) },
    );
    expect(result).toMatchObject({
      ...{ ended: 'paused', reason: 'waiting-for-person' },
      detail: { code: 'nothing_to_accept', escalation_id: 'E-001' },
    });
    expect(store.last.escalations).toMatchObject([{ status: 'pending', text: null }]);
  });

  it('gets one more round from a policy, never past the last, where the question stays for a person', async () => {
    const policy = { decision: 'continue', rounds: 1, by: 'policy' } as const;
    const { session, operator } = await hold(
      { [key]: policy, '3/escalation/E-002/1': policy },
      { session: fresh({ max_rounds: 3 }) },
    );
    expect(operator.asked).toEqual([key, '3/escalation/E-002/1']);
    expect(session.escalations).toMatchObject([
      { id: 'E-001', status: 'answered', answered_by: 'policy' },
      { id: 'E-002', status: 'pending', decision: null, answered_by: null, extra_rounds: 0 },
    ]);
    expect(session.total_rounds).toBe(3);
  });

  it('that nobody can answer now waits, and resume asks again', async () => {
    const waiting = await hold({ [key]: 'later' });
    expect(waiting.result).toMatchObject({
      ...{ reason: 'waiting-for-person', detail: { code: 'decision', escalation_id: 'E-001' } },
    });
    const { store } = waiting;
    const resumed = await hold({ [key]: { decision: 'accept', by: 'user' } }, { session: store.last, store });
    expect(resumed.operator.asked).toEqual([key]);
    expect(resumed.session).toMatchObject({ status: 'completed', total_rounds: 4 });
  });

  it('that was answered from outside is not asked again, and the run goes on behind it', async () => {
    const { store } = await hold({ [key]: 'later' });
    const session = answerEscalation(store.last, 'E-001', {
      decision: { decision: 'own', text: 'From outside.', by: 'user' },
      at: '2026-03-02T11:00:00.000Z',
    });
    const after = await hold({}, { session, store });
    expect(after.operator.asked).toEqual([]);
    expect(after.session.rounds[1]).toMatchObject({ next_action: 'escalate', after_escalation: 'continue' });
    expect(after.session.conflicts[0]).toMatchObject({ resolution: 'From outside.' });
  });

  it('interrupted by a stop is a stop', async () => {
    const operator = createScriptedOperator();
    const decideEscalation = async () => {
      operator.stopNow();
      return 'later' as const;
    };
    const { result } = await holdRun({
      ...{ session: fresh(), table, script: disputed() },
      operator: Object.assign(operator, { decideEscalation }),
    });
    expect(result).toMatchObject({ ended: 'paused', reason: 'signal', detail: { code: 'stopped' } });
  });
});

describe('a message from outside', () => {
  const hold = (
    messages: Record<number, PersonMessage[]>,
    from: { session?: Session; store?: MemoryStore; atStart?: PersonMessage[] } = {},
  ) => {
    const takeMessages = async (view: { round: number; resumed: boolean }) =>
      view.resumed ? (from.atStart ?? []) : (messages[view.round] ?? []);
    return holdRun({
      session: from.session ?? createSession(table, { settings: { min_rounds: 2, max_rounds: 2 } }),
      ...{ table, script: moving, operator: Object.assign(createScriptedOperator(), { takeMessages }) },
      ...(from.store ? { store: from.store, resumed: true } : {}),
    });
  };
  const advice: PersonMessage = { kind: 'guidance', text: 'Mind the nights.', by: 'user' };
  const pause = () => hold({ 1: [{ kind: 'pause' }] });

  it('that advises reaches the next question; found twice, it is taken once', async () => {
    const run = await hold({ 1: [advice, advice] });
    expect(run.session.guidance).toEqual([{ after_round: 1, text: 'Mind the nights.', by: 'user' }]);
    expect(promptOf(run, '2/question/facilitator/1')).toContain('Mind the nights.');
    expect(promptOf(run, '1/answer/qa-lead/1')).not.toContain('Mind the nights.');
  });

  it('that advises after the last round grants none, and reaches the draft', async () => {
    const run = await hold({ 2: [advice] });
    expect(run.session.total_rounds).toBe(2);
    expect(promptOf(run, 'text/draft/synthesizer/1')).toContain('Mind the nights.');
  });

  it('that grants rounds raises their number, and never lowers it', async () => {
    const more = await hold({ 2: [{ kind: 'grant', max_rounds: 3 }] });
    expect(more.session).toMatchObject({ total_rounds: 3, settings: { max_rounds: 3 } });
    expect(more.events).toContainEqual({
      ...{ type: 'notice', notice: { code: 'more_rounds', rounds: 3, before: 2 } },
    });
    const fewer = await hold({ 1: [{ kind: 'grant', max_rounds: 1 }] });
    expect(fewer.session.settings.max_rounds).toBe(2);
  });

  it('that skips or pauses does so after its round', async () => {
    const skipped = await hold({ 1: [{ kind: 'skip' }] });
    expect(skipped.session.rounds).toMatchObject([{ decided_by_rule: 2, ending: 'skipped' }]);
    const paused = await pause();
    expect(paused.result).toMatchObject({ ended: 'paused', reason: 'person' });
    expect(paused.store.last.rounds).toMatchObject([{ decided_by_rule: 1, next_action: 'pause' }]);
  });

  it('that was sent while nobody ran it is taken when the run begins', async () => {
    const { store } = await pause();
    const resumed = await hold({}, { session: store.last, store, atStart: [advice] });
    expect(resumed.session.guidance).toMatchObject([{ text: 'Mind the nights.' }]);
    expect(promptOf(resumed, '2/question/facilitator/1')).toContain('Mind the nights.');
  });

  it('that skips while nobody ran it concludes with the rounds that there are', async () => {
    const { store } = await pause();
    const resumed = await hold({}, { session: store.last, store, atStart: [{ kind: 'skip' }] });
    expect(resumed.session).toMatchObject({ total_rounds: 1, outcome: { ended_by: 'skipped' } });
    expect(resumed.requests.some(({ step }) => step === 'question')).toBe(false);
  });
});

describe('a person at the table', () => {
  const seats = ['qa-lead', 'devops-engineer'];
  const peopled = createTable({ seats });
  const silent = { text: '', votes: [] };
  /** The person says nothing in review and last call. */
  const signing = {
    ...{
      'text/review/human/1': silent,
      'text/last-call/human/1': silent,
      'text/last-call-2/human/1': silent,
    },
  };
  const answering = createHandler({
    answer: ({ seat, round }) => answerStep(`Canary of ${seat} in round ${round}.`),
  });
  const seatPerson = (place: number, settings: object = {}, changes: Partial<Session> = {}): Session => {
    const participants = seats.map((id) => createParticipant(id));
    const person = createParticipant('human', { kind: 'human', model: null, role: 'The person' });
    participants.splice(place, 0, person);
    return createSession(peopled, {
      participants,
      settings: { min_rounds: 2, max_rounds: 2, ...settings },
      ...changes,
    });
  };
  const hold = (
    session: Session,
    turns: NonNullable<OperatorScript['turns']>,
    more: Partial<Parameters<typeof holdRun>[0]> = {},
  ) =>
    holdRun({
      ...{ session, table: peopled, script: answering },
      operator: createScriptedOperator({ turns: { ...signing, ...turns } }),
      ...more,
    });
  const want = { text: 'I want the database.', votes: [], name: 'Ada' };
  const both = { '1/answer/human/1': want, '2/answer/human/1': { text: 'Still so.', votes: [] } };

  it('answers blind in a parallel round, is one statement, and is heard by name in the next', async () => {
    const run = await hold(seatPerson(1), both);
    expect(run.operator.views[0]).toMatchObject({
      step: 'answer',
      round: 1,
      heard: [],
      text: null,
      items: [],
    });
    expect(JSON.stringify(run.operator.views[0])).not.toContain('Canary');
    expect(promptOf(run, '1/answer/qa-lead/1')).not.toContain('I want the database.');
    expect(run.session.rounds[0]?.answers[1]).toMatchObject({
      ...{ seat: 'human', position: 'I want the database.', name: 'Ada', model: null, confidence: null },
    });
    expect(run.session.statements.filter(({ seat }) => seat === 'human')).toMatchObject([
      { kind: 'other', text: 'I want the database.' },
      { kind: 'other', text: 'Still so.' },
    ]);
    expect(promptOf(run, '2/answer/qa-lead/1')).toContain('I want the database.');
  });

  it('hears what was said before in a sequential round, and is heard by who comes after', async () => {
    const run = await hold(seatPerson(1, { participation: 'sequential' }), both);
    expect(run.operator.views[0]?.heard).toEqual([
      { seat: 'qa-lead', role: 'Qa lead', position: 'Canary of qa-lead in round 1.' },
    ]);
    expect(promptOf(run, '1/answer/devops-engineer/1')).toContain('I want the database.');
    expect(promptOf(run, '1/answer/qa-lead/1')).not.toContain('I want the database.');
  });

  it('passes with an empty line, and the round is one without it', async () => {
    const pass = { text: '  ', votes: [] };
    const run = await hold(seatPerson(2), { '1/answer/human/1': pass, '2/answer/human/1': pass });
    expect(run.session.rounds[0]).toMatchObject({ passed: ['human'], failed: [], losses: [] });
    expect(run.session.rounds[0]?.answers).toHaveLength(2);
    expect(run.events).toContainEqual({ type: 'seat-passed', round: 1, seat: 'human', code: 'passed' });
  });

  it('says where it stands in a conflict, with words or without', async () => {
    const conflicts = [
      createConflict({
        positions: createConflict().positions.map((position, at) => ({
          ...position,
          held_by: [{ seat: at === 0 ? 'human' : 'qa-lead', round: 1 }],
        })),
      }),
    ];
    const stance = { conflict_id: 'CF-001', holds: 'b', gives_up: false, because: 'costs' };
    for (const text of ['', 'The broker, then.']) {
      const run = await hold(
        seatPerson(2, { escalation: { enabled: false }, max_rounds: 1, min_rounds: 1 }, { conflicts }),
        { '1/answer/human/1': { text, votes: [], conflicts: [stance] } },
      );
      expect(run.operator.views[0]?.conflicts).toMatchObject([{ id: 'CF-001' }]);
      expect(run.session.conflicts[0]).toMatchObject({ status: 'resolved', resolution_type: 'conceded' });
      expect(run.session.rounds[0]?.passed).toEqual(text === '' ? ['human'] : []);
    }
  });

  it('never gets a side that it did not choose', async () => {
    const strategy = createStrategy({ sides: true, phases: [createPhase('a'), createPhase('b')] });
    const run = await hold(seatPerson(0), both, { table: createTable({ seats, strategy }) });
    expect(run.session.participants.map(({ side }) => side)).toEqual([null, 'pro', 'con']);
  });

  it.each(['parallel', 'sequential'] as const)(
    'who cannot answer now lets a %s run wait; what was said is not asked again',
    async (participation) => {
      const journal = createMemoryJournal();
      const later = { '1/answer/human/1': 'later' as const };
      const waiting = await hold(seatPerson(1, { participation }), later, { journal });
      expect(waiting.result).toMatchObject({
        ...{ reason: 'waiting-for-person', detail: { code: 'turn', step: 'answer', round: 1 } },
      });
      expect(waiting.store.last).toMatchObject({ status: 'paused', rounds: [], total_rounds: 0 });
      const before = waiting.requests.map(({ key }) => key);
      // Blind seats answer while the person does; in turn, who comes after waits.
      expect(before.includes('1/answer/devops-engineer/1')).toBe(participation === 'parallel');
      if (participation === 'sequential')
        expect(waiting.store.last.turn).toEqual({
          ...{ order: ['qa-lead', 'human', 'devops-engineer'], index: 1, next_speaker: 'human' },
        });
      const { store } = waiting;
      const resumed = await hold(store.last, both, { store, journal, resumed: true });
      expect(resumed.result.ended).toBe('completed');
      expect(resumed.requests.filter(({ key }) => before.includes(key))).toEqual([]);
      expect(resumed.session.usage.calls).toBe(journal.made.length);
    },
  );

  it('is asked again after max_turns, also where the facilitator leaves it out', async () => {
    const run = await hold(
      seatPerson(2, { max_turns: 4, max_rounds: 3, min_rounds: 3 }),
      { '3/answer/human/1': { text: 'At last a word of mine.', votes: [] } },
      {
        script: createHandler({
          question: ({ round }) => ({
            data: { question: `Which risk number ${round} weighs most?`, participants: seats },
          }),
        }),
      },
    );
    expect(run.session.rounds.map(({ asked }) => asked.includes('human'))).toEqual([false, false, true]);
  });

  it('who alone was asked and passes does not stop the run', async () => {
    const run = await hold(
      seatPerson(2, { min_rounds: 1, max_rounds: 1 }),
      { '1/answer/human/1': silent },
      {
        script: createHandler({
          question: () => ({ data: { question: 'What do you want most of all?', participants: ['human'] } }),
        }),
      },
    );
    expect(run.session.rounds[0]).toMatchObject({
      ...{
        asked: ['human'],
        passed: ['human'],
        answers: [],
        synthesis_fallback: { code: 'nobody_answered' },
      },
    });
  });
});
