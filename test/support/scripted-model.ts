/**
 * The ports of the loop for tests: a model that follows a script, a person who does, a store that checks versions, a
 * clock that is moved by hand, and a recorder of events. Nothing here invents an answer: a call that the script does
 * not know fails the test, and so does a step that is never used.
 */

import { type RunResult, runSession } from '../../src/roundtable/run-session.ts';
import type { Evidencer } from '../../src/session/evidence.ts';
import type { ReadReply } from '../../src/session/model-reply.ts';
import type { ModelRequest, RequestFacts } from '../../src/session/model-request.ts';
import type {
  Ask,
  Clock,
  EscalationDecision,
  HumanTurn,
  Operator,
  Ports,
  RoundChoice,
  RoundtableEvent,
  Store,
  Table,
  TurnView,
  Version,
} from '../../src/session/ports/ports.ts';
import type { Usage } from '../../src/session/records.ts';
import type { Session } from '../../src/session/session.ts';
import type { FailureKind } from '../../src/session/vocabulary.ts';

/** A call as the loop makes it: with the facts that it was made from. */
export type AskedRequest = ModelRequest & { facts: RequestFacts };

/** What a call comes to: fields of a reply, a bare text, or a failure. */
export type ScriptedReply =
  | { data: Record<string, unknown>; problem?: string; usage?: Partial<Usage> }
  | { text: string; usage?: Partial<Usage> }
  | { fail: FailureKind; message?: string; remedy?: string; usage?: Partial<Usage> };

/** A step: what to reply, or how to find out. */
export type ScriptedStep =
  | ScriptedReply
  | ((request: AskedRequest, signal: AbortSignal) => ScriptedReply | Promise<ScriptedReply>);

/** Steps by call key, or a handler for all calls that gives undefined for those it does not expect. */
export type Script =
  | Record<string, ScriptedStep>
  | ((request: AskedRequest, signal: AbortSignal) => ScriptedStep | undefined);

/** What one call costs where a step does not say otherwise: whole numbers that add up recognisably. */
export const callUsage: Usage = {
  calls: 1,
  input_tokens: 100,
  output_tokens: 10,
  cache_read_tokens: 3,
  cache_write_tokens: 2,
  cost_usd: 0.5,
};

export interface ScriptedModel {
  ask: Ask;
  /** All calls, in the order in which they were made. */
  requests: AskedRequest[];
  /** Throws when a step of a script by keys was not used. */
  assertDone(): void;
}

/** A model that answers by the script. Each step answers once. */
export function createScriptedModel(script: Script): ScriptedModel {
  const requests: AskedRequest[] = [];
  const used = new Set<string>();
  return {
    requests,
    ask: async (made, { signal }) => {
      if (made.facts === null) throw new Error(`the call ${made.key} has no facts`);
      const request = made as AskedRequest;
      requests.push(request);
      const step = typeof script === 'function' ? script(request, signal) : script[request.key];
      if (step === undefined) throw new Error(`unexpected call ${request.key}`);
      if (typeof script !== 'function' && used.has(request.key)) {
        throw new Error(`the call ${request.key} was made twice`);
      }
      used.add(request.key);
      return buildReply(request, typeof step === 'function' ? await step(request, signal) : step);
    },
    assertDone: () => {
      const unused = typeof script === 'function' ? [] : Object.keys(script).filter((key) => !used.has(key));
      if (unused.length > 0) throw new Error(`steps that were never used: ${unused.join(', ')}`);
    },
  };
}

function buildReply(request: ModelRequest, step: ScriptedReply): ReadReply {
  const common = {
    usage: { ...callUsage, ...step.usage },
    duration_ms: 20,
    request_id: `req ${request.key}`,
    provider: request.model.split('/')[0] ?? '',
    model: request.model,
    stop_reason: null,
    replayed: false,
  };
  if ('fail' in step) {
    return {
      ...common,
      ok: false,
      kind: step.fail,
      message: step.message ?? `it failed: ${step.fail}`,
      remedy: step.remedy ?? '',
    };
  }
  if ('text' in step) {
    return { ...common, ok: true, text: step.text, data: undefined, problem: null };
  }
  return {
    ...common,
    ok: true,
    text: JSON.stringify(step.data),
    data: step.data,
    problem: step.problem ?? null,
  };
}

