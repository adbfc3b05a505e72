/**
 * A small table for the rehearsal panel: it holds whole sessions with the program's own pure rules (coverage,
 * conflicts, votes, escalation, the decision table), without ports, prompts or files.
 */
import path from 'node:path';
import { loadAgenda } from '../../src/library/agendas.ts';
import { loadAgent } from '../../src/library/agents.ts';
import { parseProjectContext } from '../../src/library/project-context.ts';
import type { Agenda, Agent, ProjectContext, Strategy } from '../../src/library/schema.ts';
import { loadStrategy } from '../../src/library/strategies.ts';
import type { Provider } from '../../src/models/provider.ts';
import { createRehearsal } from '../../src/models/rehearsal.ts';
import { applyCoverage, listUncoveredCritical, listWantedByAgenda, startAgenda } from '../../src/roundtable/agenda.ts';
import { applyArtifacts, listWantedArtifacts } from '../../src/roundtable/artifacts.ts';
import { applyConflicts } from '../../src/roundtable/conflicts.ts';
import { type Decision, decide } from '../../src/roundtable/decide.ts';
import { answerEscalation, findEscalationCauses, raiseEscalation } from '../../src/roundtable/escalation.ts';
import { isStill, listMovement } from '../../src/roundtable/movement.ts';
import { applyOpenQuestions } from '../../src/roundtable/open-questions.ts';
import type { ModelRequest, RequestFacts, Step } from '../../src/roundtable/ports.ts';
import { openProposals, recordStances, settleProposals } from '../../src/roundtable/proposals.ts';
import { findQuestionProblem } from '../../src/roundtable/question-rules.ts';
import {
  type AnswerReply,
  ballotReply,
  buildAnswerReply,
  combinedSynthesisReply,
  questionReply,
  questionWithSidesReply,
  synthesisReply,
  toJsonSchema,
} from '../../src/roundtable/replies.ts';
import { listStandingBlocks } from '../../src/roundtable/votes.ts';
import {
  type OutputType,
  outputTypes,
  type Round,
  type Session,
  sessionSchema,
  type WorkflowType,
} from '../../src/session/schema.ts';
import type { z } from 'zod';

const places = { project: null, shipped: path.resolve(import.meta.dirname, '../..') };

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
  seats?: string[];
  context?: string;
  minRounds?: number;
  maxRounds?: number;
  /** What is done when a person is needed; `stop` ends the session there. */
  onEscalation?: 'stop' | 'accept' | 'continue';
  settings?: Record<string, unknown>;
}

export interface HeldSession {
  session: Session;
  decisions: Decision[];
  /** Triggers of all escalations, in order. */
  triggers: string[];
  ended: 'concluded' | 'escalated';
  answers: { round: number; seat: string; reply: AnswerReply }[];
  draft(type?: OutputType): Promise<Record<string, unknown>>;
}

export interface Library {
  strategy: Strategy;
  agenda: Agenda | null;
  agents: Map<string, Agent>;
  facilitator: Agent;
  context: ProjectContext;
}

const panels: Record<WorkflowType, string[]> = {
  roundtable: ['software-architect', 'technical-lead'],
  specs: ['product-manager', 'ux-researcher', 'business-analyst', 'qa-lead'],
  design: ['software-architect', 'security-champion', 'technical-lead', 'devops-engineer'],
  brainstorm: ['product-manager', 'software-architect', 'technical-lead', 'devops-engineer'],
};
const strategies: Record<WorkflowType, string> = {
  roundtable: 'standard',
  specs: 'consensus-driven',
  design: 'debate',
  brainstorm: 'disney',
};
const outputs: Record<WorkflowType, OutputType> = {
  roundtable: 'summary',
  specs: 'requirements',
  design: 'adr',
  brainstorm: 'summary',
};

export async function loadLibrary(options: TableOptions): Promise<Library> {
  const workflow = options.workflow ?? 'design';
  const seats = options.seats ?? panels[workflow];
  return {
    strategy: await loadStrategy(places, options.strategy ?? strategies[workflow]),
    agenda: workflow === 'specs' || workflow === 'design' ? await loadAgenda(places, workflow) : null,
    agents: new Map(await Promise.all(seats.map(async (id) => [id, await loadAgent(places, id)] as const))),
    facilitator: await loadAgent(places, 'facilitator'),
    context: parseProjectContext(options.context ?? contextText, 'project'),
  };
}

