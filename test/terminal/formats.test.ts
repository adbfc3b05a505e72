/* oxlint-disable no-control-regex -- control characters are what is looked for */

import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { S2sError } from '../../src/session/errors.ts';
import type { JournalLine } from '../../src/session/ports/journal.ts';
import { type Escalation, noUsage } from '../../src/session/records.ts';
import { findWait } from '../../src/session/session-head.ts';
import { formatCalls } from '../../src/terminal/views/format-calls.ts';
import { formatClosingScreen, formatPaused } from '../../src/terminal/views/format-closing.ts';
import { formatError } from '../../src/terminal/views/format-error.ts';
import { formatEscalation } from '../../src/terminal/views/format-escalation.ts';
import { formatOpenRound, formatTurn } from '../../src/terminal/views/format-open-round.ts';
import { formatRecap } from '../../src/terminal/views/format-recap.ts';
import { formatSessionList, type SessionListRow } from '../../src/terminal/views/format-session-list.ts';
import { formatSessionShow } from '../../src/terminal/views/format-session-show.ts';
import { sayAsked } from '../../src/wording/escalation.ts';
import {
  formatCost,
  formatCount,
  formatDuration,
  formatTokens,
  formatUsage,
} from '../../src/wording/format-numbers.ts';
import { makeSession, makeSessionWithPerson } from './sample-session.ts';

const wide = { columns: 100, color: 0, unicode: true } as const;
const ascii = { columns: 100, color: 0, unicode: false } as const;
const session = makeSession();
const lastRound = session.rounds[2] as (typeof session.rounds)[number];
const [escalation] = session.escalations as [Escalation];
const row: SessionListRow = {
  id: session.id,
  topic: session.topic,
  decision: null,
  status: 'paused',
  pause_reason: 'person',
  rounds: 3,
  rehearsal: false,
  running: false,
  updated_at: session.updated_at,
  current: true,
};

const waiting: SessionListRow = {
  ...{ ...row, id: '20261126-090000-where-files-go', topic: 'Where do the files go?', current: false },
  ...{ pause_reason: 'waiting-for-person', waits_for: 'decision', asked: 'Disk or bucket (E-001)' },
};

/** Lines that are meant to be copied stand whole. */
const isVerbatim = (line: string): boolean =>
  /^\s*(s2s |docs\/|[❯>]? *2026)/.test(stripVTControlCharacters(line));

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

const usedUp = { code: 'limit', limit: 'max_tokens', have: 40_123, need: 40_000 } as const;

const screens: [string, (modes: { columns: number; color: 0 | 1; unicode: boolean }) => string][] = [
  ['recap', (modes) => formatRecap(session, lastRound, { modes })],
  ['closing', (modes) => formatClosingScreen(session, { modes, duration_ms: 65_000 })],
  ['paused', (modes) => formatPaused(session, 'budget', { modes, detail: usedUp })],
  ['escalation', (modes) => formatEscalation(escalation, { modes, session })],
  ['show', (modes) => formatSessionShow(session, { modes })],
  ['show all', (modes) => formatSessionShow(session, { modes, full: true })],
  ['show rounds', (modes) => formatSessionShow(session, { modes, rounds: true })],
  ['list', (modes) => formatSessionList([row, row, waiting], { modes, total: 9, waiting: [waiting] })],
  ['calls', (modes) => formatCalls(calls, { modes })],
];

