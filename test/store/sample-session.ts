/** Sessions, requests and folders that the tests of this room share. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ModelReply } from '../../src/session/model-reply.ts';
import type { ModelRequest } from '../../src/session/model-request.ts';
import type { CallLine } from '../../src/session/ports/journal.ts';
import type { SessionRepository } from '../../src/session/ports/repository.ts';
import type { SessionMaintenance } from '../../src/session/ports/session-maintenance.ts';
import { type Round, roundSchema } from '../../src/session/round.ts';
import { fingerprintItem } from '../../src/session/rules/text-measures.ts';
import { type Session, sessionSchema } from '../../src/session/session.ts';
import { type Item, itemSchema } from '../../src/session/text.ts';
import { schemaVersion } from '../../src/session/vocabulary.ts';
import { createFileMaintenance } from '../../src/store/files/file-maintenance.ts';
import { createFileRepository } from '../../src/store/files/file-repository.ts';
import type { LockHost } from '../../src/store/folder/lock-owner.ts';
import { locateSessions, type SessionPaths } from '../../src/store/folder/session-paths.ts';

export const sampleId = '20261127-100000-which-queue';
export const noon = new Date('2026-11-27T12:00:00.000Z');

const usage = {
  calls: 5,
  input_tokens: 1000,
  output_tokens: 200,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: 0.25,
};

export function createRound(number: number, changes: Partial<Round> = {}): Round {
  return roundSchema.parse({
    round: number,
    phase: 'discussion',
    focus: `focus ${number}`,
    topic_id: null,
    question: `Question ${number}?\nSecond line: with colon`,
    context_summary: '',
    asked: ['software-architect', 'qa-lead'],
    failed: [],
    speaking_order: ['software-architect', 'qa-lead'],
    answers: ['software-architect', 'qa-lead'].map((seat) => ({
      seat,
      position: `Position of ${seat} in round ${number}`,
      confidence: 0.8,
      duration_ms: 12,
    })),
    context_challenges: [],
    assumptions: [],
    synthesis: `Synthesis ${number}`,
    statements: [`S-00${number}`],
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
    started_at: '2026-11-27T10:00:00.000Z',
    ended_at: '2026-11-27T10:01:00.000Z',
    usage,
    ...changes,
  });
}

/** An item with the text `Point …` of its number, signed by the QA lead; a draft unless it is said to be agreed. */
export function createItem(id: string, changes: Partial<Item> = {}): Item {
  const item = itemSchema.parse({
    id,
    kind: 'decision',
    section: 'outcome',
    title: '',
    text: `Point ${Number(id.slice(-3))}`,
    from: [`S-${id.slice(-3)}`],
    status: 'draft',
    decided_by: changes.status === 'agreed' ? 'count' : null,
    history: [{ step: 'draft', code: 'drafted' }],
    ...changes,
  });
  const vote = {
    seat: 'qa-lead',
    vote: 'ratify' as const,
    reason: '',
    lifted_by: '',
    step: 'last-call' as const,
  };
  return changes.votes === undefined ? { ...item, votes: [{ ...vote, on: fingerprintItem(item) }] } : item;
}

export function createSession(roundCount: number, changes: Partial<Session> = {}): Session {
  const rounds = Array.from({ length: roundCount }, (_, index) => createRound(index + 1));
  const seat = { agent: 'facilitator', model: 'anthropic/claude-sonnet-5-5' };
  return sessionSchema.parse({
    schema_version: schemaVersion,
    id: sampleId,
    topic: 'Which queue?',
    workflow_type: 'design',
    strategy: 'debate',
    output_type: 'adr',
    status: 'active',
    pause_reason: null,
    created_at: '2026-11-27T10:00:00.000Z',
    updated_at: '2026-11-27T10:00:00.000Z',
    paused_at: null,
    completed_at: null,
    rehearsal: false,
    project: { name: 'media-api' },
    facilitator: seat,
    synthesizer: seat,
    participants: ['software-architect', 'qa-lead'].map((id) => ({
      id,
      role: id,
      kind: 'model',
      model: 'anthropic/claude-sonnet-5-5',
      side: null,
    })),
    panel: { chosen_by: 'config', scores: [] },
    settings: {},
    inputs: { agents: 'a1', strategy: 's1', agenda: 'g1', context: 'c1', prompts: 'p1' },
    context_files: [],
    seed: 7,
    fence: 'fence-0123456789',
    current_phase: 'discussion',
    total_rounds: roundCount,
    agenda: [],
    statements: rounds.map((round) => ({
      id: `S-00${round.round}`,
      seat: 'qa-lead',
      round: round.round,
      text: `Point ${round.round}`,
      kind: 'decision',
      went_to: [`DEC-00${round.round}`],
    })),
    artifacts: rounds.map(({ round }) => createItem(`DEC-00${round}`, { status: 'agreed' })),
    consensus: rounds.map((round) => ({
      id: `C-00${round.round}`,
      item_id: `DEC-00${round.round}`,
      text: `Point ${round.round}`,
      supported_by: ['qa-lead'],
      stood_aside: [],
    })),
    dossier: [],
    ways: [],
    conflicts: [],
    open_questions: [],
    text: null,
    amendments: [],
    escalations: [],
    guidance: [],
    failures: [],
    usage,
    outcome: null,
    rounds,
    ...changes,
  });
}

