/** The loop with a scripted model: targeted rounds, plain-text seats, answers that cannot be used, and stopping. */
import { describe, expect, it, test } from 'vitest';
import type { ModelRequest } from '../../src/domain/model-request.ts';
import { scoreSpecialties } from '../../src/library/score-specialties.ts';
import {
  createAgent,
  createSession,
  createTable,
  type SessionChanges,
  seatIds,
} from '../support/roundtable-fixtures.ts';
import {
  answerStep,
  createHandler,
  createScriptedOperator,
  type HandlerParts,
  holdRun,
  itemEntry,
  questionStep,
  readPromptText,
  reviewStep,
  synthesisStep,
} from '../support/scripted-model.ts';

const [architect, lead, engineer] = seatIds;

async function hold(
  parts: HandlerParts,
  changes: SessionChanges = {},
  tableChanges: Parameters<typeof createTable>[0] = {},
) {
  const table = createTable(tableChanges);
  const session = createSession(table, changes);
  return holdRun({ session, table, script: createHandler(parts) });
}

const askedIn = (requests: readonly ModelRequest[], round: number): string[] =>
  requests
    .filter((request) => request.step === 'answer' && request.round === round)
    .map(({ seat }) => seat)
    .sort();

describe('a targeted round', () => {
  const specialties: Record<string, string[]> = {
    [architect]: ['queue'],
    [lead]: ['test'],
    [engineer]: ['latency'],
  };
  const tableChanges = {
    agents: new Map(seatIds.map((id) => [id, createAgent(id, { specialties: specialties[id] ?? [] })])),
    scoreFit: scoreSpecialties,
  };
  const changes: SessionChanges = { settings: { participation: 'targeted', min_rounds: 1, max_rounds: 2 } };

  it('asks whom the facilitator names, and those whom the ranking names where it names all', async () => {
    const { requests, session } = await hold(
      {
        question: ({ round }) =>
          questionStep(
            round === 1
              ? {
                  question: 'What does the queue do to the latency of number 1?',
                  participants: ['all'],
                  focus: '',
                }
              : {
                  question: 'What does the queue do to the latency of number 2?',
                  participants: [lead, architect],
                },
          ),
      },
      changes,
      tableChanges,
    );
    expect(askedIn(requests, 1)).toEqual([architect, engineer].sort());
    expect(askedIn(requests, 2)).toEqual([architect, lead].sort());
    expect(session.rounds.map(({ asked }) => [...asked].sort())).toEqual([
      [architect, engineer].sort(),
      [architect, lead].sort(),
    ]);
  });

  it('is blind, and does not stand still before every seat was heard', async () => {
    const { requests, session } = await hold(
      {
        question: ({ round }) =>
          questionStep({
            question: `Which of the risks number ${round} weighs most here?`,
            participants: round === 1 ? ['all'] : round % 2 === 0 ? [architect, lead] : [engineer, lead],
          }),
        answer: ({ seat, round }) => answerStep(`MARK-${seat}-${round} is the position.`),
      },
      { settings: { participation: 'targeted', min_rounds: 2, max_rounds: 9 } },
      tableChanges,
    );
    for (const request of requests.filter(({ step }) => step === 'answer')) {
      const others = seatIds.filter((id) => id !== request.seat).map((id) => `MARK-${id}-${request.round}`);
      for (const mark of others) expect(readPromptText(request)).not.toContain(mark);
    }
    // Rounds 2 and 3 moved nothing, but only together they asked everybody.
    expect(session.total_rounds).toBe(3);
    expect(session.outcome?.result).toBe('stable-disagreement');
  });
});