describe('every screen', () => {
  it.each(screens)('%s fits every width, in colour and without', (_, show) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 40, max: 160 }),
        fc.boolean(),
        fc.boolean(),
        (columns, color, unicode) => {
          for (const line of show({ columns, color: color ? 1 : 0, unicode }).split('\n')) {
            // A path or an id that is wider by itself stays whole, and has the line for itself.
            const isName = /^ *(?:\S{1,2} )?\S*\w[/\\.:_-]\w\S*$/.test(stripVTControlCharacters(line));
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

describe('formatRecap', () => {
  it('has the synthesis, conflicts and agenda in a few lines', () => {
    const text = formatRecap(session, lastRound, { modes: wide });
    for (const part of [
      'Synthesis of round 3',
      '⚠ Push or poll for new jobs (CF-001, open for 2 rounds)',
      '✓ How long finished jobs are kept → Keep finished jobs for 30 days (CF-002, decided by a person)',
      'agenda 1 of 3 covered',
    ])
      expect(text).toContain(part);
    expect(text.split('\n').length).toBeLessThanOrEqual(5);
    const whole = formatRecap(session, lastRound, { modes: wide, whole: true });
    for (const topic of ['✓ Storage', '◐ Delivery guarantees (critical)', '○ Operations'])
      expect(whole.split('\n')).toContain(topic);
  });

  it('shows an earlier round as things stood then', () => {
    const text = formatRecap(session, session.rounds[1] as typeof lastRound, { modes: wide });
    expect(text).toContain('(CF-001, open for 1 round)');
    expect(text).toContain('(CF-002, open for 2 rounds)');
  });

  it('says when the program put the synthesis together', () => {
    const round = {
      ...lastRound,
      synthesis_fallback: { code: 'failed', kind: 'empty', message: 'no text' } as const,
    };
    expect(formatRecap(session, round, { modes: wide })).toContain(
      'The program put this synthesis together: empty reply: no text',
    );
  });
});

describe('the end of a discussion', () => {
  it.each([
    ['plan', 's2s plan\n'],
    ['revisit', 's2s design --revisit <record>\n'],
    ['specs', 's2s specs "..."\n'],
  ] as const)('of a %s suggests a command that takes what it is given', (workflow_type, command) => {
    const text = formatClosingScreen({ ...session, workflow_type }, { modes: wide, duration_ms: 1 });
    expect(text).toContain(`to discuss it anew: ${command}`);
  });

  it('says first what was decided, by whom, how firm it is, what is open, and where it is', () => {
    const text = formatClosingScreen(session, { modes: wide, duration_ms: 65_000 });
    const parts = [
      'Keep the download jobs in a Postgres table and poll it.',
      'Agreed by the panel in part; stopped at the round limit.',
      'How firm',
      'The table is hard to change;',
      '⚠ Degraded: QA lead gave no answer (round 2).',
      'Not settled; to discuss it anew: s2s design "..."',
      'CF-001, not settled: Push or poll for new jobs',
      'DEC-002 Poll every minute: not agreed (against: QA lead: Too slow)',
      'OQ-001, open: How many jobs a day? (operations, 2026-12-15)',
      'Decision record: docs/decisions/20261127-100000-which-queue-carries-jobs.md',
      '2 items: 1 agreed, 1 not agreed, 1 open conflict · 3 rounds, 12 calls, 38k tokens, $0.12 · 1m 05s',
      `s2s roundtable show ${session.id}`,
    ];
    const found = parts.map((part) => text.indexOf(part));
    expect(found).not.toContain(-1);
    expect(found).toEqual([...found].sort((one, other) => one - other));
    expect(text.split('\n').length).toBeLessThanOrEqual(20);
    expect(text).not.toMatch(/Rehearsal|Waiting for you/);
    const settled = makeSession({ conflicts: [], artifacts: [] });
    expect(formatClosingScreen(settled, { modes: wide })).toMatch(
      /^Open questions: who answers, and by when\n {2}❯ OQ-001: How many jobs a day\? \(operations, 2026-12-15\)$/m,
    );
  });

  it.each([
    [{ decided_by: 'user', decided_name: 'Ada', result: 'decided' }, 'Decided by Ada on 2026-11-27'],
    [{ decided_by: 'user', result: 'decided' }, 'Decided by a person on 2026-11-27'],
    [{ decided_by: 'assistant', result: 'decided' }, 'Decided by an assistant on 2026-11-27'],
    [
      { decided_by: 'policy', result: 'decided' },
      'Accepted by policy on 2026-11-27, not confirmed by a person',
    ],
    [
      { decided_by: 'user', result: 'partial-consensus' },
      'Decided by a person on 2026-11-27; the panel agrees with the rest in part',
    ],
    [{ result: 'consensus' }, 'Agreed by the panel'],
    [{ result: 'undecided' }, 'Recommended, not agreed'],
    [{ result: 'collected' }, 'Collected without a vote'],
  ])('names who decided: %j', (changes, said) => {
    const outcome = { ...session.outcome, ended_by: 'conclude', ...changes };
    for (const text of [
      formatClosingScreen(makeSession({ outcome }), { modes: wide }),
      formatSessionShow(makeSession({ outcome }), { modes: wide }),
    ])
      expect(text).toContain(`${said}.`);
  });

  it('says nothing of the round limit where one round was all that was asked for', () => {
    const settings = { ...session.settings, max_rounds: 1 };
    expect(formatClosingScreen(session, { modes: wide })).toContain('stopped at the round limit');
    expect(formatClosingScreen({ ...session, settings }, { modes: wide })).not.toContain('round limit');
  });

  it('stays short however much there is, and counts what it leaves out', () => {
    const [, item] = session.artifacts;
    const artifacts = Array.from({ length: 40 }, (_, at) => ({ ...item, id: `DEC-${100 + at}` }));
    const open_questions = Array.from({ length: 9 }, (_, at) => ({
      ...session.open_questions[0],
      id: `OQ-${100 + at}`,
    }));
    const full = makeSession({ artifacts, open_questions, rehearsal: true });
    for (const columns of [60, 80, 120]) {
      const text = formatClosingScreen(full, { modes: { ...wide, columns }, duration_ms: 65_000 });
      expect(text.split('\n').length, text).toBeLessThanOrEqual(32);
      expect(text).toContain('and 36 more');
      expect(text).toContain('and 5 more');
    }
  });

  it('marks a rehearsal', () => {
    const text = formatClosingScreen(makeSession({ rehearsal: true }), { modes: wide });
    expect(text).toContain('Rehearsal: made up, always in English; no model is asked.');
  });

  it('says that a cost is unknown, and what to do', () => {
    const text = formatClosingScreen(makeSession({ usage: { ...session.usage, cost_usd: null } }), {
      modes: wide,
    });
    expect(text).toContain('cost unknown');
    expect(text).toContain('`prices:`');
    expect(text).not.toContain('$');
  });
});

describe('a pause', () => {
  it('gives the reason once, what is saved, and a command that does not pause again at once', () => {
    const full = makeSession({ status: 'paused', pause_reason: 'budget', settings: { max_tokens: 40_000 } });
    const text = formatPaused(full, 'budget', { modes: wide, detail: usedUp });
    expect(text).toContain('The token limit is reached: 40,123 of 40,000 used.\nSaved: 3 rounds');
    expect(text).toContain(`s2s roundtable resume ${session.id} --max-tokens 80000`);
    const timed = { code: 'limit', limit: 'total_timeout', have: 600, need: 600 } as const;
    const late = formatPaused(session, 'time', { modes: wide, detail: timed });
    expect(late).toContain('The time limit of 10m 00s is reached.');
    expect(late).toMatch(new RegExp(`resume ${session.id}$`, 'm'));
    expect(late).not.toContain('roundtable answer');
  });

  it('says that nothing is finished where no round is', () => {
    const text = formatPaused({ ...session, total_rounds: 0 }, 'signal', {
      modes: wide,
      detail: { code: 'stopped' },
    });
    expect(text).toContain('Interrupted.\nNo round is finished yet. Every answer so far is saved');
  });

  it('shows how a pending decision is answered, without an acceptance where nothing is recommended', () => {
    const pending = { ...escalation, status: 'pending', recommendation: null };
    const text = formatPaused(makeSession({ escalations: [pending] }), 'waiting-for-person', { modes: wide });
    expect(text).toContain('s2s roundtable answer 20261127-100000 --decision "..."');
    expect(text).not.toContain('--accept');
  });

  it('names a cause once, with the seats that it affected and what to do', () => {
    const lost = (seat: string) => ({
      seat,
      kind: 'network' as const,
      message: 'refused',
      remedy: 'Start it.',
    });
    const detail = {
      code: 'no_quorum',
      have: 0,
      need: 2,
      lost: [lost('architect'), lost('qa-lead')],
    } as const;
    expect(
      formatPaused(session, 'no-quorum', { modes: wide, detail: { ...detail, lost: [...detail.lost] } }),
    ).toContain(
      '\nToo few answers: 0 of 2 needed.\nSoftware architect, QA lead: network: refused. Start it.\n',
    );
  });

  it('shows how a person takes their turn', () => {
    const text = formatPaused(makeSessionWithPerson(), 'waiting-for-person', { modes: wide });
    expect(text).toContain(`s2s roundtable say ${session.id} "..."`);
  });
});

describe('formatEscalation', () => {
  it('shows reason, conflict, positions and recommendation', () => {
    const text = formatEscalation(escalation, { modes: wide, session });
    // Every session has an E-001: what is asked, and where, comes first.
    expect(formatEscalation(escalation, { modes: wide, session, isAlone: true })).toMatch(
      /A decision is needed . E-001[^\n]*\n+(?:.*─.*\n)?\s*Question +Which queue[^\n]*\n\s*Session +\S/,
    );
    expect(text).not.toContain('Question');
    for (const part of [
      'E-001',
      'CF-002 has been open for 2 rounds.',
      'CF-002: How long finished jobs are kept',
      'QA lead: Keep them for a week',
      'Keep finished jobs for 30 days',
    ])
      expect(text).toContain(part);
    expect(formatEscalation({ ...escalation, recommendation: null }, { modes: wide, session })).toContain(
      'no recommendation',
    );
  });

  it('shows the item that the last call left open, and who is against it', () => {
    const asked = { ...escalation, trigger: 'last-call' as const, subject: 'DEC-002', positions: [] };
    const text = formatEscalation(asked, { modes: wide, session });
    expect(text).toContain('DEC-002 is not agreed after the last call.');
    expect(text).toContain('Workers poll once a minute.');
    expect(text).toContain('against: QA lead: Too slow');
  });
});

describe('formatSessionShow', () => {
  it('is short, with the decision first, and has the rounds and the usage where they are asked for', () => {
    const short = formatSessionShow(session, { modes: wide });
    expect(short.split('\n').length).toBeLessThanOrEqual(20);
    expect(short).toContain('CF-001, not settled: Push or poll for new jobs');
    const open = formatSessionShow({ ...session, status: 'paused', outcome: null }, { modes: wide });
    expect(open).toContain('CF-001 (open for 2 rounds): Push or poll for new jobs');
    expect(open).toContain('a) Poll, it is simple (Software architect)');
    expect(short).not.toContain('Question of round 1?');
    const rounds = formatSessionShow(session, { modes: wide, rounds: true });
    for (const part of [
      'Question of round 1?',
      'QA lead (0.60): Use Postgres.',
      'The facilitator wanted to conclude; the discussion continues: round 3 of at least 4',
    ])
      expect(rounds).toContain(part);
    expect(formatSessionShow(session, { modes: wide, full: true })).toContain('34,120 tokens in');
  });

  it('says what was answered and that the text does not have it yet, once nothing is asked any more', () => {
    const paused = { status: 'paused', pause_reason: 'waiting-for-person', outcome: null, text: null };
    const answered = makeSession({ ...paused, paused_at: '2026-11-27T10:02:00.000Z' });
    const text = formatSessionShow(answered, { modes: wide });
    expect(text).toMatch(
      /^Answered, not resumed\n\nAnswered\n {2}• E-001, recommendation accepted by a person: Keep finished jobs for 30 days\nThe text is not written yet\.$/m,
    );
    expect(sayAsked(answered)).toMatch(/^E-001, recommendation accepted/);
    // Decided before the pause: what it waits for is something else.
    const turn = makeSession({ ...paused, paused_at: '2026-11-27T10:04:00.000Z' });
    expect([findWait(answered), findWait(turn)]).toEqual([null, 'turn']);
    expect(sayAsked(turn)).toBe('Your turn in round 4.');
    const pending = makeSession({ ...paused, escalations: [{ ...escalation, status: 'pending' }] });
    expect(sayAsked(pending)).toBe('How long finished jobs are kept (E-001)');
  });

  it('says of a seat that its usage is partly estimated, however many rounds it spoke in', () => {
    const usage = { ...noUsage, calls: 1, input_tokens: 100, output_tokens: 10 };
    const used = [{ ...usage, estimated_calls: 1 }, usage, usage];
    const rounds = session.rounds.map((round, index) => ({
      ...round,
      usage_by_seat: [{ seat: 'qa-lead', usage: used[index] ?? usage }],
    }));
    const text = formatSessionShow({ ...session, rounds }, { modes: { ...wide, columns: 200 }, full: true });
    expect(text).toMatch(/qa-lead .*3 model calls, 300 tokens in, 30 out \(partly estimated\)/);
  });
});

describe('formatCalls', () => {
  it('has every call with what it came to and used, and what a person typed', () => {
    const text = formatCalls(calls, { modes: { ...wide, columns: 140 } });
    for (const part of [
      '✓ 1/answer/qa-lead/1 (ask, anthropic/claude-haiku-5-5): 1,500 characters, end_turn',
      '✗ 1/answer/qa-lead/2 (retry, anthropic/claude-haiku-5-5): timeout: no answer within 180 s',
      '4s, 34,120 tokens in, 4,100 out, $0.12, request req_1',
      '→ 1/choice (a person): {"choice":"guidance","text":"Be brief"}',
      '2 calls, 1 failed; 1 entry by a person.',
    ]) {
      expect(text).toContain(part);
    }
    expect(formatCalls([], { modes: wide })).toBe('No calls are recorded.');
  });
});

it('says a position or a failure once, with all whom it is of', () => {
  const same = 'It stays as it is.';
  const positions = ['software-architect', 'qa-lead'].map((seat) => ({ seat, text: same }));
  expect(formatEscalation({ ...escalation, positions }, { modes: wide, session }).split(same)).toHaveLength(
    2,
  );
  const lost = { step: 'answer', state: 'failed', since: null, position: null } as const;
  const seats = ['qa-lead', 'devops-engineer'].map((seat) => ({
    ...{ ...lost, seat, confidence: null, duration_ms: null, note: 'connection refused' },
  }));
  const round = { round: 1, stage: 'answers', phase: null, question: 'Why?', focus: null } as const;
  const open = { round: { ...round, asked: [], seats, started_at: '' }, turn: null };
  expect(
    formatOpenRound(open, { modes: wide, participants: session.participants, say: '' }).split('refused'),
  ).toHaveLength(2);
});

describe('formatSessionList', () => {
  it('has state, question and day, then the decision and the short id; the rounds go first', () => {
    const at = (columns: number): string => formatSessionList([row], { modes: { ...wide, columns } });
    expect(at(80)).toContain('ROUNDS');
    expect(at(55)).not.toContain('ROUNDS');
    for (const columns of [60, 80, 100]) {
      expect(at(columns)).toMatch(/^❯ {2}paused +Which queue should carry .* 2026-11-27$/m);
      expect(at(columns)).toMatch(/^ {4}20261127-100000$/m);
    }
    const over = { status: 'completed', pause_reason: null, result: 'decided', rehearsal: true } as const;
    const text = formatSessionList([{ ...row, ...over, decision: 'Use Postgres' }], { modes: wide });
    expect(text).toMatch(/ decided +Which queue.*\n {4}Use Postgres {2}20261127-100000, rehearsal$/m);
  });

  it('has first what waits for a person, marked, once, with what is asked, also from behind the page', () => {
    for (const rows of [[row], [row, waiting]]) {
      const lines = formatSessionList(rows, { modes: wide, waiting: [waiting] }).split('\n');
      expect(lines[1]).toMatch(/^⚠ {2}a decision is needed +Where do the files go\?/);
      expect(lines[2]).toBe('    Disk or bucket (E-001)  20261126-090000');
      expect(lines.filter((line) => line.includes('20261126-090000'))).toHaveLength(1);
      expect(lines[3]).toMatch(/^❯ {2}paused/);
    }
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
    expect(formatSessionList([], { modes: wide, isFiltered: true })).toBe('No such sessions.');
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
    [0.012, '$0.01'],
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
    expect([950, 6_120, 34_120, 1_234_567].map(formatTokens)).toEqual(['950', '6.1k', '34k', '1.2M']);
    expect(formatDuration(8_900)).toBe('8s');
    expect(formatDuration(65_000)).toBe('1m 05s');
    expect(formatDuration(7_380_000)).toBe('2h 03m');
  });
});

describe('formatTurn', () => {
  const view = {
    key: '2/answer/human/1',
    step: 'answer' as const,
    round: 2,
    question: 'Push or poll?',
    focus: '',
    context_summary: '',
    heard: [{ seat: 'architect', role: 'Software architect', position: 'Poll.' }],
    conflicts: [],
    text: null,
    items: [],
  };

  it('shows the question, only what may be heard, and open conflicts', () => {
    const conflicts = session.conflicts.filter(({ status }) => status === 'open');
    expect(formatTurn({ ...view, conflicts }, wide)).toMatch(
      /Software architect: Poll\.[\s\S]*CF-001[\s\S]*b\) Push/,
    );
    expect(formatTurn({ ...view, heard: [] }, wide)).not.toContain('Said so far');
  });

  it('shows the text to review or vote on', () => {
    const { text, artifacts: items } = session;
    const vote = formatTurn({ ...view, step: 'last-call', question: '', text, items }, wide);
    expect(vote).toContain('Your vote on the text');
    expect(vote).toContain('DEC-002 Poll every minute: Workers poll once a minute.');
    expect(formatTurn({ ...view, step: 'review', text, items }, wide)).toContain('Your review of the draft');
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
