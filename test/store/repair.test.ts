import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { S2sError } from '../../src/domain/errors.ts';
import { statementSchema } from '../../src/domain/records.ts';
import type { Session } from '../../src/domain/session.ts';
import { acquireLock } from '../../src/store/files/lock.ts';
import { stringifySession } from '../../src/store/files/session-text.ts';
import { openJournal } from '../../src/store/journal/journal.ts';
import { journalAsk } from '../../src/store/journal/journal-ask.ts';
import { repairSession } from '../../src/store/repair/repair-session.ts';
import { validateSession } from '../../src/store/repair/validate-session.ts';
import {
  createHost,
  createItem,
  createRequest,
  createRound,
  createSession,
  createStore,
  createSuccess,
  noon,
  sampleId,
  type TestStore,
} from './sample-session.ts';

const host = createHost(1);

function createStatement(
  id: string,
  { round, items }: { round: number; items: string[] },
): Session['statements'][number] {
  return statementSchema.parse({ id, seat: 'qa-lead', round, text: `said in ${round}`, items });
}

function createAgreement(
  id: string,
  { item_id, round }: { item_id: string | null; round: number },
): Session['consensus'][number] {
  return { id, item_id, text: 'agreed', round, supported_by: [], stood_aside: [] };
}

/** A session of three rounds whose head knows things from each of them. */
const whole = createSession(3, {
  status: 'completed',
  completed_at: noon.toISOString(),
  agenda: [
    {
      id: 't',
      name: 'T',
      critical: true,
      status: 'covered',
      criteria: ['a', 'b'],
      criteria_met: [
        { criterion: 'a', round: 1, by: ['REQ-001'] },
        { criterion: 'b', round: 3, by: ['REQ-003'] },
      ],
    },
  ],
  statements: [
    createStatement('S-001', { round: 1, items: ['REQ-001'] }),
    createStatement('S-002', { round: 2, items: ['REQ-003'] }),
    createStatement('S-003', { round: 3, items: ['REQ-003'] }),
  ],
  artifacts: [
    // Agreed in round 2, reworded and agreed anew in round 3.
    createItem('REQ-001', {
      text: 'The third wording',
      worded_in: 3,
      status: 'agreed',
      decided_by: 'count',
      from: ['S-001', 'S-003'],
      stances: [1, 2, 3].map((round) => ({ seat: 'qa-lead', stance: 'support', reason: '', round })),
      history: [
        { round: 1, change: 'put forward', text: 'The first wording' },
        { round: 2, change: 'reworded', text: 'The second wording' },
        { round: 3, change: 'reworded', text: 'The third wording' },
        { round: 3, change: 'agreed', text: '' },
      ],
    }),
    createItem('REQ-002', {
      status: 'withdrawn',
      history: [
        { round: 1, change: 'put forward', text: 'Point 1' },
        { round: 2, change: 'agreed', text: '' },
        { round: 3, change: 'opened again', text: '' },
        { round: 3, change: 'withdrawn', text: 'no longer needed' },
      ],
    }),
    createItem('REQ-003', { round: 3 }),
    createItem('REQ-004', { status: 'agreed' }),
  ],
  consensus: [
    createAgreement('C-001', { item_id: 'REQ-004', round: 1 }),
    createAgreement('C-002', { item_id: 'REQ-001', round: 3 }),
    createAgreement('C-003', { item_id: null, round: 2 }),
  ],
  review: { after_round: 3, answers: [], failed: ['qa-lead'] },
  conflicts: [
    {
      id: 'c',
      description: 'worded anew',
      item_ids: ['REQ-001', 'REQ-003'],
      status: 'resolved',
      opened_in: 1,
      rounds_open: 2,
      positions: [{ seat: 'qa-lead', text: 'later', round: 3 }],
      recommendation: null,
      resolution: 'r',
      resolution_type: 'consensus',
      resolved_in: 3,
      history: [
        { round: 1, change: 'opened', text: 'c' },
        { round: 3, change: 'reworded', text: 'worded anew' },
        { round: 3, change: 'resolved (consensus)', text: 'r' },
      ],
    },
  ],
  guidance: [
    { after_round: 1, text: 'one', by: 'user' },
    { after_round: 3, text: 'three', by: 'user' },
  ],
  rounds: [
    createRound(1, {
      conflicts: [{ id: 'c', description: 'c', positions: [{ seat: 'qa-lead', text: 'earlier', round: 1 }] }],
    }),
    createRound(2),
    createRound(3),
  ],
});
const text = stringifySession(whole);

async function createDamaged(damaged: string | Buffer): Promise<{ store: TestStore; path: string }> {
  const store = await createStore();
  await mkdir(store.paths.sessions, { recursive: true });
  const path = join(store.paths.sessions, `${sampleId}.yaml`);
  await writeFile(path, damaged);
  return { store, path };
}