/** Remembers successes by key and request, and gives them back: what the journal does for a resumed run. */
export interface MemoryJournal {
  wrap(ask: Ask): Ask;
  wrapOperator(operator: Operator): Operator;
  /** Keys of the successful calls that were really made, in order. */
  made: string[];
}

export function createMemoryJournal(): MemoryJournal {
  const replies = new Map<string, ReadReply>();
  const inputs = new Map<string, unknown>();
  const made: string[] = [];
  const recall = async <Value>(key: string, ask: () => Promise<Value>): Promise<Value> => {
    if (inputs.has(key)) return structuredClone(inputs.get(key)) as Value;
    const value = await ask();
    if (value !== 'later' && JSON.stringify(value) !== '{"choice":"pause"}') inputs.set(key, value);
    return value;
  };
  return {
    made,
    wrap: (ask) => async (request, options) => {
      const { facts: _facts, timeout_ms: _timeout, unread: _unread, ...text } = request;
      const hash = JSON.stringify(text);
      const known = replies.get(hash);
      if (known) return { ...known, replayed: true };
      const reply = await ask(request, options);
      if (reply.ok) {
        replies.set(hash, deepFreeze(reply));
        made.push(request.key);
      }
      return reply;
    },
    wrapOperator: (operator) => ({
      stop: operator.stop,
      chooseAfterRound: (view) => recall(view.key, () => operator.chooseAfterRound(view)),
      decideEscalation: (view) => recall(view.key, () => operator.decideEscalation(view)),
      takeTurn: (view) => recall(view.key, () => operator.takeTurn(view)),
    }),
  };
}

export interface MemoryStore extends Store {
  /** Every saved state, oldest first, frozen to the last leaf. */
  saved: Session[];
  version: Version;
  published: Session[];
  released: string[];
  /** The last saved state. */
  readonly last: Session;
}

/** A store that refuses a save that expects another version than the stored one. */
export function createMemoryStore(start: Session): MemoryStore {
  const saved: Session[] = [];
  const store: MemoryStore = {
    saved,
    version: 'v0',
    published: [],
    released: [],
    get last() {
      return saved.at(-1) ?? start;
    },
    save: async (session, expected) => {
      if (expected !== store.version) throw new Error(`stored ${store.version}, expected ${expected}`);
      saved.push(deepFreeze(session));
      store.version = `v${saved.length}`;
      return store.version;
    },
    publish: async (session) => {
      store.published.push(deepFreeze(session));
      return [{ type: session.output_type, path: `.s2s/sessions/${session.id}-summary.md` }];
    },
    release: async (id) => {
      store.released.push(id);
    },
  };
  return store;
}

/** Freezes plain data to its leaves, so that a later change in place throws. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

export interface ManualClock extends Clock {
  /** Moves time on and fires the deadlines that have passed. */
  advance(milliseconds: number): void;
}

/** A clock that stands still until it is moved. */
export function createManualClock(start = '2026-03-02T09:00:00.000Z'): ManualClock {
  let elapsed = 0;
  const deadlines: { at: number; controller: AbortController }[] = [];
  return {
    now: () => new Date(Date.parse(start) + elapsed),
    elapsed: () => elapsed,
    deadline: (milliseconds) => {
      const entry = { at: elapsed + milliseconds, controller: new AbortController() };
      deadlines.push(entry);
      return {
        signal: entry.controller.signal,
        clear: () => deadlines.splice(0, deadlines.length, ...deadlines.filter((other) => other !== entry)),
      };
    },
    advance: (milliseconds) => {
      elapsed += milliseconds;
      for (const { at, controller } of deadlines) if (at <= elapsed) controller.abort();
    },
  };
}

type Answer<View, Value> = Value | ((view: View) => Value | Promise<Value>);

