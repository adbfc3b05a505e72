import { describe, expect, it } from 'vitest';
import type { RoundtableEvent } from '../../src/domain/ports.ts';
import type { Session } from '../../src/domain/session.ts';
import { answerEscalation } from '../../src/roundtable/rules/person-decision.ts';
import {
  createAgent,
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
  itemEntry,
  type OperatorScript,
  readPromptText,
  reviewStep,
  synthesisStep,
} from '../support/scripted-model.ts';

const table = createTable();
/** Every round moves on a new point, so that only the person or the facilitator ends it. */
const moving = createHandler({
  synthesis: ({ round }) =>
    synthesisStep({ synthesis: `S ${round}.`, items: [itemEntry(`Point ${round}.`)] }),
});

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

  it('guidance is kept, and is in the next question and the next answers', async () => {
    const run = await hold({
      '1/choice/person/1': { choice: 'guidance', text: 'Mind the night shift.' },
      '2/choice/person/1': { choice: 'continue' },
      '3/choice/person/1': { choice: 'continue' },
      '4/choice/person/1': { choice: 'continue' },
    });
    expect(run.store.last.guidance).toEqual([{ after_round: 1, text: 'Mind the night shift.', by: 'user' }]);
    expect(promptOf(run, '1/question/facilitator/1')).not.toContain('night shift');
    for (const { key } of run.requests.filter((request) => request.round > 1)) {
      if (key.includes('/statements/')) continue;
      expect(promptOf(run, key), key).toMatch(/after round 1: Mind the night shift\./i);
    }
    expect(run.events).toContainEqual({ type: 'guidance', after_round: 1, text: 'Mind the night shift.' });
    // The round was on disk before the person was asked, the guidance before anything was decided.
    expect(run.store.saved.slice(0, 3)).toMatchObject([
      { rounds: [{ next_action: null }], guidance: [] },
      { rounds: [{ next_action: null }], guidance: [{ after_round: 1 }] },
      { rounds: [{ next_action: 'continue' }] },
    ]);
  });

  it('skip concludes before min_rounds', async () => {
    const { store, result } = await hold({ '1/choice/person/1': { choice: 'skip' } });
    expect(result.ended).toBe('completed');
    expect(store.last.rounds).toMatchObject([
      { next_action: 'conclude', ending: 'skipped', decided_by_rule: 2 },
    ]);
    expect(store.last.outcome).toMatchObject({ ended_by: 'skipped', result: 'consensus' });
  });

  it('guidance after the last allowed round grants one more, and says so', async () => {
    const run = await hold({
      '1/choice/person/1': { choice: 'continue' },
      '2/choice/person/1': { choice: 'continue' },
      '3/choice/person/1': { choice: 'continue' },
      '4/choice/person/1': { choice: 'guidance', text: 'Mind the night shift.' },
      '5/choice/person/1': { choice: 'continue' },
    });
    expect(run.store.last.guidance).toEqual([
      { after_round: 4, text: 'Mind the night shift.', by: 'user', grants_round: true },
    ]);
    expect(run.store.last.rounds.map(({ decided_by_rule: rule }) => rule)).toEqual([13, 13, 13, 13, 4]);
    expect(run.store.last.outcome).toMatchObject({ ended_by: 'max-rounds' });
    expect(run.events).toContainEqual({
      type: 'notice',
      level: 'info',
      text: 'Round 4 was to be the last; your advice adds one more.',
    });
    expect(promptOf(run, '5/question/facilitator/1')).toContain('Mind the night shift.');
    expect(promptOf(run, '5/answer/qa-lead/1')).toContain('Round 5 of at most 5, the last');
  });

  it('guidance that came from outside is heeded as well: in the next question, else in the review', async () => {
    const session = createSession(table, {
      settings: { min_rounds: 1, max_rounds: 1 },
      guidance: [{ after_round: 1, text: 'Mind the night shift.', by: 'user' }],
    });
    const run = await holdRun({ session, table, script: createHandler() });
    expect(run.store.last.total_rounds).toBe(1);
    expect(promptOf(run, '1/answer/qa-lead/1')).not.toContain('night shift');
    for (const key of ['1/review/qa-lead/1', '1/draft/synthesizer/1'])
      expect(promptOf(run, key), key).toContain('Mind the night shift.');
  });

  it('pause leaves the session paused, and resume goes on with the next round without asking again', async () => {
    const paused = await hold({
      '1/choice/person/1': { choice: 'continue' },
      '2/choice/person/1': { choice: 'pause' },
    });
    expect(paused.result).toMatchObject({ ended: 'paused', reason: 'person', failure: null });
    expect(paused.store.last).toMatchObject({ status: 'paused', pause_reason: 'person', total_rounds: 2 });
    expect(paused.store.last.paused_at).not.toBeNull();
    const resumed = await hold({ '3/choice/person/1': { choice: 'skip' } }, paused);
    expect(resumed.operator.asked).toEqual(['3/choice/person/1']);
    expect(resumed.requests[0]?.key).toBe('3/question/facilitator/1');
    expect(resumed.store.last.rounds.map(({ next_action }) => next_action)).toEqual([
      'continue',
      'continue',
      'conclude',
    ]);
    expect(resumed.store.last).toMatchObject({ status: 'completed', paused_at: null });
  });
});

