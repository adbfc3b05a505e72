/* oxlint-disable no-control-regex -- control characters are what is looked for */
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { S2sError } from '../../src/domain/errors.ts';
import type { JournalLine } from '../../src/domain/journal.ts';
import type { Escalation } from '../../src/domain/records.ts';
import { formatCost, formatCount, formatDuration, formatUsage } from '../../src/terminal/format-numbers.ts';
import { formatAgendaStatus } from '../../src/terminal/views/format-agenda.ts';
import { formatCalls } from '../../src/terminal/views/format-calls.ts';
import { formatClosingScreen, formatPaused } from '../../src/terminal/views/format-closing.ts';
import { formatError } from '../../src/terminal/views/format-error.ts';
import { formatEscalation } from '../../src/terminal/views/format-escalation.ts';
import { formatTurn } from '../../src/terminal/views/format-open-round.ts';
import { formatRecap } from '../../src/terminal/views/format-recap.ts';
import { formatSessionList, type SessionListRow } from '../../src/terminal/views/format-session-list.ts';
import { formatSessionShow } from '../../src/terminal/views/format-session-show.ts';
import { readPanel } from '../support/played-panel.ts';
import { makeSession, makeSessionWithPerson } from './sample-session.ts';

const wide = { columns: 100, color: 0, unicode: true } as const;
const ascii = { columns: 100, color: 0, unicode: false } as const;
const session = makeSession();
const lastRound = session.rounds[2] as (typeof session.rounds)[number];
const [escalation] = session.escalations as [Escalation];
const row: SessionListRow = {
  id: session.id,
  topic: session.topic,
  workflow_type: 'design',
  strategy: 'debate',
  status: 'paused',
  pause_reason: 'person',
  rounds: 3,
  turns: 8,
  rehearsal: false,
  running: false,
  updated_at: session.updated_at,
  current: true,
};

/** Lines that are meant to be copied stand whole. */
const isVerbatim = (line: string): boolean => /^\s*(s2s |docs\/|[❯>]? ?2026)/.test(line);

const callFields = {
  kind: 'call' as const,
  hash: 'h',
  seat: 'qa-lead',
  provider: 'anthropic',
  model: 'anthropic/claude-haiku-5-5',
  request_id: 'req_1',
  started_at: '2026-11-27T10:00:00.000Z',
  duration_ms: 4_200,
  usage: session.usage,
};
const calls: JournalLine[] = [
  {
    ...callFields,
    key: '1/answer/qa-lead/1',
    purpose: 'ask',
    stop_reason: 'end_turn',
    ok: true,
    text: 'x'.repeat(1_500),
  },
  {
    ...callFields,
    key: '1/answer/qa-lead/2',
    purpose: 'retry',
    stop_reason: null,
    ok: false,
    error: { kind: 'timeout', message: 'no answer within 180 s', remedy: '' },
  },
  {
    kind: 'input',
    key: '1/choice',
    at: '2026-11-27T10:01:00.000Z',
    value: { choice: 'guidance', text: 'Be brief' },
  },
];

const screens: [string, (modes: { columns: number; color: 0 | 1; unicode: boolean }) => string][] = [
  ['recap', (modes) => formatRecap(session, lastRound, { modes })],
  ['closing', (modes) => formatClosingScreen(session, { modes, duration_ms: 65_000 })],
  ['paused', (modes) => formatPaused(session, 'budget', { modes, detail: 'max_tokens 40000/40000' })],
  ['escalation', (modes) => formatEscalation(escalation, { modes, session })],
  ['show', (modes) => formatSessionShow(session, { modes })],
  ['show round', (modes) => formatSessionShow(session, { modes, round: 2 })],
  ['show seat', (modes) => formatSessionShow(session, { modes, seat: 'qa-lead' })],
  ['list', (modes) => formatSessionList([row, row], { modes, total: 9 })],
  ['calls', (modes) => formatCalls(calls, { modes })],
  ['agenda', (modes) => formatAgendaStatus(session.agenda, { modes, indent: 2 })],
];