/** What the person says, by the key of the question; what is not scripted fails the test. */
export interface OperatorScript {
  choices?: Record<string, Answer<{ session: Session }, RoundChoice>>;
  decisions?: Record<string, EscalationDecision | 'later'>;
  turns?: Record<string, Answer<TurnView, HumanTurn | 'later'>>;
}

export interface ScriptedOperator extends Operator {
  /** Keys of all questions that were put, in order. */
  asked: string[];
  views: TurnView[];
  stopNow(): void;
}

export function createScriptedOperator(script: OperatorScript = {}): ScriptedOperator {
  const controller = new AbortController();
  const asked: string[] = [];
  const views: TurnView[] = [];
  const find = <Value>(answers: Record<string, Value> | undefined, key: string): Value => {
    asked.push(key);
    const answer = answers?.[key];
    if (answer === undefined) throw new Error(`the person was asked ${key}, which the script does not know`);
    return answer;
  };
  return {
    asked,
    views,
    stop: controller.signal,
    stopNow: () => controller.abort(),
    chooseAfterRound: async (view) => {
      const answer = find(script.choices, view.key);
      return typeof answer === 'function' ? answer(view) : answer;
    },
    decideEscalation: async (view) => find(script.decisions, view.key),
    takeTurn: async (view) => {
      views.push(view);
      const answer = find(script.turns, view.key);
      return typeof answer === 'function' ? answer(view) : answer;
    },
  };
}

/** A run with everything that can be looked at afterwards. */
export interface HeldRun {
  result: RunResult;
  session: Session;
  store: MemoryStore;
  events: RoundtableEvent[];
  requests: AskedRequest[];
  operator: ScriptedOperator;
  clock: ManualClock;
}

export interface RunOptions {
  session: Session;
  table: Table;
  script: Script;
  operator?: ScriptedOperator;
  store?: MemoryStore;
  clock?: ManualClock;
  journal?: MemoryJournal;
  resumed?: boolean;
  /** What seats may look up; they look nothing up when absent. */
  evidence?: Evidencer;
}

/** Runs a session by a script, and checks that every step of it was used. */
export async function holdRun(options: RunOptions): Promise<HeldRun> {
  const model = createScriptedModel(options.script);
  const store = options.store ?? createMemoryStore(options.session);
  const operator = options.operator ?? createScriptedOperator();
  const clock = options.clock ?? createManualClock();
  const events: RoundtableEvent[] = [];
  const ports: Ports = {
    ask: options.journal ? options.journal.wrap(model.ask) : model.ask,
    evidence: options.evidence ?? null,
    store,
    operator: options.journal ? options.journal.wrapOperator(operator) : operator,
    report: (event) => events.push(event),
    clock,
  };
  const session = deepFreeze(structuredClone(options.session));
  const start = { session, version: store.version, resumed: options.resumed ?? false };
  const result = await runSession(start, options.table, ports);
  model.assertDone();
  return { result, session: result.session, store, events, requests: model.requests, operator, clock };
}

/** All text that a model reads of a request. */
export function readPromptText(request: ModelRequest): string {
  return [...request.system, ...request.prompt].map(({ text }) => text).join('\n');
}

/** A usable question. */
export function questionStep(changes: Record<string, unknown> = {}): ScriptedReply {
  return {
    data: {
      question: 'Which failure of the queue would cost the two operators most?',
      context_summary: 'Two people run the service.',
      participants: ['all'],
      focus: 'failure modes',
      topic_id: null,
      language: 'en',
      ...changes,
    },
  };
}

/** A usable answer of a seat: a proposal, and one statement with the words of the position. */
export function answerStep(position: string, changes: Record<string, unknown> = {}): ScriptedReply {
  return {
    data: {
      position,
      proposal: `Proposed: ${position}`,
      statements: [{ kind: 'decision', text: position }],
      confidence: 0.8,
      concerns: [],
      facts: [],
      assumptions: [],
      questions: [],
      context_challenge: null,
      conflicts: [],
      ...changes,
    },
  };
}