describe('an escalation', () => {
  const conflict = {
    id: 'new',
    description: 'Security of the broker',
    positions: [{ seat: 'qa-lead', text: 'closed' }],
  };
  const script = createHandler({
    synthesis: ({ round }) =>
      synthesisStep({
        synthesis: `S ${round}.`,
        items: [itemEntry(`Point ${round}.`)],
        conflicts: round === 1 ? [conflict] : [],
        next_action: round >= 4 ? 'conclude' : 'continue',
        recommendation: `Recommendation ${round}.`,
      }),
  });
  const key = '2/escalation/E-001/1';
  const hold = (
    decisions: NonNullable<OperatorScript['decisions']>,
    from?: Session,
    store?: HeldRun['store'],
  ) =>
    holdRun({
      session: from ?? createSession(table, { settings: { min_rounds: 1, max_rounds: 5 } }),
      table,
      script,
      operator: createScriptedOperator({ decisions }),
      ...(store ? { store, resumed: true } : {}),
    });
  const raised = (events: readonly RoundtableEvent[]): number =>
    events.filter(({ type }) => type === 'escalation-raised').length;

  it('is raised for the row of the table, put with the recommendation, and asked once', async () => {
    const { store, events, operator } = await hold({ [key]: { decision: 'accept', by: 'user' } });
    expect(operator.asked).toEqual([key]);
    expect(raised(events)).toBe(1);
    // Both sides have answered each other once by then.
    expect(store.last.rounds[0]).toMatchObject({ next_action: 'continue', decided_by_rule: 13 });
    expect(store.last.rounds[1]).toMatchObject({
      next_action: 'escalate',
      decided_by_rule: 3,
      override: 'the open conflict "Security of the broker" touches "security"',
      after_escalation: 'continue',
    });
    expect(store.last.conflicts[0]).toMatchObject({
      status: 'resolved',
      resolution: 'Recommendation 2.',
      resolution_type: 'user',
    });
    expect(store.last.artifacts.find(({ decided_by: by }) => by === 'user')).toMatchObject({
      id: 'DEC-001',
      text: 'Recommendation 2.',
      status: 'agreed',
    });
    expect(store.last.outcome?.result).toBe('decided');
    expect(store.last.total_rounds).toBe(4);
  });

  it('can be decided otherwise', async () => {
    const { store } = await hold({ [key]: { decision: 'own', text: 'No broker.', by: 'user' } });
    expect(store.last.conflicts[0]).toMatchObject({ resolution: 'No broker.' });
    expect(store.last.escalations).toMatchObject([
      { decision: 'own', text: 'No broker.', answered_by: 'user' },
    ]);
  });

  it('reaches every prompt from then on with what was decided, and binds', async () => {
    const run = await hold({ [key]: { decision: 'own', text: 'No broker of our own.', by: 'user' } });
    const later = run.requests.filter(
      ({ round, step }) => round > 2 || step === 'review' || step === 'draft',
    );
    expect(new Set(later.map(({ step }) => step))).toEqual(
      new Set(['question', 'answer', 'synthesis', 'statements', 'review', 'draft']),
    );
    for (const request of later) {
      const text = readPromptText(request);
      expect(text, request.key).toContain('DEC-001: No broker of our own.');
      if (request.step !== 'statements')
        expect(text, request.key).toContain('Decided by the person, and binding; no vote turns it:');
    }
    for (const request of run.requests.filter(({ round }) => round < 3).slice(0, 6))
      expect(readPromptText(request)).not.toContain('No broker of our own.');
  });

  it('can grant rounds: the conflict stays open, max_rounds moves, and it comes again when they are over', async () => {
    const { store, operator, requests } = await hold(
      {
        [key]: { decision: 'continue', rounds: 2, by: 'user' },
        '4/escalation/E-002/1': { decision: 'own', text: 'No broker.', by: 'user' },
      },
      createSession(table, { settings: { min_rounds: 1, max_rounds: 2 } }),
    );
    expect(operator.asked).toEqual([key, '4/escalation/E-002/1']);
    expect(
      store.last.rounds.map(({ next_action, after_escalation }) => [next_action, after_escalation]),
    ).toEqual([
      ['continue', null],
      ['escalate', 'continue'],
      ['continue', null],
      ['escalate', 'conclude'],
    ]);
    // The rounds are spent on what they were granted for.
    expect(store.last.rounds[1]?.next_focus).toBe('Security of the broker');
    const asked = requests.find((request) => request.key === '3/question/facilitator/1');
    expect(asked && readPromptText(asked)).toMatch(/has to look at\n<<<.*\nSecurity of the broker\n/);
    expect(asked && readPromptText(asked)).toContain('Round 3 of at most 4');
  });

  it('keeps the phase that was proposed in a round that was granted', async () => {
    const strategy = createStrategy({ phases: [createPhase('one'), createPhase('two')] });
    const phased = createTable({ strategy });
    const { store } = await holdRun({
      session: createSession(phased, { settings: { min_rounds: 1, max_rounds: 4 } }),
      table: phased,
      script: createHandler({
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            items: [itemEntry(`Point ${round}.`)],
            conflicts: round === 1 ? [conflict] : [],
            next_action: round === 2 ? 'phase' : round === 3 ? 'conclude' : 'continue',
          }),
      }),
      operator: createScriptedOperator({
        decisions: { [key]: { decision: 'continue', rounds: 2, by: 'user' } },
      }),
    });
    expect(store.last.rounds.map(({ phase, after_escalation: after }) => [phase, after])).toEqual([
      ['one', null],
      ['one', 'phase'],
      ['two', null],
    ]);
  });

  it('is raised in the last allowed round too, and then the discussion ends', async () => {
    const last = createSession(table, { settings: { min_rounds: 1, max_rounds: 2 } });
    const { store, operator } = await hold(
      { [key]: { decision: 'own', text: 'No broker.', by: 'user' } },
      last,
    );
    expect(operator.asked).toEqual([key]);
    expect(store.last.rounds[1]).toMatchObject({
      next_action: 'escalate',
      after_escalation: 'conclude',
      ending: 'max-rounds',
    });
    expect(store.last.outcome).toMatchObject({ result: 'decided', ended_by: 'max-rounds' });
  });

  it('cannot accept what nobody recommended: it waits, and says what to type', async () => {
    const session = createSession(table, { settings: { min_rounds: 1, max_rounds: 5 } });
    const { result, store } = await holdRun({
      session,
      table,
      script: createHandler({
        synthesis: ({ round }) =>
          synthesisStep({
            conflicts: round === 1 ? [{ ...conflict, recommendation: null }] : [],
            recommendation: null,
          }),
      }),
      operator: createScriptedOperator({ decisions: { [key]: { decision: 'accept', by: 'user' } } }),
    });
    expect(result).toMatchObject({ ended: 'paused', reason: 'waiting-for-person' });
    expect(result.detail).toContain(`s2s roundtable answer ${session.id} --escalation E-001 --decision`);
    expect(store.last.escalations).toMatchObject([{ status: 'pending', text: null }]);
  });

  it('by a policy is opened again when a seat blocks it, with the conflict and what gave way', async () => {
    const { store } = await holdRun({
      session: createSession(table, {
        settings: { min_rounds: 3, max_rounds: 3, escalation: { max_rounds_per_conflict: 9 } },
      }),
      table,
      script: createHandler({
        answer: ({ seat, round }) =>
          answerStep(`Round ${round}: ${seat} speaks of the broker.`, {
            stances:
              round === 3 && seat !== 'software-architect'
                ? [
                    {
                      item_id: 'DEC-001',
                      stance: seat === 'qa-lead' ? 'block' : 'support',
                      reason: 'It would lose jobs.',
                    },
                  ]
                : [],
          }),
        review: (request) => reviewStep(request, { stances: [] }),
        synthesis: ({ round }) =>
          synthesisStep({
            items: round === 1 ? [itemEntry('A broker of its own.')] : [],
            conflicts: round === 1 ? [{ ...conflict, item_ids: ['REQ-001'] }] : [],
            next_action: round === 3 ? 'conclude' : 'continue',
            recommendation: 'One table.',
          }),
      }),
      operator: createScriptedOperator({ decisions: { [key]: { decision: 'accept', by: 'policy' } } }),
    });
    const after = store.last;
    const item = (id: string) => after.artifacts.find((one) => one.id === id);
    expect(item('DEC-001')).toMatchObject({ status: 'open', decided_by: null });
    expect(item('REQ-001')).toMatchObject({ status: 'open', replaced_by: null });
    expect(after.conflicts).toMatchObject([{ status: 'open', resolution: null }]);
    expect(after.conflicts[0]?.history.at(-1)).toEqual({
      round: 3,
      change: 'opened again',
      text: 'DEC-001 was blocked by a seat',
    });
  });

  it('by a policy is recorded as the policy, and never as a decision of a person', async () => {
    const accepted = await hold({ [key]: { decision: 'accept', by: 'policy' } });
    expect(accepted.store.last.escalations).toMatchObject([{ answered_by: 'policy', decision: 'accept' }]);
    expect(accepted.store.last.artifacts.find(({ id }) => id === 'DEC-001')).toMatchObject({
      decided_by: 'policy',
      status: 'agreed',
    });
    expect(accepted.store.last.outcome?.result).toBe('partial-consensus');
    for (const request of accepted.requests)
      expect(readPromptText(request), request.key).not.toContain('Decided by the person');
  });

  it('gets one more round from a policy, never past the last, where the question stays for a person', async () => {
    const { store, operator, events } = await holdRun({
      session: createSession(table, { settings: { min_rounds: 1, max_rounds: 3 } }),
      table,
      script: createHandler({
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            conflicts: round === 1 ? [conflict] : [],
            items: [itemEntry(`P ${round}.`)],
          }),
      }),
      operator: createScriptedOperator({
        decisions: {
          [key]: { decision: 'continue', rounds: 1, by: 'policy' },
          '3/escalation/E-002/1': { decision: 'continue', rounds: 1, by: 'policy' },
        },
      }),
    });
    expect(operator.asked).toEqual([key, '3/escalation/E-002/1']);
    expect(store.last.escalations).toMatchObject([
      { id: 'E-001', status: 'answered', answered_by: 'policy' },
      { id: 'E-002', status: 'pending', decision: null, answered_by: null, extra_rounds: 0 },
    ]);
    expect(store.last.total_rounds).toBe(3);
    expect(store.last.outcome).toMatchObject({ ended_by: 'max-rounds', result: 'partial-consensus' });
    expect(raised(events)).toBe(2);
  });

  it('that nobody can answer now waits, and resume asks again', async () => {
    const waiting = await hold({ [key]: 'later' });
    expect(waiting.result).toMatchObject({ ended: 'paused', reason: 'waiting-for-person' });
    expect(waiting.store.last).toMatchObject({
      status: 'paused',
      pause_reason: 'waiting-for-person',
      escalations: [{ status: 'pending', recommendation: 'Recommendation 2.' }],
    });
    const resumed = await hold(
      { [key]: { decision: 'accept', by: 'user' } },
      waiting.store.last,
      waiting.store,
    );
    expect(resumed.operator.asked).toEqual([key]);
    expect(resumed.store.last).toMatchObject({ status: 'completed', total_rounds: 4 });
  });

  it('that was answered from outside is not asked again, and the run goes on behind it', async () => {
    const waiting = await hold({ [key]: 'later' });
    const answered = answerEscalation(waiting.store.last, 'E-001', {
      decision: { decision: 'own', text: 'From outside.', by: 'user' },
      at: '2026-03-02T11:00:00.000Z',
    });
    const { operator, store } = await hold({}, answered, waiting.store);
    expect(operator.asked).toEqual([]);
    expect(store.last.rounds[1]).toMatchObject({ next_action: 'escalate', after_escalation: 'continue' });
    expect(store.last.conflicts[0]).toMatchObject({ resolution: 'From outside.' });
    expect(store.last.status).toBe('completed');
  });

  it('interrupted by a stop is a stop', async () => {
    const operator = createScriptedOperator();
    const { result } = await holdRun({
      session: createSession(table, { settings: { min_rounds: 1 } }),
      table,
      script,
      operator: Object.assign(operator, {
        decideEscalation: async () => {
          operator.stopNow();
          return 'later' as const;
        },
      }),
    });
    expect(result).toMatchObject({ ended: 'paused', reason: 'signal' });
  });
});

