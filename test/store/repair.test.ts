import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { S2sError } from '../../src/session/errors.ts';
import { statementSchema } from '../../src/session/records.ts';
import type { Session } from '../../src/session/session.ts';
import { schemaVersion } from '../../src/session/vocabulary.ts';
import { createFileMaintenance } from '../../src/store/files/file-maintenance.ts';
import { acquireLock } from '../../src/store/files/lock.ts';
import { openJournal } from '../../src/store/journal/journal.ts';
import { journalAsk } from '../../src/store/journal/journal-ask.ts';
import { stringifySession } from '../../src/store/session/session-text.ts';
import { buildText } from '../support/text-session.ts';
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

function createStatement(id: string, round: number): Session['statements'][number] {
  return statementSchema.parse({
    ...{ id, seat: 'qa-lead', round, kind: 'requirement', text: `said in ${round}` },
    went_to: ['REQ-001'],
  });
}

/** A session of three rounds whose head knows things from each of them, and from the text. */
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
        { criterion: 'a', round: 1, by: ['S-001'] },
        { criterion: 'b', round: 3, by: ['S-003'] },
      ],
    },
  ],
  statements: [createStatement('S-001', 1), createStatement('S-002', 2), createStatement('S-003', 3)],
  text: buildText({ step: 'done' }),
  artifacts: [createItem('REQ-001', { status: 'agreed' })],
  consensus: [{ id: 'C-001', item_id: 'REQ-001', text: 'agreed', supported_by: [], stood_aside: [] }],
  conflicts: [
    {
      id: 'CF-001',
      description: 'how long',
      status: 'resolved',
      opened_in: 1,
      positions: [
        {
          id: 'a',
          text: 'a day',
          held_by: [{ seat: 'software-architect', round: 1 }],
          given_up_by: [{ seat: 'qa-lead', round: 3, because: 'memory' }],
        },
      ],
      recommendation: null,
      resolution: 'a day',
      resolution_type: 'conceded',
      resolved_in: 3,
      history: [
        { round: 1, code: 'opened' },
        { round: 3, code: 'resolved' },
      ],
    },
  ],
  guidance: [
    { after_round: 1, text: 'one', by: 'user' },
    { after_round: 3, text: 'three', by: 'user' },
  ],
  rounds: [createRound(1), createRound(2), createRound(3)],
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

describe('validate', () => {
  it('says where each problem is and what can be done, and writes nothing', async () => {
    const { store, path } = await createDamaged(text.replace('status: completed', 'status: lost'));
    const report = await store.maintenance.validate(sampleId);
    expect(report).toMatchObject({
      valid: false,
      problems: [{ file: `.s2s/sessions/${sampleId}.yaml`, line: 8, column: 9 }],
      journal: { calls: 0, inputs: 0, problems: [] },
    });
    expect(report.advice.join(' ')).toContain('--repair');
    expect(await readdir(store.paths.sessions)).toEqual([`${sampleId}.yaml`]);
    await writeFile(path, text);
    expect(await store.maintenance.validate(sampleId)).toMatchObject({
      valid: true,
      problems: [],
      advice: [],
    });
    await expect(store.maintenance.validate('20200101-000000-x')).rejects.toMatchObject({
      code: 'UNKNOWN_SESSION',
    });
  });

  it('names the lines of the journal that cannot be read', async () => {
    const { store } = await createDamaged(text);
    await mkdir(join(store.paths.sessions, sampleId));
    await writeFile(join(store.paths.sessions, sampleId, 'calls.jsonl'), 'x\n');
    expect(await store.maintenance.validate(sampleId)).toMatchObject({
      valid: true,
      journal: { calls: 0, inputs: 0, problems: [{ line: 1 }] },
    });
  });

  it('names the lines of the journal that were changed or are missing', async () => {
    const { store, path } = await createDamaged(text);
    const journal = await openJournal(store.paths, sampleId);
    for (const key of ['a', 'b', 'c']) await journal.appendInput({ key, at: noon, value: 1 });
    await journal.close();
    const end = `journal_end: {lines: 3, chain: ${journal.ends?.at(-1)}}\n`;
    await writeFile(path, text.replace('\nrounds:', `\n${end}rounds:`));
    const find = async () => (await store.maintenance.validate(sampleId)).journal.problems;
    expect(await find()).toEqual([]);
    const file = join(store.paths.sessions, sampleId, 'calls.jsonl');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, `${lines[0]}\n`);
    expect(await find()).toMatchObject([
      { line: 2, message: expect.stringContaining('2 lines are missing') },
    ]);
    await writeFile(file, lines.join('\n').replace('"b"', '"B"'));
    expect(await find()).toMatchObject([{ line: 2, message: expect.stringContaining('changed') }]);
    await rm(file);
    expect(await find()).toMatchObject([
      { line: 1, message: expect.stringContaining('3 lines are missing') },
    ]);
  });
});

