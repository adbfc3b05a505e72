/**
 * Plays a rehearsal step by step: hand-made facts go in, the reply has to fit the form that a real model gets, and what the loop would
 * make of it is written into the session. The loop itself is tested elsewhere.
 */
import path from 'node:path';
import type * as z from 'zod';
import { adrKind } from '../../src/documents/adr/kind.ts';
import { architectureKind } from '../../src/documents/architecture/kind.ts';
import { planKind } from '../../src/documents/plan/kind.ts';
import { requirementsKind } from '../../src/documents/requirements/kind.ts';
import { reviewKind } from '../../src/documents/review/kind.ts';
import { summaryKind } from '../../src/documents/summary/kind.ts';
import { loadAgenda } from '../../src/library/load-library.ts';
import { type AnswerReply, chooseAnswerForm } from '../../src/prompts/forms/answer.ts';
import { createBallotForm, readBallot } from '../../src/prompts/forms/ballot.ts';
import { createDraftForm, type DraftReply } from '../../src/prompts/forms/draft.ts';
import { toJsonSchema } from '../../src/prompts/forms/json-schema.ts';
import { allowLookUps } from '../../src/prompts/forms/look-ups.ts';
import { chooseQuestionForm, type QuestionReply } from '../../src/prompts/forms/question.ts';
import { chooseReviewForm, type ReviewReply } from '../../src/prompts/forms/review.ts';
import { createRevisionForm, type RevisionReply } from '../../src/prompts/forms/revision.ts';
import { type SynthesisReply, synthesisForm } from '../../src/prompts/forms/synthesis.ts';
import { createRehearsal } from '../../src/rehearsal/provider.ts';
import { assignMissingSides } from '../../src/roundtable/seats/sides.ts';
import type { Agenda, Phase } from '../../src/session/library.ts';
import type { ModelRequest, RequestFacts } from '../../src/session/model-request.ts';
import type { DocumentForm } from '../../src/session/ports/document-form.ts';
import { noUsage } from '../../src/session/records.ts';
import type { FullAnswer } from '../../src/session/round.ts';
import { applyCoverage, startAgenda } from '../../src/session/rules/coverage.ts';
import { type Session, sessionSchema } from '../../src/session/session.ts';
import { itemSchema } from '../../src/session/text.ts';
import type { OutputType, Step, WorkflowType } from '../../src/session/vocabulary.ts';

const shipped = path.resolve(import.meta.dirname, '../..');
const kinds = {
  adr: adrKind,
  architecture: architectureKind,
  requirements: requirementsKind,
  summary: summaryKind,
  review: reviewKind,
  plan: planKind,
};
const outputs: Record<WorkflowType, OutputType> = {
  roundtable: 'summary',
  specs: 'requirements',
  design: 'adr',
  brainstorm: 'summary',
  review: 'review',
  plan: 'plan',
  revisit: 'adr',
};
const instant = '2026-01-01T00:00:00.000Z';
const talk: PlayedPhase[] = [{ name: 'discussion', votes: true }];

export type PlayedPhase = Pick<Phase, 'name' | 'votes'>;

export interface PlayOptions {
  seed?: number;
  topic?: string;
  workflow?: WorkflowType;
  output?: OutputType;
  seats?: string[];
  phases?: PlayedPhase[];
  minRounds?: number;
  /** A debate: the seats get sides. */
  sides?: boolean;
  /** What a person decides about the conflict after this round. */
  decide?: { after: number; decision: 'accept' | 'own'; text: string };
  /** What a person advises after the first round. */
  guide?: string;
}

