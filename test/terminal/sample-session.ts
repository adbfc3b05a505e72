/** A session with something of everything that a screen can show. */

import { fingerprintItem } from '../../src/session/rules/text-measures.ts';
import type { Session } from '../../src/session/session.ts';
import { itemSchema } from '../../src/session/text.ts';
import {
  createParticipant,
  createRound,
  createSession,
  createTable,
  type SessionChanges,
} from '../support/roundtable-fixtures.ts';

const ended = '2026-11-27T10:05:00.000Z';
const usage = {
  ...{ calls: 12, input_tokens: 34_120, output_tokens: 4_100, cache_read_tokens: 20_000 },
  ...{ cache_write_tokens: 0, cost_usd: 0.1234 },
};

function answer(seat: string, position: string, extra: object = {}) {
  return { seat, position, confidence: 0.7, duration_ms: 4_200, ...extra };
}

function round(number: number, extra: object = {}) {
  const parts: Record<string, unknown> = {
    ...{ phase: number === 1 ? 'opening' : 'debate', focus: `Focus of round ${number}` },
    ...{ topic_id: 'storage', question: `Question of round ${number}?`, usage },
    ...{ asked: ['architect', 'qa-lead', 'data-engineer'], speaking_order: [] },
    ...{
      answers: [
        answer('architect', 'Use Postgres for the jobs.'),
        answer('qa-lead', 'Use Redis for the jobs.'),
        answer('data-engineer', 'Use a log.', { confidence: null }),
      ],
    },
    synthesis: `Synthesis of round ${number}: the panel weighs durability against simplicity.`,
    ...extra,
  };
  return createRound(number, parts);
}

const rounds = [
  round(1, { statements: ['S-001', 'S-002'] }),
  round(2, {
    failed: ['qa-lead'],
    answers: [
      answer('architect', 'Use Postgres, with a table of its own.', { confidence: 0.8 }),
      answer('data-engineer', 'Use Postgres after all.', {
        confidence: 0.75,
        conflicts: [{ conflict_id: 'CF-001', holds: 'a', gives_up: false, because: 'The volume is small.' }],
      }),
    ],
    losses: [{ code: 'unreadable_field', seat: 'qa-lead', field: 'open_questions', lost: 1, of: 3 }],
  }),
  round(3, {
    answers: [
      answer('architect', 'Use Postgres, with a table of its own.', { confidence: 0.9 }),
      answer('qa-lead', 'Use Postgres.', { confidence: 0.6 }),
    ],
    passed: ['data-engineer'],
    consensus: [{ text: 'Jobs survive a restart.', statements: ['S-001'] }],
    resolved: [
      { conflict_id: 'CF-002', resolution: 'Keep finished jobs for 30 days', resolution_type: 'user' },
    ],
    proposed_action: 'conclude',
    next_action: 'continue',
    override: { code: 'min_rounds', have: 3, need: 4 },
    next_focus: 'Delivery guarantees',
  }),
];

