import fc from 'fast-check';
import { type Session, sessionSchema } from '../../src/domain/session.ts';
import {
  endings,
  failureKinds,
  grades,
  itemStatuses,
  itemTypes,
  nextActions,
  type OutputType,
  outcomeResults,
  outputTypes,
  stances,
  workflowTypes,
} from '../../src/domain/vocabulary.ts';
import { hostileText } from './hostile-text.ts';

const usage = {
  calls: 12,
  input_tokens: 24_000,
  output_tokens: 6_000,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: null,
};

interface RoundFacts {
  round: number;
  question: string;
  answers: {
    seat: string;
    position: string;
    confidence?: number | null;
    changed?: boolean | null;
    cause?: string | null;
  }[];
  [key: string]: unknown;
}

/** A round with everything in it that is not said. */
export function buildRound(facts: RoundFacts): Session['rounds'][number] {
  const seats = facts.answers.map((answer) => answer.seat);
  return {
    phase: 'discussion',
    focus: 'The queue',
    topic_id: null,
    question_fallback: null,
    context_summary: 'A small team runs a download service on one machine.',
    asked: seats,
    failed: [],
    passed: [],
    speaking_order: seats,
    context_challenges: [],
    facts: [],
    assumptions: [],
    private_notes: [],
    synthesis: `What was said in round ${facts.round}.`,
    synthesis_fallback: null,
    items: [],
    consensus: [],
    conflicts: [],
    resolved: [],
    agenda_coverage: [],
    moved: [],
    proposed_action: 'continue',
    next_action: 'continue',
    decided_by_rule: 13,
    override: null,
    ending: null,
    after_escalation: null,
    next_focus: null,
    escalation_reason: null,
    recommendation: null,
    losses: [],
    started_at: '2026-03-02T09:00:00.000Z',
    ended_at: '2026-03-02T09:01:00.000Z',
    usage,
    usage_by_seat: [],
    ...facts,
    answers: facts.answers.map((answer) => ({
      confidence: 0.8,
      concerns: [],
      changed: null,
      cause: null,
      duration_ms: 900,
      ...answer,
    })),
  } as unknown as Session['rounds'][number];
}

