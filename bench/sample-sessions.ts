/** Sample sessions of any number of rounds, for measuring the store. */
import { type Round, roundSchema } from '../src/domain/round.ts';
import { type Session, sessionSchema } from '../src/domain/session.ts';

const seats = ['software-architect', 'technical-lead', 'qa-lead', 'devops-engineer', 'product-manager'];
const sentence =
  'The queue is kept in the database, because it is there, is backed up, and two people know it: "enough". ';

const itemId = (round: number): string => `POINT-${String(round).padStart(3, '0')}`;
const statementId = (round: number, seat: number): string =>
  `S-${String((round - 1) * seats.length + seat + 1).padStart(3, '0')}`;

/** One round with whole answers: five of some 1,200 characters. */
export function createVerboseRound(number: number): Round {
  const usage = makeUsage(number);
  return roundSchema.parse({
    round: number,
    phase: 'discussion',
    focus: `Focus ${number}`,
    topic_id: null,
    question: `Which property number ${number} of the queue decides?`,
    context_summary: 'One server.\nTwo people.',
    asked: seats,
    failed: [],
    speaking_order: seats,
    answers: seats.map((seat) => ({
      seat,
      position: `Round ${number}: ${sentence}`,
      confidence: 0.8,
      changed: false,
      cause: null,
      duration_ms: 1234,
    })),
    context_challenges: [],
    facts: seats.map((seat) => ({ seat, text: 'The database is backed up every night.', evidence: [] })),
    assumptions: [],
    synthesis: sentence.repeat(3),
    items: [itemId(number)],
    consensus: [itemId(number)],
    conflicts: [],
    resolved: [],
    agenda_coverage: [],
    proposed_action: 'continue',
    next_action: 'continue',
    override: null,
    next_focus: null,
    escalation_reason: null,
    started_at: '2026-03-02T09:00:00.000Z',
    ended_at: '2026-03-02T09:01:00.000Z',
    usage,
    usage_by_seat: seats.map((seat) => ({ seat, usage })),
    participant_responses: seats.map((id, index) => ({
      id,
      role: id,
      position: `Round ${number}: ${sentence.repeat(5)}`,
      statements: [
        { id: statementId(number, index), text: sentence, why: sentence.repeat(2), verify: '', replaces: [] },
      ],
      concerns: [sentence],
      confidence: 0.7,
      facts: [{ text: 'The database is backed up every night.', evidence: [] }],
      assumptions: [sentence],
      questions: ['How long is a job?'],
      context_challenge: null,
      changed_because: null,
      stances: [{ item_id: itemId(number), stance: 'support', reason: 'It fits.' }],
    })),
  });
}

/** A session with this many verbose rounds, including its statements, items and agreements. */
export function createVerboseSession(rounds: number, changes: Partial<Session> = {}): Session {
  const seat = { agent: 'facilitator', model: 'anthropic/claude-sonnet-5-5' };
  const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
  return sessionSchema.parse({
    schema_version: 2,
    id: '20260302-090000-which-queue',
    topic: 'Which queue should carry the download jobs?',
    workflow_type: 'roundtable',
    strategy: 'standard',
    output_type: 'summary',
    status: 'active',
    pause_reason: null,
    created_at: '2026-03-02T09:00:00.000Z',
    updated_at: '2026-03-02T09:10:00.000Z',
    paused_at: null,
    completed_at: null,
    rehearsal: false,
    project: { name: 'media-api' },
    facilitator: seat,
    synthesizer: seat,
    participants: seats.map((id) => ({ id, role: id, kind: 'model', model: seat.model, side: null })),
    panel: { chosen_by: 'flag', scores: [] },
    settings: { verbose: true },
    inputs: { agents: 'a1', strategy: 'b2', agenda: 'c3', context: 'd4', prompts: '1' },
    context_files: [],
    seed: 1,
    fence: 'f3nce-4711',
    current_phase: 'discussion',
    total_rounds: rounds,
    total_turns: rounds * seats.length,
    agenda: [],
    statements: numbers.flatMap((number) =>
      seats.map((seat, index) => ({
        id: statementId(number, index),
        seat,
        round: number,
        text: sentence,
        why: sentence.repeat(2),
        items: [itemId(number)],
      })),
    ),
    artifacts: numbers.map((number) => ({
      id: itemId(number),
      type: 'POINT',
      title: '',
      text: sentence,
      round: number,
      worded_in: number,
      from: seats.map((_, index) => statementId(number, index)),
      proposed_by: seats.map((seat) => ({ seat, round: number })),
      status: 'agreed',
      decided_by: 'count',
      stances: seats.map((id) => ({ seat: id, stance: 'support', reason: 'It fits.', round: number })),
    })),
    consensus: numbers.map((number) => ({
      id: `C-${String(number).padStart(3, '0')}`,
      item_id: itemId(number),
      text: sentence,
      round: number,
      supported_by: seats,
      stood_aside: [],
    })),
    conflicts: [],
    open_questions: [],
    escalations: [],
    guidance: [],
    failures: [],
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