/** Where the text of a round begins; items have rounds in their history as well, further to the right. */
const startOf = (round: number): number => text.indexOf(`\n  - round: ${round}`) + 1;

describe('validateSession', () => {
  it('says where each problem is and what can be done, and writes nothing', async () => {
    const { store, path } = await createDamaged(text.replace('status: completed', 'status: lost'));
    const report = await validateSession(store.paths, sampleId);
    expect(report).toMatchObject({
      valid: false,
      problems: [{ file: `.s2s/sessions/${sampleId}.yaml`, line: 8, column: 9 }],
      journal: { calls: 0, inputs: 0, problems: [] },
    });
    expect(report.advice.join(' ')).toContain('--repair');
    expect(await readdir(store.paths.sessions)).toEqual([`${sampleId}.yaml`]);
    await writeFile(path, text);
    expect(await validateSession(store.paths, sampleId)).toMatchObject({
      valid: true,
      problems: [],
      advice: [],
    });
    await expect(validateSession(store.paths, '20200101-000000-x')).rejects.toMatchObject({
      code: 'UNKNOWN_SESSION',
    });
  });

  it('names the lines of the journal that cannot be read', async () => {
    const { store } = await createDamaged(text);
    await mkdir(join(store.paths.sessions, sampleId));
    await writeFile(
      join(store.paths.sessions, sampleId, 'calls.jsonl'),
      'x\n{"kind":"input","key":"k","at":"","value":1}\n',
    );
    expect(await validateSession(store.paths, sampleId)).toMatchObject({
      valid: true,
      journal: { calls: 0, inputs: 1, problems: [{ line: 1 }] },
    });
  });
});

