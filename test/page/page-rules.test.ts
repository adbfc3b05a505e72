/** The rules of the page that need no browser: addresses, figures, what came from where, and the state after events. */
import { describe, expect, test } from 'vitest';
import type { PageEvent } from '../../src/page/answer-types.ts';
import { sayEstimate, sayInstant, sayRoundCost } from '../../src/page/figures.ts';
import { addEvent, sayWorkerError, viewSession } from '../../src/page/live-view.ts';
import { readRoute, writeRoute } from '../../src/page/route.ts';
import { splitCitations, traceSource } from '../../src/page/sources.ts';
import { emptyForm, toBody } from '../../src/page/start-body.ts';
import { startSchema } from '../../src/server/bodies.ts';
import { growUsage } from '../../src/session/rules/usage.ts';
import { sayLeft } from '../../src/wording/time-left.ts';
import { shownSession } from './shown-session.ts';

const at = '2026-03-02T10:00:00.000Z';
const usage = {
  ...{ calls: 6, input_tokens: 900, output_tokens: 100 },
  ...{ cache_read_tokens: 0, cache_write_tokens: 0, cost_usd: 0.03 },
};

describe('addresses', () => {
  test.for([
    { view: 'list' },
    { view: 'new' },
    { view: 'discussion', id: '20261128-a-b' },
    { view: 'discussion', id: 'a', open: { kind: 'item', id: 'REQ-001' } },
    { view: 'discussion', id: 'a', open: { kind: 'said', round: 2, seat: 'qa-lead' } },
    { view: 'document', id: 'a', type: 'adr' },
  ] as const)('go both ways: %o', (route) => expect(readRoute(writeRoute(route))).toEqual(route));

  test.for([
    ['', 'list'],
    ['#', 'list'],
    ['#/', 'list'],
    ['#/discussions', 'unknown'],
    ['#/discussions/../x', 'unknown'],
    ['#/discussions/<b>', 'unknown'],
    ['#/discussions/a/documents', 'unknown'],
    ['#/discussions/a/items/<b>', 'unknown'],
    ['#/discussions/a/said/qa-lead', 'unknown'],
    ['#/discussions/a/documents/adr/more', 'unknown'],
    ['#/elsewhere', 'unknown'],
  ])('%s is %s', ([hash = '', view]) => expect(readRoute(hash).view).toBe(view));
});

test('why the workers did not go on is said as long as nobody runs the session', () => {
  const error = {
    code: 'WORKERS_CRASHED',
    message: '3 workers were cut off.',
    hint: 's2s roundtable resume x',
  };
  const stuck = shownSession({ worker_error: error });
  expect(sayWorkerError(stuck)).toMatchObject({
    message: 'The workers did not go on: 3 workers were cut off.',
    hint: 's2s roundtable resume x',
  });
  expect(sayWorkerError({ ...stuck, runner: 'elsewhere' })).toBeNull();
  expect(sayWorkerError(shownSession())).toBeNull();
});

