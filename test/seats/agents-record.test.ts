/** The track record: what a session is worth, how the score fades, and a file that takes no harm and does none. */

import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { countPerformance } from '../../src/app/publish/publish-session.ts';
import {
  type AgentRecord,
  addToRecord,
  type TrackRecord,
  valueSession,
} from '../../src/session/track-record.ts';
import { createFileTrackRecord } from '../../src/store/folder/track-record-file.ts';
import {
  createParticipant,
  createRound,
  createSession,
  createTable,
} from '../support/roundtable-fixtures.ts';

const at = '2026-03-02T10:00:00.000Z';
let tokens = 0;
const host = {
  pid: process.pid,
  hostname: 'here',
  isAlive: (_pid: number) => true,
  readProcess: async () => ({ start: null, ended: false }),
  createToken: () => {
    tokens += 1;
    return `token-${tokens}`;
  },
};

let root: string;
let trackRecord: TrackRecord;
const openRecord = (changes: Partial<typeof host> = {}): TrackRecord =>
  createFileTrackRecord({
    root,
    s2sDir: '.s2s',
    clock: { now: () => new Date(at) },
    host: { ...host, ...changes },
  });
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 's2s-record-'));
  await mkdir(path.join(root, '.s2s'));
  trackRecord = openRecord();
});
afterEach(() => rm(root, { recursive: true, force: true }));

const file = (): string => path.join(root, '.s2s', 'agents-record.yaml');
const record = (id: string, seats = [{ seat: 'qa-lead', answers: 3, failures: 0, mean_ms: 60_000 }]) =>
  trackRecord.recordSession({ id, seats });

it('clears what a process left that died while it took the lock, and nothing of one that lives', async () => {
  const folder = path.join(root, '.s2s');
  const [dead, alive] = ['.agents-record.lock.4711-a1.tmp', '.agents-record.lock.4712-b2.tmp'];
  for (const name of [dead, alive]) {
    await writeFile(path.join(folder, name), '{"pid":');
    // As old as no writing takes.
    await utimes(path.join(folder, name), new Date(0), new Date(0));
  }
  const isAlive = (pid: number): boolean => pid !== 4711;
  const seats = [{ seat: 'qa-lead', answers: 3, failures: 0, mean_ms: 60_000 }];
  await openRecord({ isAlive }).recordSession({ id: '20261127-100000-a', seats });
  expect((await readdir(folder)).sort()).toEqual([alive, 'agents-record.yaml']);
});

describe('the value of a session', () => {
  test.for([
    { answers: 3, failures: 0, mean_ms: 0, value: 1 },
    { answers: 3, failures: 0, mean_ms: 60_000, value: 0.9 },
    { answers: 1, failures: 1, mean_ms: 60_000, value: 0.45 },
    { answers: 0, failures: 4, mean_ms: null, value: 0 },
    { answers: 0, failures: 0, mean_ms: null, value: 0.5 },
  ])('$answers answers, $failures failures, $mean_ms ms: $value', ({ value, ...performance }) => {
    expect(valueSession(performance)).toBeCloseTo(value, 10);
  });

  it('falls with every failure, never rises with time, and stays between 0 and 1', () => {
    const count = fc.integer({ min: 0, max: 50 });
    const time = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(count, count, time, time, (answers, failures, one, other) => {
        fc.pre(answers > 0);
        const [fast, slow] = [Math.min(one, other), Math.max(one, other)];
        const value = valueSession({ answers, failures, mean_ms: slow });
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(valueSession({ answers, failures: failures + 1, mean_ms: slow })).toBeLessThan(value);
        expect(valueSession({ answers, failures, mean_ms: fast })).toBeGreaterThanOrEqual(value);
      }),
    );
  });
});

describe('the score', () => {
  const failing = { answers: 0, failures: 3, mean_ms: null };
  const perfect = { answers: 3, failures: 0, mean_ms: 0 };

  it('begins at a half, keeps 0.7 of what it was, and takes 0.3 of the newest session', () => {
    const once = addToRecord(undefined, perfect, at);
    expect(once).toMatchObject({ score: 0.65, answers: 3, failures: 0, sessions: 1, updated_at: at });
    expect(addToRecord(once, failing, at)).toMatchObject({
      score: 0.455,
      answers: 3,
      failures: 3,
      sessions: 2,
    });
  });

  it('forgets: after twenty good sessions nothing of a bad beginning is left', () => {
    let score: AgentRecord | undefined;
    for (let session = 0; session < 5; session += 1) score = addToRecord(score, failing, at);
    expect(score?.score).toBeLessThan(0.1);
    for (let session = 0; session < 20; session += 1) score = addToRecord(score, perfect, at);
    expect(score?.score).toBeGreaterThan(0.99);
  });

  it('never leaves 0 to 1, and the mean time is that of all answers', () => {
    const performance = fc.record({
      answers: fc.integer({ min: 1, max: 9 }),
      failures: fc.integer({ min: 0, max: 9 }),
      mean_ms: fc.integer({ min: 0, max: 900_000 }),
    });
    fc.assert(
      fc.property(fc.array(performance, { minLength: 1, maxLength: 12 }), (sessions) => {
        let last: AgentRecord | undefined;
        for (const session of sessions) {
          last = addToRecord(last, session, at);
          expect(last.score).toBeGreaterThanOrEqual(0);
          expect(last.score).toBeLessThanOrEqual(1);
        }
        const answers = sessions.reduce((sum, session) => sum + session.answers, 0);
        const spent = sessions.reduce((sum, session) => sum + session.answers * session.mean_ms, 0);
        expect(Math.abs((last?.mean_ms ?? 0) - spent / answers)).toBeLessThan(sessions.length);
      }),
    );
  });
});

