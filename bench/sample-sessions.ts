/** Sample sessions of any number of rounds, for measuring the store. */
import { type Round, roundSchema } from '../src/session/round.ts';
import type { Session } from '../src/session/session.ts';
import { buildItem, buildRound, buildSession } from '../test/support/text-session.ts';

const seats = ['software-architect', 'technical-lead', 'qa-lead', 'devops-engineer', 'product-manager'];
const sentence =
  'The queue is kept in the database, because it is there, is backed up, and two people know it: "enough". ';

const itemId = (round: number): string => `DEC-${String(round).padStart(3, '0')}`;
const statementId = (round: number, seat: number): string =>
  `S-${String((round - 1) * seats.length + seat + 1).padStart(3, '0')}`;

/** One round with whole answers: five of some 1,200 characters. */
export function createVerboseRound(number: number): Round {
  const said = { position: `Round ${number}: ${sentence}`, proposal: sentence.repeat(10), confidence: 0.8 };
  return roundSchema.parse(
    buildRound({
      round: number,
      question: `Which property number ${number} of the queue decides?`,
      asked: seats,
      speaking_order: seats,
      answers: seats.map((seat) => ({ seat, ...said, duration_ms: 1234 })),
      synthesis: sentence.repeat(3),
      proposed_action: 'continue',
      next_action: 'continue',
      usage_by_seat: seats.map((seat) => ({ seat, usage: makeUsage(number) })),
      participant_responses: seats.map((id, index) => ({
        ...{ id, role: id, ...said },
        statements: [{ id: statementId(number, index), kind: 'decision', text: sentence, facts: [] }],
        concerns: [sentence],
        facts: [],
        assumptions: [sentence],
        questions: ['How long is a job?'],
        context_challenge: null,
      })),
    }),
  );
}

/** A session with this many verbose rounds, including its statements, items and votes. */
export function createVerboseSession(rounds: number, changes: Partial<Session> = {}): Session {
  const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
  return buildSession({
    status: 'active',
    completed_at: null,
    topic: 'Which queue should carry the download jobs?',
    participants: seats.map((id) => ({ id, role: id, kind: 'model', model: 'some/model', side: null })),
    settings: { verbose: true },
    total_rounds: rounds,
    total_turns: rounds * seats.length,
    statements: numbers.flatMap((round) =>
      seats.map((seat, index) => ({
        ...{ id: statementId(round, index), seat, round, kind: 'decision', text: sentence },
        went_to: [itemId(round)],
      })),
    ),
    artifacts: numbers.map((number) =>
      buildItem({
        id: itemId(number),
        text: sentence,
        from: seats.map((_, index) => statementId(number, index)),
        votes: seats.map((seat) => ({ seat, vote: 'ratify', reason: 'It fits.' })),
      }),
    ),
    usage: makeUsage(rounds),
    outcome: null,
    rounds: numbers.map(createVerboseRound),
    ...changes,
  });
}

function makeUsage(calls: number) {
  return {
    calls,
    input_tokens: calls * 2000,
    output_tokens: calls * 300,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_usd: 0.25,
  };
}