export function buildSession(library: Library, options: TableOptions): Session {
  const workflow = options.workflow ?? 'design';
  const at = '2026-01-01T00:00:00.000Z';
  return sessionSchema.parse({
    schema_version: 1,
    id: 's',
    topic: options.topic ?? 'Which queue should carry the download jobs?',
    workflow_type: workflow,
    strategy: library.strategy.id,
    output_type: outputs[workflow],
    status: 'active',
    pause_reason: null,
    created_at: at,
    updated_at: at,
    paused_at: null,
    completed_at: null,
    rehearsal: true,
    project: { name: library.context.name },
    facilitator: { agent: 'facilitator', model: 'rehearsal' },
    synthesizer: { agent: 'facilitator', model: 'rehearsal' },
    participants: [...library.agents.values()].map(({ id, role }) => ({ id, role, kind: 'model', model: 'rehearsal', side: null })),
    panel: { chosen_by: 'flag', scores: [] },
    settings: {
      min_rounds: options.minRounds ?? 3,
      max_rounds: options.maxRounds ?? 20,
      consensus: library.strategy.consensus,
      ...options.settings,
    },
    inputs: { agents: '', strategy: '', agenda: '', context: '', prompts: '' },
    context_files: [],
    seed: options.seed ?? 1,
    fence: '12345678',
    current_phase: library.strategy.phases[0]?.name ?? 'discussion',
    total_rounds: 0,
    agenda: startAgenda(library.agenda),
    proposals: [],
    consensus: [],
    conflicts: [],
    artifacts: [],
    open_questions: [],
    escalations: [],
    guidance: [],
    failures: [],
    usage: noUsage,
    outcome: null,
    rounds: [],
  });
}

const noUsage = { calls: 0, input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0, cost_usd: 0 };

export interface FactChanges extends Partial<RequestFacts> {
  agent: Agent;
  round: number;
}

export function buildFacts(session: Session, library: Library, changes: FactChanges): RequestFacts {
  const names = library.strategy.phases.map(({ name }) => name);
  const index = Math.max(0, names.indexOf(session.current_phase));
  return {
    topic: session.topic,
    seed: session.seed,
    min_rounds: session.settings.min_rounds,
    max_rounds: session.settings.max_rounds,
    workflow: session.workflow_type,
    output_type: session.output_type,
    phase: { name: session.current_phase, goal: library.strategy.phases[index]?.goal ?? '', index, count: names.length, rounds_in_phase: 0 },
    side: null,
    seats: session.participants.map(({ id, role }) => ({ id, role, specialties: library.agents.get(id)?.specialties ?? [] })),
    context: library.context,
    agenda: (library.agenda?.topics ?? []).map((topic) => {
      const state = session.agenda.find(({ id }) => id === topic.id);
      return {
        ...topic,
        criteria: state?.criteria ?? topic.criteria,
        status: state?.status ?? 'pending',
        criteria_met: (state?.criteria_met ?? []).map(({ criterion }) => criterion),
      };
    }),
    question: '',
    focus: '',
    topic_id: null,
    earlier_questions: session.rounds.map(({ question }) => question),
    guidance: session.guidance.map(({ text }) => text),
    proposals: session.proposals.filter(({ status }) => status === 'open'),
    conflicts: session.conflicts,
    artifacts: session.artifacts.map(({ id, type, title, topic_id }) => ({ id, type, title, topic_id })),
    wanted_artifacts: [
      ...new Set([...listWantedArtifacts(session.workflow_type, session.output_type), ...listWantedByAgenda(library.agenda)]),
    ],
    own_positions: session.rounds.flatMap(({ round, answers }) =>
      answers.filter(({ seat }) => seat === changes.agent.id).map(({ position }) => ({ round, position })),
    ),
    critical_keywords: session.settings.escalation.critical_keywords,
    max_rounds_per_conflict: session.settings.escalation.max_rounds_per_conflict,
    confidence_below: session.settings.escalation.confidence_below,
    answers: [],
    session: null,
    ...changes,
  };
}

export function buildRequest(step: Step, facts: RequestFacts, options: { seat: string; schema: z.ZodType | null }): ModelRequest {
  return {
    key: `${facts.round}/${step}/${options.seat}/1`,
    round: facts.round,
    step,
    seat: options.seat,
    attempt: 1,
    purpose: step === 'ballot' ? 'ballot' : step === 'draft' ? 'draft' : 'ask',
    model: 'rehearsal',
    system: [{ text: 'system text', cache: true }],
    prompt: [{ text: 'prompt text', cache: false }],
    schema: options.schema === null ? null : { name: step, json: toJsonSchema(options.schema) },
    timeout_ms: 1000,
    max_output_tokens: 1000,
    stop_sequences: [],
    fence: '12345678',
    facts,
  };
}

