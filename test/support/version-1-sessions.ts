/** Sessions of version 1 as plain data, with hostile text wherever a text may stand. */
import fc from 'fast-check';
import { stances } from '../../src/domain/vocabulary.ts';
import { hostileText as anyText } from './hostile-text.ts';

type Data = Record<string, unknown>;

const seatIds = ['qa-lead', 'software-architect', 'devops-engineer'] as const;
const usage = {
  calls: 1,
  input_tokens: 10,
  output_tokens: 10,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: null,
};

/** Lines of blanks alone are the business of the YAML writer, and are tested there. */
const hostileText = anyText.map((text) => text.replaceAll(/\n[ \t]+(?=\n|$)/g, '\n'));
const seat = fc.constantFrom(...seatIds);
const round = fc.integer({ min: 1, max: 4 });
const some = <Value>(value: fc.Arbitrary<Value>, maxLength = 3) => fc.array(value, { maxLength });
/** Texts that come again elsewhere, so that there are twins and things to look up. */
const said = fc.oneof(
  hostileText,
  fc.constantFrom(
    'The service shall keep each job until it has ended.',
    'The service keeps each job until it has ended',
    'Take the database',
  ),
);
const seatTexts = some(fc.record({ seat, text: said }));
const number = (index: number): string => String(index + 1).padStart(3, '0');

function buildRound(facts: Data): Data {
  return {
    phase: 'discussion',
    focus: '',
    topic_id: null,
    question: 'What now?',
    context_summary: '',
    asked: [...seatIds],
    failed: [],
    speaking_order: [],
    context_challenges: [],
    assumptions: [],
    synthesis: '',
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
    ...facts,
  };
}

/** A session of version 1 without rounds or results, but for what is given. */
export function buildVersion1(facts: Data = {}): Data {
  const rounds = (facts['rounds'] ?? []) as Data[];
  return {
    schema_version: 1,
    id: '20260302-090000-which-queue',
    topic: 'Which queue?',
    workflow_type: 'design',
    strategy: 'debate',
    output_type: 'adr',
    status: 'paused',
    pause_reason: 'person',
    created_at: '2026-03-02T09:00:00.000Z',
    updated_at: '2026-03-02T09:10:00.000Z',
    paused_at: null,
    completed_at: null,
    rehearsal: false,
    project: { name: 'media-api' },
    facilitator: { agent: 'facilitator', model: 'a/b' },
    synthesizer: { agent: 'facilitator', model: 'a/b' },
    participants: seatIds.map((id) => ({ id, role: id, kind: 'model', model: 'a/b', side: null })),
    panel: { chosen_by: 'flag', scores: [] },
    settings: {},
    inputs: { agents: '', strategy: '', agenda: '', context: '', prompts: '' },
    context_files: [],
    seed: 1,
    fence: 'f3nce-4711',
    current_phase: 'discussion',
    agenda: [],
    proposals: [],
    consensus: [],
    conflicts: [],
    artifacts: [],
    open_questions: [],
    escalations: [],
    guidance: [],
    failures: [],
    usage,
    outcome: null,
    ...facts,
    total_rounds: rounds.length,
    rounds: rounds.map((one, index) =>
      buildRound({ answers: [], facts: [], consensus: [], conflicts: [], ...one, round: index + 1 }),
    ),
  };
}

const answers = fc
  .uniqueArray(seat, { maxLength: 3 })
  .chain((seats) => fc.tuple(...seats.map((id) => fc.record({ seat: fc.constant(id), position: said }))))
  .map((list) =>
    list.map((one) => ({ ...one, confidence: null, changed: null, cause: null, duration_ms: 1 })),
  );

const stanceList = some(
  fc.record({ seat, stance: fc.constantFrom(...stances), reason: hostileText, round }),
  5,
);

