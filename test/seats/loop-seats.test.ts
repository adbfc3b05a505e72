/** Who is asked, in which order, and how: targeted and sequential rounds, times, models and languages. */
import { describe, expect, it } from 'vitest';
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
  type HandlerParts,
  holdRun,
  questionStep,
  readPromptText,
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

  it('is blind, and does not stand still before every seat was heard', async () => {
    const { requests, session } = await hold(
      {
        question: ({ round }) =>
          questionStep({
            question: `Which of the risks number ${round} weighs most here?`,
            participants: round === 1 ? ['all'] : round % 2 === 0 ? [architect, lead] : [engineer, lead],
          }),
        answer: ({ seat, round }) =>
          answerStep(`MARK-${seat}-${round} is the position.`, round > 1 ? { statements: [] } : {}),
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
    expect(session.rounds.at(-1)).toMatchObject({ decided_by_rule: 11, ending: 'stable' });
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

describe('who is asked how', () => {
  it('each seat has its own time, the synthesizer its own model and three times the time of an answer', async () => {
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
    // Three times as long for a whole proposal.
    expect(timeOf('answer', lead)).toBe(21_000);
    expect(timeOf('answer', architect)).toBe(300_000);
    expect(timeOf('question', 'facilitator')).toBe(100_000);
    const draft = requests.find(({ step }) => step === 'draft');
    expect(draft).toMatchObject({ seat: 'synthesizer', model: 'test/synthesizer', timeout_ms: 300_000 });
    expect(draft?.facts.agent.id).toBe('document-editor');
  });

  it('in the language that was set, in every step', async () => {
    const { requests } = await hold({}, { settings: { min_rounds: 1, max_rounds: 1, language: 'Basque' } });
    for (const request of requests)
      expect(readPromptText(request), request.key).toContain('Write in this language: Basque');
    // Where none was set, it is the one that the facilitator names with its first question.
    const unset = await hold({}, { settings: { min_rounds: 1, max_rounds: 1 } });
    const [question, ...later] = unset.requests.map(readPromptText);
    expect(question).toContain('Write in the language of the topic');
    for (const text of later) expect(text).toContain('Write in this language: en');
  });
});
