/**
 * Every kind of failure at every step of a run, over both protocols, through the program itself. The whole matrix runs
 * with `npm run matrix`; otherwise a sample in which each kind, each step and each protocol occurs.
 */
import { describe, expect, it } from 'vitest';
import type { FailureKind } from '../../src/session/vocabulary.ts';
import { sayFailure } from '../../src/wording/trouble.ts';
import { type Answer, type AskedRequest, startLoopback } from '../support/loopback-server.ts';
import { makePanelProject, type PanelProject, seats } from './panel-project.ts';
import { type PanelCall, type PanelStep, playPanel, positionOf, readCall } from './scripted-panel.ts';

type Protocol = AskedRequest['protocol'];

/** Words of the server, which belong into the record and nowhere else. */
const serverWords = 'SERVER-SAID-4711';
/** Words of a reply that could not be used, which belong nowhere but into the request that asks for a better one. */
const badWords = 'UNUSABLE-WORDS-0815';
const key = 'key-of-the-test-0123456789';

interface Fault {
  name: string;
  kind: FailureKind;
  answer: (protocol: Protocol) => Answer;
  /** The server says something that the record has to hold. */
  says: boolean;
}

function refuse(status: number, type: string, headers: Record<string, string> = {}): Fault['answer'] {
  return (protocol) => ({
    fault: 'status',
    status,
    headers,
    body:
      protocol === 'anthropic'
        ? { type: 'error', error: { type, message: serverWords } }
        : { error: { message: serverWords, type, code: null } },
  });
}

const retrySoon = { 'retry-after-ms': '10' };
const faults: readonly Fault[] = [
  { name: 'never a header', kind: 'timeout', answer: () => ({ fault: 'stall-headers' }), says: false },
  {
    name: 'half a body, then nothing',
    kind: 'timeout',
    answer: () => ({ fault: 'stall-body' }),
    says: false,
  },
  {
    name: 'a rate limit',
    kind: 'rate-limit',
    answer: refuse(429, 'rate_limit_error', retrySoon),
    says: true,
  },
  {
    name: 'a rate limit longer than the call',
    kind: 'rate-limit',
    answer: refuse(429, 'rate_limit_error', { 'retry-after': '3600' }),
    says: true,
  },
  { name: 'overload', kind: 'overloaded', answer: refuse(529, 'overloaded_error', retrySoon), says: true },
  { name: 'a rejected key', kind: 'auth', answer: refuse(401, 'authentication_error'), says: true },
  { name: 'a forbidden model', kind: 'forbidden', answer: refuse(403, 'permission_error'), says: true },
  { name: 'no credit', kind: 'billing', answer: refuse(402, 'billing_error'), says: true },
  {
    name: 'a model that is not there',
    kind: 'unknown-model',
    answer: refuse(404, 'not_found_error'),
    says: true,
  },
  { name: 'a wrong request', kind: 'bad-request', answer: refuse(400, 'invalid_request_error'), says: true },
  { name: 'too much', kind: 'too-large', answer: refuse(413, 'request_too_large'), says: true },
  { name: 'a fault of the server', kind: 'server', answer: refuse(500, 'api_error', retrySoon), says: true },
  {
    name: 'a refusal',
    kind: 'refusal',
    answer: () => ({ text: serverWords, stopReason: 'refusal' }),
    says: false,
  },
  {
    name: 'a cut reply',
    kind: 'truncated',
    answer: () => ({ text: `{"position": "${badWords}`, stopReason: 'max_tokens' }),
    says: false,
  },
  { name: 'prose', kind: 'malformed', answer: () => `I would say ${badWords}.`, says: false },
  { name: 'a web page', kind: 'malformed', answer: () => ({ fault: 'html' }), says: false },
  { name: 'broken JSON', kind: 'malformed', answer: () => ({ fault: 'broken-json' }), says: false },
  { name: 'nothing', kind: 'empty', answer: () => '', says: false },
  { name: 'a dropped connection', kind: 'network', answer: () => ({ fault: 'drop' }), says: false },
  {
    name: 'an error with the status of a success',
    kind: 'billing',
    answer: refuse(200, 'billing_error'),
    says: true,
  },
  { name: 'nothing but thinking', kind: 'empty', answer: () => `<think>Perhaps ${badWords}`, says: false },
  {
    name: 'a draft in the thinking, and prose',
    kind: 'malformed',
    answer: () => `<think>{"position": "${badWords}"}</think>I would rather say ${badWords} in words.`,
    says: false,
  },
  { name: 'a body that breaks off', kind: 'network', answer: () => ({ fault: 'drop-body' }), says: false },
];

const fatal: readonly FailureKind[] = ['auth', 'billing', 'unknown-model'];