const head = {
  id: '20261127-100000-which-queue-carries-jobs',
  topic: 'Which queue should carry the download jobs?',
  ...{ workflow_type: 'design', strategy: 'debate', strategy_reason: 'chosen by a flag', output_type: 'adr' },
  ...{ status: 'completed', created_at: '2026-11-27T10:00:00.000Z', updated_at: ended, completed_at: ended },
  project: { name: 'media-library' },
  facilitator: { agent: 'facilitator', model: 'anthropic/claude-sonnet-5-5' },
  synthesizer: { agent: 'facilitator', model: 'anthropic/claude-sonnet-5-5' },
  participants: [
    createParticipant('architect', { role: 'Software architect', model: 'anthropic/claude-sonnet-5-5' }),
    createParticipant('qa-lead', { role: 'QA lead', model: 'anthropic/claude-haiku-5-5' }),
    createParticipant('data-engineer', { role: 'Data engineer', model: 'ollama/llama3.1' }),
  ],
  ...{ current_phase: 'debate', total_rounds: 3 },
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
  statements: [
    { id: 'S-001', seat: 'architect', round: 1, kind: 'requirement', text: 'Jobs survive a restart' },
    { id: 'S-002', seat: 'qa-lead', round: 1, kind: 'quality', text: 'A job starts within a second' },
  ],
  dossier: [
    {
      ...{ id: 'F-001', claim: 'Jobs are polled', path: 'src/worker.py', line: 6, quote: 'limit 1' },
      ...{ found: 'yes', seats: ['architect'], round: 1 },
    },
  ],
  ways: [
    {
      ...{ id: 'W-001', name: 'Postgres', meaning: 'A table of jobs' },
      ...{ for: ['Runs already'], against: ['Slower'], preferred_by: ['architect'] },
    },
  ],
  conflicts: [
    {
      id: 'CF-001',
      description: 'Push or poll for new jobs',
      status: 'open',
      opened_in: 2,
      positions: [
        { id: 'a', text: 'Poll, it is simple', held_by: [{ seat: 'architect', round: 2 }] },
        { id: 'b', text: 'Push, it is fast', held_by: [{ seat: 'qa-lead', round: 2 }] },
      ],
      resolution: null,
      resolution_type: null,
      resolved_in: null,
      history: [{ round: 2, code: 'opened' }],
    },
    {
      id: 'CF-002',
      description: 'How long finished jobs are kept',
      status: 'resolved',
      opened_in: 1,
      positions: [],
      resolution: 'Keep finished jobs for 30 days',
      resolution_type: 'user',
      resolved_in: 3,
      history: [],
    },
  ],
  open_questions: [
    {
      ...{ id: 'OQ-001', text: 'How many jobs a day?', raised_by: ['qa-lead'], round: 1, status: 'open' },
      ...{ answer: null, for_whom: 'operations', until: '2026-12-15' },
    },
  ],
  text: {
    version: 2,
    step: 'done',
    last_calls: 1,
    title: 'A Queue in Postgres',
    decision: 'Keep the download jobs in a Postgres table and poll it.',
    why: ['Postgres runs already.', 'The volume is small.'],
    firmness: 'The table is hard to change; the interval is not.',
    sections: [{ id: 'context', title: 'Context', body: 'Jobs are polled [[F-001]].' }],
    drivers: ['Durability'],
    ways: [],
    labels: [],
    extends: null,
    supersedes: [],
    frozen_hash: null,
    written_by: 'synthesizer',
    fallback: null,
    problems: [],
  },
  artifacts: [
    vote(
      {
        ...{ id: 'DEC-001', kind: 'decision', title: 'Jobs in Postgres', text: 'Jobs are kept in Postgres.' },
        ...{ status: 'agreed', decided_by: 'count', from: ['S-001'] },
      },
      [
        ['architect', 'ratify', ''],
        ['data-engineer', 'ratify', ''],
        ['qa-lead', 'stand_aside', 'I would measure first'],
      ],
    ),
    vote(
      {
        ...{
          id: 'DEC-002',
          kind: 'decision',
          title: 'Poll every minute',
          text: 'Workers poll once a minute.',
        },
        ...{ status: 'not-agreed', decided_by: 'count' },
      },
      [
        ['architect', 'ratify', ''],
        ['qa-lead', 'block', 'Too slow'],
      ],
    ),
  ],
  consensus: [
    {
      ...{ id: 'C-001', item_id: 'DEC-001', text: 'Jobs are kept in Postgres.' },
      ...{ supported_by: ['architect', 'data-engineer'], stood_aside: ['qa-lead'] },
    },
  ],
  amendments: [],
  escalations: [
    {
      id: 'E-001',
      round: 2,
      trigger: 'conflict-age',
      subject: 'CF-002',
      values: { age: 2 },
      reason: '',
      positions: [{ seat: 'qa-lead', text: 'Keep them for a week' }],
      recommendation: 'Keep finished jobs for 30 days',
      status: 'answered',
      decision: 'accept',
      text: 'Keep finished jobs for 30 days',
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
    degradation: [{ code: 'seat_silent', seat: 'qa-lead', rounds: [2], kinds: ['timeout'] }],
    decision: 'Keep the download jobs in a Postgres table and poll it.',
    decided_by: 'panel',
    decided_name: null,
    decided_at: '2026-11-27T10:05:00.000Z',
    summary: 'Jobs are kept in Postgres.',
    recommendation: null,
    dissent: [{ seat: 'qa-lead', text: 'Too slow', on: 'DEC-002', vote: 'block' }],
    files: [{ type: 'adr', path: 'docs/decisions/20261127-100000-which-queue-carries-jobs.md' }],
  },
};

/** An item with votes on its words. */
function vote(
  fields: Record<string, unknown>,
  votes: readonly (readonly [seat: string, vote: string, reason: string])[],
) {
  const item = itemSchema.parse({ section: 'decisions', why: '', check: '', ...fields });
  const on = fingerprintItem(item);
  return {
    ...item,
    votes: votes.map(([seat, given, reason]) => ({ seat, vote: given, reason, step: 'last-call', on })),
  };
}

/** The session, valid by its schema, with parts replaced. */
export function makeSession(changes: Record<string, unknown> = {}): Session {
  const whole: Record<string, unknown> = { ...head, ...state, rounds, ...changes };
  return createSession(createTable(), whole as SessionChanges);
}

/** The same with a person at the table. */
export function makeSessionWithPerson(changes: Record<string, unknown> = {}): Session {
  const human = createParticipant('human', { role: 'You', kind: 'human', model: null });
  return makeSession({ participants: [...head.participants, human], ...changes });
}