export interface Played {
  session: Session;
  agenda: Agenda | null;
  form: DocumentForm;
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

export function makeSession(options: PlayOptions, agenda: Agenda | null): Session {
  const workflow = options.workflow ?? 'design';
  const model = 'rehearsal/panel';
  const seats = options.seats ?? [
    'software-architect',
    'technical-lead',
    'security-champion',
    'devops-engineer',
  ];
  return sessionSchema.parse({
    ...{ schema_version: 3, id: '20260101-000000-rehearsed', topic: options.topic ?? 'Which queue?' },
    ...{ workflow_type: workflow, strategy: 'standard', output_type: options.output ?? outputs[workflow] },
    ...{ status: 'active', pause_reason: null, created_at: instant, updated_at: instant, paused_at: null },
    ...{ completed_at: null, rehearsal: true, project: { name: 'demo' } },
    ...{ facilitator: { agent: 'facilitator', model }, synthesizer: { agent: 'facilitator', model } },
    participants: seats.map((id) => ({
      ...{ id, role: id.replaceAll('-', ' '), kind: id === 'human' ? 'human' : 'model' },
      ...{ model: id === 'human' ? null : model, side: null },
    })),
    panel: { chosen_by: 'flag', scores: [] },
    settings: { min_rounds: options.minRounds ?? 2, max_rounds: 6 },
    inputs: { agents: '', strategy: '', agenda: '', context: '', prompts: '' },
    ...{ context_files: [], seed: options.seed ?? 3, fence: '0123456789', current_phase: 'discussion' },
    ...{ total_rounds: 0, agenda: startAgenda(agenda), statements: [], dossier: [], ways: [], conflicts: [] },
    ...{ open_questions: [], text: null, artifacts: [], consensus: [], amendments: [], escalations: [] },
    guidance: options.guide === undefined ? [] : [{ after_round: 1, text: options.guide }],
    ...{ failures: [], usage: noUsage, outcome: null, rounds: [] },
  } satisfies z.input<typeof sessionSchema>);
}

export function makeFacts(session: Session, more: Partial<RequestFacts> = {}): RequestFacts {
  return {
    session,
    agent: {
      ...{ id: 'facilitator', role: 'Facilitator', description: '', body: '', model: null, model_hint: null },
      ...{ level: 1, specialties: [], token_budget: null, stop_sequences: [], file: '', origin: 'shipped' },
    },
    agenda: null,
    context: {
      ...{ name: 'demo', description: 'Downloads videos.', domain: '', objectives: [] },
      ...{
        constraints: ['Runs on one machine'],
        in_scope: [],
        out_of_scope: [],
        stack: [],
        open_questions: [],
      },
      text: '',
    },
    phase: makePhase(talk[0] as PlayedPhase),
    ...{ asked: null, answers: [], proposal: false, ballot: [], problems: [] },
    ...more,
  };
}

function makePhase(phase: PlayedPhase): Phase {
  return { goal: '', prompt_suffix: '', participants: null, context: 'full', min_rounds: 1, ...phase };
}

/** Asks the panel once. The reply has to be, field by field, what the form reads out of it. */
export async function ask<Reply>(
  facts: RequestFacts,
  call: { step: Step; seat: string; round: number; form: z.ZodType<Reply> | null },
): Promise<{ text: string; reply: Reply }> {
  const { step, seat, round, form } = call;
  const request: ModelRequest = {
    ...{ key: `${round}/${step}/${seat}/1`, round, step, seat, attempt: 1, purpose: 'ask' },
    ...{ model: 'rehearsal/panel', system: [], prompt: [], timeout_ms: 1, max_output_tokens: 1 },
    schema: form === null ? null : { name: step, json: toJsonSchema(form) },
    ...{ stop_sequences: [], fence: '0123456789', facts },
  };
  const signal = new AbortController().signal;
  const { text } = await createRehearsal().complete(request, { modelName: 'panel', signal });
  if (form === null) return { text, reply: text as Reply };
  const data: unknown = JSON.parse(text);
  const reply = form.parse(data);
  if (JSON.stringify(sortKeys(reply)) !== JSON.stringify(sortKeys(data)))
    throw new Error(`The form of ${step} reads something else than was given:\n${text}`);
  return { text, reply };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, entry]) => [key, sortKeys(entry)]),
  );
}

/** Plays discussion and text to the end. */
export async function play(options: PlayOptions = {}): Promise<Played> {
  const workflow = options.workflow ?? 'design';
  const agenda =
    workflow === 'design' || workflow === 'specs'
      ? await loadAgenda({ project: null, shipped }, workflow)
      : null;
  const kind = kinds[options.output ?? outputs[workflow]];
  const form = kind.forms?.[workflow] ?? kind.form;
  const played: Played = {
    ...{ session: makeSession(options, agenda), agenda, form, texts: [], questions: [], answers: [] },
    ...{ syntheses: [], draft: {} as DraftReply, reviews: new Map(), revisions: [], ballots: [] },
  };
  const phases = options.phases ?? talk;
  for (let round = 1, phase = 0; round <= 8; round += 1) {
    const current = makePhase(phases[phase] as PlayedPhase);
    const action = await playRound(played, { ...options, round, phase: current });
    const isLast = phase === phases.length - 1;
    if (round >= played.session.settings.min_rounds && action !== 'continue' && isLast) break;
    if (action !== 'continue' && !isLast) phase += 1;
  }
  await playText(played);
  return played;
}