/** A usable synthesis. */
export function synthesisStep(changes: Record<string, unknown> = {}): ScriptedReply {
  return {
    data: {
      synthesis: 'The answers lean to the database.',
      ways: [],
      consensus: [],
      conflicts: [],
      agenda_coverage: [],
      open_questions: [],
      answered_questions: [],
      next_action: 'continue',
      next_focus: null,
      escalation_reason: null,
      escalate_conflicts: [],
      recommendation: 'Take the database.',
      ...changes,
    },
  };
}

/** An item as a draft brings it. */
export function itemEntry(text: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'DEC-1',
    kind: 'decision',
    section: 'result',
    title: text.replace(/\.$/, ''),
    text,
    why: 'It is less to run.',
    check: 'Look at it.',
    from: [],
    facts: [],
    replaces: [],
    change: 'none',
    decision: null,
    ...changes,
  };
}

/** A usable draft for the fixture's document: one item, made from every statement. */
export function draftStep(request: AskedRequest, changes: Record<string, unknown> = {}): ScriptedReply {
  const from = request.facts.session.statements.map(({ id }) => id);
  return {
    data: {
      title: 'Jobs go through the database',
      decision: 'The jobs go through the database.',
      why: ['Two people run the service.'],
      firmness: 'Nobody has measured the load.',
      sections: [{ id: 'result', title: 'Result', body: 'The jobs are kept in one table.' }],
      items: [itemEntry('Jobs are kept in the database.', { from })],
      open_questions: [],
      closed_questions: [],
      not_taken: [],
      facts: [],
      ...changes,
    },
  };
}

/** A review that takes everything. */
export function reviewStep(changes: Record<string, unknown> = {}): ScriptedReply {
  return { data: { exceptions: [], amendments: [], pairs: [], questions: [], ...changes } };
}

/** A revision, or a patch, that leaves the text as it is. */
export function revisionStep(changes: Record<string, unknown> = {}): ScriptedReply {
  const head = { title: '', decision: '', why: [], firmness: '' };
  const lists = { answers: [], sections: [], items: [], removed: [], not_taken: [], facts: [] };
  return { data: { ...head, ...lists, open_questions: [], closed_questions: [], ...changes } };
}

/** The same vote on every item of a ballot. */
export function ballotStep(request: AskedRequest, vote = 'ratify'): ScriptedReply {
  const votes = Object.fromEntries(request.facts.ballot.map(({ id }) => [id, vote]));
  const exceptions =
    vote === 'ratify' ? [] : request.facts.ballot.map(({ id }) => ({ item: id, reason: 'r' }));
  return { data: { votes, exceptions } };
}

type Handler = (request: AskedRequest, signal: AbortSignal) => ScriptedReply | Promise<ScriptedReply>;

/** What `createHandler` takes: replies by step, each for a request; what is absent takes the plain one. */
export interface HandlerParts {
  question?: Handler | undefined;
  answer?: Handler | undefined;
  synthesis?: Handler | undefined;
  draft?: Handler | undefined;
  review?: Handler | undefined;
  revision?: Handler | undefined;
  'last-call'?: Handler | undefined;
  patch?: Handler | undefined;
}

/** A handler for whole runs: usable replies for every step; questions, positions and statements differ by round. */
export function createHandler(parts: HandlerParts = {}): Script {
  return (request) => {
    const { round, seat, step } = request;
    const given = parts[step];
    if (given !== undefined) return given;
    switch (step) {
      case 'question':
        return questionStep({ question: `Which risk number ${round} of the queue weighs most?` });
      case 'answer':
        return answerStep(`Round ${round}: ${seat} prefers the database.`);
      case 'synthesis':
        return synthesisStep({ synthesis: `Round ${round} leaned to the database.` });
      case 'draft':
        return (asked) => draftStep(asked);
      case 'review':
        return reviewStep();
      case 'revision':
      case 'patch':
        return revisionStep();
      case 'last-call':
        return (asked) => ballotStep(asked);
    }
  };
}
