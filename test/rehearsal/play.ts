/** Holds a rehearsal: the loop runs with the built-in panel, every reply has to fit the form that a real model gets, and all are kept. */
import path from 'node:path';
import * as z from 'zod';
import { chooseForm } from '../../src/documents/document-kinds.ts';
import { loadAgenda, loadStrategy } from '../../src/library/load-library.ts';
import type { AnswerReply } from '../../src/prompts/forms/answer.ts';
import { readBallot } from '../../src/prompts/forms/ballot.ts';
import type { DraftReply } from '../../src/prompts/forms/draft.ts';
import { toJsonSchema } from '../../src/prompts/forms/json-schema.ts';
import type { QuestionReply } from '../../src/prompts/forms/question.ts';
import type { ReviewReply } from '../../src/prompts/forms/review.ts';
import type { RevisionReply } from '../../src/prompts/forms/revision.ts';
import type { SynthesisReply } from '../../src/prompts/forms/synthesis.ts';
import { createRehearsal } from '../../src/rehearsal/provider.ts';
import { runSession } from '../../src/roundtable/run-session.ts';
import type { Phase } from '../../src/session/library.ts';
import type { ModelRequest, RequestFacts } from '../../src/session/model-request.ts';
import type { DocumentForm } from '../../src/session/ports/document-form.ts';
import type { Ask, Operator, RoundtableEvent, Table } from '../../src/session/ports/ports.ts';
import type { Session } from '../../src/session/session.ts';
import type { OutputType, Step, WorkflowType } from '../../src/session/vocabulary.ts';
import { makeRequest } from '../support/make-request.ts';
import {
  createAgent,
  createParticipant,
  createPhase,
  createSession,
  createStrategy,
  createTable,
} from '../support/roundtable-fixtures.ts';
import { createManualClock, createMemoryStore } from '../support/scripted-model.ts';

const shipped = { project: null, shipped: path.resolve(import.meta.dirname, '../..') };
const outputs: Record<WorkflowType, OutputType> = {
  ...{ roundtable: 'summary', specs: 'requirements', design: 'adr', brainstorm: 'summary' },
  ...{ review: 'review', plan: 'plan', revisit: 'adr' },
};
const model = 'rehearsal/panel';
const usualSeats = ['software-architect', 'technical-lead', 'security-champion', 'devops-engineer'];

export interface PlayOptions {
  seed?: number;
  topic?: string;
  workflow?: WorkflowType;
  output?: OutputType;
  /** One that ships, in place of `phases` and `sides`. */
  strategy?: string;
  seats?: string[];
  phases?: Pick<Phase, 'name' | 'votes'>[];
  /** A debate: the facilitator gives sides. */
  sides?: boolean;
  minRounds?: number;
  settings?: object;
  /** What a person decides about the conflict, once it goes to them. */
  decide?: { decision: 'accept' | 'own'; text: string };
  /** What a person advises after the first round. */
  guide?: string;
  operator?: Partial<Operator>;
  extended?: Table['extended'];
  /** Replies that are not what the rehearsal says. */
  replace?: (request: ModelRequest, data: Record<string, unknown>) => Record<string, unknown>;
}

export interface Played {
  session: Session;
  form: DocumentForm;
  events: RoundtableEvent[];
  /** The text of every reply, in order. */
  texts: string[];
  questions: QuestionReply[];
  answers: Map<string, AnswerReply>[];
  syntheses: SynthesisReply[];
  draft: DraftReply;
  reviews: Map<string, ReviewReply>;
  revisions: RevisionReply[];
  /** The votes of each last call by seat. */
  ballots: Map<string, ReturnType<typeof readBallot>>[];
}

export function makeSession(options: PlayOptions, table: Table = createTable()): Session {
  const { workflow = 'design', seats = usualSeats, guide } = options;
  return createSession(table, {
    ...{ topic: options.topic ?? 'Which queue?', workflow_type: workflow, rehearsal: true },
    ...{ output_type: options.output ?? outputs[workflow], seed: options.seed ?? 3 },
    ...{ facilitator: { agent: 'facilitator', model }, synthesizer: { agent: 'facilitator', model } },
    participants: seats.map((id) =>
      createParticipant(id, id === 'human' ? { kind: 'human', model: null } : { model }),
    ),
    settings: {
      ...{ min_rounds: options.minRounds ?? 2, max_rounds: 6 },
      escalation: { enabled: options.decide !== undefined || options.operator !== undefined },
      ...options.settings,
    },
    guidance: guide === undefined ? [] : [{ after_round: 1, text: guide, by: 'user' }],
  });
}

