/** A session with something of everything that a screen can show. */
import { type Session, sessionSchema } from '../../src/domain/session.ts';

const usage = {
  calls: 12,
  input_tokens: 34_120,
  output_tokens: 4_100,
  cache_read_tokens: 20_000,
  cache_write_tokens: 0,
  cost_usd: 0.1234,
};

function answer(seat: string, position: string, extra: object = {}) {
  return { seat, position, confidence: 0.7, changed: null, cause: null, duration_ms: 4_200, ...extra };
}

function round(number: number, extra: object = {}) {
  return {
    round: number,
    phase: number === 1 ? 'opening' : 'debate',
    focus: `Focus of round ${number}`,
    topic_id: 'storage',
    question: `Question of round ${number}?`,
    context_summary: '',
    asked: ['architect', 'qa-lead', 'data-engineer'],
    failed: [],
    speaking_order: [],
    answers: [
      answer('architect', 'Use Postgres for the jobs.'),
      answer('qa-lead', 'Use Redis for the jobs.'),
      answer('data-engineer', 'Use a log.', { confidence: null }),
    ],
    context_challenges: [],
    facts: [],
    assumptions: [],
    synthesis: `Synthesis of round ${number}: the panel weighs durability against simplicity.`,
    consensus: [],
    conflicts: [],
    resolved: [],
    agenda_coverage: [],
    proposed_action: 'continue',
    next_action: 'continue',
    override: null,
    next_focus: null,
    escalation_reason: null,
    started_at: '2026-11-27T10:00:00.000Z',
    ended_at: '2026-11-27T10:01:00.000Z',
    usage,
    ...extra,
  };
}

const rounds = [
  round(1),
  round(2, {
    failed: ['qa-lead'],
    answers: [
      answer('architect', 'Use Postgres, with a table of its own.', { changed: false, confidence: 0.8 }),
      answer('data-engineer', 'Use Postgres after all.', {
        changed: true,
        cause: 'The volume is small.',
        confidence: 0.75,
      }),
    ],
    losses: ['qa-lead: stances could not be read'],
  }),
  round(3, {
    answers: [
      answer('architect', 'Use Postgres, with a table of its own.', { changed: false, confidence: 0.9 }),
      answer('qa-lead', 'Use Postgres.', { changed: true, confidence: 0.6 }),
    ],
    passed: ['data-engineer'],
    consensus: ['Jobs survive a restart.'],
    resolved: [
      { conflict_id: 'C-002', resolution: 'Keep finished jobs for 30 days', resolution_type: 'user' },
    ],
    proposed_action: 'conclude',
    next_action: 'continue',
    override: 'min_rounds 3/4',
    next_focus: 'Delivery guarantees',
  }),
];

const head = {
  schema_version: 2,
  id: '20261127-100000-which-queue-carries-jobs',
  topic: 'Which queue should carry the download jobs?',
  workflow_type: 'design',
  strategy: 'debate',
  strategy_reason: 'chosen by a flag',
  output_type: 'adr',
  status: 'completed',
  pause_reason: null,
  created_at: '2026-11-27T10:00:00.000Z',
  updated_at: '2026-11-27T10:05:00.000Z',
  paused_at: null,
  completed_at: '2026-11-27T10:05:00.000Z',
  rehearsal: false,
  project: { name: 'media-library' },
  facilitator: { agent: 'facilitator', model: 'anthropic/claude-sonnet-5-5' },
  synthesizer: { agent: 'facilitator', model: 'anthropic/claude-sonnet-5-5' },
  participants: [
    {
      id: 'architect',
      role: 'Software architect',
      kind: 'model',
      model: 'anthropic/claude-sonnet-5-5',
      side: null,
    },
    { id: 'qa-lead', role: 'QA lead', kind: 'model', model: 'anthropic/claude-haiku-5-5', side: null },
    { id: 'data-engineer', role: 'Data engineer', kind: 'model', model: 'ollama/llama3.1', side: null },
  ],
  panel: { chosen_by: 'flag', scores: [] },
  settings: {},
  inputs: { agents: '1', strategy: '2', agenda: '3', context: '4', prompts: '5' },
  context_files: [],
  seed: 1,
  fence: '0123456789abcdef',
  current_phase: 'debate',
  total_rounds: 3,
};