/** A finished call, as the journal keeps it. */
export function createCall(key: string, changes: Partial<CallLine> = {}): CallLine {
  return {
    kind: 'call',
    key,
    hash: 'a'.repeat(64),
    purpose: 'ask',
    seat: key.split('/')[2] ?? '',
    provider: 'anthropic',
    model: 'claude-sonnet-5-5',
    request_id: null,
    started_at: '2026-11-27T10:00:00.000Z',
    duration_ms: 12,
    usage: {
      calls: 1,
      input_tokens: 10,
      output_tokens: 5,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      cost_usd: 0.1,
    },
    stop_reason: 'end_turn',
    ok: true,
    text: `reply to ${key}`,
    ...changes,
  } as CallLine;
}

export function createRequest(key: string, changes: Partial<ModelRequest> = {}): ModelRequest {
  const [round, step, seat, attempt] = key.split('/');
  return {
    key,
    round: Number(round),
    step: (step ?? 'answer') as ModelRequest['step'],
    seat: seat ?? '',
    attempt: Number(attempt),
    purpose: 'ask',
    model: 'anthropic/claude-sonnet-5-5',
    system: [{ text: 'You are the QA lead.', cache: true }],
    prompt: [{ text: `Data between marks-1 and marks-1. ${key}`, cache: false }],
    schema: { name: 'answer', json: { type: 'object', properties: { position: { type: 'string' } } } },
    timeout_ms: 1000,
    max_output_tokens: 500,
    stop_sequences: [],
    fence: 'marks-1',
    facts: {} as ModelRequest['facts'],
    ...changes,
  };
}

export function createSuccess(text: string): ModelReply {
  return {
    ok: true,
    text,
    usage: { ...usage, calls: 1 },
    duration_ms: 40,
    request_id: 'req-1',
    provider: 'anthropic',
    model: 'claude-sonnet-5-5',
    stop_reason: 'end_turn',
  };
}

export function createFailure(message: string): ModelReply {
  return {
    ok: false,
    kind: 'network',
    message,
    remedy: 'Check the network.',
    usage: { ...usage, calls: 1 },
    duration_ms: 40,
    request_id: null,
    provider: 'anthropic',
    model: 'claude-sonnet-5-5',
    stop_reason: null,
  };
}

/** A temporary folder that is gone after the test. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 's2s-session-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The ports over a folder, with the places of its files. */
export type TestStore = SessionRepository & { paths: SessionPaths; maintenance: SessionMaintenance };

export async function createStore(): Promise<TestStore> {
  return openStore(await createFolder());
}

export function openStore(root: string): TestStore {
  const parts = { root, s2sDir: '.s2s', clock: { now: () => noon }, host: createHost(1) };
  return {
    ...createFileRepository(parts),
    paths: locateSessions(parts),
    maintenance: createFileMaintenance(parts),
  };
}

/** A process of this machine; those in `alive` are said to exist. */
export function createHost(pid: number, alive: number[] = [pid]): LockHost {
  let count = 0;
  return {
    pid,
    hostname: 'here',
    now: () => noon,
    isAlive: (other) => alive.includes(other),
    readProcess: async () => ({ start: null, ended: false }),
    createToken: () => {
      count += 1;
      return `token-${pid}-${count}`;
    },
  };
}
