/** A run that dies at any call of a port ends in the same session once it is started again, and pays for nothing twice. */
import process from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSession } from '../../src/roundtable/run-session.ts';
import type { Ask, Operator, Ports, Store } from '../../src/session/ports/ports.ts';
import type { Usage } from '../../src/session/records.ts';
import { noUsage } from '../../src/session/records.ts';
import { addUsage, sumUsages } from '../../src/session/rules/usage.ts';
import type { Session } from '../../src/session/session.ts';
import type { Settings } from '../../src/session/settings.ts';
import { createSession, createTable } from '../support/roundtable-fixtures.ts';
import {
  answerStep,
  callUsage,
  createHandler,
  createManualClock,
  createMemoryJournal,
  createMemoryStore,
  createScriptedModel,
  createScriptedOperator,
  deepFreeze,
  itemEntry,
  questionStep,
  reviewStep,
  revisionStep,
  type Script,
  type ScriptedReply,
  synthesisStep,
} from '../support/scripted-model.ts';

/**
 * A run in which everything happens that is written on the way: an unusable reply, guidance, a conflict that a person decides, a
 * proposal that is asked for again, a seat that fails in the review, amendments, a block that no patch lifts, and a decision about it.
 */
function createMediumScript(options: { combined: boolean }): Script {
  const next = (round: number): Record<string, unknown> =>
    options.combined
      ? {
          next_question: {
            ...{ question: `Carried question ${round + 1}: what breaks first under load?`, focus: 'load' },
            ...{ context_summary: 'Two people.', participants: ['all'], topic_id: null },
          },
        }
      : {};
  const conflict = {
    ...{ id: 'new', description: 'Who may read the jobs is a security question' },
    positions: [
      { id: 'new', text: 'nobody', held_by: ['qa-lead', 'Seat A'] },
      { id: 'new', text: 'everybody', held_by: ['devops-engineer', 'Seat B'] },
    ],
  };
  return createHandler({
    question: ({ round }) => questionStep({ question: `Asked question ${round}: which cost weighs most?` }),
    answer: ({ round, seat, attempt }): ScriptedReply => {
      if (round === 1 && seat === 'qa-lead' && attempt === 1) return { text: 'I would rather talk freely.' };
      return answerStep(`Round ${round}: ${seat} has a position of its own.`, {
        private_note: `note ${round}`,
        proposal: seat === 'software-architect' && attempt === 1 ? '' : 'A proposal.',
        facts: [],
      });
    },
    synthesis: ({ round }): ScriptedReply =>
      synthesisStep({
        synthesis: `Synthesis ${round}.`,
        recommendation: `Recommendation ${round}.`,
        conflicts: round === 1 ? [conflict] : [],
        next_action: round === 3 ? 'conclude' : 'continue',
        ...next(round),
      }),
    review: ({ seat }) =>
      seat === 'devops-engineer'
        ? { fail: 'refusal' }
        : reviewStep({
            exceptions:
              seat === 'qa-lead' ? [{ item: 'DEC-001', vote: 'block', reason: 'It loses jobs.' }] : [],
            amendments: [{ target: 'DEC-001', field: 'check', words: 'Count them.', reason: 'r' }],
          }),
    'last-call': ({ seat, facts }) => ({
      data: {
        votes: Object.fromEntries(
          facts.ballot.map(({ id, text }) => [
            id,
            seat === 'qa-lead' && !text.includes('decided') ? 'block' : 'ratify',
          ]),
        ),
        exceptions: facts.ballot.map(({ id }) => ({ item: id, reason: 'It loses jobs.' })),
      },
    }),
    patch: () =>
      revisionStep({ items: [itemEntry('Jobs are kept for a day, as decided.', { id: 'DEC-001' })] }),
  });
}

const decisions = {
  choices: {
    '1/choice/person/1': { choice: 'guidance', text: 'Think of the night shift.' },
    '2/choice/person/1': { choice: 'continue' },
    '3/choice/person/1': { choice: 'continue' },
  },
  decisions: {
    '2/escalation/E-001/1': { decision: 'own', text: 'Only the owner reads.', by: 'user' },
    'text/escalation/E-002/1': { decision: 'own', text: 'Keep them for a day.', by: 'user' },
  },
} as const;

class Crash extends Error {}

interface World {
  session: Session;
  settings: Partial<Settings>;
  script: Script;
}

function createWorld(settings: Partial<Settings>): World {
  const table = createTable();
  return {
    session: createSession(table, {
      settings: {
        interactive: true,
        min_rounds: 2,
        max_rounds: 3,
        ...settings,
        memory: { include_internal_reasoning: true },
      },
    }),
    settings,
    script: createMediumScript({ combined: settings.combined === true }),
  };
}