describe('figures', () => {
  const held = (seconds: number) => ({
    started_at: at,
    ended_at: new Date(Date.parse(at) + seconds * 1000).toISOString(),
  });
  const round = { started_at: at, stage: 'answers' as const };
  const later = (seconds: number): number => Date.parse(at) + seconds * 1000;

  test('what is left follows from the last three rounds', () => {
    const session = { rounds: [900, 10, 20, 30].map(held), total_rounds: 4, settings: { max_rounds: 7 } };
    expect(sayLeft(session, round, later(5))).toBe(
      'about 15s left of this round, at most 55s if all rounds are held',
    );
    // A round that takes longer has nothing left, and never less.
    expect(sayLeft(session, round, later(500))).toBe(
      'this round should end any moment, at most 40s if all rounds are held',
    );
    expect(sayLeft({ ...session, total_rounds: 6 }, round, later(5))).toBe(
      'about 15s left of this round, the last one allowed',
    );
    expect(sayLeft({ ...session, rounds: [] }, round, later(5))).toBe('');
    expect(sayLeft(session, { ...round, stage: 'draft' }, later(5))).toBe('');
  });

  test('the cost of a round is that of the last ones, and unknown where one is', () => {
    expect(sayRoundCost([])).toBe('');
    const rounds = [{ usage }, { usage: { ...usage, calls: 8, cost_usd: 0.05 } }];
    expect(sayRoundCost(rounds)).toBe('about $0.04 and 1.0k tokens per round');
    for (const cost_usd of [null, 0])
      expect(sayRoundCost([{ usage: { ...usage, cost_usd } }])).toBe('about 1.0k tokens per round');
  });

  test('an estimate is a range, or one figure where both ends are the same', () => {
    const least = { rounds: 3, usage, known_cost_usd: 0 };
    const most = { rounds: 8, usage: { ...usage, calls: 40, cost_usd: 1.5 }, known_cost_usd: 0 };
    expect(sayEstimate({ minimum: least, maximum: most })).toBe(
      '3 to 8 rounds, 6 to 40 calls, 1.0k tokens, $0.03 to $1.50',
    );
    expect(sayEstimate({ minimum: { ...least, rounds: 1 }, maximum: { ...least, rounds: 1 } })).toBe(
      '1 round, 6 calls, 1.0k tokens, $0.03',
    );
  });

  test('an instant has its year only where it is another one', () => {
    const now = Date.parse('2026-06-01T00:00:00Z');
    expect(sayInstant('2026-03-02T12:00:00.000Z', now)).toMatch(/^2 Mar, \d\d:\d\d$/);
    expect(sayInstant('2024-03-02T12:00:00.000Z', now)).toMatch(/^2 Mar 2024, \d\d:\d\d$/);
    expect(sayInstant('once', now)).toBe('once');
  });
});

describe('sources', () => {
  const session = shownSession();
  const [item] = session.artifacts;
  const [statement] = session.statements;
  const [seat] = session.participants;

  test('ids and citations that exist can be opened; everything else stays text', () => {
    const text = `${item?.id} rests on [[F-001]], not XX-999, [[F-999]] or [R1 ${seat?.id}].`;
    const parts = splitCitations(text, session);
    expect(parts.map((part) => part.text).join('')).toBe(text.replace('[[F-001]]', 'F-001'));
    expect(parts.flatMap(({ source }) => source ?? [])).toEqual([
      { kind: 'item', id: item?.id },
      { kind: 'fact', id: 'F-001' },
    ]);
    expect(splitCitations('', session)).toEqual([]);
  });

  test('an item leads to its facts and statements, and they to the answers in which they were made', () => {
    const trace = traceSource(session, { kind: 'item', id: 'DEC-001' });
    expect(trace?.statements.map(({ id }) => id)).toEqual(['S-001']);
    expect(trace?.answers.map(({ round, answer }) => [round, answer.seat])).toEqual([[1, 'qa-lead']]);
    expect(trace?.facts.map(({ id }) => id)).toEqual(['F-001', 'F-003']);
    expect(traceSource(session, { kind: 'fact', id: 'F-002' })?.facts).toMatchObject([{ found: 'no' }]);
    expect(traceSource(session, { kind: 'statement', id: statement?.id ?? '' })?.statements).toEqual([
      statement,
    ]);
    for (const kind of ['item', 'statement', 'conflict', 'fact'] as const)
      expect(traceSource(session, { kind, id: 'none' })).toBeNull();
  });
});

describe('the form', () => {
  test('sends what was filled in, as the server takes it', () => {
    expect(toBody({ ...emptyForm, topic: ' Which queue? ' })).toEqual({
      topic: 'Which queue?',
      workflow_type: 'roundtable',
    });
    const whole = toBody({
      ...{ topic: 'Which?', workflow: 'design', strategy: 'debate', seats: ['a', 'b'], withMe: true },
      ...{ minRounds: '1', maxRounds: '4', maxCost: '0.5' },
    });
    expect(startSchema.parse(whole)).toEqual(whole);
    expect(whole).toMatchObject({ participants: ['a', 'b'], with_me: true, max_cost: 0.5 });
  });
});

