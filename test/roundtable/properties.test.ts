/** What holds for every run, whatever models and people say: held against panels that say anything. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listHeld } from '../../src/roundtable/discussion/word-conflict.ts';
import { runSession } from '../../src/roundtable/run-session.ts';
import { countMostRounds } from '../../src/session/rules/granted-rounds.ts';
import { type Session, sessionSchema } from '../../src/session/session.ts';
import { mechanisms, participations } from '../../src/session/vocabulary.ts';
import { createRandomOperator, createRandomScript } from '../support/random-panel.ts';
import {
  createAgenda,
  createParticipant,
  createPhase,
  createSession,
  createStrategy,
  createTable,
  seatIds,
} from '../support/roundtable-fixtures.ts';
import {
  createManualClock,
  createMemoryStore,
  createScriptedModel,
  deepFreeze,
} from '../support/scripted-model.ts';

const anyWorld = fc.record({
  seed: fc.nat({ max: 1_000_000 }),
  mechanism: fc.constantFrom(...mechanisms),
  threshold: fc.constantFrom(null, 0.3, 0.5, 0.6, 1),
  blocks: fc.boolean(),
  participation: fc.constantFrom(...participations),
  sides: fc.boolean(),
  phases: fc.integer({ min: 1, max: 3 }),
  maxRounds: fc.integer({ min: 1, max: 5 }),
  person: fc.boolean(),
  interactive: fc.boolean(),
  anonymize: fc.boolean(),
  combined: fc.boolean(),
  plain: fc.boolean(),
  away: fc.boolean(),
});
type World = typeof anyWorld extends fc.Arbitrary<infer Value> ? Value : never;

/** Every vote word that a seat really sent for its ballots, by seat. */
type Sent = Map<string, string>;

/** Holds a run to its end, resuming it a few times where the person is away. Gives every state that was saved. */
async function hold(world: World): Promise<{ states: Session[]; sent: Sent }> {
  const names = ['one', 'two', 'three'].slice(0, world.phases);
  const strategy = createStrategy({
    sides: world.sides,
    participation: world.participation,
    phases: names.map((name, index) =>
      createPhase(name, { votes: index > 0, context: index === 0 ? 'none' : 'full' }),
    ),
    consensus: {
      mechanism: world.mechanism,
      threshold: world.threshold,
      block_prevents_terminal: world.blocks,
      stand_aside_allowed: true,
    },
  });
  const table = createTable({
    strategy,
    agenda: createAgenda([
      { id: 'storage', critical: true, criteria: ['Days'], minimums: [{ kind: 'risks', count: 1 }] },
    ]),
  });
  const models = seatIds.map((id) => createParticipant(id));
  const person = createParticipant('human', { kind: 'human', model: null, role: 'The person' });
  const start = createSession(table, {
    participants: world.person ? [...models, person] : models,
    settings: {
      ...{ min_rounds: 1, max_rounds: world.maxRounds, answer_retries: 1 },
      ...{ interactive: world.interactive, anonymize: world.anonymize, combined: world.combined },
      plain_text_seats: world.plain ? ['qa-lead'] : [],
      escalation: { max_rounds_per_conflict: 2 },
    },
  });
  const store = createMemoryStore(start);
  const sent: Sent = new Map();
  for (let attempt = 0; attempt < 6 && store.last.status !== 'completed'; attempt += 1) {
    const model = createScriptedModel(createRandomScript(world.seed));
    await runSession(
      { session: deepFreeze(structuredClone(store.last)), version: store.version, resumed: attempt > 0 },
      table,
      {
        ask: async (request, options) => {
          const reply = await model.ask(request, options);
          if (request.step === 'last-call' && reply.ok)
            sent.set(request.seat, `${sent.get(request.seat) ?? ''}\n${reply.text}`);
          return reply;
        },
        store,
        operator: createRandomOperator(world.seed + attempt, { away: world.away }),
        report: () => undefined,
        clock: createManualClock(),
      },
    );
  }
  return { states: store.saved, sent };
}