/** Runs until it is finished; at each of the given port calls (counted over a run) the program dies, and is started again. */
async function runWithCrashes(world: World, crashes: readonly { at: number; when: 'before' | 'after' }[]) {
  const table = createTable();
  const journal = createMemoryJournal();
  const store = createMemoryStore(world.session);
  const calls: string[] = [];
  for (let start = 0; start <= crashes.length; start += 1) {
    const crash = crashes[start];
    const model = createScriptedModel(world.script);
    const operator = createScriptedOperator(decisions);
    let count = 0;
    let dead = false;
    const guard = async <Value>(name: string, call: () => Promise<Value>): Promise<Value> => {
      // A dead program does nothing any more.
      if (dead) throw new Crash(`dead at ${name}`);
      const index = count;
      count += 1;
      if (start === 0) calls.push(name);
      const isHere = crash?.at === index;
      if (isHere) dead = true;
      if (isHere && crash.when === 'before') throw new Crash(`before ${name}`);
      const value = await call();
      if (isHere) throw new Crash(`after ${name}`);
      return value;
    };
    const ask = journal.wrap(model.ask);
    const person = journal.wrapOperator(operator);
    const guardedStore: Store = {
      save: (session, version) => guard('save', () => store.save(session, version)),
      publish: (session) => guard('publish', () => store.publish(session)),
      release: (id) => guard('release', () => store.release(id)),
    };
    const guardedAsk: Ask = (request, options) => guard(`ask ${request.key}`, () => ask(request, options));
    const guardedOperator: Operator = {
      stop: operator.stop,
      chooseAfterRound: (view) => guard(`choose ${view.key}`, () => person.chooseAfterRound(view)),
      decideEscalation: (view) => guard(`decide ${view.key}`, () => person.decideEscalation(view)),
      takeTurn: (view) => guard(`turn ${view.key}`, () => person.takeTurn(view)),
    };
    const ports: Ports = {
      ask: guardedAsk,
      store: guardedStore,
      operator: guardedOperator,
      report: () => undefined,
      clock: createManualClock(),
    };
    const session = deepFreeze(structuredClone(store.last));
    const run = runSession({ session, version: store.version, resumed: start > 0 }, table, ports);
    if (!crash) return { result: await run, store, calls, made: journal.made };
    const error = await run.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null) return { result: null, store, calls, made: journal.made };
    expect(error).toBeInstanceOf(Crash);
  }
  throw new Error('unreachable');
}

function countDoubles(keys: readonly string[]): string[] {
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}

const worlds: [string, Partial<Settings>][] = [
  ['parallel', {}],
  ['unattended', { interactive: false }],
  ['sequential', { participation: 'sequential' }],
  ['combined, anonymous, verbose', { combined: true, anonymize: true, verbose: true }],
];

/** With `npm run torture:kill` a run dies at every call, otherwise at the first and the last one of each kind. */
const full = process.env['S2S_TORTURE'] === 'kill';

/** Those calls that are tried. Of one kind are those of one port and, where it asks somebody, of one step. */
function chooseDeaths(calls: readonly string[]): number[] {
  const kinds = calls.map((call) => {
    const [port, key = ''] = call.split(' ');
    return `${port} ${key.split('/')[1]}`;
  });
  return calls.flatMap((_, at) => {
    const kind = kinds[at] ?? '';
    return full || kinds.indexOf(kind) === at || kinds.lastIndexOf(kind) === at ? [at] : [];
  });
}