/** Where it goes wrong: always in the first round. */
const places: readonly { step: PanelStep; seat: string }[] = [
  { step: 'question', seat: 'lead' },
  ...seats.map((seat) => ({ step: 'answer' as const, seat })),
  { step: 'synthesis', seat: 'lead' },
  { step: 'review', seat: 'charlie' },
  { step: 'draft', seat: 'writer' },
];

const protocols: readonly Protocol[] = ['anthropic', 'openai'];
const whole = process.env['MODE'] === 'matrix';

interface Case {
  fault: Fault;
  place: (typeof places)[number];
  protocol: Protocol;
}

const allCases: readonly Case[] = faults.flatMap((fault) =>
  places.flatMap((place) => protocols.map((protocol) => ({ fault, place, protocol }))),
);

/**
 * One case for each kind of failure, walking through the places and protocols. Other faults of a kind are told apart by the client, in whose
 * tests each of them is.
 */
const kinds = [...new Set(faults.map(({ kind }) => kind))];
const firsts = kinds.flatMap((kind) => faults.find((fault) => fault.kind === kind) ?? []);
const sample: readonly Case[] = firsts.flatMap((fault, index) => {
  const place = places[(index * 5) % places.length];
  const protocol = protocols[index % 2];
  return place === undefined || protocol === undefined ? [] : [{ fault, place, protocol }];
});

describe.concurrent('a failure anywhere', () => {
  for (const one of whole ? allCases : sample) {
    const { fault, place, protocol } = one;
    it(`${fault.kind} (${fault.name}) at ${place.step} of ${place.seat} over ${protocol}`, async () => {
      await tryCase(one);
    });
  }
});

async function tryCase({ fault, place, protocol }: Case): Promise<void> {
  const isHit = (call: PanelCall): boolean =>
    call.step === place.step && call.seat === place.seat && call.round <= 1;
  let hits = 0;
  let mended = false;
  let arrived = 0;
  const { promise: all, resolve: allArrived } = createGate();
  const { promise: told, resolve: tell } = createGate();
  const late: PanelCall[] = [];
  const server = await startLoopback({
    reply: playPanel(async (call) => {
      if (mended) return null;
      if (hits > 0 && fatal.includes(fault.kind)) late.push(call);
      if (fatal.includes(fault.kind) && call.step === place.step && call.round <= 1) {
        // The failure is told when every call of the step has been made, and before any other is answered.
        arrived += 1;
        if (arrived === askedAtOnce(place.step)) allArrived();
        await (isHit(call) ? all : told);
      }
      if (!isHit(call)) return null;
      hits += 1;
      setTimeout(tell, 1_000);
      return fault.answer(protocol);
    }),
  });
  // Room for a busy machine, but where it is the limit itself that is waited for.
  const seconds = ['timeout', 'rate-limit', 'overloaded', 'server'].includes(fault.kind) ? 5 : 30;
  const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url, LOCAL_KEY: key };
  const project = await makePanelProject({
    roundtable: {
      limits: { answer_retries: 1, agent_timeout: seconds, synthesizer_timeout: seconds },
      models: { default: `${protocol === 'anthropic' ? 'anthropic' : 'local'}/some-model` },
    },
    providers: { local: { type: 'openai', base_url: `${server.url}/v1`, api_key_env: 'LOCAL_KEY' } },
  });
  try {
    const run = await project.begin(['--json'], { env });
    const session = await project.session();
    const seen = `${run.stdout}\n${run.stderr}`;
    expect(seen).not.toMatch(/^ {4}at /m);
    expect(hits).toBeGreaterThan(0);
    expect(server.requests.map(({ user, system }) => user + system).join('\n')).not.toContain(serverWords);
    for (const asked of server.requests) {
      if (!asked.user.includes(badWords)) continue;
      expect(readCall(asked)).toMatchObject({ step: place.step, seat: place.seat, again: true });
    }
    const seat = place.seat === 'lead' ? 'facilitator' : place.seat === 'writer' ? 'synthesizer' : place.seat;
    const failure = session.failures.find((one) => one.seat === seat && one.step === place.step);
    expect(failure).toMatchObject({ kind: fault.kind });
    expect(failure?.message ?? '').not.toBe('');
    if (fault.says) {
      expect(failure?.message).toContain(serverWords);
      expect(failure?.request_id).toMatch(/^req_\d+$/);
    }
    expect(
      session.rounds.flatMap(({ answers }) => answers.map(({ position }) => position)).join(),
    ).not.toMatch(/SERVER-SAID|UNUSABLE-WORDS/);
    if (fatal.includes(fault.kind)) {
      checkStop({ run, session, fault, seat, late });
      mended = true;
      await checkResume(project, { env, calls: server.requests });
    } else {
      await checkCompletion({ project, run, session, fault, place, seat });
    }
  } finally {
    await server.close();
  }
}