/** A finished design discussion as a small team would have it: agreement, one open conflict, dissent, a draft. */
export function buildDesignSession(changes: Partial<Session> = {}): Session {
  return sessionSchema.parse({
    schema_version: 2,
    id: '20260302-090000-which-queue',
    topic: 'Which queue should carry the download jobs?',
    workflow_type: 'design',
    strategy: 'debate',
    output_type: 'adr',
    status: 'completed',
    pause_reason: null,
    created_at: '2026-03-02T09:00:00.000Z',
    updated_at: '2026-03-02T09:10:00.000Z',
    paused_at: null,
    completed_at: '2026-03-02T09:10:00.000Z',
    rehearsal: false,
    project: { name: 'media-api' },
    facilitator: { agent: 'facilitator', model: 'anthropic/claude-sonnet-5-5' },
    synthesizer: { agent: 'facilitator', model: 'anthropic/claude-sonnet-5-5' },
    participants: [
      {
        id: 'software-architect',
        role: 'Software Architect',
        kind: 'model',
        model: 'anthropic/claude-sonnet-5-5',
        side: null,
      },
      { id: 'devops-engineer', role: 'DevOps Engineer', kind: 'model', model: 'ollama/llama3.1', side: null },
      { id: 'qa-lead', role: 'QA Lead', kind: 'model', model: 'anthropic/claude-sonnet-5-5', side: null },
    ],
    panel: { chosen_by: 'flag', scores: [] },
    settings: {},
    inputs: { agents: 'a1', strategy: 'b2', agenda: 'c3', context: 'd4', prompts: '1' },
    context_files: [],
    seed: 1,
    fence: 'f3nce-4711',
    current_phase: 'discussion',
    total_rounds: 3,
    agenda: [],
    statements: [
      {
        id: 'S-001',
        seat: 'software-architect',
        round: 1,
        text: 'A download job survives a restart of the machine',
        why: 'Jobs live in memory today',
        verify: 'Stop the machine during a download',
        items: ['NFR-001', 'DEC-001'],
      },
      {
        id: 'S-002',
        seat: 'devops-engineer',
        round: 1,
        text: 'The queue adds no service to run',
        why: 'One person is on call',
        items: ['DEC-001'],
      },
      {
        id: 'S-003',
        seat: 'qa-lead',
        round: 1,
        text: 'Jobs have two lanes of priority',
        items: ['REQ-002'],
      },
      {
        id: 'S-004',
        seat: 'software-architect',
        round: 1,
        text: 'A failed download is tried again, three times at most',
        items: ['REQ-001'],
      },
      {
        id: 'S-005',
        seat: 'qa-lead',
        round: 2,
        text: 'The stream grows without a limit',
        items: ['RISK-001'],
      },
      {
        id: 'S-006',
        seat: 'devops-engineer',
        round: 3,
        text: 'The stream is cut at 10000 entries',
        items: ['MIT-001'],
      },
      {
        id: 'S-007',
        seat: 'devops-engineer',
        round: 3,
        text: 'The logs move to another disk',
        not_taken: 'It is not about the queue',
      },
    ],
    consensus: [
      {
        id: 'C-001',
        item_id: 'DEC-001',
        text: 'Use Redis Streams for the download jobs',
        round: 2,
        supported_by: ['software-architect', 'devops-engineer'],
        stood_aside: ['qa-lead'],
      },
    ],
    review: null,
    conflicts: [
      {
        id: 'CF-001',
        description: 'How long finished jobs are kept',
        item_ids: ['MIT-001'],
        status: 'open',
        opened_in: 1,
        rounds_open: 3,
        positions: [
          { seat: 'qa-lead', text: 'Seven days, for finding faults', round: 1 },
          { seat: 'devops-engineer', text: 'One day, for memory', round: 3 },
        ],
        recommendation: 'Keep them for one day',
        resolution: null,
        resolution_type: null,
        resolved_in: null,
        history: [{ round: 1, change: 'opened', text: 'How long finished jobs are kept' }],
      },
    ],
    artifacts: [
      {
        id: 'DEC-001',
        type: 'DEC',
        title: 'Redis Streams',
        text: 'Use Redis Streams for the download jobs',
        round: 1,
        worded_in: 1,
        from: ['S-001', 'S-002'],
        proposed_by: [
          { seat: 'software-architect', round: 1 },
          { seat: 'devops-engineer', round: 1 },
        ],
        status: 'agreed',
        decided_by: 'count',
        stances: [
          {
            seat: 'software-architect',
            stance: 'support',
            reason: 'Consumer groups give us retries',
            round: 2,
          },
          { seat: 'devops-engineer', stance: 'support', reason: 'Redis runs already', round: 2 },
          { seat: 'qa-lead', stance: 'stand_aside', reason: 'No plan for tests of redelivery', round: 2 },
        ],
        history: [
          { round: 1, change: 'put forward', text: 'Use Redis Streams for the download jobs' },
          { round: 2, change: 'agreed', text: '' },
        ],
      },
      {
        id: 'DEC-002',
        type: 'DEC',
        title: 'A broker',
        text: 'Add a broker of its own',
        round: 1,
        worded_in: 1,
        status: 'rejected',
        decided_by: 'count',
        stances: [{ seat: 'devops-engineer', stance: 'block', reason: 'One more service to run', round: 2 }],
        history: [
          { round: 1, change: 'put forward', text: 'Add a broker of its own' },
          { round: 3, change: 'rejected', text: '' },
        ],
      },
      {
        id: 'REQ-001',
        type: 'REQ',
        from: ['S-004'],
        title: 'Retry of failed downloads',
        text: 'When a download fails, the service shall retry it at most 3 times.',
        rationale: 'Sites fail now and then.',
        priority: 'must',
        acceptance: ['A job that fails twice and then succeeds ends as done'],
        status: 'open',
        round: 1,
        worded_in: 1,
        topic_id: null,
        proposed_by: [{ seat: 'software-architect', round: 1 }],
      },
      {
        id: 'REQ-002',
        type: 'REQ',
        from: ['S-003'],
        title: 'Priority lanes',
        text: 'The service shall offer two lanes.',
        status: 'withdrawn',
        round: 1,
        worded_in: 1,
        topic_id: null,
        proposed_by: [{ seat: 'qa-lead', round: 1 }],
      },
      {
        id: 'NFR-001',
        type: 'NFR',
        from: ['S-001'],
        title: 'Restart',
        text: 'When the machine restarts, the service shall take up open jobs within 60 seconds.',
        priority: 'should',
        acceptance: ['A job that was open before a restart is taken up within 60 seconds'],
        status: 'open',
        round: 2,
        worded_in: 2,
        topic_id: null,
        proposed_by: [{ seat: 'devops-engineer', round: 2 }],
      },
      {
        id: 'ARCH-001',
        type: 'ARCH',
        title: 'Redis Streams carry the jobs',
        text: 'Each job is one entry.',
        rationale: 'Consumer groups keep what was not acknowledged.',
        status: 'open',
        round: 2,
        worded_in: 2,
        topic_id: null,
        proposed_by: [
          { seat: 'software-architect', round: 2 },
          { seat: 'devops-engineer', round: 2 },
        ],
      },
      {
        id: 'COMP-001',
        type: 'COMP',
        title: 'API',
        text: 'Takes jobs in and tells their state.',
        related_to: ['COMP-002'],
        status: 'open',
        round: 1,
        worded_in: 1,
        topic_id: null,
        proposed_by: [{ seat: 'software-architect', round: 1 }],
      },
      {
        id: 'COMP-002',
        type: 'COMP',
        title: 'Worker',
        text: 'Runs the downloads.',
        status: 'open',
        round: 1,
        worded_in: 1,
        topic_id: null,
        proposed_by: [{ seat: 'software-architect', round: 1 }],
      },
      {
        id: 'RISK-001',
        type: 'RISK',
        from: ['S-005'],
        title: 'Memory',
        text: 'The stream grows without a limit.',
        status: 'open',
        round: 2,
        worded_in: 2,
        topic_id: null,
        proposed_by: [{ seat: 'qa-lead', round: 2 }],
      },
      {
        id: 'MIT-001',
        type: 'MIT',
        from: ['S-006'],
        title: 'Trim the stream',
        text: 'Cut it at 10000 entries.',
        related_to: ['RISK-001'],
        status: 'open',
        round: 3,
        worded_in: 3,
        topic_id: null,
        proposed_by: [{ seat: 'devops-engineer', round: 3 }],
      },
    ],
    open_questions: [
      {
        id: 'OQ-001',
        text: 'Who watches the queue at night?',
        raised_by: ['qa-lead'],
        round: 2,
        status: 'open',
        answer: null,
      },
    ],
    escalations: [],
    guidance: [{ after_round: 1, text: 'Think of the single machine', by: 'user' }],
    failures: [
      {
        round: 3,
        step: 'answer',
        seat: 'qa-lead',
        kind: 'timeout',
        message: 'no reply within 180 s',
        request_id: null,
      },
    ],
    usage,
    outcome: {
      result: 'partial-consensus',
      ended_by: 'conclude',
      degraded: true,
      degradation: ['QA Lead is missing in round 3'],
      summary:
        'The panel looked for a queue for the download jobs. It settled on Redis Streams; how long jobs are kept stayed open.',
      recommendation: 'Put the download jobs on Redis Streams.',
      dissent: [
        { seat: 'qa-lead', text: 'Redelivery must be tested before we rely on it', round: 2, on: 'DEC-001' },
      ],
      document: {
        type: 'adr',
        assembled_by: 'synthesizer',
        reason: null,
        content: {
          title: 'Carry download jobs on Redis Streams',
          summary: 'The panel compared three ways to carry download jobs and settled on Redis Streams.',
          recommendation: 'Put the download jobs on Redis Streams.',
          context: 'Jobs live in memory today and are lost on a restart. Which queue should carry them?',
          drivers: [
            { text: 'Jobs must survive a restart', sources: [{ round: 1, seat: 'software-architect' }] },
          ],
          options: [
            {
              title: 'Redis Streams',
              description: 'Entries with consumer groups.',
              good: [{ text: 'Redis runs already', sources: [{ round: 2, seat: 'devops-engineer' }] }],
              neutral: [],
              bad: [{ text: 'redelivery is not tested', sources: [{ round: 2, seat: 'qa-lead' }] }],
            },
            {
              title: 'A broker of its own',
              description: 'One more service.',
              good: [],
              neutral: [],
              bad: [{ text: 'one more service to run', sources: [{ round: 2, seat: 'devops-engineer' }] }],
            },
            { title: 'Keep jobs in memory', description: '', good: [], neutral: [], bad: [] },
          ],
          chosen: 'Redis Streams',
          reason: 'it survives a restart and adds no service',
          consequences_good: [
            { text: 'jobs survive a restart', sources: [{ round: 1, seat: 'software-architect' }] },
          ],
          consequences_bad: [
            { text: 'memory grows with the stream', sources: [{ round: 9, seat: 'qa-lead' }] },
          ],
          confirmation: 'A test stops the machine during a download and finds the job done afterwards.',
          revisit: 'When jobs pass 100 a minute',
          supersedes: [],
        },
        unsupported: ['consequences_bad[0].sources[0]: 9/qa-lead'],
      },
      files: [],
    },
    rounds: [
      buildRound({
        round: 1,
        question: 'What must the queue survive?',
        answers: [
          { seat: 'software-architect', position: 'It must survive a restart.' },
          { seat: 'devops-engineer', position: 'It must add no service.' },
          { seat: 'qa-lead', position: 'It must be testable.', confidence: null },
        ],
        facts: [{ seat: 'devops-engineer', text: 'Redis is in use for the cache', evidence: [] }],
        items: ['DEC-001', 'DEC-002', 'REQ-001', 'REQ-002', 'COMP-001', 'COMP-002'],
      }),
      buildRound({
        round: 2,
        question: 'Which of the three fits?',
        answers: [
          {
            seat: 'software-architect',
            position: 'Redis Streams.',
            changed: true,
            cause: 'Redis runs already',
          },
          { seat: 'devops-engineer', position: 'Redis Streams.', changed: false },
          { seat: 'qa-lead', position: 'Redis Streams, if redelivery is tested.', changed: false },
        ],
        items: ['NFR-001', 'ARCH-001', 'RISK-001'],
        consensus: ['DEC-001'],
        proposed_action: 'conclude',
        override: 'min_rounds 2/3',
      }),
      buildRound({
        round: 3,
        question: 'What is left to settle?',
        answers: [
          { seat: 'software-architect', position: 'How long jobs are kept.' },
          { seat: 'devops-engineer', position: 'One day is enough.' },
        ],
        failed: ['qa-lead'],
        items: ['MIT-001'],
        proposed_action: 'conclude',
        next_action: 'conclude',
        losses: ['An answer lacked its confidence'],
      }),
    ],
    ...changes,
  });
}