describe.each(worlds)('a %s run that dies at any port call', (_name, settings) => {
  it('is what the scripted run should be when nothing happens', async () => {
    const { result, store, calls } = await runWithCrashes(createWorld(settings), []);
    expect(result?.ended).toBe('completed');
    const { session } = result ?? { session: store.last };
    expect(session.status).toBe('completed');
    expect(session.escalations).toMatchObject([
      { id: 'E-001', trigger: 'critical-keyword', decision: 'own', text: 'Only the owner reads.' },
      { id: 'E-002', trigger: 'last-call', decision: 'own', text: 'Keep them for a day.' },
    ]);
    expect(session.conflicts).toMatchObject([{ status: 'resolved', resolution_type: 'user' }]);
    expect(session.guidance).toHaveLength(settings.interactive === false ? 0 : 1);
    expect(session.total_rounds).toBe(3);
    expect(session.artifacts).toMatchObject([
      { id: 'DEC-001', status: 'decided', text: 'Jobs are kept for a day, as decided.' },
    ]);
    expect(session.statements.map(({ id }) => id)).toEqual(
      session.statements.map((_, index) => `S-${String(index + 1).padStart(3, '0')}`),
    );
    for (const step of ['draft/synthesizer', 'review/qa-lead', 'revision/synthesizer', 'last-call/qa-lead'])
      expect(calls).toContain(`ask text/${step}/1`);
  });

  it('ends in the same session after a death, and pays for no call twice', async () => {
    const world = createWorld(settings);
    const whole = await runWithCrashes(world, []);
    const expected = whole.store.last;
    // Dying before a call and dying after the one before it differ only in what else was under way: the seed says which it is.
    const { seed = 0 } = fc.readConfigureGlobal() ?? {};
    for (const at of chooseDeaths(whole.calls)) {
      const when = (at + seed) % 2 === 0 ? 'after' : 'before';
      const here = `${when} ${whole.calls[at]} (call ${at})`;
      const { store, made } = await runWithCrashes(world, [{ at, when }]);
      expect(store.last, here).toEqual(expected);
      expect(countDoubles(made), here).toEqual([]);
      expect([...made].sort(), here).toEqual([...whole.made].sort());
      expect(store.released.length, here).toBeGreaterThan(0);
    }
  });

  it('ends in the same session after several deaths', async () => {
    const world = createWorld(settings);
    const whole = await runWithCrashes(world, []);
    const crash = fc.record({
      at: fc.nat({ max: whole.calls.length }),
      when: fc.constantFrom('before' as const, 'after' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(crash, { minLength: 2, maxLength: 5 }), async (crashes) => {
        const { store, made, result } = await runWithCrashes(world, crashes);
        // A death planned for a call that is never reached leaves a finished run as well.
        if (result === null) expect(store.last.status).toBe('completed');
        expect(store.last).toEqual(whole.store.last);
        expect(countDoubles(made)).toEqual([]);
      }),
      { numRuns: full ? 20 : 4 },
    );
  });
});

describe('usage', () => {
  /** Stops the run at the given calls, resumes it each time, and adds up what was really paid. */
  async function runWithStops(world: World, stops: readonly number[]) {
    const table = createTable();
    const journal = createMemoryJournal();
    const store = createMemoryStore(world.session);
    let paid: Usage = noUsage;
    for (let start = 0; start <= stops.length; start += 1) {
      const stop = stops[start];
      const model = createScriptedModel(world.script);
      const operator = createScriptedOperator(decisions);
      let count = 0;
      const counted: Ask = async (request, options) => {
        const index = count;
        count += 1;
        if (index === stop) operator.stopNow();
        if (options.signal.aborted) {
          const usage = { ...callUsage, output_tokens: 1 };
          paid = addUsage(paid, usage);
          const rest = {
            message: 'cancelled',
            remedy: '',
            request_id: null,
            provider: 'test',
            model: request.model,
            stop_reason: null,
            duration_ms: 1,
            replayed: false,
          };
          return { ok: false, kind: 'cancelled', usage, ...rest };
        }
        const reply = await model.ask(request, options);
        paid = addUsage(paid, reply.usage);
        return reply;
      };
      const result = await runSession(
        { session: deepFreeze(structuredClone(store.last)), version: store.version, resumed: start > 0 },
        table,
        {
          ask: journal.wrap(counted),
          store,
          operator: journal.wrapOperator(operator),
          report: () => undefined,
          clock: createManualClock(),
        },
      );
      expect(store.last.usage).toEqual(paid);
      if (stop === undefined || result.ended === 'completed') return { result, store, paid };
      expect(result).toMatchObject({ ended: 'paused', reason: 'signal' });
      expect(store.last.status).toBe('paused');
      expect(store.last.rounds.length).toBe(store.last.total_rounds);
    }
    throw new Error('unreachable');
  }

  it.each(worlds)('adds up exactly once over pauses, in a %s run', async (_name, settings) => {
    const world = createWorld(settings);
    const quiet = await runWithStops(world, []);
    for (let at = 0; at < 24; at += full ? 3 : 7) {
      const { store, paid } = await runWithStops(world, [at, 0, at + 2]);
      const { rounds, usage, completion_usage: completion, open_calls: open } = store.last;
      expect(store.last.status).toBe('completed');
      expect(usage).toEqual(paid);
      expect(sumUsages([...rounds.map((round) => round.usage), completion])).toEqual(paid);
      for (const round of rounds)
        expect(sumUsages(round.usage_by_seat.map((entry) => entry.usage))).toEqual(round.usage);
      expect(open).toEqual([]);
      const plain = (session: Session): unknown => [session.outcome, session.consensus, session.escalations];
      expect(plain(store.last)).toEqual(plain(quiet.store.last));
    }
  });
});