describe('what a session counts', () => {
  const table = createTable();
  const failure = {
    round: 2,
    step: 'answer',
    seat: 'qa-lead',
    kind: 'timeout',
    message: '',
    request_id: null,
  } as const;

  it('a failed seat is a failure, once for a step however often it was tried', () => {
    const late = createRound(2);
    const session = createSession(table, {
      rounds: [
        createRound(1),
        { ...late, failed: ['qa-lead'], answers: late.answers.filter(({ seat }) => seat !== 'qa-lead') },
      ],
      failures: [failure, { ...failure, message: 'again' }, { ...failure, step: 'review' }],
    });
    expect(countPerformance(session)).toEqual([
      { seat: 'software-architect', answers: 2, failures: 0, mean_ms: 10 },
      { seat: 'qa-lead', answers: 1, failures: 2, mean_ms: 10 },
      { seat: 'devops-engineer', answers: 2, failures: 0, mean_ms: 10 },
    ]);
  });

  it('a missing key and a stopped call say nothing about the seat, nor do the facilitator and the person count', () => {
    const session = createSession(table, {
      participants: [
        createParticipant('qa-lead'),
        createParticipant('human', { kind: 'human', model: null }),
      ],
      rounds: [createRound(1)],
      failures: [
        { ...failure, kind: 'auth' },
        { ...failure, kind: 'cancelled' },
        { ...failure, seat: 'facilitator', step: 'synthesis' },
      ],
    });
    expect(countPerformance(session)).toEqual([{ seat: 'qa-lead', answers: 1, failures: 0, mean_ms: 10 }]);
  });

  it('rehearsals and replays count nothing', () => {
    const rounds = [createRound(1)];
    expect(countPerformance(createSession(table, { rounds, rehearsal: true }))).toEqual([]);
    expect(
      countPerformance(createSession(table, { rounds, replay: { of: 'other', missing: 'fail' } })),
    ).toEqual([]);
  });
});

describe('the file', () => {
  it('is written whole, readable by its owner only, and counts a session once', async () => {
    expect(await record('one')).toEqual([]);
    const first = await readFile(file(), 'utf8');
    expect(parse(first)).toMatchObject({
      schema_version: 1,
      agents: { 'qa-lead': { score: 0.62, answers: 3, failures: 0, mean_ms: 60000, sessions: 1 } },
      sessions: ['one'],
    });
    await record('one');
    expect(await readFile(file(), 'utf8')).toBe(first);
    await record('two');
    expect((await trackRecord.read()).agents.get('qa-lead')).toMatchObject({
      sessions: 2,
      score: 0.704,
    });
    expect((await readdir(path.join(root, '.s2s'))).sort()).toEqual(['agents-record.yaml']);
  });

  it('loses nothing when sessions end at the same moment', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, index) => record(`session-${index}`)));
    const { agents, sessions, damage } = await trackRecord.read();
    expect(agents.get('qa-lead')).toMatchObject({ sessions: 6, answers: 18 });
    expect([...sessions].sort()).toEqual(Array.from({ length: 6 }, (_, index) => `session-${index}`));
    expect(damage).toBeNull();
  });

  it('a seat that was never asked keeps its record as it was', async () => {
    await record('one', [{ seat: 'qa-lead', answers: 0, failures: 0, mean_ms: 0 }]);
    expect((await trackRecord.read()).agents.size).toBe(0);
  });

  it('that is broken counts as empty, is said, and is kept beside byte for byte', async () => {
    const broken = 'agents: {qa-lead: {score: 0.9\n  oops';
    await writeFile(file(), broken);
    const read = await trackRecord.read();
    expect(read.agents.size).toBe(0);
    expect(read.damage).toContain('.s2s/agents-record.yaml cannot be read (line');
    const notes = await record('one');
    expect(notes.join()).toContain('.s2s/agents-record.damaged-1.yaml');
    expect(await readFile(path.join(root, '.s2s', 'agents-record.damaged-1.yaml'), 'utf8')).toBe(broken);
    expect((await trackRecord.read()).damage).toBeNull();
  });

  it('that is a link out of the project is neither read nor written', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 's2s-outside-'));
    try {
      await writeFile(path.join(outside, 'theirs.yaml'), 'agents: {}\n');
      await symlink(path.join(outside, 'theirs.yaml'), file());
      expect((await trackRecord.read()).damage).toContain('leads out of the project');
      await expect(record('one')).rejects.toMatchObject({ code: 'FILE_OUTSIDE_PROJECT' });
      expect(await readFile(path.join(outside, 'theirs.yaml'), 'utf8')).toBe('agents: {}\n');
    } finally {
      await rm(outside, { recursive: true, force: true });
    }
  });
});