const seatIds = ['qa-lead', 'software-architect', 'devops-engineer', 'human'] as const;
const seat = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...seatIds) },
  { weight: 1, arbitrary: hostileText },
);
const round = fc.integer({ min: 1, max: 4 });
const some = <Value>(value: fc.Arbitrary<Value>, maxLength = 3) => fc.array(value, { maxLength });
const facts = some(fc.record({ seat, text: hostileText }));
const positions = some(fc.record({ seat, text: hostileText, round }));
const statementIds = some(fc.constantFrom('S-001', 'S-002', 'S-999'));
const point = fc.record({ text: hostileText, sources: some(fc.record({ round, seat }), 2) });

/** Contents as a model might write them: right, half right, and not at all. */
const content: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.record({
    title: hostileText,
    summary: hostileText,
    recommendation: fc.option(hostileText),
    context: hostileText,
    chosen: hostileText,
    reason: hostileText,
    options: some(
      fc.record({
        title: hostileText,
        description: hostileText,
        good: some(point),
        neutral: some(point),
        bad: some(point),
      }),
    ),
    drivers: some(point),
    consequences_good: some(point),
    consequences_bad: some(point),
    confirmation: hostileText,
    revisit: hostileText,
    purpose: hostileText,
    definitions: some(fc.record({ term: hostileText, meaning: hostileText })),
    items: some(
      fc.record({
        artifact_id: fc.option(fc.constantFrom('REQ-001', 'REQ-002', 'NFR-001', 'REQ-999')),
        kind: fc.constantFrom('REQ', 'BR', 'NFR', 'EX', 'odd'),
        title: hostileText,
        statement: hostileText,
        acceptance: some(hostileText),
        area: fc.constantFrom('functions', 'data', 'odd'),
        sources: some(fc.record({ round, seat })),
      }),
    ),
    introduction: hostileText,
    strategy: some(point),
    blocks: some(
      fc.record({
        name: hostileText,
        responsibility: hostileText,
        uses: some(hostileText),
        sources: some(fc.record({ round, seat })),
      }),
    ),
    runtime: some(fc.record({ scenario: hostileText, steps: some(hostileText) })),
    decisions: some(fc.record({ title: hostileText, text: hostileText, record: fc.option(hostileText) })),
    risks: some(fc.record({ text: hostileText, mitigation: hostileText })),
    key_points: some(point),
    ideas: some(
      fc.record({
        title: hostileText,
        text: hostileText,
        feasibility: fc.constantFrom('high', 'low', 'odd'),
        risks: some(fc.record({ text: hostileText, mitigation: hostileText })),
      }),
    ),
    pursue: some(hostileText),
    next_steps: some(hostileText),
  }),
  fc.dictionary(
    fc.constantFrom('title', 'chosen', 'options', 'items', 'blocks', 'ideas', 'summary'),
    fc.jsonValue({ maxDepth: 2 }),
  ),
);

