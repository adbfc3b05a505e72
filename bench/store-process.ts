/**
 * Measures time and memory of the store, in its own process so that nothing else is in its memory. Arguments: the number of
 * rounds, and the number of repeats. Writes JSON to standard output.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFileRepository } from '../src/store/files/file-repository.ts';
import { createVerboseRound, createVerboseSession } from './sample-sessions.ts';

/** The best of all repeats, because other load on the machine only adds time; in milliseconds. */
export interface StoreTimes {
  /** The write that adds a round to a session under way. */
  write_ms: number;
  load_ms: number;
  file_kb: number;
}

const rounds = Number(process.argv[2] ?? 20);
const repeats = Number(process.argv[3] ?? 9);
const root = await mkdtemp(path.join(tmpdir(), 's2s-bench-store-'));
try {
  process.stdout.write(JSON.stringify(await measure()));
} finally {
  await rm(root, { recursive: true, force: true });
}

/** A store that has read nothing yet, like that of a new command. */
function openStore() {
  return createFileRepository({
    root,
    s2sDir: '.s2s',
    host: {
      pid: 1,
      hostname: 'here',
      isAlive: () => true,
      readProcess: async () => ({ start: null, ended: false }),
      createToken: () => 'token',
    },
    clock: { now: () => new Date(0) },
  });
}

async function measure(): Promise<StoreTimes> {
  let store = openStore();
  const session = createVerboseSession(rounds);
  let version = await store.create(session);
  const [writes, loads]: [number[], number[]] = [[], []];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const next = { ...session, rounds: [...session.rounds.slice(0, -1), createVerboseRound(rounds)] };
    const { ms, value } = await time(() => store.save(next, version));
    version = value;
    writes.push(ms);
  }
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    store = openStore();
    loads.push((await time(() => store.load(session.id))).ms);
  }
  const facts = await stat(path.join(root, '.s2s', 'sessions', `${session.id}.yaml`));
  return {
    write_ms: Math.min(...writes),
    load_ms: Math.min(...loads),
    file_kb: facts.size / 1024,
  };
}

async function time<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
  const begun = performance.now();
  const value = await work();
  return { ms: performance.now() - begun, value };
}
