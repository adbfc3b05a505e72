/** A small table: three seats, a facilitator, one strategy, and a session that has just been planned. */
import { z } from 'zod';
import { createItem as newItem } from '../../src/domain/create-item.ts';
import type { Agenda, Agent, Phase, Strategy } from '../../src/domain/library.ts';
import type { DocumentKind, Table } from '../../src/domain/ports.ts';
import type { Conflict, Escalation, Item, Participant, Statement } from '../../src/domain/records.ts';
import { type Round, roundSchema } from '../../src/domain/round.ts';
import { type Session, sessionSchema } from '../../src/domain/session.ts';
import type { Settings } from '../../src/domain/settings.ts';
import type { Memory } from '../../src/roundtable/prompts/memory.ts';
import { startAgenda } from '../../src/roundtable/rules/agenda.ts';

/** A memory as one text for the rounds and one for all that was said, as a reader sees them. */
export function joinMemory({ first, rounds, ...rest }: Memory): Omit<Memory, 'rounds'> & {
  rounds: string;
  history: string;
} {
  const joined = rounds.join('\n');
  return {
    ...rest,
    first,
    rounds: joined,
    history: [first, joined].filter((part) => part !== '').join('\n\n'),
  };
}

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

/** A document of two fields, so that drafts stay short. Citations are checked by seat only. */
export const noteKind: DocumentKind = {
  type: 'summary',
  items: ['DEC', 'RISK', 'MIT'],
  schema: z.object({
    summary: z.string().min(1),
    recommendation: z.string().nullable().default(null),
    sources: z.array(z.object({ seat: z.string(), round: z.number() })).default([]),
  }),
  brief: 'Write the note.',
  assemble: (session) => ({ summary: `Assembled from ${session.total_rounds} rounds.` }),
  findUnsupported: (content, session) => {
    const sources = content['sources'] as { seat: string; round: number }[];
    return sources
      .filter(({ seat }) => !session.participants.some(({ id }) => id === seat))
      .map(({ seat, round }) => `sources: ${round}/${seat}`);
  },
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
      description: '',
      domain: '',
      objectives: [],
      constraints: [],
      in_scope: [],
      out_of_scope: [],
      stack: [],
      open_questions: [],
      text: 'A service that fetches clips. Two people run it.',
    },
    contextFiles: [],
    document: noteKind,
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
  const noUsage = {
    calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_usd: 0,
  };
  return sessionSchema.parse({
    schema_version: 2,
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
    statements: [],
    artifacts: [],
    consensus: [],
    conflicts: [],
    open_questions: [],
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
      changed: number === 1 ? null : false,
      cause: null,
      duration_ms: 10,
    })),
    context_challenges: [],
    facts: [],
    assumptions: [],
    synthesis: `Synthesis of round ${number}.`,
    consensus: [],
    conflicts: [],
    resolved: [],
    agenda_coverage: [],
    proposed_action: 'continue',
    next_action: 'continue',
    override: null,
    next_focus: null,
    escalation_reason: null,
    started_at: startedAt,
    ended_at: startedAt,
    usage: {
      calls: 5,
      input_tokens: 500,
      output_tokens: 100,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      cost_usd: 0,
    },
    ...changes,
  });
}

/** An open item with the stances of some seats in round 2. */
export function createItem(
  votes: Partial<Record<string, 'support' | 'stand_aside' | 'block'>> = {},
  changes: Partial<Item> = {},
): Item {
  return newItem({
    id: 'REQ-001',
    type: 'REQ',
    title: 'Queue',
    text: 'Use a queue in the database.',
    round: 1,
    worded_in: 1,
    stances: Object.entries(votes).flatMap(([seat, stance]) =>
      stance === undefined ? [] : [{ seat, stance, reason: `${seat} says so`, round: 2 }],
    ),
    history: [],
    ...changes,
  });
}

/** A statement that has no place yet. */
export function createStatement(id: string, changes: Partial<Statement> = {}): Statement {
  return {
    id,
    seat: 'qa-lead',
    round: 1,
    text: `Statement ${id}.`,
    why: '',
    verify: '',
    replaces: [],
    evidence: [],
    items: [],
    not_taken: null,
    raised_in: 'round',
    ...changes,
  };
}

export function createConflict(changes: Partial<Conflict> = {}): Conflict {
  return {
    id: 'queue-kind',
    description: 'Which kind of queue to take',
    item_ids: [],
    status: 'open',
    opened_in: 1,
    rounds_open: 1,
    positions: [
      { seat: 'software-architect', text: 'in the database', round: 1 },
      { seat: 'qa-lead', text: 'a broker of its own', round: 1 },
    ],
    recommendation: null,
    resolution: null,
    resolution_type: null,
    resolved_in: null,
    history: [],
    ...changes,
  };
}

export function createEscalation(changes: Partial<Escalation> = {}): Escalation {
  return {
    id: 'E-001',
    round: 1,
    trigger: 'conflict-age',
    subject: 'queue-kind',
    reason: 'still open',
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