describe('a session after events', () => {
  const event = (seq: number, fields: object): PageEvent => ({ v: 1, seq, at, ...fields }) as PageEvent;
  const asked = {
    type: 'question-asked',
    round: 4,
    question: 'Why?',
    focus: 'x',
    asked: ['a', 'b'],
    fallback: null,
  };
  const begun = [
    event(11, { type: 'session-started' }),
    event(12, { type: 'round-started', round: 4, phase: 'p', agenda: [] }),
    event(13, asked),
  ];
  const thinking = (seq: number, seat: string) =>
    event(seq, { type: 'seat-thinking', round: 4, step: 'answer', seat, role: '', model: '' });
  const speaking = (seat: string, text: string, round = 4): PageEvent => ({
    ...{ v: 1, at, type: 'seat-speaking', round, step: 'answer', seat, text },
  });
  const session = shownSession({ status: 'paused', pause_reason: 'person', last_event: 10, outcome: null });
  /** Each seat with its state, and what it said or what is said of it. */
  const seats = (events: readonly PageEvent[]) =>
    viewSession(session, events.reduce<PageEvent[]>(addEvent, [])).round?.seats.map(
      ({ seat, state, position, note }) => `${seat} ${state}: ${position ?? note ?? ''}`,
    );

  test('what its state knows of already changes nothing', () => {
    expect(viewSession({ ...session, last_event: 13 }, begun)).toEqual(
      viewSession({ ...session, last_event: 13 }, []),
    );
    expect(viewSession(session, begun).session.status).toBe('active');
  });

  test('every seat keeps its place from its waiting to its answer', () => {
    const look = {
      ...{ type: 'looked-up', round: 4, step: 'answer', seat: 'a', title: 'read src/x.ts' },
      ...{ found: true, bytes: 1 },
    };
    const failed = {
      type: 'seat-failed',
      round: 4,
      step: 'answer',
      seat: 'b',
      kind: 'timeout',
      message: 'Late.',
    };
    const answered = {
      ...{ type: 'seat-answered', round: 4, step: 'answer', seat: 'a', position: 'No.', confidence: 0.5 },
      ...{ hidden: false, duration_ms: 5, replayed: false },
    };
    const steps: [PageEvent, a: string, b: string][] = [
      [thinking(14, 'a'), 'thinking: ', 'waiting: '],
      [event(15, look), 'thinking: read src/x.ts', 'waiting: '],
      [thinking(16, 'a'), 'thinking: ', 'waiting: '],
      [speaking('a', 'I wo'), 'thinking: I wo', 'waiting: '],
      [speaking('a', 'I would'), 'thinking: I would', 'waiting: '],
      [thinking(17, 'b'), 'thinking: I would', 'thinking: '],
      [event(18, failed), 'thinking: I would', 'failed: Late.'],
      [event(19, answered), 'answered: No.', 'failed: Late.'],
      // Words that come late, or belong to another round, say nothing.
      [speaking('a', 'old'), 'answered: No.', 'failed: Late.'],
    ];
    const events = [...begun];
    for (const [next, a, b] of steps) {
      events.push(next);
      expect(seats(events)).toEqual([`a ${a}`, `b ${b}`]);
    }
    expect(seats([...begun, thinking(14, 'a'), speaking('a', 'x', 3)])?.[0]).toBe('a thinking: ');
    // A call that is made again begins with nothing said.
    const retry = event(15, {
      type: 'seat-retrying',
      round: 4,
      step: 'answer',
      seat: 'a',
      kind: 'timeout',
      wait_ms: 0,
    });
    const again = [...begun, thinking(14, 'a'), speaking('a', 'x'), retry];
    expect(seats(again)?.[0]).toBe('a retrying: timeout');
    expect(seats([...again, thinking(16, 'a')])?.[0]).toBe('a thinking: ');
  });

  test('usage never becomes less, and an unknown cost stays unknown', () => {
    const less = { ...usage, calls: 1, input_tokens: 2, cost_usd: 0.01 };
    expect(growUsage(usage, less)).toEqual(usage);
    expect(growUsage(usage, { ...less, output_tokens: 500 })).toEqual({ ...usage, output_tokens: 500 });
    expect(growUsage(usage, { ...less, cost_usd: null }).cost_usd).toBeNull();
  });

  test('a round ends with its decision, a run with its pause or its end', () => {
    const decision = {
      type: 'decision',
      round: 4,
      next_action: 'continue',
      rule: 1,
      override: null,
      next_focus: null,
    };
    expect(viewSession(session, [...begun, event(14, decision)]).round).toBeNull();
    const paused = event(15, { type: 'paused', reason: 'person', detail: '' });
    expect(viewSession(session, [...begun, paused]).session).toMatchObject({
      status: 'paused',
      runner: null,
    });
    expect(viewSession(session, [...begun, event(15, { type: 'completed' })]).session.status).toBe(
      'completed',
    );
  });
});