type Checked = {
  run: Awaited<ReturnType<PanelProject['run']>>;
  session: Awaited<ReturnType<PanelProject['session']>>;
  fault: Fault;
  seat: string;
};

/** Nothing more is paid, and the person is told who, which model, and what to do. */
function checkStop({ run, session, fault, seat, late }: Checked & { late: PanelCall[] }): void {
  expect(late).toEqual([]);
  expect(run.code).toBe(6);
  expect(session.status).toBe('paused');
  expect(session.pause_reason).toBe('no-quorum');
  const { error, status } = run.json();
  expect(status).toBe('paused');
  expect(error.code).toBe('MODEL_UNUSABLE');
  expect(error.message).toContain(seat);
  expect(error.message).toContain('some-model');
  expect(error.message).toContain(serverWords);
  expect(error.hint).not.toBe('');
  expect(error.data).toMatchObject({ seat, kind: fault.kind });
  expect(session.failures.filter(({ kind }) => fatal.includes(kind))).toHaveLength(1);
}

/** Once the cause is mended the run goes on where it stood: whole, and without asking again what was answered. */
async function checkResume(
  project: PanelProject,
  { env, calls }: { env: Record<string, string>; calls: readonly AskedRequest[] },
): Promise<void> {
  const run = await project.resume([], { env });
  expect(run.code, run.stderr).toBe(0);
  const session = await project.session();
  expect(session.status).toBe('completed');
  expect(session.outcome).toMatchObject({ degraded: false, degradation: [], result: 'consensus' });
  expect(session.rounds.flatMap(({ failed }) => failed)).toEqual([]);
  // All calls, of which those of the step that was stopped may have been made twice.
  const counts = new Map<string, number>();
  for (const { step, seat, round } of calls.map(readCall)) {
    const name = `${round}/${step}/${seat}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  expect(counts.size).toBe(14);
  const again = [...counts].filter(([, count]) => count > 1).map(([name]) => name.split('/')[1]);
  expect(new Set(again).size).toBeLessThanOrEqual(1);
}

/** The run goes on without the failed call, and says so. */
async function checkCompletion(
  checked: Checked & { project: PanelProject; place: (typeof places)[number] },
): Promise<void> {
  const { project, run, session, fault, place, seat } = checked;
  expect(run.code, run.stderr).toBe(0);
  expect(session.status).toBe('completed');
  expect(session.rounds).toHaveLength(2);
  const [first] = session.rounds;
  const { outcome } = session;
  expect(outcome?.degraded).toBe(true);
  const told = outcome?.degradation ?? [];
  const document = await project.document();
  expect(document.indexOf('**Degraded: ')).toBeGreaterThan(-1);
  expect(document.indexOf('**Degraded: ')).toBeLessThan(document.indexOf('\n## '));
  expect(document).not.toContain(badWords);
  const failed = { code: 'failed', kind: fault.kind };
  switch (place.step) {
    case 'question':
      expect(first?.question_fallback).toMatchObject(failed);
      expect(first?.answers).toHaveLength(seats.length);
      expect(told).toMatchObject([{ code: 'own_question', rounds: [1] }]);
      expect(run.stderr).toContain('The program asked its own question');
      break;
    case 'answer':
      expect(first?.failed).toEqual([seat]);
      expect(first?.answers.map((answer) => answer.seat)).toEqual(seats.filter((id) => id !== seat));
      expect(told).toContainEqual(
        expect.objectContaining({ code: 'seat_silent', seat, rounds: [1], kinds: [fault.kind] }),
      );
      expect(session.rounds[1]?.answers.map(({ position }) => position)).toContain(positionOf(seat, 2));
      break;
    case 'synthesis':
      expect(first?.synthesis_fallback).toMatchObject(failed);
      expect(told).toMatchObject([{ code: 'own_synthesis', rounds: [1] }]);
      break;
    case 'review':
      expect(told).toContainEqual(expect.objectContaining({ code: 'no_review', seat }));
      break;
    case 'draft':
      expect(session.text).toMatchObject({ written_by: 'program', fallback: failed });
      expect(told).toContainEqual(
        expect.objectContaining({ code: 'text_assembled', fallback: expect.objectContaining(failed) }),
      );
      break;
  }
  // The recap, or the line about the failed call after the last round, names the kind.
  expect(run.stderr).toContain(sayFailure(fault.kind));
}

/** How many calls a step makes side by side. */
function askedAtOnce(step: PanelStep): number {
  return step === 'answer' || step === 'review' ? seats.length : 1;
}

function createGate(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