const state = {
  agenda: [
    { id: 'storage', name: 'Storage', critical: true, status: 'covered', criteria: [], criteria_met: [] },
    {
      id: 'delivery',
      name: 'Delivery guarantees',
      critical: true,
      status: 'partial',
      criteria: [],
      criteria_met: [],
    },
    {
      id: 'operations',
      name: 'Operations',
      critical: false,
      status: 'pending',
      criteria: [],
      criteria_met: [],
    },
  ],
  statements: [],
  artifacts: [
    {
      id: 'DEC-001',
      type: 'DEC',
      title: '',
      text: 'Jobs are kept in Postgres',
      round: 2,
      worded_in: 2,
      proposed_by: [{ seat: 'architect', round: 2 }],
      status: 'agreed',
      decided_by: 'count',
      stances: [
        { seat: 'architect', stance: 'support', reason: '', round: 3 },
        { seat: 'qa-lead', stance: 'stand_aside', reason: 'I would measure first', round: 3 },
      ],
    },
  ],
  consensus: [
    {
      id: 'C-001',
      item_id: 'DEC-001',
      text: 'Jobs are kept in Postgres',
      round: 3,
      supported_by: ['architect'],
      stood_aside: ['qa-lead'],
    },
  ],
  conflicts: [
    {
      id: 'C-001',
      description: 'Push or poll for new jobs',
      status: 'open',
      opened_in: 2,
      rounds_open: 2,
      positions: [
        { seat: 'architect', text: 'Poll, it is simple', round: 2 },
        { seat: 'qa-lead', text: 'Push, it is fast', round: 2 },
      ],
      resolution: null,
      resolution_type: null,
      resolved_in: null,
    },
    {
      id: 'C-002',
      description: 'How long finished jobs are kept',
      status: 'resolved',
      opened_in: 1,
      rounds_open: 2,
      positions: [],
      resolution: 'Keep finished jobs for 30 days',
      resolution_type: 'user',
      resolved_in: 3,
    },
  ],
  open_questions: [
    {
      id: 'OQ-001',
      text: 'How many jobs a day?',
      raised_by: ['qa-lead'],
      round: 1,
      status: 'open',
      answer: null,
    },
  ],
  escalations: [
    {
      id: 'E-001',
      round: 2,
      trigger: 'conflict-age',
      subject: 'C-002',
      reason: 'C-002 has been open for 2 rounds',
      positions: [{ seat: 'qa-lead', text: 'Keep them for a week', round: 2 }],
      recommendation: 'Keep finished jobs for 30 days',
      status: 'answered',
      decision: 'accept',
      text: null,
      extra_rounds: 0,
      answered_by: 'user',
      answered_at: '2026-11-27T10:03:00.000Z',
    },
  ],
  guidance: [{ after_round: 1, text: 'We already run Postgres' }],
  failures: [
    {
      round: 2,
      step: 'answer',
      seat: 'qa-lead',
      kind: 'timeout',
      message: 'no answer within 180 s',
      request_id: 'req_42',
    },
  ],
  usage,
  outcome: {
    result: 'partial-consensus',
    ended_by: 'max-rounds',
    degraded: true,
    degradation: ['qa-lead did not answer in round 2 (timeout)'],
    summary: 'Jobs are kept in Postgres.',
    recommendation: 'Begin with one table and a worker.',
    dissent: [{ seat: 'data-engineer', text: 'A log would scale further', round: 1, on: 'DEC-001' }],
    document: null,
    files: [{ type: 'adr', path: 'docs/decisions/20261127-100000-which-queue-carries-jobs.md' }],
  },
};

/** The session, valid by its schema, with parts replaced. */
export function makeSession(changes: Record<string, unknown> = {}): Session {
  return sessionSchema.parse({ ...head, ...state, rounds, ...changes });
}

/** The same with a person at the table. */
export function makeSessionWithPerson(changes: Record<string, unknown> = {}): Session {
  const human = { id: 'human', role: 'You', kind: 'human', model: null, side: null };
  return makeSession({ participants: [...head.participants, human], ...changes });
}