/** Valid sessions with hostile text in every field that is text. */
export const sessions: fc.Arbitrary<Session> = fc
  .record({
    topic: hostileText.map((text) => (text.trim() === '' ? 'A topic' : text)),
    workflow_type: fc.constantFrom(...workflowTypes),
    output_type: fc.constantFrom(...outputTypes),
    status: fc.constantFrom('completed' as const, 'paused' as const, 'active' as const),
    rehearsal: fc.boolean(),
    strategy: hostileText,
    roles: fc.tuple(hostileText, hostileText, hostileText),
    rounds: some(
      fc.record({
        question: hostileText,
        answers: some(
          fc.record({
            seat: fc.constantFrom(...seatIds),
            position: hostileText,
            confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
            changed: fc.option(fc.boolean()),
            cause: fc.option(hostileText),
          }),
        ),
        failed: some(seat, 1),
        context_summary: hostileText,
        facts,
        synthesis: hostileText,
        question_fallback: fc.option(hostileText),
        synthesis_fallback: fc.option(hostileText),
        override: fc.option(hostileText),
        next_action: fc.option(fc.constantFrom(...nextActions)),
        recommendation: fc.option(hostileText),
        losses: some(hostileText, 1),
      }),
      4,
    ),
    statements: some(
      fc.record({
        seat,
        round,
        text: hostileText,
        why: hostileText,
        verify: hostileText,
        items: some(fc.constantFrom('REQ-001', 'DEC-002', 'POINT-003'), 2),
        not_taken: fc.option(hostileText),
      }),
    ),
    consensus: some(
      fc.record({
        item_id: fc.option(fc.constantFrom('REQ-001', 'DEC-001')),
        text: hostileText,
        round,
        supported_by: some(seat),
        stood_aside: some(seat, 1),
      }),
    ),
    conflicts: some(
      fc.record({
        description: hostileText,
        status: fc.constantFrom('open', 'resolved'),
        opened_in: round,
        rounds_open: round,
        positions,
        recommendation: fc.option(hostileText),
        resolution: fc.option(hostileText),
      }),
    ),
    artifacts: some(
      fc.record({
        type: fc.constantFrom(...itemTypes),
        title: hostileText,
        text: hostileText,
        rationale: hostileText,
        acceptance: some(hostileText, 2),
        from: statementIds,
        status: fc.constantFrom(...itemStatuses),
        decided_by: fc.option(fc.constantFrom('count', 'user', 'policy')),
        replaced_by: fc.option(fc.constant('REQ-001')),
        round,
        proposed_by: some(fc.record({ seat, round }), 2),
        stances: some(fc.record({ seat, stance: fc.constantFrom(...stances), reason: hostileText, round })),
        judgements: some(
          fc.record({
            seat,
            value: fc.constantFrom(...grades),
            feasibility: fc.constantFrom(...grades),
            round,
          }),
          2,
        ),
        raised_in: fc.constantFrom('round', 'review'),
        history: some(fc.record({ round, change: hostileText, text: hostileText }), 2),
      }),
      6,
    ),
    open_questions: some(
      fc.record({
        text: hostileText,
        raised_by: some(seat, 1),
        round,
        status: fc.constantFrom('open', 'answered'),
      }),
    ),
    escalations: some(
      fc.record({
        round,
        reason: hostileText,
        positions,
        recommendation: fc.option(hostileText),
        status: fc.constantFrom('pending', 'answered'),
        decision: fc.option(fc.constantFrom('accept', 'own', 'continue')),
        text: fc.option(hostileText),
        answered_by: fc.option(fc.constantFrom('user', 'policy', 'assistant')),
      }),
      2,
    ),
    guidance: some(fc.record({ after_round: round, text: hostileText }), 1),
    failures: some(
      fc.record({ round, seat, kind: fc.constantFrom(...failureKinds), message: hostileText }),
      2,
    ),
    outcome: fc.option(
      fc.record({
        result: fc.constantFrom(...outcomeResults),
        ended_by: fc.constantFrom(...endings),
        degraded: fc.boolean(),
        degradation: some(hostileText, 2),
        summary: hostileText,
        recommendation: fc.option(hostileText),
        dissent: some(fc.record({ seat, text: hostileText, round })),
        document: fc.option(
          fc.record({
            type: fc.constantFrom(...outputTypes),
            assembled_by: fc.constantFrom('synthesizer', 'program'),
            reason: fc.option(hostileText),
            content,
            unsupported: fc.constant([]),
          }),
        ),
        files: fc.constant([]),
      }),
      { freq: 6 },
    ),
  })
  .map((given) => {
    const base = buildDesignSession();
    const number = (index: number) => String(index + 1).padStart(3, '0');
    return sessionSchema.parse({
      ...base,
      ...given,
      participants: base.participants.map((one, index) => ({ ...one, role: given.roles[index] ?? '' })),
      rounds: given.rounds.map((one, index) => buildRound({ ...one, round: index + 1 })),
      statements: given.statements.map((one, index) => ({ ...one, id: `S-${number(index)}` })),
      consensus: given.consensus.map((one, index) => ({ ...one, id: `C-${number(index)}` })),
      conflicts: given.conflicts.map((one, index) => ({
        ...one,
        id: `CF-${number(index)}`,
        resolution_type: null,
        resolved_in: null,
      })),
      artifacts: given.artifacts.map((one, index) => ({
        ...one,
        id: `${one.type}-${number(index)}`,
        worded_in: one.round,
      })),
      open_questions: given.open_questions.map((one, index) => ({
        ...one,
        id: `OQ-${number(index)}`,
        answer: null,
      })),
      escalations: given.escalations.map((one, index) => ({
        ...one,
        id: `E-${number(index)}`,
        trigger: 'facilitator',
        subject: null,
        extra_rounds: 0,
        answered_at: null,
      })),
      failures: given.failures.map((one) => ({ ...one, step: 'answer', request_id: null })),
    });
  });

/** A session of each workflow whose draft is missing, so that the program assembles it. */
export function buildAssembledSession(type: OutputType, changes: Partial<Session> = {}): Session {
  const base = buildDesignSession();
  const outcome = base.outcome === null ? null : { ...base.outcome, document: null };
  return buildDesignSession({ output_type: type, outcome, ...changes });
}