describe('repairSession', () => {
  it('goes back to the last sound round, and takes out of the head what later rounds brought', async () => {
    const damaged = text.slice(0, startOf(3) + 200);
    const { store, path } = await createDamaged(damaged);
    const journal = await openJournal(store.paths, sampleId);
    const ask = journalAsk({ journal, call: async () => createSuccess('x'), clock: { now: () => noon } });
    for (const key of ['2/answer/qa-lead/1', '3/answer/qa-lead/1', '3/synthesis/facilitator/1']) {
      await ask(createRequest(key), { signal: new AbortController().signal });
    }
    await journal.close();
    const report = await repairSession(store.paths, sampleId, { host });
    expect(report).toMatchObject({
      repaired: true,
      kept_as: `.s2s/sessions/${sampleId}.damaged-1.yaml`,
      rounds_kept: 2,
      rounds_lost: 1,
      calls_in_journal: 2,
    });
    expect(await readFile(join(store.paths.root, report.kept_as ?? ''), 'utf8')).toBe(damaged);
    const { session } = await store.load(sampleId);
    expect(session.rounds).toEqual(whole.rounds.slice(0, 2));
    expect(session).toMatchObject({
      status: 'paused',
      completed_at: null,
      total_rounds: 2,
      total_turns: 4,
      usage: { calls: 10, cost_usd: 0.5 },
      agenda: [{ status: 'partial', criteria_met: [{ criterion: 'a' }] }],
      statements: [
        { id: 'S-001', items: ['REQ-001'], not_taken: null },
        { id: 'S-002', items: [], not_taken: 'the round that took it up was damaged and is gone' },
      ],
      artifacts: [
        {
          id: 'REQ-001',
          text: 'The second wording',
          worded_in: 2,
          status: 'open',
          decided_by: null,
          from: ['S-001'],
        },
        { id: 'REQ-002', status: 'agreed', decided_by: 'count' },
        { id: 'REQ-004', status: 'agreed' },
      ],
      consensus: [{ item_id: 'REQ-004' }, { item_id: null }],
      review: null,
      conflicts: [
        {
          description: 'c',
          item_ids: ['REQ-001'],
          status: 'open',
          rounds_open: 2,
          positions: [{ text: 'earlier', round: 1 }],
          resolution: null,
          history: [{ change: 'opened' }],
        },
      ],
      guidance: [{ text: 'one' }],
    });
    expect(await readFile(path, 'utf8')).toBe(stringifySession(session));
    expect(await repairSession(store.paths, sampleId, { host })).toMatchObject({
      repaired: false,
      rounds_kept: 2,
    });
    expect((await readdir(store.paths.sessions)).filter((name) => name.includes('lock'))).toEqual([]);
  });

  it.each<[string, string, number, Partial<Session>]>([
    ['a value that fits no schema', text.replace('focus: focus 2', 'focus: [1]'), 1, {}],
    ['a round that is missing', text.slice(0, startOf(2)) + text.slice(startOf(3)), 1, {}],
    ['a broken line at the margin', text.replace('    focus: focus 3', 'xx\u0001: focus: 3'), 2, {}],
    ['no rounds at all', text.slice(0, text.indexOf('rounds:')), 0, { consensus: [] }],
    [
      'a head that counts wrong',
      text.replace('total_rounds: 3', 'total_rounds: 2'),
      3,
      { status: 'completed' },
    ],
    ['a status nobody knows', text.replace('status: completed', 'status: lost'), 3, { status: 'paused' }],
    ['a broken list in the head', text.replace('- after_round: 3', '- [after_round: 3'), 3, { guidance: [] }],
    [
      'a list with one bad element',
      text.replace('- after_round: 3', '- after: 3'),
      3,
      { guidance: [{ after_round: 1, text: 'one', by: 'user' }] },
    ],
    ['a lost fence', text.replace(/^fence: .*$/m, 'fence: ['), 3, { fence: 'token-1-' }],
    [
      'a key written twice',
      text.replace('strategy: debate\n', 'strategy: debate\nstrategy: disney\n'),
      3,
      { strategy: 'debate' },
    ],
    ['a name of its own that is wrong', text.replace(`id: ${sampleId}`, 'id: other'), 3, { id: sampleId }],
    [
      'settings that make no sense',
      text.replace('min_rounds: 3', 'min_rounds: many'),
      3,
      { topic: 'Which queue?' },
    ],
  ])('repairs %s', async (_, damaged, rounds, expected) => {
    const { store } = await createDamaged(damaged);
    const report = await repairSession(store.paths, sampleId, { host: createHost(1) });
    expect(report.repaired).toBe(true);
    const { session } = await store.load(sampleId);
    expect(session.rounds).toEqual(whole.rounds.slice(0, rounds));
    for (const [key, value] of Object.entries(expected)) {
      if (key === 'fence') expect(session.fence).toContain(value);
      else expect(session[key]).toEqual(value);
    }
  });

  it.each([
    ['the topic is lost', text.replace('topic: Which queue?', 'topic: [')],
    ['the participants are lost', text.replace('participants:', 'part\u0007:')],
    ['it is empty', ''],
    ['it holds something else', '\u0000\u0001 nothing of ours'],
  ])('touches nothing when %s, and says so', async (_, damaged) => {
    const { store, path } = await createDamaged(damaged);
    await expect(repairSession(store.paths, sampleId, { host })).rejects.toMatchObject({
      code: 'SESSION_INVALID',
      message: expect.stringContaining('the journal alone'),
    });
    expect(await readFile(path, 'utf8')).toBe(damaged);
    expect(await readdir(store.paths.sessions)).toEqual([`${sampleId}.yaml`]);
  });

  it('leaves a newer form alone, and one that another process holds', async () => {
    const { store, path } = await createDamaged(
      text.replace('schema_version: 2', 'schema_version: 3').slice(0, 900),
    );
    await expect(repairSession(store.paths, sampleId, { host })).rejects.toMatchObject({
      code: 'SESSION_TOO_NEW',
    });
    await writeFile(path, text.slice(0, 900));
    const release = await acquireLock(store.paths, sampleId, createHost(2, [1, 2]));
    await expect(repairSession(store.paths, sampleId, { host: createHost(1, [1, 2]) })).rejects.toMatchObject(
      {
        code: 'SESSION_LOCKED',
      },
    );
    await release();
    expect(await readFile(path, 'utf8')).toBe(text.slice(0, 900));
  });

  it('ends, whatever happened to the file, with a valid session or with the file untouched; the damaged one is kept', async () => {
    const bytes = Buffer.from(text);
    const damage = fc.record({
      cut: fc.option(fc.nat(bytes.length), { nil: bytes.length }),
      flips: fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 5 }),
    });
    const { store, path } = await createDamaged(text);
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(damage, async ({ cut, flips }) => {
        const damaged = Buffer.from(bytes.subarray(0, cut));
        for (const [index, value] of flips) if (index < damaged.length) damaged[index] = value;
        await writeFile(path, damaged);
        try {
          const { repaired, rounds_kept: roundsKept } = await repairSession(store.paths, sampleId, { host });
          const { session } = await store.load(sampleId);
          expect(session.rounds).toHaveLength(roundsKept);
          if (!repaired) return;
          kept += 1;
          expect(await readFile(join(store.paths.sessions, `${sampleId}.damaged-${kept}.yaml`))).toEqual(
            damaged,
          );
        } catch (error) {
          if (!(error instanceof S2sError)) throw error;
          expect(['SESSION_INVALID', 'SESSION_TOO_NEW']).toContain(error.code);
          expect(await readFile(path)).toEqual(damaged);
        }
      }),
      { numRuns: 60 },
    );
  });
});