async function playRound(
  played: Played,
  options: PlayOptions & { round: number; phase: Phase },
): Promise<string> {
  const { round, phase } = options;
  const { session, agenda } = played;
  const base: Partial<RequestFacts> = { agenda, phase };
  const first = round === 1;
  const asked = await tell(played, makeFacts(session, base), {
    ...{ step: 'question', seat: 'facilitator', round },
    form: chooseQuestionForm({ first, sides: first && options.sides === true }),
  });
  played.questions.push(asked);
  if (first && options.sides === true)
    session.participants = assignMissingSides(session.participants, asked.sides ?? []);
  const question = { question: asked.question, focus: asked.focus, topic_id: asked.topic_id };
  const open = session.conflicts.filter(({ status }) => status === 'open');
  const replies = new Map<string, AnswerReply>();
  for (const { id, kind } of session.participants) {
    if (kind === 'human') continue;
    const facts = makeFacts(session, { ...base, asked: question, proposal: first });
    const answerForm = chooseAnswerForm({
      ...{ proposal: first, conflicts: open.length > 0, facts: false, privateNote: false },
    });
    replies.set(id, await tell(played, facts, { step: 'answer', seat: id, round, form: answerForm }));
  }
  played.answers.push(replies);
  const answers = [...replies].map(([id, reply]): FullAnswer => {
    const statements = reply.statements.map((statement, index) => ({
      ...statement,
      id: `S-${String(session.statements.length + index + 1).padStart(3, '0')}`,
      facts: [],
    }));
    session.statements.push(
      ...statements.map((one) => ({ ...one, seat: id, round, went_to: [], not_taken: null })),
    );
    const { position, proposal, conflicts = [], confidence, concerns, assumptions, questions } = reply;
    return {
      ...{ id, role: id, position, proposal, conflicts, confidence, concerns, assumptions, questions },
      ...{ statements, facts: [], context_challenge: null },
    };
  });
  const synthesis = await tell(played, makeFacts(session, { ...base, asked: question, answers }), {
    ...{ step: 'synthesis', seat: 'facilitator', round, form: synthesisForm },
  });
  played.syntheses.push(synthesis);
  for (const conflict of open)
    for (const { id: seat, conflicts } of answers)
      for (const said of conflicts.filter(
        ({ conflict_id, gives_up }) => conflict_id === conflict.id && gives_up,
      ))
        for (const position of conflict.positions) {
          if (position.held_by.some((holder) => holder.seat === seat))
            position.given_up_by.push({ seat, round, because: said.because });
          position.held_by = position.held_by.filter((holder) => holder.seat !== seat);
        }
  for (const conflict of open)
    if (conflict.positions.filter(({ held_by }) => held_by.length > 0).length < 2)
      Object.assign(conflict, { status: 'resolved', resolution_type: 'conceded', resolved_in: round });
  for (const { id, description, positions } of synthesis.conflicts)
    if (id === 'new')
      session.conflicts.push({
        ...{ id: 'CF-001', description, status: 'open', opened_in: round, recommendation: null },
        positions: positions.map(({ text, held_by }, index) => ({
          ...{ id: 'ab'[index] ?? 'c', text, given_up_by: [] },
          held_by: held_by.map((seat) => ({ seat, round })),
        })),
        ...{ resolution: null, resolution_type: null, resolved_in: null, history: [] },
      });
  session.ways = synthesis.ways.map((way, index) => ({ ...way, id: `W-00${index + 1}` }));
  for (const { text, raised_by, for_whom } of synthesis.open_questions)
    session.open_questions.push({
      ...{ id: 'OQ-001', text, raised_by, round, status: 'open', answer: null, answered_by: null },
      ...{ for_whom, until: '', meanwhile: '' },
    });
  const { statements, escalations } = session;
  const coverage = applyCoverage(session.agenda, synthesis.agenda_coverage, {
    ...{ agenda, statements, escalations, round },
  });
  if (coverage.losses.length > 0) throw new Error(JSON.stringify(coverage.losses));
  session.agenda = coverage.agenda;
  session.rounds.push({ round, phase: phase.name, question: asked.question } as Session['rounds'][number]);
  if (options.decide?.after === round) decide(session, options.decide, round);
  return synthesis.next_action;
}