describe('a person at the table', () => {
  const seats = ['qa-lead', 'devops-engineer'];
  const peopled = createTable({ seats });
  function createPeopled(participation: 'parallel' | 'sequential', place: number, settings = {}): Session {
    const participants = seats.map((id) => createParticipant(id));
    participants.splice(
      place,
      0,
      createParticipant('human', { kind: 'human', model: null, role: 'The person' }),
    );
    return createSession(peopled, {
      participants,
      settings: { participation, min_rounds: 2, max_rounds: 2, ...settings },
    });
  }
  const script = createHandler({
    answer: ({ seat, round, facts }) =>
      answerStep(`Canary of ${seat} in round ${round}.`, {
        stances: facts.items.map(({ id }) => ({ item_id: id, stance: 'support', reason: '' })),
      }),
    synthesis: ({ round }) =>
      synthesisStep({
        synthesis: `S ${round}.`,
        items: round === 1 ? [itemEntry('Jobs are kept.')] : [],
        next_action: round === 2 ? 'conclude' : 'continue',
      }),
  });
  const turns: NonNullable<OperatorScript['turns']> = {
    '1/answer/human/1': { text: 'I want the database.', stances: [] },
    '2/answer/human/1': {
      text: 'Still so.',
      stances: [{ item_id: 'REQ-001', stance: 'block', reason: 'costs' }],
    },
    '2/review/human/1': { text: '', stances: [] },
  };

  it('answers blind in a parallel round, counts in votes, and is heard in the next', async () => {
    const run = await holdRun({
      session: createPeopled('parallel', 1),
      table: peopled,
      script,
      operator: createScriptedOperator({ turns }),
    });
    expect(run.operator.views[0]).toMatchObject({
      round: 1,
      heard: [],
      items: [],
      focus: 'failure modes',
    });
    expect(run.operator.views[1]).toMatchObject({ heard: [], items: [{ id: 'REQ-001' }] });
    expect(JSON.stringify(run.operator.views[1])).not.toContain('in round 2');
    expect(run.store.last.rounds[0]?.answers[1]).toMatchObject({
      seat: 'human',
      position: 'I want the database.',
      confidence: null,
    });
    expect(run.store.last.artifacts[0]?.stances).toContainEqual({
      seat: 'human',
      stance: 'block',
      reason: 'costs',
      round: 2,
    });
    expect(promptOf(run, '1/synthesis/facilitator/1')).toContain('I want the database.');
    expect(promptOf(run, '2/answer/qa-lead/1')).toContain('I want the database.');
    expect(promptOf(run, '1/answer/qa-lead/1')).not.toContain('I want the database.');
    // Its block stands: what is contested is no dissent, and not agreed.
    expect(run.store.last.artifacts[0]?.status).toBe('open');
    expect(run.store.last.outcome).toMatchObject({ result: 'undecided', dissent: [] });
  });

  it('hears what was said before in a sequential round, and is heard by who comes after', async () => {
    const run = await holdRun({
      session: createPeopled('sequential', 1),
      table: peopled,
      script,
      operator: createScriptedOperator({ turns }),
    });
    expect(run.operator.views[0]?.heard).toEqual([
      { seat: 'qa-lead', role: 'Qa lead', position: 'Canary of qa-lead in round 1.' },
    ]);
    expect(promptOf(run, '1/answer/devops-engineer/1')).toContain('I want the database.');
    expect(promptOf(run, '1/answer/qa-lead/1')).not.toContain('I want the database.');
  });

  it('passes with an empty line, and the round is one without it', async () => {
    const pass = { text: '  ', stances: [] };
    const run = await holdRun({
      session: createPeopled('parallel', 2),
      table: peopled,
      script,
      operator: createScriptedOperator({
        turns: { '1/answer/human/1': pass, '2/answer/human/1': pass, '2/review/human/1': pass },
      }),
    });
    expect(run.store.last.rounds[0]).toMatchObject({ passed: ['human'], failed: [] });
    expect(run.store.last.rounds[0]?.answers).toHaveLength(2);
    expect(run.store.last.outcome?.degraded).toBe(false);
  });

  it.each(['parallel', 'sequential'] as const)(
    'who cannot answer now lets a %s run wait; what was said is not asked again',
    async (mode) => {
      const journal = createMemoryJournal();
      const waiting = await holdRun({
        session: createPeopled(mode, 1),
        table: peopled,
        script,
        journal,
        operator: createScriptedOperator({ turns: { '1/answer/human/1': 'later' } }),
      });
      expect(waiting.result).toMatchObject({ ended: 'paused', reason: 'waiting-for-person', failure: null });
      expect(waiting.store.last).toMatchObject({ status: 'paused', rounds: [], total_rounds: 0 });
      const before = waiting.requests.map(({ key }) => key);
      // Blind seats answer while the person does; in turn, who comes after waits.
      expect(before.includes('1/answer/devops-engineer/1')).toBe(mode === 'parallel');
      if (mode === 'sequential') {
        expect(waiting.store.last.turn).toEqual({
          order: ['qa-lead', 'human', 'devops-engineer'],
          index: 1,
          next_speaker: 'human',
        });
      }
      const resumed = await holdRun({
        session: waiting.store.last,
        store: waiting.store,
        table: peopled,
        script,
        journal,
        operator: createScriptedOperator({ turns }),
        resumed: true,
      });
      expect(resumed.result.ended).toBe('completed');
      expect(resumed.requests.filter(({ key }) => before.includes(key))).toEqual([]);
      expect(resumed.store.last.usage.calls).toBe(journal.made.length);
    },
  );

  it('votes with an empty text and a stance, in the rounds and in the review', async () => {
    const run = await holdRun({
      session: createPeopled('parallel', 2),
      table: peopled,
      script,
      operator: createScriptedOperator({
        turns: {
          '1/answer/human/1': { text: 'Keep them.', stances: [] },
          '2/answer/human/1': {
            text: '',
            stances: [{ item_id: 'REQ-001', stance: 'block', reason: 'costs' }],
          },
          '2/review/human/1': {
            text: '',
            stances: [{ item_id: 'REQ-001', stance: 'stand_aside', reason: 'so be it' }],
          },
        },
      }),
    });
    expect(run.store.last.rounds[1]).toMatchObject({ passed: ['human'], failed: [], consensus: [] });
    expect(run.store.last.artifacts[0]?.stances.filter(({ seat }) => seat === 'human')).toEqual([
      { seat: 'human', stance: 'block', reason: 'costs', round: 2 },
      { seat: 'human', stance: 'stand_aside', reason: 'so be it', round: 2 },
    ]);
    expect(run.store.last.consensus).toMatchObject([{ supported_by: seats, stood_aside: ['human'] }]);
    expect(run.events).toContainEqual({
      type: 'seat-passed',
      round: 2,
      seat: 'human',
      reason: 'voted without a word',
    });
  });

  it('has no vote while it argues a side that it was given, and that is said', async () => {
    const strategy = createStrategy({
      sides: true,
      phases: [createPhase('opening', { votes: false }), createPhase('closing')],
    });
    const debating = createTable({ seats, strategy });
    const stance = { item_id: 'REQ-001', stance: 'block' as const, reason: 'my side says so' };
    const run = await holdRun({
      session: { ...createPeopled('parallel', 1, { max_rounds: 3 }), current_phase: 'opening' },
      table: debating,
      script: createHandler({
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            items: round === 1 ? [itemEntry('Jobs are kept.')] : [itemEntry(`Point ${round}.`)],
            next_action: round === 1 ? 'continue' : 'phase',
          }),
      }),
      operator: createScriptedOperator({
        turns: {
          '1/answer/human/1': { text: 'For my side.', stances: [] },
          '2/answer/human/1': { text: 'Still for my side.', stances: [stance] },
          '3/answer/human/1': { text: '', stances: [] },
          '3/review/human/1': { text: '', stances: [] },
        },
      }),
    });
    expect(run.operator.views[1]?.items).toEqual([]);
    expect(run.operator.views[2]?.items).toMatchObject([{ id: 'REQ-001' }, { id: 'REQ-002' }]);
    expect(run.session.rounds[1]?.losses).toContain(
      'human: stances for an assigned side, which do not count',
    );
    expect(run.session.artifacts[0]?.stances.map(({ seat }) => seat)).not.toContain('human');
  });

  it('is asked again after max_turns, also where the facilitator leaves it out', async () => {
    const run = await holdRun({
      session: createPeopled('parallel', 2, { max_turns: 4, max_rounds: 3, min_rounds: 3 }),
      table: peopled,
      script: createHandler({
        question: ({ round }) => ({
          data: { question: `Which risk number ${round} weighs most?`, participants: seats },
        }),
        synthesis: ({ round }) =>
          synthesisStep({ synthesis: `S ${round}.`, items: [itemEntry(`P ${round}.`)] }),
      }),
      operator: createScriptedOperator({
        turns: {
          '3/answer/human/1': { text: 'At last a word of mine.', stances: [] },
          '3/review/human/1': { text: '', stances: [] },
        },
      }),
    });
    expect(run.store.last.rounds.map(({ asked }) => asked.includes('human'))).toEqual([false, false, true]);
  });

  it('who alone was asked and passes does not stop the run', async () => {
    const run = await holdRun({
      session: createPeopled('parallel', 0),
      table: peopled,
      script: createHandler({
        question: ({ round }) => ({
          data: {
            question: `Which risk number ${round} weighs most?`,
            participants: round === 1 ? ['human'] : ['all'],
          },
        }),
      }),
      operator: createScriptedOperator({
        turns: {
          '1/answer/human/1': { text: '', stances: [] },
          '2/answer/human/1': { text: 'Now I speak.', stances: [] },
          '2/review/human/1': { text: '', stances: [] },
        },
      }),
    });
    expect(run.result.ended).toBe('completed');
    expect(run.store.last.rounds[0]).toMatchObject({
      asked: ['human'],
      passed: ['human'],
      answers: [],
      synthesis_fallback: 'nobody who was asked wanted to speak',
    });
  });
});