describe('a seat that answers in plain text', () => {
  const plain = { plain_text_seats: [lead], stop_sequences: ['<end>'] };
  const tableChanges = {
    agents: new Map(seatIds.map((id) => [id, createAgent(id, { stop_sequences: ['[', 'Speaker:'] })])),
  };

  it('is asked without a form and with stop sequences; what it says for others is cut; its votes count', async () => {
    const { requests, session } = await hold(
      {
        answer: ({ seat, round }) =>
          seat === lead
            ? {
                text: `QA lead: I hold in round ${round} that tests come first.\nREQ-001: block because untested\nSoftware architect: I disagree.\nREQ-001: support`,
              }
            : answerStep(`Round ${round}: ${seat} prefers the database.`, {
                stances: round === 1 ? [] : [{ item_id: 'REQ-001', stance: 'support', reason: 'fits' }],
              }),
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            items: round === 1 ? [itemEntry('Use the database.', { from: ['S-001'] })] : [],
          }),
        review: (request) => (request.seat === lead ? { text: 'Nothing is missing.' } : reviewStep(request)),
      },
      { settings: { ...plain, min_rounds: 1, max_rounds: 2 } },
      tableChanges,
    );
    const asked = requests.filter(({ step, seat }) => step === 'answer' && seat === lead);
    for (const request of asked) {
      expect(request.schema).toBeNull();
      expect(request.stop_sequences).toEqual(['[', 'Speaker:', '<end>']);
      expect(readPromptText(request)).toContain('Reply in plain text');
    }
    const others = requests.filter(({ step, seat }) => step === 'answer' && seat !== lead);
    // A stop sequence such as "[" would cut a structured reply in its middle.
    for (const request of others)
      expect([request.schema === null, request.stop_sequences]).toEqual([false, []]);
    for (const { answers } of session.rounds) {
      const said = answers.find(({ seat }) => seat === lead)?.position ?? '';
      expect(said).toMatch(/^I hold in round \d that tests come first\.$/);
    }
    expect(session.rounds[0]?.losses).toEqual(
      expect.arrayContaining([expect.stringContaining('went on as "Software architect"')]),
    );
    const stances = session.artifacts[0]?.stances.filter(({ seat }) => seat === lead);
    expect(stances).toMatchObject([{ stance: 'block', reason: 'untested', round: 2 }]);
  });

  it('votes in the review as well', async () => {
    const { session } = await hold(
      {
        answer: ({ seat }) =>
          seat === lead
            ? { text: 'Tests come first, whatever we take.' }
            : answerStep(`${seat} takes the database.`),
        synthesis: () =>
          synthesisStep({
            synthesis: 'S.',
            items: [itemEntry('Use the database.', { from: ['S-001'] })],
            next_action: 'conclude',
          }),
        review: ({ seat }) =>
          seat === lead
            ? { text: 'REQ-001: stand aside, not my field' }
            : { data: { stances: [{ item_id: 'REQ-001', stance: 'support', reason: 'fits' }], missing: [] } },
      },
      { settings: { ...plain, min_rounds: 1 } },
    );
    expect(session.consensus).toMatchObject([{ supported_by: [architect, engineer], stood_aside: [lead] }]);
  });
});

describe('an answer that cannot be used', () => {
  test.for([
    { name: 'too short', bad: 'No.', reason: '3 characters' },
    { name: 'white space only', bad: ' \n\t  \u00a0 ', reason: /position/ },
    { name: 'too long', bad: 'x'.repeat(200), reason: '200 characters' },
    {
      name: 'in another’s name',
      bad: 'Software architect: I hold that it fits.',
      reason: 'Software architect',
    },
  ])(
    '$name: asked again with the reason, then the seat is skipped for the round and that is recorded',
    async ({ bad, reason }) => {
      const { requests, session } = await hold(
        {
          answer: ({ seat, round }) =>
            seat === lead && round === 1 ? answerStep(bad) : answerStep(`${seat} in ${round} is sure of it.`),
        },
        { settings: { min_rounds: 1, max_rounds: 2, answer_retries: 2, answer_max_characters: 100 } },
      );
      const attempts = requests.filter(
        ({ step, seat, round }) => step === 'answer' && seat === lead && round === 1,
      );
      expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
      for (const again of attempts.slice(1)) {
        const text = readPromptText(again);
        expect(text).toContain('could not be used');
        expect(text).toMatch(reason instanceof RegExp ? reason : new RegExp(reason));
      }
      expect(session.rounds[0]).toMatchObject({ failed: [lead] });
      expect(session.rounds[0]?.answers.map(({ seat }) => seat)).toEqual([architect, engineer]);
      expect(session.failures).toMatchObject([{ round: 1, step: 'answer', seat: lead, kind: 'malformed' }]);
      expect(session.rounds[1]?.failed).toEqual([]);
      expect(session.outcome?.degradation.join()).toContain(lead);
    },
  );

  it('is used once a retry is good', async () => {
    const { session } = await hold(
      {
        answer: ({ seat, attempt }) =>
          seat === lead && attempt === 1 ? answerStep('No.') : answerStep(`${seat} is sure of it.`),
      },
      { settings: { min_rounds: 1, max_rounds: 1 } },
    );
    expect(session.rounds[0]?.failed).toEqual([]);
    expect(session.failures).toEqual([]);
  });
});

describe('a sequential round', () => {
  it('that asks a seat once more for the quorum keeps the order in which seats really spoke', async () => {
    const { session } = await hold(
      {
        answer: ({ seat, attempt }) =>
          seat !== engineer && attempt === 1 ? { fail: 'overloaded' } : answerStep(`${seat} is sure of it.`),
      },
      { settings: { participation: 'sequential', min_rounds: 1, max_rounds: 2, quorum: 3 } },
    );
    expect(session.rounds[0]?.speaking_order).toEqual([engineer, architect, lead]);
    // The lead was heard last, so it does not begin; the architect stands before it at the table anyway.
    expect(session.rounds[1]?.speaking_order[0]).not.toBe(lead);
  });
});

describe('the person in a blind round', () => {
  it('passes with an empty line: recorded as such, neither an answer nor a failure', async () => {
    const table = createTable();
    const session = createSession(table, {
      settings: { min_rounds: 1, max_rounds: 1 },
      participants: [
        ...createSession(table).participants,
        { id: 'human', role: 'You', kind: 'human', model: null, side: null },
      ],
    });
    const operator = createScriptedOperator({
      turns: {
        '1/answer/human/1': { text: '   ', stances: [] },
        '1/review/human/1': { text: '', stances: [] },
      },
    });
    const held = await holdRun({ session, table, script: createHandler(), operator });
    expect(held.session.rounds[0]).toMatchObject({ passed: ['human'], failed: [] });
    expect(held.session.rounds[0]?.answers.map(({ seat }) => seat)).toEqual([...seatIds]);
    expect(held.operator.views[0]).toMatchObject({ heard: [] });
  });
});

