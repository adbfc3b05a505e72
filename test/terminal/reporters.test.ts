import { EventEmitter } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createUnattendedOperator } from '../../src/app/run/unattended-operator.ts';
import type { RoundtableEvent } from '../../src/session/ports/ports.ts';
import { createLiveReporter } from '../../src/terminal/live/live-reporter.ts';
import { createNdjsonReporter } from '../../src/terminal/live/ndjson-reporter.ts';
import { createPlainReporter } from '../../src/terminal/live/plain-reporter.ts';
import { measureWidth } from '../../src/terminal/wrap-text.ts';
import { answer, ask, begin, think } from './sample-events.ts';
import { makeSession, makeSessionWithPerson } from './sample-session.ts';

const session = makeSession();
const outcome = session.outcome as NonNullable<typeof session.outcome>;
const round = session.rounds[2] as (typeof session.rounds)[number];
const escalation = session.escalations[0] as (typeof session.escalations)[number];

/** The columns of a line of a frame, without what moves the cursor. */
function measureShown(line: string): number {
  return measureWidth(stripVTControlCharacters(line).trim());
}

/** One of each event, in an order that can happen. */
const everything: RoundtableEvent[] = [
  begin(session),
  { type: 'round-started', round: 3, phase: 'debate', agenda: session.agenda },
  { type: 'facilitator-asking', round: 3 },
  ask(['architect', 'qa-lead'], {
    ...{ round: 3, fallback: { code: 'failed', kind: 'empty', message: 'no text' } },
  }),
  think('architect', 'Software architect'),
  answer('architect', 'Poll.'),
  {
    type: 'seat-failed',
    round: 3,
    step: 'answer',
    seat: 'qa-lead',
    kind: 'rate-limit',
    message: 'too many requests',
  },
  { type: 'seat-passed', round: 3, seat: 'data-engineer', code: 'passed' },
  { type: 'waiting-for-turn', round: 3, seat: 'human', question: 'Push or poll?' },
  { type: 'synthesizing', round: 3 },
  { type: 'round-saved', round: 3, session_file: '.s2s/sessions/x.yaml' },
  { type: 'recap', session, round },
  {
    type: 'decision',
    round: 3,
    next_action: 'continue',
    rule: 5,
    override: { code: 'min_rounds', have: 3, need: 4 },
    next_focus: null,
  },
  { type: 'guidance', after_round: 3, text: 'Think of costs' },
  { type: 'escalation-raised', escalation: { ...escalation, status: 'pending' } },
  { type: 'escalation-answered', escalation },
  { type: 'draft-started', seat: 'synthesizer', model: 'a/b' },
  { type: 'text-written', session, step: 'draft' },
  { type: 'review-started', version: 1, items: 2 },
  { type: 'review-ended', amendments: 3, exceptions: 1, failed: ['qa-lead'] },
  { type: 'revision-started', seat: 'synthesizer', model: 'a/b' },
  { type: 'text-written', session, step: 'revision' },
  { type: 'ballot-opened', items: session.artifacts },
  { type: 'ballot-opened', items: [] },
  { type: 'votes-counted', session, items: session.artifacts },
  { type: 'usage', usage: session.usage },
  { type: 'notice', level: 'info', text: 'for your information' },
  { type: 'notice', notice: { code: 'more_rounds', rounds: 6, before: 4 } },
  { type: 'notice', level: 'warning', text: 'the agenda was shortened' },
  { type: 'completed', session, outcome },
];

function plain(
  events: readonly RoundtableEvent[],
  options: { quiet?: boolean; verbose?: boolean; brief?: boolean; columns?: number } = {},
) {
  let text = '';
  const { columns = 100, ...rest } = options;
  const reporter = createPlainReporter({
    write: (part) => {
      text += part;
    },
    modes: { columns, color: 0, unicode: true },
    now: () => new Date(2026, 10, 27, 9, 5, 7),
    ...rest,
  });
  for (const event of events) reporter.report(event);
  return { reporter, read: () => text };
}