describe('anonymity', () => {
  const anonymous = createTable({
    agents: new Map(['software-architect', 'qa-lead', 'devops-engineer'].map((id) => [id, createAgent(id)])),
  });
  it('shows no seat by id or role in any prompt, and maps what comes back', async () => {
    const session = createSession(anonymous, {
      settings: { anonymize: true, min_rounds: 2, max_rounds: 3, interactive: true },
    });
    /** The letter by which a reader knows a seat: read from the label of the fence around its answer. */
    const letters: string[] = [];
    const run = await holdRun({
      session,
      table: anonymous,
      operator: createScriptedOperator({
        choices: {
          '1/choice/person/1': {
            choice: 'guidance',
            text: 'Let the qa-lead explain, and the Devops engineer too.',
          },
          '2/choice/person/1': { choice: 'continue' },
        },
      }),
      script: createHandler({
        question: ({ round }) => ({
          data: {
            question: `Does Seat A hold point ${round} against Seat B?`,
            context_summary: 'Seat C objects.',
            participants: ['Seat A', 'Seat B', 'C'],
            focus: 'what Seat A said',
          },
        }),
        answer: ({ seat }) => answerStep(`I am ${seat} and I disagree with Seat B.`),
        synthesis: (request) => {
          const labels = [...readPromptText(request).matchAll(/answer of (Seat [A-Z])\n/g)].map(
            (match) => match[1] ?? '',
          );
          letters.push(...labels);
          return synthesisStep({
            synthesis: `${labels[0]} is alone.`,
            conflicts: [
              {
                id: 'new',
                description: `${labels[0]} against ${labels[1]}`,
                positions: [{ seat: labels[0], text: 'mine' }],
              },
            ],
            next_focus: `the doubt of ${labels[1]}`,
            next_action: request.round === 2 ? 'conclude' : 'continue',
            open_questions: [{ text: `What does ${labels[2]} need?`, raised_by: [labels[2]] }],
            items: [
              itemEntry(`${labels[0]} fears loss.`, {
                type: 'RISK',
                title: 'Loss',
                from: request.round === 1 ? ['S-001'] : [],
              }),
            ],
          });
        },
      }),
    });
    expect([...new Set(letters)].sort()).toEqual(['Seat A', 'Seat B', 'Seat C']);
    for (const request of run.requests) {
      // A role's own system prompt says who it is; nothing says it of a letter.
      const text = request.prompt.map((block) => block.text).join('\n');
      expect(text, request.key).not.toMatch(/software-architect|qa-lead|devops-engineer/);
      const roles = text.match(/software architect|qa lead|devops engineer/gi) ?? [];
      expect(roles.length, request.key).toBe(3);
      expect(text).toMatch(
        /The roles among them, in no order: Devops engineer, Qa lead, Software architect\./,
      );
    }
    const { last } = run.store;
    const [first, second, third] = session.participants.map(({ id }) => id);
    expect(last.rounds[0]?.synthesis).toBe(`${first} is alone.`);
    expect(last.rounds[0]?.next_focus).toBe(`the doubt of ${second}`);
    expect(last.conflicts[0]).toMatchObject({
      description: `${first} against ${second}`,
      positions: [{ seat: first, text: 'mine' }],
    });
    expect(last.conflicts[0]?.id).not.toMatch(/seat-[a-z]\b|architect|qa|devops/);
    expect(last.open_questions[0]).toMatchObject({ text: `What does ${third} need?`, raised_by: [third] });
    expect(last.artifacts[0]).toMatchObject({
      text: `${first} fears loss.`,
      proposed_by: [{ seat: 'software-architect', round: 1 }],
    });
    expect(last.rounds[0]?.question).not.toContain('Seat');
    expect(last.rounds[0]?.asked).toEqual(['software-architect', 'qa-lead', 'devops-engineer']);
    expect(last.rounds[0]?.answers[1]?.position).not.toContain('Seat B');
  });
});
