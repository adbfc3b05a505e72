/** Whole sessions held by the real loop with the rehearsal panel in every seat; only store and clock are in memory. */
import path from 'node:path';
import { documentKinds } from '../../src/documents/document-kinds.ts';
import type { ModelRequest, Step } from '../../src/domain/model-request.ts';
import type { Ports, RoundtableEvent, Table } from '../../src/domain/ports.ts';
import { type Session, sessionSchema } from '../../src/domain/session.ts';
import type { OutputType, WorkflowType } from '../../src/domain/vocabulary.ts';
import { loadAgenda, loadAgent, loadStrategy } from '../../src/library/load-library.ts';
import { readReply } from '../../src/models/replies/read-reply.ts';
import { parseProjectContext } from '../../src/project/project-context.ts';
import { createRehearsal } from '../../src/rehearsal/provider.ts';
import { startAgenda } from '../../src/roundtable/rules/agenda.ts';
import { type RunResult, runSession } from '../../src/roundtable/run-session.ts';
import { forms } from '../support/shared-readings.ts';

const places = { project: null, shipped: path.resolve(import.meta.dirname, '../..') };

/** A project of the kind that people rehearse on. */
export const contextText = `# clip-api - Project Context

## Business Domain

Media tools for teams that host their own services.

## Project Objectives

- Become the service that teams install first: pull the image, set a key, use it
- Offer transcripts, webhooks on completion and metrics that others lack

## Project Constraints

- Public repository (MIT): nothing about private deployments may enter it
- Python 3.11 and FastAPI; downloads run as a subprocess
- Authentication by key and rate limiting are mandatory on all endpoints

## Overview

REST API for video downloads with an async job queue, storage clean-up and metrics.

## Scope

**In scope**:
- Video/audio download, metadata, subtitles, transcripts via REST
- Job management, webhooks, storage lifecycle

**Out of scope**:
- A web interface
- Accounts for several tenants

## Technical Stack

- Python 3.11, FastAPI, uvicorn
- Docker, docker compose

## Open Questions

- Which registry should hold the images
`;

export interface TableOptions {
  seed?: number;
  topic?: string;
  workflow?: WorkflowType;
  strategy?: string;
  output?: OutputType;
  seats?: string[];
  context?: string;
  /** What the person, or the policy, says when one is needed; `later` leaves the session waiting. */
  onEscalation?: 'later' | 'accept' | 'continue' | { own: string };
  settings?: Record<string, unknown>;
  /** Called for every request before it is answered. */
  watch?: (request: ModelRequest) => void;
}

/** A reply of the panel as the loop got it. */
export interface GivenReply {
  request: ModelRequest;
  step: Step;
  seat: string;
  round: number;
  data: Record<string, unknown>;
}

export interface HeldSession extends RunResult {
  replies: GivenReply[];
  events: RoundtableEvent[];
  table: Table;
}

const panels: Record<WorkflowType, string[]> = {
  roundtable: ['software-architect', 'technical-lead'],
  specs: ['product-manager', 'ux-researcher', 'business-analyst', 'qa-lead'],
  design: ['software-architect', 'security-champion', 'technical-lead', 'devops-engineer'],
  brainstorm: ['product-manager', 'software-architect', 'technical-lead', 'devops-engineer'],
};
const defaults: Record<WorkflowType, { strategy: string; output: OutputType }> = {
  roundtable: { strategy: 'standard', output: 'summary' },
  specs: { strategy: 'consensus-driven', output: 'requirements' },
  design: { strategy: 'debate', output: 'adr' },
  brainstorm: { strategy: 'disney', output: 'summary' },
};
const instant = '2026-01-01T00:00:00.000Z';