describe('repair', () => {
  it('goes back to the last sound round, and takes out of the head what later rounds brought', async () => {
    const damaged = text.slice(0, startOf(3) + 200);
    const { store, path } = await createDamaged(damaged);
    const journal = await openJournal(store.paths, sampleId);
    const ask = journalAsk({ journal, call: async () => createSuccess('x'), clock: { now: () => noon } });
    for (const key of ['2/answer/qa-lead/1', '3/answer/qa-lead/1', '3/synthesis/facilitator/1']) {
      await ask(createRequest(key), { signal: new AbortController().signal });
    }
    await journal.close();
    const report = await store.maintenance.repair(sampleId);
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
        { id: 'S-001', went_to: [], not_taken: null },
        { id: 'S-002', went_to: [], not_taken: null },
      ],
      text: null,
      artifacts: [],
      consensus: [],
      conflicts: [
        {
          status: 'open',
          positions: [{ id: 'a', held_by: [{ seat: 'software-architect' }], given_up_by: [] }],
          resolution: null,
          resolved_in: null,
          history: [{ code: 'opened' }],
        },
      ],
      guidance: [{ text: 'one' }],
    });
    expect(await readFile(path, 'utf8')).toBe(stringifySession(session));
    expect(await store.maintenance.repair(sampleId)).toMatchObject({
      repaired: false,
      rounds_kept: 2,
    });
    expect((await readdir(store.paths.sessions)).filter((name) => name.includes('lock'))).toEqual([]);
  });

  it.each<[string, string, number]>([
    ['a value that fits no schema', text.replace('focus: focus 2', 'focus: [1]'), 1],
    ['a value that is no YAML', text.replace('focus: focus 2', 'focus: ['), 1],
    ['a round that is missing', text.slice(0, startOf(2)) + text.slice(startOf(3)), 1],
    ['a broken line at the margin', text.replace('    focus: focus 3', 'xx\u0001: focus: 3'), 2],
    ['no rounds at all', text.slice(0, text.search(/^rounds:/m)), 0],
    ['a head that counts wrong', text.replace('total_rounds: 3', 'total_rounds: 2'), 3],
    ['a last line that is cut off', text.slice(0, -4), 2],
  ])('cuts back %s', async (_, damaged, rounds) => {
    const { store } = await createDamaged(damaged);
    const report = await store.maintenance.repair(sampleId);
    expect(report).toMatchObject({ repaired: true, rounds_kept: rounds, rounds_lost: 3 - rounds });
    const { session } = await store.load(sampleId);
    expect(session.rounds).toEqual(whole.rounds.slice(0, rounds));
    expect(session.status).toBe(rounds === 3 ? 'completed' : 'paused');
  });

  it.each<[string, string, { line: number; column: number }]>([
    ['no YAML', text.replace('topic: Which queue?', 'topic: ['), { line: 4, column: 1 }],
    ['a status nobody knows', text.replace('status: completed', 'status: lost'), { line: 8, column: 9 }],
    ['a key that is missing', text.replace('participants:', 'part:'), { line: 1, column: 1 }],
    [
      'a key written twice',
      text.replace('strategy: debate\n', 'strategy: debate\nstrategy: disney\n'),
      { line: 6, column: 1 },
    ],
  ])('leaves a file whose head is damaged, and says where: %s', async (_, damaged, place) => {
    const { store, path } = await createDamaged(damaged);
    await expect(store.maintenance.repair(sampleId)).rejects.toMatchObject({
      code: 'SESSION_INVALID',
      message: expect.stringContaining('its head, which is everything before the rounds'),
      problems: [expect.objectContaining({ file: `.s2s/sessions/${sampleId}.yaml`, ...place })],
    });
    expect(await readFile(path, 'utf8')).toBe(damaged);
    expect(await readdir(store.paths.sessions)).toEqual([`${sampleId}.yaml`]);
  });

  it.each([
    ['it is empty', ''],
    ['it holds something else', '\u0000\u0001 nothing of ours'],
    [
      'its rounds are written otherwise',
      text.replace(/^rounds:/m, '"rounds":').replace('total_rounds: 3', 'total_rounds: 2'),
    ],
    ['it has another id', text.replace(`id: ${sampleId}`, 'id: other')],
  ])('leaves a file when %s', async (_, damaged) => {
    const { store, path } = await createDamaged(damaged);
    await expect(store.maintenance.repair(sampleId)).rejects.toMatchObject({ code: 'SESSION_INVALID' });
    expect(await readFile(path, 'utf8')).toBe(damaged);
  });

  it('leaves a newer form alone, and one that another process holds', async () => {
    const { store, path } = await createDamaged(
      text.replace(`schema_version: ${schemaVersion}`, 'schema_version: 99').slice(0, 900),
    );
    await expect(store.maintenance.repair(sampleId)).rejects.toMatchObject({
      code: 'SESSION_TOO_NEW',
    });
    await writeFile(path, text.slice(0, 900));
    const release = await acquireLock(store.paths, sampleId, createHost(2, [1, 2]));
    const busy = createFileMaintenance({
      root: store.paths.root,
      s2sDir: '.s2s',
      clock: { now: () => noon },
      host: createHost(1, [1, 2]),
    });
    await expect(busy.repair(sampleId)).rejects.toMatchObject({ code: 'SESSION_LOCKED' });
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
          const { repaired, rounds_kept: roundsKept } = await store.maintenance.repair(sampleId);
          const { session } = await store.load(sampleId);
          expect(session.rounds).toHaveLength(roundsKept);
          if (!repaired) return;
          kept += 1;
          expect(await readFile(join(store.paths.sessions, `${sampleId}.damaged-${kept}.yaml`))).toEqual(
            damaged,
          );
        } catch (error) {
          if (!(error instanceof S2sError)) throw error;
          expect(['SESSION_INVALID', 'SESSION_TOO_NEW', 'SESSION_FOREIGN']).toContain(error.code);
          expect(await readFile(path)).toEqual(damaged);
        }
      }),
      { numRuns: 40 },
    );
  });
});