function checkState(session: Session): void {
  expect(sessionSchema.parse(structuredClone(session))).toEqual(session);
  const { statements, dossier, ways, conflicts, open_questions, escalations, rounds, participants } = session;
  for (const list of [statements, dossier, ways, conflicts, open_questions, escalations, session.artifacts]) {
    const ids = list.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  const seats = participants.map(({ id }) => id);
  // A person argues no side that it did not choose.
  for (const { kind, side } of participants) if (kind === 'human') expect(side).toBeNull();
  // Statements belong to seats that answered in that round, and facts to the dossier.
  for (const { seat, round, facts } of statements) {
    expect(rounds[round - 1]?.answers.map((answer) => answer.seat)).toContain(seat);
    for (const id of facts) expect(dossier.map((fact) => fact.id)).toContain(id);
  }
  for (const conflict of conflicts) {
    const holders = listHeld(conflict).flatMap(({ held_by: held }) => held.map(({ seat }) => seat));
    expect(new Set(holders).size, 'a seat stands in one position').toBe(holders.length);
    for (const seat of holders) expect(seats).toContain(seat);
    const isDecided = ['user', 'policy', 'assistant'].includes(conflict.resolution_type ?? '');
    if (conflict.status === 'open') expect(conflict.resolution).toBeNull();
    else if (!isDecided) expect(listHeld(conflict).map(({ text }) => text)).toEqual([conflict.resolution]);
  }
  for (const { statements: named, answers, moved } of rounds.flatMap((round) =>
    round.consensus.map((entry) => ({ ...entry, answers: round.answers, moved: round.moved })),
  )) {
    expect(moved).toBeGreaterThanOrEqual(0);
    expect(answers.length).toBeGreaterThan(0);
    for (const id of named) expect(statements.map((statement) => statement.id)).toContain(id);
  }
  for (const { criteria_met: met } of session.agenda)
    for (const { by } of met) expect(by.length).toBeGreaterThan(0);
  expect(session.total_rounds).toBe(rounds.length);
  expect(session.total_rounds).toBeLessThanOrEqual(countMostRounds(session));
}

/** What must hold between a saved state and the one after it. */
function checkStep(before: Session, after: Session): void {
  for (const statement of before.statements) {
    const { went_to: _to, not_taken: _reason, ...said } = statement;
    expect(after.statements.find(({ id }) => id === statement.id)).toMatchObject(said);
  }
  for (const conflict of before.conflicts) {
    const next = after.conflicts.find(({ id }) => id === conflict.id);
    expect(next?.history.slice(0, conflict.history.length)).toEqual(conflict.history);
    // What is over stays over, and a seat leaves a position by its own word alone, which is in the history.
    if (conflict.status === 'resolved') expect(next).toEqual(conflict);
    for (const { id, held_by: held } of conflict.positions)
      for (const { seat } of held) {
        const stays = next?.positions.find((one) => one.id === id)?.held_by.some((one) => one.seat === seat);
        const left = next?.history.some((event) => event.seat === seat && event.from === id);
        expect(stays === true || left === true, `${seat} in ${conflict.id}${id}`).toBe(true);
      }
  }
  for (const round of before.rounds) {
    const next = after.rounds[round.round - 1];
    expect(next?.answers).toEqual(round.answers);
    expect(next?.synthesis).toBe(round.synthesis);
  }
}

/** Nobody signed what they did not sign: a vote that was counted was sent by that seat, in these words. */
function checkVotes({ artifacts, participants }: Session, sent: Sent): void {
  const models = participants.filter(({ kind }) => kind === 'model').map(({ id }) => id);
  for (const { votes } of artifacts)
    for (const { seat, vote, step } of votes)
      if (step !== 'review' && models.includes(seat))
        expect(sent.get(seat)?.toLowerCase(), `${seat}: ${vote}`).toContain(`"${vote}"`);
}

it('keeps its rules whoever says what, in every state that comes to disk', async () => {
  let completed = 0;
  let conflicts = 0;
  let signed = 0;
  await fc.assert(
    fc.asyncProperty(anyWorld, async (world) => {
      const { states, sent } = await hold(world);
      for (const [index, state] of states.entries()) {
        checkState(state);
        const before = states[index - 1];
        if (before) checkStep(before, state);
      }
      const last = states.at(-1);
      if (last === undefined) return;
      checkVotes(last, sent);
      conflicts += last.conflicts.length;
      signed += last.consensus.length;
      completed += last.status === 'completed' ? 1 : 0;
    }),
    { numRuns: 40 },
  );
  // The panels must come to something, or nothing was checked.
  expect(completed).toBeGreaterThan(15);
  expect(conflicts).toBeGreaterThan(15);
  expect(signed).toBeGreaterThan(5);
});

it('comes to the same end twice from the same replies', async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, async (world) => {
      const [one, other] = [await hold(world), await hold(world)];
      expect(other.states.at(-1)).toEqual(one.states.at(-1));
    }),
    { numRuns: 10 },
  );
});