/** Valid sessions of version 1. */
export const version1Sessions: fc.Arbitrary<Data> = fc
  .record({
    rounds: some(
      fc.record({
        phase: fc.constantFrom('opening', 'closing'),
        answers,
        reasons: some(some(hostileText, 2)),
        concerns: some(hostileText, 2),
        facts: seatTexts,
        consensus: some(said),
        conflicts: some(
          fc.record({ id: fc.constantFrom('c-1', 'c-2'), description: said, positions: seatTexts }),
          2,
        ),
        ending: fc.option(fc.constantFrom('skipped', 'max-rounds', 'stable', 'limit')),
      }),
      4,
    ),
    verbose: fc.boolean(),
    proposals: some(
      fc.record({
        text: said,
        opened_in: round,
        status: fc.constantFrom('open', 'agreed', 'rejected', 'withdrawn'),
        decided_by: fc.option(fc.constantFrom('count', 'facilitator', 'user')),
        stances: stanceList,
      }),
      4,
    ),
    artifacts: some(
      fc.record({
        type: fc.constantFrom('REQ', 'ARCH', 'RISK'),
        title: hostileText,
        text: said,
        rationale: hostileText,
        acceptance: some(hostileText, 2),
        status: fc.constantFrom('proposed', 'amended', 'withdrawn'),
        round,
        topic_id: fc.constant(null),
        proposed_by: some(seat, 2),
        history: some(
          fc.record({ round, change: fc.constantFrom('proposed', 'amended', 'withdrawn'), text: said }),
          2,
        ),
      }),
      4,
    ),
    consensus: some(
      fc.record({
        proposal_id: fc.option(fc.constantFrom('P-001', 'P-002', 'P-009')),
        text: said,
        round,
        supported_by: some(seat, 2),
        stood_aside: some(seat, 1),
      }),
    ),
    conflicts: some(
      fc.record({
        description: said,
        status: fc.constantFrom('open', 'resolved'),
        opened_in: round,
        rounds_open: round,
        positions: seatTexts,
        resolution: fc.option(said),
        resolution_type: fc.option(fc.constantFrom('consensus', 'user', 'policy', 'facilitator')),
        resolved_in: fc.option(round),
      }),
      2,
    ),
    escalations: some(
      fc.record({
        round,
        subject: fc.option(fc.constantFrom('c-1', 'c-2')),
        reason: hostileText,
        positions: seatTexts,
        recommendation: fc.option(said),
        decision: fc.option(fc.constantFrom('accept', 'own', 'continue')),
        text: fc.option(said),
        answered_by: fc.option(fc.constantFrom('user', 'policy')),
      }),
      2,
    ),
    guidance: some(fc.record({ after_round: round, text: hostileText }), 2),
    questions: some(hostileText, 2),
    ballot: fc.option(round),
    result: fc.option(
      fc.constantFrom(
        'consensus',
        'partial-consensus',
        'stable-disagreement',
        'decided',
        'collected',
        'max-rounds',
        'skipped',
        'limit',
      ),
    ),
    dissent: some(fc.record({ seat, text: said, round, about: fc.constantFrom('', ' (on c-1)') })),
  })
  .map((given) =>
    buildVersion1({
      settings: { verbose: given.verbose },
      rounds: given.rounds.map(({ reasons, concerns, ...one }) => ({
        ...one,
        ...(given.verbose
          ? {
              participant_responses: one.answers.map(({ seat: id, position }, index) => ({
                id,
                role: id,
                position,
                rationale: reasons[index] ?? [],
                concerns,
                confidence: null,
                facts: reasons[index] ?? [],
                assumptions: [],
                questions: [],
                context_challenge: null,
                changed_because: null,
                stances: [{ proposal_id: 'P-001', stance: 'support', reason: 'so' }],
              })),
            }
          : {}),
      })),
      proposals: given.proposals.map((one, index) => ({ ...one, id: `P-${number(index)}` })),
      artifacts: given.artifacts.map((one, index) => ({ ...one, id: `${one.type}-${number(index)}` })),
      consensus: given.consensus.map((one, index) => ({ ...one, id: `C-${number(index)}` })),
      conflicts: given.conflicts.map((one, index) => ({ ...one, id: `c-${index + 1}` })),
      escalations: given.escalations.map((one, index) => ({
        ...one,
        id: `E-${number(index)}`,
        trigger: 'facilitator',
        status: one.decision === null ? 'pending' : 'answered',
        extra_rounds: 0,
        answered_at: null,
      })),
      guidance: given.guidance,
      open_questions: given.questions.map((text, index) => ({
        id: `OQ-${number(index)}`,
        text,
        raised_by: [],
        round: 1,
        status: 'open',
        answer: null,
      })),
      ...(given.ballot === null ? {} : { ballot_after: given.ballot, ballot_missing: ['qa-lead'] }),
      outcome:
        given.result === null
          ? null
          : {
              result: given.result,
              degraded: false,
              degradation: [],
              summary: '',
              recommendation: null,
              dissent: given.dissent.map(({ about, text, ...one }) => ({ ...one, text: `${text}${about}` })),
              document: null,
              files: [],
            },
    }),
  );