describe('every screen', () => {
  it.each(screens)('%s fits every width, in colour and without', (_, show) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 12, max: 160 }),
        fc.boolean(),
        fc.boolean(),
        (columns, color, unicode) => {
          for (const line of show({ columns, color: color ? 1 : 0, unicode }).split('\n')) {
            // A path or an id that is wider by itself stays whole, and has the line for itself.
            const isName =
              columns >= 30 && /^ *(?:\S{1,2} )?\S*\w[/\\.:_-]\w\S*$/.test(stripVTControlCharacters(line));
            if (!isVerbatim(line) && !isName)
              expect(stringWidth(line), `${columns}: ${line}`).toBeLessThanOrEqual(columns);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(screens)('%s is ASCII where only ASCII can be shown', (_, show) => {
    expect(show(ascii)).toMatch(/^[\n\u0020-\u007e]*$/);
  });

  it.each(screens)('%s says the same without colour', (_, show) => {
    const colored = show({ ...wide, color: 1 });
    expect(colored).toContain('\u001b[');
    expect(colored.replace(/\u001b\[[0-9;]*m/g, '')).toBe(show(wide));
  });

  it('shows nothing of an escape sequence or of a reordering mark in a session', () => {
    const hostile = makeSession({ topic: 'a\u001b]0;owned\u0007\u202eb', current_phase: '\u001b[2Jx' });
    const round = { ...lastRound, synthesis: '\u001b[31mred\u001b[0m\u009b2J' };
    const all = [
      formatClosingScreen(hostile, { modes: wide }),
      formatSessionShow(hostile, { modes: wide }),
      formatRecap(hostile, round, { modes: wide }),
      formatSessionList([{ ...row, topic: hostile.topic }], { modes: wide }),
    ].join('\n');
    expect(all).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|owned/);
  });
});

describe('formatAgendaStatus', () => {
  it('has the three symbols, and marks critical topics until they are covered', () => {
    expect(formatAgendaStatus(session.agenda, { modes: wide })).toBe(
      '✓ Storage  ◐ Delivery guarantees (critical)  ○ Operations',
    );
    expect(formatAgendaStatus(session.agenda, { modes: ascii })).toBe(
      '[covered] Storage  [partial] Delivery guarantees (critical)  [pending] Operations',
    );
  });

  it('says that a discussion is free-form', () => {
    expect(formatAgendaStatus([], { modes: wide })).toBe('Free-form discussion');
  });
});

describe('formatRecap', () => {
  it('holds everything a round came to', () => {
    const text = formatRecap(session, lastRound, { modes: wide });
    for (const part of [
      'Recap of round 3 · debate',
      'Focus of round 3',
      'Synthesis of round 3',
      '✓ Jobs survive a restart.',
      '⚠ C-001 (open for 2 rounds): Push or poll',
      'Software architect: Poll, it is simple',
      'C-002: Keep finished jobs for 30 days (by a person)',
      '◐ Delivery guarantees',
      'asked to conclude, the program chose to continue: this is round 3 of at least 4',
      'Delivery guarantees',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Failures');
  });

  it('names failures by kind, and what could not be read', () => {
    const [, second] = session.rounds;
    const text = formatRecap(session, second as typeof lastRound, { modes: wide });
    expect(text).toContain('QA lead (answer): timeout: no answer within 180 s');
    expect(text).toContain('qa-lead: stances could not be read');
    expect(text).not.toContain('Overridden');
  });

  it('shows an earlier round as things stood then', () => {
    const rounds = session.rounds.map((round) =>
      round.round === 2
        ? { ...round, agenda_coverage: [{ topic_id: 'storage', status: 'partial' as const }] }
        : round,
    );
    const then = makeSession({ rounds });
    const text = formatRecap(then, then.rounds[1] as typeof lastRound, { modes: wide });
    expect(text).toContain('C-001 (open for 1 round)');
    expect(text).toContain('C-002 (open for 2 rounds)');
    expect(text).toContain('◐ Storage (critical)  ○ Delivery guarantees (critical)');
  });

  it('says when the program assembled the synthesis', () => {
    const round = { ...lastRound, synthesis_fallback: 'the reply was empty' };
    expect(formatRecap(session, round, { modes: wide })).toContain(
      'Assembled by the program: the reply was empty',
    );
  });
});

describe('formatClosingScreen', () => {
  it('holds result, recommendation and file, what was missing, agreement, movement, usage and commands, in 23 lines', () => {
    const text = formatClosingScreen(session, { modes: wide, duration_ms: 65_000 });
    for (const part of [
      'The panel agrees in part, after 3 rounds; the last allowed round was held.',
      'Recommended   Begin with one table and a worker.',
      'Decision record: docs/decisions/20261127-100000-which-queue-carries-jobs.md',
      'This result is degraded',
      'qa-lead did not answer in round 2 (timeout)',
      '✓ DEC-001: Jobs are kept in Postgres (stood aside: QA lead)',
      'C-001: Push or poll for new jobs',
      'OQ-001: How many jobs a day?',
      'Data engineer (round 1): A log would scale further',
      'QA lead, round 3, no argument given: Use Postgres.',
      'Data engineer, round 2: Use Postgres after all.',
      'Software architect: kept',
      '12 model calls, 34,120 tokens in (20,000 from cache), 4,100 out, $0.1234, 1m 05s',
      `s2s roundtable show ${session.id}`,
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Rehearsal');
    expect(text.split('\n').length).toBeLessThanOrEqual(23);
    const places = [
      'The panel agrees',
      'Recommended',
      'docs/decisions',
      'degraded',
      'Agreed',
      'moved',
      'Used',
    ];
    const found = places.map((part) => text.indexOf(part));
    expect(found).toEqual([...found].sort((one, other) => one - other));
  });

  it('fits a terminal of 24 rows however much there is, and counts what it leaves out', () => {
    const artifacts = Array.from({ length: 40 }, (_, at) => ({
      ...session.artifacts[0],
      id: `DEC-${100 + at}`,
      text: 'A decision that was worded at length, so that it takes more than one line. '.repeat(3),
    }));
    const consensus = artifacts.map(({ id, text }, at) => ({
      ...session.consensus[0],
      id: `C-${100 + at}`,
      item_id: id,
      text,
    }));
    const degradation = Array.from(
      { length: 9 },
      (_, at) => `seat ${at} did not answer in round 1 (timeout)`,
    );
    const outcome = {
      ...(session.outcome as NonNullable<typeof session.outcome>),
      degradation,
      recommendation: 'Begin with one table and a worker, and look at it again. '.repeat(9),
    };
    const full = makeSession({ artifacts, consensus, outcome, rehearsal: true });
    for (const columns of [60, 80, 120]) {
      const text = formatClosingScreen(full, { modes: { ...wide, columns }, duration_ms: 65_000 });
      expect(text.split('\n').length, text).toBeLessThanOrEqual(23);
      expect(text).toMatch(/^This result is degraded \(\d of 9\)$/m);
      expect(text).toMatch(/^Agreed \(\d of 40\)$/m);
    }
  });

  it('marks a rehearsal', () => {
    const text = formatClosingScreen(makeSession({ rehearsal: true }), { modes: wide });
    expect(text).toContain('Rehearsal: no model is asked; nothing here is an opinion.');
  });

  it('says that a cost is unknown, and what to do', () => {
    const text = formatClosingScreen(makeSession({ usage: { ...session.usage, cost_usd: null } }), {
      modes: wide,
    });
    expect(text).toContain('cost unknown');
    expect(text).toContain('`prices:`');
    expect(text).not.toContain('$');
  });

  it('lists what people decided', () => {
    const decided = { ...escalation, status: 'answered' as const, decision: 'own' as const, text: 'Rent it' };
    const text = formatClosingScreen(makeSession({ escalations: [decided] }), { modes: wide });
    expect(text).toMatch(/^Decisions by people\n +• E-001: decided by a person: Rent it$/m);
    const policy = { ...decided, answered_by: 'policy' as const };
    const both = formatClosingScreen(makeSession({ escalations: [policy] }), { modes: wide });
    expect(both).toMatch(/^Decisions from outside the panel\n +• E-001: decided by .*policy.*: Rent it$/m);
    const none = formatClosingScreen(makeSession({ escalations: [] }), { modes: wide });
    expect(none).not.toMatch(/Decisions (?:by|from)/);
  });

  it('names who agrees, and why others held back', () => {
    const [item] = session.artifacts;
    const stances = [
      { seat: 'architect', stance: 'support', reason: 'It is simple', round: 2 },
      { seat: 'data-engineer', stance: 'support', reason: 'It is fast', round: 2 },
      { seat: 'qa-lead', stance: 'block', reason: 'Nobody measured', round: 2 },
    ];
    const text = formatSessionShow(makeSession({ artifacts: [{ ...item, stances }] }), { modes: wide });
    expect(text).toContain('– for: architect, data-engineer\n');
    expect(text).toContain('– against: qa-lead (Nobody measured)');
  });

  it('tells failures of one cause in one line', () => {
    const fail = (seat: string, model = 'some', request: string | null = null) => ({
      ...{ round: 1, step: 'answer', seat, kind: 'network' as const, request_id: request },
      message: `local (${model}) could not be reached: connection refused by localhost:1 (after 3 tries)`,
    });
    const failures = [fail('architect'), fail('qa-lead', 'other'), fail('architect'), fail('data-engineer')];
    const text = formatSessionShow({ ...makeSession(), failures }, { modes: { ...wide, columns: 400 } });
    expect(text.match(/connection refused by localhost:1/g)).toHaveLength(1);
    expect(text).toMatch(
      /Failures \(4 calls\)\n.*architect.*; .*QA lead.*; .*Data engineer.*network: connection/i,
    );
  });

  it('tells in a round what was decided after it, and the guidance that people gave', () => {
    const text = formatSessionShow(session, { modes: wide, round: 1 });
    expect(text).toMatch(/^Next +(continue|begin the next phase)$/m);
    expect(text).toMatch(/^Guidance +We already run Postgres$/m);
    expect(formatSessionShow(session, { modes: wide, round: 2 })).not.toMatch(/^Guidance/m);
  });

  it('calls points points where the strategy takes no votes', () => {
    const consensus = { ...session.settings.consensus, mechanism: 'none' as const };
    const artifacts = session.artifacts.map((one) => ({ ...one, status: 'open', decided_by: null }));
    const collected = makeSession({
      artifacts,
      consensus: [],
      settings: { ...session.settings, consensus },
    });
    const [item] = collected.artifacts;
    const text = formatClosingScreen(collected, { modes: wide });
    expect(text).toContain('Points (this strategy takes no votes)');
    expect(text).toContain(`• ${item?.id}: ${item?.text}`);
    expect(text).not.toMatch(/^Consensus|Nothing was agreed/m);
    const recap = formatRecap(collected, collected.rounds[2] as typeof lastRound, { modes: wide });
    expect(recap).toMatch(/^Points\n +• Jobs survive a restart\.$/m);
    expect(recap).not.toContain('Consensus');
  });

  it('says that nothing was agreed', () => {
    expect(formatClosingScreen(makeSession({ consensus: [] }), { modes: wide })).toContain(
      'Nothing was agreed.',
    );
  });
});

describe('formatPaused', () => {
  it('gives the reason and the command', () => {
    const text = formatPaused(session, 'time', { modes: wide, detail: 'total_timeout 600 s' });
    expect(text).toContain('The time limit of 10m 00s was reached.');
    expect(text).toContain(`s2s roundtable resume ${session.id}`);
    expect(text).not.toContain('roundtable answer');
  });

  it('shows how a pending decision is answered, without an acceptance where nothing is recommended', () => {
    const pending = { ...escalation, status: 'pending', recommendation: null };
    const text = formatPaused(makeSession({ escalations: [pending] }), 'waiting-for-person', { modes: wide });
    expect(text).toContain(`s2s roundtable answer ${session.id} --decision "..."`);
    expect(text).not.toContain('--accept');
  });

  it('begins like a sentence, but never changes an id', () => {
    const show = (detail: string): string => formatPaused(session, 'no-quorum', { modes: wide, detail });
    expect(show('no quorum: 1 of 2 needed answers\nResume later.')).toContain(
      '\nNo quorum: 1 of 2 needed answers.\nResume later.\n',
    );
    expect(show('qa-lead could not be asked: a/b answered "auth": wrong key')).toContain(
      '\nqa-lead could not be asked: a/b answered "key refused": wrong key.\n',
    );
  });

  it('shows how a person says their turn', () => {
    const text = formatPaused(makeSessionWithPerson(), 'waiting-for-person', { modes: wide });
    expect(text).toContain(`s2s roundtable say ${session.id} "..."`);
  });
});

describe('formatEscalation', () => {
  it('shows reason, conflict, positions and recommendation', () => {
    const text = formatEscalation(escalation, { modes: wide, session });
    for (const part of ['E-001', 'C-002: How long finished jobs are kept', 'QA lead: Keep them for a week']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Keep finished jobs for 30 days');
    expect(formatEscalation({ ...escalation, recommendation: null }, { modes: wide })).toContain(
      'no recommendation',
    );
  });
});

it('shows a person what the vote has answered already', async () => {
  const played = await readPanel('design-search-index');
  const asked = played.escalations.find(({ id }) => id === 'E-002');
  if (asked === undefined) throw new Error('E-002 is gone');
  const text = formatEscalation(asked, { modes: wide, session: played });
  expect(text).toMatch(/^Agreed by count, .*\n +• DEC-014 \(3 for, 1 against\): The form of today stays/m);
});

describe('formatSessionShow', () => {
  it('has the matrix with changes, failures and passes', () => {
    const lines = formatSessionShow(session, { modes: wide }).split('\n');
    expect(lines.find((line) => line.startsWith('architect'))).toMatch(/^architect\s+0\.70\s+0\.80\s+0\.90$/);
    expect(lines.find((line) => line.startsWith('qa-lead'))).toMatch(/^qa-lead\s+0\.70\s+fail\s+0\.60!$/);
    expect(lines.find((line) => line.startsWith('data-engineer'))).toMatch(
      /^data-engineer\s+said\s+0\.75\*\s+pass$/,
    );
  });

  it('answers what happened', () => {
    const text = formatSessionShow(session, { modes: wide });
    for (const part of [
      'DEC-001 (round 2, agreed by count): Jobs are kept in Postgres',
      'aside: qa-lead (I would measure first)',
      'C-001 (open for 2 rounds)',
      'C-002 (rounds 1 to 3)',
      'E-001 (round 2, C-002 has been open for 2 rounds): recommendation accepted by a person',
      'guidance by a person after round 1: We already run Postgres',
      'round 3: the facilitator asked to conclude, the program chose to continue: this is round 3 of at',
      'round 2, answer, QA lead: timeout: no answer within 180 s [req_42]',
      'round 2: qa-lead: stances could not be read',
      '34,120 tokens in',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('says of a seat that its usage is partly estimated, however many rounds it spoke in', () => {
    const usage = {
      calls: 1,
      input_tokens: 100,
      output_tokens: 10,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      cost_usd: 0,
    };
    const used = [{ ...usage, estimated_calls: 1 }, usage, usage];
    const rounds = session.rounds.map((round, index) => ({
      ...round,
      usage_by_seat: [{ seat: 'qa-lead', usage: used[index] ?? usage }],
    }));
    const text = formatSessionShow({ ...session, rounds }, { modes: { ...wide, columns: 200 } });
    expect(text).toMatch(/qa-lead .*3 model calls, 300 tokens in, 30 out \(partly estimated\)/);
  });

  it('breaks many rounds into blocks', () => {
    const rounds = Array.from({ length: 20 }, (_, index) => ({ ...session.rounds[0], round: index + 1 }));
    const text = formatSessionShow(makeSession({ rounds }), { modes: { ...wide, columns: 60 } });
    const headers = text.split('\n').filter((line) => /^\s+R\d+/.test(line));
    expect(headers.length).toBeGreaterThan(2);
    expect(headers.join(' ').match(/R\d+/g)).toEqual(rounds.map((round) => `R${round.round}`));
  });

  it('goes deeper for a round, a seat, and both', () => {
    const round = formatSessionShow(session, { modes: wide, round: 2 });
    expect(round).toContain('Question of round 2?');
    expect(round).toContain('changed: The volume is small.');
    expect(round).toContain('QA lead: timeout');
    expect(round).not.toContain('Question of round 1?');
    const seat = formatSessionShow(session, { modes: wide, seat: 'qa-lead' });
    expect(seat).toContain('Use Redis for the jobs.');
    expect(seat).toContain('no argument given');
    expect(seat).toContain('DEC-001, round 3: aside (I would measure first)');
    expect(seat).not.toContain('Use a log.');
    const both = formatSessionShow(session, { modes: wide, round: 1, seat: 'qa-lead' });
    expect(both).toContain('Use Redis for the jobs.');
    expect(both).not.toContain('Use Postgres for the jobs.');
  });
});

describe('formatCalls', () => {
  it('has every call with what it came to and used, and what a person typed', () => {
    const text = formatCalls(calls, { modes: { ...wide, columns: 140 } });
    for (const part of [
      '✓ 1/answer/qa-lead/1 (ask, anthropic/claude-haiku-5-5): 1,500 characters, end_turn',
      '✗ 1/answer/qa-lead/2 (retry, anthropic/claude-haiku-5-5): timeout: no answer within 180 s',
      '4s, 34,120 tokens in, 4,100 out, $0.1234, request req_1',
      '→ 1/choice (a person): {"choice":"guidance","text":"Be brief"}',
      '2 calls, 1 failed; 1 entry by a person.',
    ]) {
      expect(text).toContain(part);
    }
    expect(formatCalls([], { modes: wide })).toBe('No calls are recorded.');
  });
});

describe('formatSessionList', () => {
  it('leaves out columns before it cuts an id', () => {
    const at = (columns: number): string => formatSessionList([row], { modes: { ...wide, columns } });
    expect(at(160)).toContain('STRATEGY');
    expect(at(100)).not.toContain('STRATEGY');
    for (const columns of [20, 40, 80, 100, 160]) expect(at(columns)).toContain(row.id);
    expect(at(40)).not.toContain('SESSION');
    expect(at(100)).toContain('paused (by a person)');
  });

  it('says what is left out, and what to do when there is nothing', () => {
    expect(formatSessionList([row], { modes: wide, total: 9 })).toContain(
      '1 to 1 of 9; --offset 1 shows more.',
    );
    // Nothing is behind the last page, nor behind files that cannot be read.
    expect(formatSessionList([row], { modes: wide, total: 9, offset: 8 })).toMatch(/9 to 9 of 9\.$/);
    expect(formatSessionList([row], { modes: wide, total: 7, unread: 6 })).not.toContain('of 7');
    expect(formatSessionList([row], { modes: wide, total: 9, unread: 6 })).toContain('--offset 7 shows more');
    expect(formatSessionList([], { modes: wide })).toBe('No sessions.');
    expect(formatSessionList([], { modes: wide, total: 9, offset: 20 })).toBe(
      'Nothing from number 21 on: there are 9 sessions.',
    );
  });
});

describe('numbers', () => {
  it.each([
    [null, 'cost unknown'],
    [0, 'no cost'],
    [0.000_01, 'less than $0.0001'],
    [0.004, '$0.0040'],
    [12.345, '$12.35'],
  ])('writes the cost %s as %s', (cost, expected) => {
    expect(formatCost(cost)).toBe(expected);
  });

  it('never shows a cost that is unknown or not nothing as nothing', () => {
    const costs = fc.oneof(fc.constant(null), fc.double({ min: Number.MIN_VALUE, max: 1000, noNaN: true }));
    fc.assert(
      fc.property(costs, (cost) => {
        const text = formatUsage({ ...session.usage, cost_usd: cost });
        expect(text).not.toMatch(/\$0\.0+$|no cost/);
      }),
    );
  });

  it('writes counts and durations', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect(formatDuration(8_900)).toBe('8s');
    expect(formatDuration(65_000)).toBe('1m 05s');
    expect(formatDuration(7_380_000)).toBe('2h 03m');
  });
});

describe('formatTurn', () => {
  it('shows the question and only what may be heard', () => {
    const view = {
      key: '2/answer/human/1',
      round: 2,
      question: 'Push or poll?',
      focus: '',
      context_summary: '',
      heard: [{ seat: 'architect', role: 'Software architect', position: 'Poll.' }],
      items: [],
    };
    expect(formatTurn(view, wide)).toContain('Software architect: Poll.');
    expect(formatTurn({ ...view, heard: [] }, wide)).not.toContain('Said so far');
  });
});

describe('a pause', () => {
  it('says its reason once, and that nothing is finished where no round is', () => {
    const none = { ...session, total_rounds: 0 };
    const text = formatPaused(none, 'signal', { modes: wide, detail: 'pause: signal' });
    expect(text).toContain('The run was interrupted.\nNo round is finished yet, but every answer is kept');
    expect(formatPaused(session, 'budget', { modes: wide, detail: 'max_tokens 40123/40000' })).toContain(
      'The budget is used up: 40,123 tokens are used of the 40,000 allowed.\nKept: 3 rounds.',
    );
  });
});

describe('formatError', () => {
  const error = new S2sError('CONFIG_INVALID', 'The configuration cannot be used.', {
    hint: 'correct the file, then: s2s config check',
    problems: [
      {
        file: '.s2s/config.yaml',
        line: 3,
        column: 5,
        message: 'unknown key "stratgy"; did you mean "strategy"?',
      },
      { file: '.s2s/config.yaml', line: 9, message: 'min_rounds is more than max_rounds' },
    ],
  });

  it('says what happened, every problem with its place, and what to type', () => {
    expect(formatError(error, { modes: wide }).split('\n')).toEqual([
      'Error: The configuration cannot be used.',
      '  .s2s/config.yaml:3:5: unknown key "stratgy"; did you mean "strategy"?',
      '  .s2s/config.yaml:9: min_rounds is more than max_rounds',
      'Hint: correct the file, then: s2s config check',
    ]);
  });

  it.each([
    ['s2s roundtable resume', 'Try: s2s roundtable resume'],
    [
      'Did you mean qa-lead? See all: s2s agents list',
      'Hint: Did you mean qa-lead? See all: s2s agents list',
    ],
  ])('says of a command that it is to be tried, and not of a sentence: %s', (hint, line) => {
    const wrong = new S2sError('UNKNOWN_AGENT', 'No such agent.', { hint });
    expect(formatError(wrong, { modes: wide }).split('\n')).toEqual(['Error: No such agent.', line]);
  });

  it('shows the stack of an expected error only when debugging', () => {
    expect(formatError(error, { modes: wide })).not.toContain('formats.test');
    const text = formatError(error, { modes: wide, debug: true });
    expect(text).toContain('CONFIG_INVALID');
    expect(text).toContain('formats.test');
  });

  it('shows a bug with its stack, its cause, and how to report it', () => {
    const bug = new TypeError('x is undefined', { cause: new Error('the reason\u001b[2J') });
    const text = formatError(bug, { modes: wide, reportTo: 'https://example.org/issues' });
    expect(text).toContain('Error: a bug in s2s: x is undefined');
    expect(text).toContain('formats.test');
    expect(text).toContain('caused by Error: the reason');
    expect(text).toContain('report it to https://example.org/issues');
    expect(text).not.toContain('\u001b');
    expect(formatError('thrown text', { modes: wide })).toContain('thrown text');
  });
});