describe('the plain reporter', () => {
  it('writes what happens with the time before it', () => {
    const text = plain(everything, { columns: 140 }).read();
    for (const part of [
      '09:05:07 ── Which queue should carry the download jobs?',
      'The program asked its own question: empty reply: no text',
      '09:05:07 ✓ Software architect (2s, confidence 0.50): Poll.',
      '09:05:07 ✗ QA lead failed (answer): rate limit: too many requests',
      'Data engineer passed',
      'Synthesis of round 3',
      'The facilitator wanted to conclude; the discussion continues: round 3 of at least 4',
      'Guidance after round 3: Think of costs',
      '⚠ A decision is needed: CF-002 has been open for 2 rounds. (E-001)',
      'E-001: recommendation accepted by a person: Keep finished jobs for 30 days',
      'The text is being drafted',
      'Drafted (version 2, 2 items, ',
      'words): A Queue in Postgres',
      'Review of version 1: every seat examines the 2 items',
      'Review: 3 amendments, 1 objection; not reviewed by QA lead',
      'Last call on 2 items',
      'Last call: no item is left to vote on',
      'Votes counted. 2 items: 1 agreed, 1 not agreed',
      'DEC-002 Poll every minute: not agreed (against: QA lead: Too slow)',
      'The round limit is now 6 (was 4).',
      '⚠ the agenda was shortened',
      'Agreed by the panel in part (degraded): Keep the download jobs in a Postgres table',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('is working');
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^(\d\d:\d\d:\d\d \S| {9} *\S|$)/);
  });

  it('cuts a question and a synthesis in a log only behind a sentence, and nothing else', () => {
    const long = `Whether ${'one thing or '.repeat(60)}the other?`;
    const words = { fallback: null, round: 3, focus: '', asked: [] };
    const conflicts = session.conflicts.map((one) => ({ ...one, description: long }));
    const { read } = plain(
      [
        { type: 'question-asked', ...words, question: `${long} Or a third?` },
        { type: 'question-asked', ...words, question: `Push? Poll? ${long}` },
        {
          type: 'recap',
          session: { ...session, conflicts },
          round: { ...round, synthesis: `Open. ${long}` },
        },
      ],
      { brief: true },
    );
    const lines = read().split('\n');
    expect(lines.slice(0, 4).map((line) => line.trim())).toEqual([
      `09:05:07 Question      ${long}`,
      '09:05:07 Question      Push? Poll?',
      '09:05:07 Synthesis     Open.',
      `⚠ ${long} (CF-001, open for 2 rounds)`,
    ]);
  });

  it('leaves the words for a pause to the pause itself', () => {
    const override = { code: 'paused', by: 'signal' } as const;
    const { read } = plain([
      { type: 'decision', round: 3, next_action: 'pause', rule: 1, override, next_focus: null },
      { type: 'paused', session, reason: 'signal', detail: { code: 'stopped' } },
    ]);
    expect(read().trim().split('\n')).toEqual([expect.stringMatching(/⚠ Interrupted\.$/)]);
  });

  it('says more with verbose, and with quiet only what went wrong or waits', () => {
    expect(plain(everything, { verbose: true }).read()).toContain(
      'Software architect (anthropic/claude-sonnet-5-5) is thinking',
    );
    expect(plain(everything, { quiet: true }).read().trimEnd().split('\n')).toEqual([
      '09:05:07 ✗ QA lead failed (answer): rate limit: too many requests',
      '09:05:07 ⚠ A decision is needed: CF-002 has been open for 2 rounds. (E-001)',
      '09:05:07 ⚠ the agenda was shortened',
    ]);
  });

  it('holds lines back while a question is open', () => {
    const { reporter, read } = plain([]);
    reporter.suspend();
    reporter.report({ type: 'notice', level: 'info', text: 'later' });
    expect(read()).toBe('');
    reporter.resume();
    expect(read()).toContain('later');
  });

  it('shows nothing of the others in a blind round before the person has answered', () => {
    const start = begin(makeSessionWithPerson());
    const question = ask(['architect', 'human']);
    const before = [start, question, answer('architect', 'MARKED words')];
    expect(plain(before).read()).not.toContain('MARKED');
    expect(plain(before).read()).toContain('Software architect answered');
    expect(plain([...before, answer('human', 'mine'), answer('qa-lead', 'MARKED too')]).read()).toContain(
      'MARKED too',
    );
    const sequential = makeSessionWithPerson({ settings: { participation: 'sequential' } });
    const heard = [begin(sequential), question, answer('architect', 'MARKED words')];
    expect(plain(heard).read()).toContain('MARKED');
  });
});

describe('the stream of events', () => {
  function stream(events: readonly RoundtableEvent[]) {
    const lines: string[] = [];
    const reporter = createNdjsonReporter({
      write: (text) => lines.push(text),
      now: () => new Date('2026-11-27T10:00:00Z'),
    });
    for (const event of events) reporter.report(event);
    return { reporter, lines, read: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
  }

  it('numbers events without a gap, one object a line, and ends with the result', () => {
    const { reporter, lines, read } = stream(everything);
    reporter.finish({ session_id: session.id, status: 'completed' });
    reporter.report({ type: 'synthesizing', round: 9 });
    reporter.finish({});
    const records = read();
    expect(records.map((record) => record['seq'])).toEqual(records.map((_, index) => index + 1));
    expect(records.map((record) => record['type'])).toEqual([
      ...everything.map((event) => event.type),
      'result',
    ]);
    for (const record of records) expect(record).toMatchObject({ v: 1, at: '2026-11-27T10:00:00.000Z' });
    for (const line of lines) expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(records.at(-1)).toMatchObject({ result: { session_id: session.id, status: 'completed' } });
  });

  it('says ids and counts instead of the session', () => {
    const { lines, read } = stream(everything);
    const find = (type: string) => read().find((record) => record['type'] === type);
    expect(find('session-started')).toMatchObject({ session_id: session.id, rounds: 3, resumed: false });
    expect(find('recap')).toMatchObject({
      round: 3,
      open_conflicts: [{ id: 'CF-001', opened_in: 2 }],
      answered: ['architect', 'qa-lead'],
      passed: ['data-engineer'],
      proposed_action: 'conclude',
    });
    expect(find('completed')).toMatchObject({
      session_id: session.id,
      result: 'partial-consensus',
      degraded: true,
    });
    expect(find('votes-counted')).toMatchObject({
      items: [
        { id: 'DEC-001', ratify: 2, stand_aside: 1, block: 0 },
        { id: 'DEC-002', ratify: 1, block: 1 },
      ],
    });
    expect(find('text-written')).toMatchObject({
      step: 'draft',
      version: 2,
      items: 2,
      written_by: 'synthesizer',
    });
    expect(find('completed')).toMatchObject({ decided_by: 'panel', decision: outcome.decision });
    for (const record of read()) expect(record).not.toHaveProperty('session');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2_000);
  });

  it('is blind as well', () => {
    const start = begin(makeSessionWithPerson());
    const question = ask(['architect', 'human']);
    const { reporter, lines, read } = stream([start, question, answer('architect', 'MARKED')]);
    expect(lines.join('')).not.toContain('MARKED');
    expect(read()[2]).toMatchObject({
      type: 'seat-answered',
      hidden: true,
      position: null,
      confidence: null,
      seat: 'architect',
    });
    reporter.report(answer('human', 'mine'));
    expect(read()[3]).toMatchObject({ type: 'seat-revealed', seat: 'architect', position: 'MARKED' });
    expect(read()[4]).toMatchObject({
      type: 'seat-answered',
      seat: 'human',
      hidden: false,
      position: 'mine',
    });
    reporter.report(answer('qa-lead', 'open'));
    expect(read()[5]).toMatchObject({ hidden: false, position: 'open' });
    expect(read()).toHaveLength(6);
  });
});

describe('the timers of the live reporter', () => {
  it('run only while something on screen moves', () => {
    let running = 0;
    let text = '';
    const reporter = createLiveReporter({
      stream: { write: (part: string) => (text += part), columns: 80, rows: 24 },
      modes: { columns: 80, color: 0, unicode: true },
      now: () => new Date(0),
      repeat: () => {
        running += 1;
        return () => {
          running -= 1;
        };
      },
    });
    const seen: [string, number][] = [];
    const play = (events: readonly RoundtableEvent[]): void => {
      for (const event of events) {
        reporter.report(event);
        seen.push([event.type, running]);
      }
    };
    play(everything.slice(0, 5));
    expect(seen.at(-1)).toEqual(['seat-thinking', 1]);
    reporter.suspend();
    expect(running).toBe(0);
    reporter.suspend();
    reporter.resume();
    expect(running).toBe(0);
    const written = text.length;
    play([answer('qa-lead', 'Written while a question is open')]);
    expect(text).toHaveLength(written);
    reporter.resume();
    expect(running).toBe(1);
    expect(text.slice(written)).toContain('Written while a question is open');
    play(everything.slice(5));
    expect(running).toBe(0);
    reporter.stop();
    const end = text.length;
    play(everything);
    expect(text).toHaveLength(end);
    expect(running).toBe(0);
  });

  describe('while the terminal is resized', () => {
    afterEach(() => void vi.useRealTimers());

    /** A terminal whose stream hears of a new size when `tell` is called. */
    function openTerminal() {
      vi.useFakeTimers();
      const events = new EventEmitter();
      const known: [number, number] = [100, 24];
      const frames: string[] = [];
      const stream = Object.assign(events, {
        columns: 100,
        rows: 24,
        write: (text: string) => frames.push(text),
        getWindowSize: (): [number, number] => [...known],
      });
      const reporter = createLiveReporter({
        stream,
        modes: { columns: 100, color: 0, unicode: true },
        now: () => new Date(0),
      });
      for (const event of everything.slice(0, 5)) reporter.report(event);
      const before = frames.length;
      return {
        reporter,
        size: (columns: number, rows = 24) => known.splice(0, 2, columns, rows),
        tell: () => stream.emit('resize'),
        written: () => frames.slice(before),
      };
    }

    it('waits until it keeps its size, then paints once, for that size', () => {
      const { reporter, size, tell, written } = openTerminal();
      for (const columns of [96, 80, 64, 50]) {
        size(columns);
        tell();
        vi.advanceTimersByTime(100);
      }
      reporter.report(answer('architect', `Poll, ${'because it can be measured '.repeat(5)}`));
      expect(written()).toEqual([]);
      vi.advanceTimersByTime(130);
      expect(written()).toHaveLength(1);
      const lines = written()[0]?.split('\n') ?? [];
      for (const line of lines) expect(measureShown(line)).toBeLessThanOrEqual(50);
    });

    it('notices a size that nobody told of, as after a time in the background', () => {
      const { reporter, size, written } = openTerminal();
      reporter.suspend();
      size(40, 10);
      const hidden = written().length;
      reporter.resume();
      expect(written()).toHaveLength(hidden);
      vi.advanceTimersByTime(130);
      expect(written()).toHaveLength(hidden + 1);
      vi.advanceTimersByTime(1_000);
      expect(written().length).toBeGreaterThan(hidden + 2);
    });

    it('keeps some columns free, so that the first steps of a window that is made narrower break no line', () => {
      const { written, reporter } = openTerminal();
      reporter.report(answer('architect', 'Poll, because it can be measured. '.repeat(9)));
      const widths = (written().at(-1)?.split('\n') ?? []).map(measureShown);
      expect(Math.max(...widths)).toBeGreaterThan(90);
      expect(Math.max(...widths)).toBeLessThanOrEqual(96);
    });
  });

  it('never fails a run for a picture', () => {
    const lines: string[] = [];
    const reporter = createLiveReporter({
      stream: { write: (part: string) => lines.push(part), columns: 80, rows: 24 },
      modes: { columns: 80, color: 0, unicode: true },
      now: () => new Date(0),
    });
    reporter.report({ type: 'recap', session, round: null as never });
    reporter.stop();
    expect(lines.join('')).toContain('recap could not be shown');
  });
});

describe('the unattended operator', () => {
  const view = { key: '2/escalation/E-001', session, escalation };
  const open = { ...view, escalation: { ...escalation, recommendation: null } };
  const make = (onEscalation: 'pause' | 'accept' | 'continue') =>
    createUnattendedOperator({ stop: new AbortController().signal, onEscalation });

  it('decides by its policy, never as the person', async () => {
    expect(await make('pause').decideEscalation(view)).toBe('later');
    expect(await make('accept').decideEscalation(view)).toEqual({ decision: 'accept', by: 'policy' });
    expect(await make('accept').decideEscalation(open)).toBe('later');
    expect(await make('continue').decideEscalation(open)).toEqual({
      decision: 'continue',
      rounds: 1,
      by: 'policy',
    });
  });

  it('goes on after a round and never takes a turn', async () => {
    const turn = {
      ...{ key: '', step: 'answer' as const, round: 1, question: '', focus: '', context_summary: '' },
      ...{ heard: [], conflicts: [], text: null, items: [] },
    };
    expect(await make('accept').chooseAfterRound({ key: '', session, round })).toEqual({
      choice: 'continue',
    });
    expect(await make('accept').takeTurn(turn)).toBe('later');
  });
});
