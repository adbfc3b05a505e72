/** A small table: three seats, a facilitator, one strategy, and a session that has just been planned. */

import type { Agenda, Agent, Phase, Strategy } from '../../src/session/library.ts';
import type { DocumentForm } from '../../src/session/ports/document-form.ts';
import type { Table } from '../../src/session/ports/ports.ts';
import {
  type Conflict,
  type Escalation,
  noUsage,
  type Participant,
  type Statement,
} from '../../src/session/records.ts';
import { type Round, roundSchema } from '../../src/session/round.ts';
import { startAgenda } from '../../src/session/rules/coverage.ts';
import { type Session, sessionSchema } from '../../src/session/session.ts';
import type { Settings } from '../../src/session/settings.ts';

/** The seats of every fixture, in the order of the table. */
export const seatIds = ['software-architect', 'qa-lead', 'devops-engineer'] as const;

export const fenceMarker = 'fence-4f1c9a';
export const startedAt = '2026-03-02T09:00:00.000Z';

export function createAgent(id: string, changes: Partial<Agent> = {}): Agent {
  const role = id.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());
  return {
    id,
    role,
    description: `Speaks for ${role}.`,
    body: `You judge everything as ${role}.`,
    model: null,
    model_hint: null,
    level: 2,
    specialties: [],
    token_budget: null,
    stop_sequences: [],
    file: `agents/${id}.md`,
    origin: 'shipped',
    ...changes,
  };
}

export function createPhase(name: string, changes: Partial<Phase> = {}): Phase {
  return {
    name,
    goal: `Goal of ${name}.`,
    prompt_suffix: `Do what ${name} asks.`,
    participants: null,
    context: 'full',
    min_rounds: 1,
    votes: true,
    ...changes,
  };
}

export function createStrategy(changes: Partial<Strategy> = {}): Strategy {
  return {
    id: 'standard',
    name: 'Standard',
    description: '',
    participation: 'parallel',
    phases: [createPhase('discussion')],
    consensus: {
      mechanism: 'majority',
      threshold: 0.6,
      block_prevents_terminal: true,
      stand_aside_allowed: true,
    },
    max_attempts_per_conflict: null,
    sides: false,
    keywords: [],
    guidance: '',
    file: 'standard.md',
    origin: 'shipped',
    ...changes,
  };
}

export function createAgenda(topics: (Partial<Agenda['topics'][number]> & { id: string })[]): Agenda {
  return {
    workflow: 'design',
    topics: topics.map((topic) => ({
      name: topic.id,
      description: '',
      critical: false,
      criteria: [],
      minimums: [],
      exploration: [],
      questions: [],
      ...topic,
    })),
    file: 'agenda.md',
    origin: 'shipped',
  };
}

/** A short document that asks little of a draft. */
export const noteForm: DocumentForm = {
  type: 'summary',
  name: 'note',
  kinds: ['decision', 'requirement', 'risk', 'mitigation', 'idea'],
  sections: [{ id: 'result', title: 'Result', about: 'What was decided.' }],
  brief: 'Write the note.',
  words: 2_000,
  hasPriorities: false,
  needs: [],
  hasWays: false,
};

export interface TableChanges extends Partial<Table> {
  seats?: readonly string[];
}

export function createTable(changes: TableChanges = {}): Table {
  const { seats = seatIds, ...rest } = changes;
  return {
    strategy: createStrategy(),
    agenda: null,
    facilitator: createAgent('facilitator'),
    synthesizer: createAgent('document-editor'),
    agents: new Map(seats.map((id) => [id, createAgent(id)])),
    context: {
      name: 'clip-api',
      text: 'A service that fetches clips. Two people run it.',
    },
    contextFiles: [],
    document: noteForm,
    extended: null,
    sessionFile: '.s2s/sessions/s.yaml',
    ...rest,
  };
}

export function createParticipant(id: string, changes: Partial<Participant> = {}): Participant {
  return { id, role: createAgent(id).role, kind: 'model', model: `test/${id}`, side: null, ...changes };
}

export interface SessionChanges extends Partial<Omit<Session, 'settings'>> {
  settings?: Partial<Omit<Settings, 'escalation' | 'memory' | 'consensus'>> & {
    escalation?: Partial<Settings['escalation']>;
    memory?: Partial<Settings['memory']>;
    consensus?: Settings['consensus'];
  };
}