describe('stopping when nothing moves', () => {
  test.for([
    { name: 'on', stop: true, rounds: 3, result: 'stable-disagreement', endedBy: 'stable' },
    { name: 'off', stop: false, rounds: 6, result: 'undecided', endedBy: 'max-rounds' },
  ])('$name', async ({ stop, rounds, result, endedBy }) => {
    const { session } = await hold(
      {},
      { settings: { min_rounds: 3, max_rounds: 6, stop_when_stable: stop } },
    );
    expect(session.total_rounds).toBe(rounds);
    expect(session.outcome).toMatchObject({ result, ended_by: endedBy });
  });

  it('a change of position keeps it going, and is stored with its argument or marked as having none', async () => {
    const { session } = await hold(
      {
        answer: ({ seat, round }) =>
          answerStep(`${seat} in ${round} is sure of it.`, {
            changed: seat === lead && (round === 3 || round === 4),
            changed_because: seat === lead && round === 4 ? 'the cost of a second server' : null,
          }),
      },
      { settings: { min_rounds: 3, max_rounds: 9 } },
    );
    expect(session.total_rounds).toBe(5);
    const changes = session.rounds.flatMap(({ round, answers }) =>
      answers.filter(({ changed }) => changed === true).map(({ seat, cause }) => ({ round, seat, cause })),
    );
    expect(changes).toEqual([
      { round: 3, seat: lead, cause: null },
      { round: 4, seat: lead, cause: 'the cost of a second server' },
    ]);
  });

  it('all agreed and nothing open is consensus', async () => {
    const { session } = await hold(
      {
        synthesis: ({ round }) =>
          synthesisStep({
            synthesis: `S ${round}.`,
            items: round === 1 ? [itemEntry('Use the database.', { from: ['S-001'] })] : [],
          }),
        answer: ({ seat, round }) =>
          answerStep(`${seat} in ${round} is sure of it.`, {
            stances: round === 1 ? [] : [{ item_id: 'REQ-001', stance: 'support', reason: 'fits' }],
          }),
      },
      { settings: { min_rounds: 3, max_rounds: 9 } },
    );
    expect(session.rounds.at(-1)?.ending).toBe('stable');
    expect(session.outcome?.result).toBe('consensus');
  });
});

describe('who is asked how', () => {
  it('each seat has its own time, the synthesizer its own model and twice the time of an answer', async () => {
    const { requests } = await hold(
      {},
      {
        settings: {
          min_rounds: 1,
          max_rounds: 1,
          agent_timeout: 100,
          seat_timeouts: [{ seat: lead, seconds: 7 }],
        },
      },
    );
    const timeOf = (step: string, seat: string) =>
      requests.find((request) => request.step === step && request.seat === seat)?.timeout_ms;
    expect(timeOf('answer', lead)).toBe(7_000);
    expect(timeOf('answer', architect)).toBe(100_000);
    const draft = requests.find(({ step }) => step === 'draft');
    expect(draft).toMatchObject({ seat: 'synthesizer', model: 'test/synthesizer', timeout_ms: 200_000 });
    expect(draft?.facts.agent.id).toBe('document-editor');
  });

  it('in the language that was set, in every step', async () => {
    const { requests } = await hold({}, { settings: { min_rounds: 1, max_rounds: 1, language: 'Basque' } });
    for (const request of requests)
      expect(readPromptText(request), request.key).toContain('Write in this language: Basque');
    const unset = await hold({}, { settings: { min_rounds: 1, max_rounds: 1 } });
    for (const request of unset.requests)
      expect(readPromptText(request), request.key).toContain('Write in the language of the topic');
  });

  it('a synthesizer that fails is replaced by the program, which says so, and never by a seat', async () => {
    const { session } = await hold(
      {
        synthesis: () => ({ fail: 'timeout' }),
        draft: () => ({ fail: 'timeout' }),
        review: () => ({ data: { stances: [], missing: [] } }),
      },
      { settings: { min_rounds: 1, max_rounds: 1, answer_retries: 0 } },
    );
    const text = session.rounds[0]?.synthesis ?? '';
    expect(text).toMatch(/^\[Assembled by the program from 3 answers\.\]/);
    for (const id of seatIds) expect(text).toContain(`${id} prefers the database.`);
    expect(session.rounds[0]?.synthesis_fallback).toContain('timeout');
    expect(session.outcome).toMatchObject({ degraded: true, document: { assembled_by: 'program' } });
    // What the seats put forward is kept in their own words, and nobody but them has a voice in it.
    expect(session.artifacts.map(({ text: words, status }) => [words, status])).toEqual(
      seatIds.map((id) => [`Round 1: ${id} prefers the database.`, 'open']),
    );
    expect(session.consensus).toEqual([]);
  });
});