const panel = createRehearsal();

/** Asks the panel and reads the reply through the program's own form, as the loop does. */
export async function askPanel<Value>(
  request: ModelRequest,
  schema: z.ZodType<Value>,
  provider: Provider = panel,
): Promise<Value> {
  const completion = await provider.complete(request, { modelName: 'rehearsal', signal: new AbortController().signal });
  return schema.parse(JSON.parse(completion.text));
}

/** Holds a session until it concludes or a person is needed. */
export async function holdSession(options: TableOptions = {}): Promise<HeldSession> {
  const library = await loadLibrary(options);
  let session = buildSession(library, options);
  const decisions: Decision[] = [];
  const triggers: string[] = [];
  const answersHeld: HeldSession['answers'] = [];
  const draft = (type?: OutputType) => draftFor(session, library, type);
  for (let number = 1; number <= 60; number += 1) {
    const before = session;
    const step = await holdRound(session, library, number);
    session = step.session;
    answersHeld.push(...step.answers.map(({ seat, reply }) => ({ round: number, seat, reply })));
    const round = step.round;
    round.moved = listMovement(before, session, round);
    session = { ...session, rounds: [...session.rounds, round], total_rounds: number };
    const causes = findEscalationCauses(session, round);
    for (const cause of causes) {
      triggers.push(cause.trigger);
      if ((options.onEscalation ?? 'stop') === 'stop') return { session, decisions, triggers, ended: 'escalated', answers: answersHeld, draft };
      const raised = raiseEscalation(session, cause, round);
      session = answerEscalation({ ...session, escalations: [...session.escalations, raised] }, raised.id, {
        decision: options.onEscalation === 'accept' ? { decision: 'accept', by: 'policy' } : { decision: 'continue', rounds: 1, by: 'policy' },
        at: round.ended_at,
      });
    }
    const decision = decideRound(session, library, round);
    decisions.push(decision);
    if (decision.action === 'conclude') return { session, decisions, triggers, ended: 'concluded', answers: answersHeld, draft };
    if (decision.action === 'phase') {
      const names = library.strategy.phases.map(({ name }) => name);
      session = { ...session, current_phase: names[names.indexOf(session.current_phase) + 1] ?? session.current_phase };
    }
  }
  throw new Error('the session did not end within 60 rounds');
}

function decideRound(session: Session, library: Library, round: Round): Decision {
  const phases = library.strategy.phases;
  const index = phases.findIndex(({ name }) => name === session.current_phase);
  return decide({
    pause: null,
    skip: false,
    round: round.round,
    minRounds: session.settings.min_rounds,
    maxRounds: session.settings.max_rounds,
    grantedRounds: 0,
    escalationDue: null,
    proposed: round.proposed_action,
    uncoveredCritical: listUncoveredCritical(session.agenda),
    phase: {
      index,
      names: phases.map(({ name }) => name),
      rounds: session.rounds.filter(({ phase }) => phase === session.current_phase).length,
      minRounds: phases[index]?.min_rounds ?? 1,
      maxRounds: session.settings.max_rounds_per_phase,
    },
    standingBlocks: listStandingBlocks(session.proposals, session.settings.consensus),
    guided: false,
    nothingMoved: isStill(round),
  });
}

