/** Sessions, requests and folders that the tests of this room share. */
import type { ModelReply } from '../../src/session/model-reply.ts';
import type { ModelRequest } from '../../src/session/model-request.ts';
import type { CallLine } from '../../src/session/ports/journal.ts';
import type { SessionRepository } from '../../src/session/ports/repository.ts';
import type { SessionMaintenance } from '../../src/session/ports/session-maintenance.ts';
import type { Round } from '../../src/session/round.ts';
import { fingerprintItem } from '../../src/session/rules/text-measures.ts';
import { type Session, sessionSchema } from '../../src/session/session.ts';
import { type Item, itemSchema } from '../../src/session/text.ts';
import { createFileMaintenance } from '../../src/store/files/file-maintenance.ts';
import { createFileRepository } from '../../src/store/files/file-repository.ts';
import type { LockHost } from '../../src/store/folder/lock-owner.ts';
import { locateSessions, type SessionPaths } from '../../src/store/folder/session-paths.ts';
import { makeFolder } from '../support/make-folder.ts';
import {
  createRound as createAnyRound,
  createSession as createAnySession,
  createTable,
} from '../support/roundtable-fixtures.ts';

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

const seats = ['software-architect', 'qa-lead'];

export function createRound(number: number, changes: Partial<Round> = {}): Round {
  return createAnyRound(number, {
    focus: `focus ${number}`,
    question: `Question ${number}?\nSecond line: with colon`,
    ...{ asked: seats, speaking_order: seats },
    answers: seats.map((seat) => ({
      ...{ seat, position: `Position of ${seat} in round ${number}`, proposal: '', confidence: 0.8 },
      ...{ concerns: [], conflicts: [], cause: null, model: null, duration_ms: 12 },
    })),
    ...{ synthesis: `Synthesis ${number}`, statements: [`S-00${number}`] },
    ...{ started_at: '2026-11-27T10:00:00.000Z', ended_at: '2026-11-27T10:01:00.000Z', usage },
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
  const model = 'anthropic/claude-sonnet-5-5';
  const began = '2026-11-27T10:00:00.000Z';
  return sessionSchema.parse({
    ...createAnySession(createTable()),
    ...{
      id: sampleId,
      topic: 'Which queue?',
      workflow_type: 'design',
      strategy: 'debate',
      output_type: 'adr',
    },
    ...{ created_at: began, updated_at: began, project: { name: 'media-api' } },
    ...{ facilitator: { agent: 'facilitator', model }, synthesizer: { agent: 'facilitator', model } },
    participants: seats.map((id) => ({ id, role: id, kind: 'model', model, side: null })),
    panel: { chosen_by: 'config', scores: [] },
    settings: {},
    inputs: { agents: 'a1', strategy: 's1', agenda: 'g1', context: 'c1', prompts: 'p1' },
    ...{ fence: 'fence-0123456789', current_phase: 'discussion', total_rounds: roundCount, agenda: [] },
    statements: rounds.map(({ round }) => ({
      ...{ id: `S-00${round}`, seat: 'qa-lead', round, text: `Point ${round}`, kind: 'decision' },
      went_to: [`DEC-00${round}`],
    })),
    artifacts: rounds.map(({ round }) => createItem(`DEC-00${round}`, { status: 'agreed' })),
    consensus: rounds.map(({ round }) => ({
      ...{ id: `C-00${round}`, item_id: `DEC-00${round}`, text: `Point ${round}` },
      ...{ supported_by: ['qa-lead'], stood_aside: [] },
    })),
    ...{ usage, rounds },
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

/** The ports over a folder, with the places of its files. */
export type TestStore = SessionRepository & { paths: SessionPaths; maintenance: SessionMaintenance };

export async function createStore(): Promise<TestStore> {
  return openStore(await makeFolder());
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