/** A valid new session for a table; `settings` as a person would set them, the rest by their defaults. */
export function createSession(table: Table = createTable(), changes: SessionChanges = {}): Session {
  const { settings = {}, ...rest } = changes;
  return sessionSchema.parse({
    schema_version: 3,
    id: '20260302-090000-queue',
    topic: 'Which queue should carry the jobs?',
    workflow_type: 'roundtable',
    strategy: table.strategy.id,
    output_type: 'summary',
    status: 'active',
    pause_reason: null,
    created_at: startedAt,
    updated_at: startedAt,
    paused_at: null,
    completed_at: null,
    rehearsal: false,
    project: { name: 'clip-api' },
    facilitator: { agent: 'facilitator', model: 'test/facilitator' },
    synthesizer: { agent: 'document-editor', model: 'test/synthesizer' },
    participants: [...table.agents.keys()].map((id) => createParticipant(id)),
    panel: { chosen_by: 'flag', scores: [] },
    settings: {
      consensus: table.strategy.consensus,
      participation: table.strategy.participation,
      ...settings,
    },
    inputs: { agents: '', strategy: '', agenda: '', context: '', prompts: '' },
    context_files: [],
    seed: 7,
    fence: fenceMarker,
    current_phase: table.strategy.phases[0]?.name,
    total_rounds: 0,
    agenda: startAgenda(table.agenda),
    ...{ statements: [], dossier: [], ways: [], conflicts: [], open_questions: [] },
    ...{ text: null, artifacts: [], consensus: [], amendments: [] },
    escalations: [],
    guidance: [],
    failures: [],
    usage: noUsage,
    outcome: null,
    rounds: [],
    ...rest,
  });
}

/** A finished round whose three seats all answered, for rules that look at records. */
export function createRound(number: number, changes: Partial<Round> = {}): Round {
  return roundSchema.parse({
    round: number,
    phase: 'discussion',
    focus: 'the queue',
    topic_id: null,
    question: `Question ${number}?`,
    context_summary: '',
    asked: [...seatIds],
    failed: [],
    speaking_order: [...seatIds],
    answers: seatIds.map((seat) => ({
      seat,
      position: `Position of ${seat} in round ${number}.`,
      confidence: 0.8,
      duration_ms: 10,
    })),
    context_challenges: [],
    assumptions: [],
    synthesis: `Synthesis of round ${number}.`,
    consensus: [],
    conflicts: [],
    resolved: [],
    agenda_coverage: [],
    moved: 1,
    proposed_action: 'continue',
    next_action: 'continue',
    override: null,
    next_focus: null,
    escalation_reason: null,
    started_at: startedAt,
    ended_at: startedAt,
    usage: { ...noUsage, calls: 5, input_tokens: 500, output_tokens: 100 },
    ...changes,
  });
}

/** A statement that has no place yet. */
export function createStatement(id: string, changes: Partial<Statement> = {}): Statement {
  return {
    id,
    seat: 'qa-lead',
    round: 1,
    kind: 'requirement',
    text: `Statement ${id}.`,
    facts: [],
    went_to: [],
    not_taken: null,
    ...changes,
  };
}

/** An open conflict of round 1: the architect holds `a`, the QA lead `b`. */
export function createConflict(changes: Partial<Conflict> = {}): Conflict {
  const position = (id: string, text: string, seats: string[]): Conflict['positions'][number] => ({
    ...{ id, text, held_by: seats.map((seat) => ({ seat, round: 1 })), given_up_by: [] },
  });
  return {
    id: 'CF-001',
    description: 'Which kind of queue to take',
    status: 'open',
    opened_in: 1,
    positions: [
      position('a', 'in the database', ['software-architect']),
      position('b', 'a broker of its own', ['qa-lead']),
    ],
    recommendation: null,
    resolution: null,
    resolution_type: null,
    resolved_in: null,
    history: [{ round: 1, code: 'opened' }],
    ...changes,
  };
}

/** An escalation that granted a round on that conflict. */
export function createEscalation(changes: Partial<Escalation> = {}): Escalation {
  return {
    id: 'E-001',
    round: 1,
    trigger: 'conflict-age',
    subject: 'CF-001',
    values: { age: 3 },
    reason: '',
    positions: [],
    recommendation: 'take the database',
    status: 'answered',
    decision: 'continue',
    text: null,
    extra_rounds: 1,
    answered_by: 'user',
    answered_at: startedAt,
    ...changes,
  };
}

/** An open question that nobody has answered, and whom it is for is not known. */
export function createQuestion(changes: Partial<Session['open_questions'][number]> = {}) {
  return {
    ...{ id: 'OQ-001', text: 'Who?', raised_by: [], round: 1, status: 'open' as const },
    ...{ answer: null, answered_by: null, for_whom: '', until: '', meanwhile: '' },
    ...changes,
  };
}

/** A fact of the QA lead that was opened and found. */
export function createFact(changes: Partial<Session['dossier'][number]> = {}) {
  return {
    ...{ id: 'F-001', claim: 'c', path: 'a.ts', line: 1, quote: 'x y z', commit: null },
    ...{ found: 'yes' as const, seats: ['qa-lead'], round: 1 },
    ...changes,
  };
}

/** What the QA lead would have changed in the text of REQ-001. */
export function createAmendment(changes: Partial<Session['amendments'][number]> = {}) {
  return {
    ...{ id: 'A-001', kind: 'amendment' as const, seat: 'qa-lead', targets: ['REQ-001'] },
    ...{ operation: 'change' as const, field: 'text', old: '', words: 'w', reason: 'r' },
    ...{ severity: 'gap' as const, facts: [], answer: null, because: '' },
    ...changes,
  };
}