async function holdRound(given: Session, library: Library, number: number) {
  let session = given;
  const { facilitator, strategy } = library;
  const phase = strategy.phases.find(({ name }) => name === session.current_phase);
  const withSides = strategy.sides && number === 1;
  const questionFacts = buildFacts(session, library, { agent: facilitator, round: number });
  const opened = await askPanel(
    buildRequest('question', questionFacts, { seat: 'facilitator', schema: withSides ? questionWithSidesReply : questionReply }),
    withSides ? questionWithSidesReply : questionReply,
  );
  const problem = findQuestionProblem(opened.question, questionFacts.earlier_questions);
  if (problem !== null) throw new Error(`${problem}: ${opened.question}`);
  if ('sides' in opened) {
    const sides = opened.sides;
    session = {
      ...session,
      participants: session.participants.map((seat) => ({ ...seat, side: sides.find((entry) => entry.seat === seat.id)?.side ?? null })),
    };
  }
  const asked = { question: opened.question, focus: opened.focus, topic_id: opened.topic_id };
  const open = session.proposals.filter(({ status }) => status === 'open');
  const schema = buildAnswerReply({ stances: open.length > 0 && (phase?.votes ?? true), privateNote: false });
  const answers = await Promise.all(
    session.participants.map(async ({ id, side }) => {
      const agent = library.agents.get(id);
      if (!agent) throw new Error(`no agent ${id}`);
      const facts = buildFacts(session, library, { agent, round: number, side, ...asked });
      const reply: AnswerReply = await askPanel(buildRequest('answer', facts, { seat: id, schema }), schema);
      return { seat: id, reply };
    }),
  );
  const facts = buildFacts(session, library, {
    agent: facilitator,
    round: number,
    ...asked,
    answers: answers.map(({ seat, reply }) => ({
      seat,
      position: reply.position,
      confidence: reply.confidence,
      concerns: reply.concerns,
      questions: reply.questions,
      stances: (reply.stances ?? []).map(({ proposal_id, stance }) => ({ proposal_id, stance })),
    })),
  });
  const reply = await askPanel(buildRequest('synthesis', facts, { seat: 'facilitator', schema: combinedSynthesisReply }), synthesisReply);
  const voted = recordStances(session.proposals, answers.map(({ seat, reply: { stances } }) => ({ seat, stances: stances ?? [] })), number);
  const settled = settleProposals({ ...session, proposals: voted.proposals }, { rule: session.settings.consensus, round: number, final: false });
  const conflicts = applyConflicts(session.conflicts, reply, { round: number, resolutionType: 'consensus' });
  const seats = answers.map(({ seat }) => seat);
  const artifacts = applyArtifacts(session.artifacts, reply.artifacts, { round: number, seats });
  const losses = [...voted.losses, ...conflicts.losses, ...artifacts.losses];
  if (losses.length > 0) throw new Error(losses.join('; '));
  const at = '2026-01-01T00:00:00.000Z';
  const round: Round = {
    round: number,
    phase: session.current_phase,
    focus: opened.focus,
    topic_id: opened.topic_id,
    question: opened.question,
    question_fallback: null,
    context_summary: opened.context_summary,
    asked: seats,
    failed: [],
    passed: [],
    speaking_order: seats,
    answers: answers.map(({ seat, reply: answer }) => ({
      seat,
      position: answer.position,
      confidence: answer.confidence,
      changed: number === 1 ? null : answer.changed_because !== null,
      cause: answer.changed_because,
      duration_ms: 0,
    })),
    context_challenges: [],
    facts: [],
    assumptions: [],
    private_notes: [],
    synthesis: reply.synthesis,
    synthesis_fallback: null,
    consensus: reply.consensus,
    conflicts: [],
    resolved: conflicts.resolved,
    agenda_coverage: [],
    moved: [],
    proposed_action: reply.next_action,
    next_action: null,
    decided_by_rule: null,
    override: null,
    after_escalation: null,
    next_focus: reply.next_focus,
    escalation_reason: reply.escalation_reason,
    recommendation: reply.recommendation,
    losses: [],
    started_at: at,
    ended_at: at,
    usage: noUsage,
    usage_by_seat: [],
  };
  session = {
    ...session,
    ...settled,
    conflicts: conflicts.conflicts,
    artifacts: artifacts.artifacts,
    agenda: applyCoverage(session.agenda, reply.agenda_coverage.map((entry) => ({ ...entry, status: 'partial' as const })), {
      round: number,
      agenda: library.agenda,
      artifacts: artifacts.artifacts,
    }),
    open_questions: applyOpenQuestions(session.open_questions, reply.open_questions, { round: number, seats }),
    proposals: openProposals(settled.proposals, reply.consensus, number).proposals,
  };
  return { session, round, answers };
}

async function draftFor(session: Session, library: Library, type: OutputType = session.output_type): Promise<Record<string, unknown>> {
  const { documentSchemas } = await import('./rehearsal-documents.ts');
  const schema = documentSchemas[type];
  const facts = buildFacts(session, library, { agent: library.facilitator, round: session.total_rounds, output_type: type, session });
  return askPanel(buildRequest('draft', facts, { seat: 'synthesizer', schema }), schema);
}

/** One ballot of a seat on the given proposals. */
export async function castBallot(session: Session, library: Library, seat: string) {
  const agent = library.agents.get(seat);
  if (!agent) throw new Error(`no agent ${seat}`);
  const facts = buildFacts(session, library, { agent, round: Math.max(1, session.total_rounds) });
  return askPanel(buildRequest('ballot', facts, { seat, schema: ballotReply }), ballotReply);
}

export { outputTypes };