/** What a call is made from, outside of any discussion. */
export function makeFacts(session: Session, more: Partial<RequestFacts> = {}): RequestFacts {
  const { context } = createTable();
  return {
    ...{
      session,
      agent: createAgent('facilitator'),
      agenda: null,
      context,
      phase: createPhase('discussion'),
    },
    ...{ asked: null, answers: [], proposal: false, ballot: [], problems: [] },
    ...more,
  };
}

/** Asks the panel once, with a form or for plain text. */
export async function ask<Reply>(
  facts: RequestFacts,
  call: { step: Step; seat: string; round: number; form: z.ZodType<Reply> | null },
): Promise<{ text: string; reply: Reply }> {
  const { form, ...parts } = call;
  const schema = form === null ? null : { name: call.step, json: toJsonSchema(form) };
  const { text } = await complete(makeRequest(model, { ...parts, schema, facts }));
  return { text, reply: form === null ? (text as Reply) : form.parse(JSON.parse(text)) };
}

const complete = (request: ModelRequest) =>
  createRehearsal().complete(request, { modelName: 'panel', signal: new AbortController().signal });

async function makeTable(options: PlayOptions): Promise<Table> {
  const { workflow = 'design', seats = usualSeats, phases, sides = false } = options;
  return createTable({
    seats: seats.filter((id) => id !== 'human'),
    strategy:
      options.strategy === undefined
        ? createStrategy({
            sides,
            ...(phases && { phases: phases.map((one) => createPhase(one.name, one)) }),
          })
        : await loadStrategy(shipped, options.strategy),
    agenda: ['design', 'specs'].includes(workflow) ? await loadAgenda(shipped, workflow) : null,
    document: chooseForm(options.output ?? outputs[workflow], { workflow, isAgain: false }),
    extended: options.extended ?? null,
  });
}

/** Holds discussion and text to the end. */
export async function play(options: PlayOptions = {}): Promise<Played> {
  const table = await makeTable(options);
  const start = makeSession(options, table);
  const store = createMemoryStore(start);
  const events: RoundtableEvent[] = [];
  const said: { request: ModelRequest; text: string; data: unknown }[] = [];
  const answer: Ask = async (request) => {
    const { text, usage } = await complete(request);
    const own: unknown = JSON.parse(text);
    if (request.schema !== null) z.fromJSONSchema(request.schema.json as never).parse(own);
    const data = options.replace?.(request, own as Record<string, unknown>) ?? own;
    said.push({ request, text, data });
    return {
      ...{ ok: true, text, data, problem: null, usage: { ...usage, cost_usd: 0 }, duration_ms: 1 },
      ...{ request_id: null, provider: 'rehearsal', model: 'panel', stop_reason: null, replayed: false },
    };
  };
  const { decide } = options;
  const { session } = await runSession({ session: start, version: store.version, resumed: false }, table, {
    ...{ ask: answer, evidence: null, store, clock: createManualClock() },
    report: (event) => events.push(event),
    operator: {
      stop: new AbortController().signal,
      chooseAfterRound: async () => ({ choice: 'continue' }),
      decideEscalation: async () => (decide === undefined ? 'later' : { by: 'user', ...decide }),
      takeTurn: async () => ({ text: '', votes: [] }),
      ...options.operator,
    },
  });
  const list = <Reply>(step: Step, beginning: string) =>
    said
      .filter(({ request }) => request.step === step && request.key.startsWith(beginning))
      .map(({ request: { seat, key }, data }) => ({ seat, call: key.split('/')[1], reply: data as Reply }));
  const bySeat = <Reply>(replies: readonly { seat: string; reply: Reply }[]) =>
    new Map(replies.map(({ seat, reply }) => [seat, reply]));
  const votes = list<object>('last-call', 'text/').map(({ reply, ...one }) => {
    const ids = Object.keys((reply as { votes: object }).votes);
    return { ...one, reply: readBallot(reply, ids) };
  });
  return {
    ...{ session, form: table.document, events, texts: said.map(({ text }) => text) },
    questions: list<QuestionReply>('question', '').map(({ reply }) => reply),
    answers: session.rounds.map(({ round }) => bySeat(list<AnswerReply>('answer', `${round}/`))),
    syntheses: list<SynthesisReply>('synthesis', '').map(({ reply }) => reply),
    draft: list<DraftReply>('draft', 'text/draft/')[0]?.reply as DraftReply,
    reviews: bySeat(list<ReviewReply>('review', 'text/')),
    revisions: [
      ...list<RevisionReply>('revision', 'text/revision/'),
      ...list<RevisionReply>('patch', 'text/'),
    ].map(({ reply }) => reply),
    ballots: [...new Set(votes.map(({ call }) => call))].map((call) =>
      bySeat(votes.filter((one) => one.call === call)),
    ),
  };
}