/** Loads what ships and sits the panel down. */
export async function prepareTable(options: TableOptions): Promise<{ session: Session; table: Table }> {
  const workflow = options.workflow ?? 'design';
  const seats = options.seats ?? panels[workflow];
  const agents = new Map(
    await Promise.all(seats.map(async (id) => [id, await loadAgent(places, id)] as const)),
  );
  const facilitator = await loadAgent(places, 'facilitator');
  const strategy = await loadStrategy(places, options.strategy ?? defaults[workflow].strategy);
  const agenda = workflow === 'specs' || workflow === 'design' ? await loadAgenda(places, workflow) : null;
  const context = parseProjectContext(options.context ?? contextText, 'project');
  const output = options.output ?? defaults[workflow].output;
  const model = 'rehearsal/panel';
  const session = sessionSchema.parse({
    schema_version: 2,
    id: '20260101-000000-rehearsed',
    topic: options.topic ?? 'Which queue should carry the download jobs?',
    workflow_type: workflow,
    strategy: strategy.id,
    output_type: output,
    status: 'active',
    pause_reason: null,
    created_at: instant,
    updated_at: instant,
    paused_at: null,
    completed_at: null,
    rehearsal: true,
    project: { name: context.name },
    facilitator: { agent: 'facilitator', model },
    synthesizer: { agent: 'facilitator', model },
    participants: [...agents.values()].map(({ id, role }) => ({
      id,
      role,
      kind: 'model',
      model,
      side: null,
    })),
    panel: { chosen_by: 'flag', scores: [] },
    settings: { consensus: strategy.consensus, participation: strategy.participation, ...options.settings },
    inputs: { agents: '', strategy: '', agenda: '', context: '', prompts: '' },
    context_files: [],
    seed: options.seed ?? 1,
    fence: '0123456789abcdef',
    current_phase: strategy.phases[0]?.name ?? 'discussion',
    total_rounds: 0,
    agenda: startAgenda(agenda),
    statements: [],
    consensus: [],
    conflicts: [],
    artifacts: [],
    open_questions: [],
    escalations: [],
    guidance: [],
    failures: [],
    usage: {
      calls: 0,
      input_tokens: 0,
      output_tokens: 0,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      cost_usd: 0,
    },
    outcome: null,
    rounds: [],
  });
  const table: Table = {
    strategy,
    agenda,
    facilitator,
    synthesizer: facilitator,
    agents,
    context,
    contextFiles: [],
    document: documentKinds[output],
    sessionFile: null,
  };
  return { session, table };
}

/** Holds a session until it is completed or waits for somebody. */
export async function holdSession(options: TableOptions = {}): Promise<HeldSession> {
  const { session, table } = await prepareTable(options);
  const panel = createRehearsal();
  const replies: GivenReply[] = [];
  const events: RoundtableEvent[] = [];
  let version = 0;
  const ports: Ports = {
    ask: async (request, { signal }) => {
      options.watch?.(request);
      const completion = await panel.complete(request, { modelName: 'panel', signal });
      const reply = readReply({ ok: true, duration_ms: 0, provider: panel.name, ...completion }, request);
      if (!reply.ok || reply.problem !== null) throw new Error(`unreadable: ${completion.text}`);
      const { step, seat, round } = request;
      replies.push({ request, step, seat, round, data: reply.data as Record<string, unknown> });
      return reply;
    },
    store: {
      save: async (_, expected) => {
        if (expected !== String(version)) throw new Error(`expected version ${version}, got ${expected}`);
        version += 1;
        return String(version);
      },
      publish: async () => [],
      release: async () => {},
    },
    operator: {
      stop: new AbortController().signal,
      chooseAfterRound: async () => ({ choice: 'continue' }),
      takeTurn: async () => 'later',
      decideEscalation: async () => {
        const answer = options.onEscalation ?? 'later';
        if (answer === 'later') return answer;
        if (answer === 'accept') return { decision: 'accept', by: 'policy' };
        return answer === 'continue'
          ? { decision: 'continue', rounds: 1, by: 'policy' }
          : { decision: 'own', text: answer.own, by: 'user' };
      },
    },
    report: (event) => events.push(event),
    clock: {
      now: () => new Date(instant),
      elapsed: () => 0,
      deadline: () => ({ signal: new AbortController().signal, clear: () => {} }),
    },
  };
  const result = await runSession({ session, version: '0', resumed: false }, table, ports, forms);
  return { ...result, replies, events, table };
}