function decide(
  session: Session,
  { decision, text }: NonNullable<PlayOptions['decide']>,
  round: number,
): void {
  session.escalations.push({
    ...{ id: 'E-001', round, trigger: 'conflict-age', subject: 'CF-001', values: {}, reason: '' },
    ...{ positions: [], recommendation: null, status: 'answered', decision, text, extra_rounds: 0 },
    ...{ answered_by: 'user', answered_at: instant },
  });
  for (const conflict of session.conflicts)
    Object.assign(conflict, { status: 'resolved', resolution: text, resolution_type: 'user' });
}

/** Asks, and keeps the text of the reply. */
async function tell<Reply>(
  played: Played,
  facts: RequestFacts,
  call: { step: Step; seat: string; round: number; form: z.ZodType<Reply> },
): Promise<Reply> {
  const { text, reply } = await ask(facts, call);
  played.texts.push(text);
  return reply;
}

async function playText(played: Played): Promise<void> {
  const { session, form } = played;
  const round = session.rounds.length;
  const seats = session.participants.filter(({ kind }) => kind === 'model').map(({ id }) => id);
  const writer = { seat: 'synthesizer', round };
  const drafted = await tell(played, makeFacts(session), {
    ...{ step: 'draft' as const, ...writer, form: allowLookUps(createDraftForm(form, { labels: false })) },
  });
  played.draft = drafted.reply as DraftReply;
  session.artifacts = played.draft.items.map((item) => itemSchema.parse({ ...item, status: 'draft' }));
  for (const seat of seats) {
    const reviewForm = chooseReviewForm({ judgements: session.workflow_type === 'brainstorm', facts: false });
    const review = await tell(played, makeFacts(session), { step: 'review', seat, round, form: reviewForm });
    played.reviews.set(seat, review);
    for (const { target, ...amendment } of review.amendments) {
      const id = `A-00${session.amendments.length + 1}`;
      session.amendments.push({
        ...{
          old: '',
          ...amendment,
          id,
          kind: 'amendment',
          seat,
          targets: [target],
          answer: null,
          because: '',
        },
      });
    }
  }
  await revise(played, 'revision', []);
  for (let calls = 0; calls < 2; calls += 1) {
    const ballot = session.artifacts.filter(({ decision }) => decision === null);
    const votes = new Map<string, ReturnType<typeof readBallot>>();
    for (const seat of seats) {
      const ids = ballot.map(({ id }) => id);
      const call = { step: 'last-call' as const, seat, round, form: createBallotForm(ids) };
      votes.set(seat, readBallot(await tell(played, makeFacts(session, { ballot }), call), ids));
    }
    played.ballots.push(votes);
    const wanted = [...votes].flatMap(([seat, { votes: given }]) =>
      [...given]
        .filter(([, { ratify_if }]) => ratify_if !== '')
        .map(([id, { ratify_if }]) => ({ seat, id, ratify_if })),
    );
    if (wanted.length === 0) return;
    for (const { seat, id, ratify_if } of wanted)
      session.amendments.push({
        ...{ id: `A-00${session.amendments.length + 1}`, kind: 'ratify-if', seat, targets: [id] },
        ...{
          operation: 'change',
          field: 'text',
          old: '',
          words: ratify_if,
          reason: '',
          severity: 'wrong',
          facts: [],
        },
        ...{ answer: null, because: '' },
      });
    await revise(
      played,
      'patch',
      wanted.map(({ id }) => id),
    );
  }
}

async function revise(played: Played, step: 'revision' | 'patch', items: readonly string[]): Promise<void> {
  const { session } = played;
  const ballot = session.artifacts.filter(({ id }) => items.includes(id));
  const form = createRevisionForm(played.form, { answers: true });
  const call = { step, seat: 'synthesizer', round: session.rounds.length, form };
  const reply = await tell(played, makeFacts(session, { ballot }), call);
  played.revisions.push(reply);
  for (const { ids, answer, because } of reply.answers ?? [])
    for (const amendment of session.amendments)
      if (ids.includes(amendment.id)) Object.assign(amendment, { answer, because });
  for (const patch of reply.items)
    for (const item of session.artifacts) if (item.id === patch.id) Object.assign(item, { ...patch });
}
