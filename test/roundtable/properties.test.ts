/** What holds for every run, whatever models and people say: held against panels that say anything. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Item } from '../../src/domain/records.ts';
import { type Session, sessionSchema } from '../../src/domain/session.ts';
import { mechanisms, participations } from '../../src/domain/vocabulary.ts';
import { arguesSides } from '../../src/roundtable/rules/phases.ts';
import { readLatestStances } from '../../src/roundtable/rules/stances.ts';
import { runSession } from '../../src/roundtable/run-session.ts';
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
import { forms } from '../support/shared-readings.ts';

const anyWorld = fc.record({
  seed: fc.nat({ max: 1_000_000 }),
  mechanism: fc.constantFrom(...mechanisms),
  threshold: fc.constantFrom(null, 0.3, 0.5, 0.6, 1),
  blocks: fc.boolean(),
  aside: fc.boolean(),
  participation: fc.constantFrom(...participations),
  sides: fc.boolean(),
  phases: fc.integer({ min: 1, max: 3 }),
  maxRounds: fc.integer({ min: 1, max: 5 }),
  person: fc.boolean(),
  interactive: fc.boolean(),
  anonymize: fc.boolean(),
  plain: fc.boolean(),
  away: fc.boolean(),
});
type World = typeof anyWorld extends fc.Arbitrary<infer Value> ? Value : never;

/** Holds a run to its end, resuming it a few times where the person is away. Gives every state that was saved. */
async function hold(world: World): Promise<{ states: Session[]; table: ReturnType<typeof createTable> }> {
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
      stand_aside_allowed: world.aside,
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
      min_rounds: 1,
      max_rounds: world.maxRounds,
      interactive: world.interactive,
      anonymize: world.anonymize,
      plain_text_seats: world.plain ? ['qa-lead'] : [],
      answer_retries: 1,
      escalation: { max_rounds_per_conflict: 2 },
    },
  });
  const store = createMemoryStore(start);
  for (let attempt = 0; attempt < 6 && store.last.status !== 'completed'; attempt += 1) {
    const model = createScriptedModel(createRandomScript(world.seed));
    await runSession(
      { session: deepFreeze(structuredClone(store.last)), version: store.version, resumed: attempt > 0 },
      table,
      {
        ask: model.ask,
        store,
        operator: createRandomOperator(world.seed + attempt, { away: world.away }),
        report: () => undefined,
        clock: createManualClock(),
      },
      forms,
    );
  }
  return { states: store.saved, table };
}

function checkState(session: Session, table: ReturnType<typeof createTable>): void {
  expect(sessionSchema.parse(structuredClone(session))).toEqual(session);
  const { artifacts, statements, consensus, conflicts } = session;
  const items = new Map(artifacts.map((item) => [item.id, item]));
  for (const list of [
    artifacts,
    statements,
    consensus,
    conflicts,
    session.escalations,
    session.open_questions,
  ]) {
    const ids = list.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  // No statement without an end.
  for (const { id, items: held, not_taken: reason, raised_in: raisedIn } of statements) {
    expect(held.length > 0, `${id} in ${held.join()} and not taken: ${reason}`).toBe(reason === null);
    for (const item of held) expect(items.get(item)?.from).toContain(id);
    if (raisedIn === 'review') expect(held).toHaveLength(1);
  }
  const known = new Set(statements.map(({ id }) => id));
  const voters = new Set(session.participants.map(({ id }) => id));
  for (const item of artifacts) {
    for (const id of item.from) expect(known).toContain(id);
    for (const id of [...item.replaces, ...item.related_to, ...item.contradicts])
      expect(items.has(id), id).toBe(true);
    expect(item.replaces).not.toContain(item.id);
    for (const id of item.contradicts) expect(items.get(id)?.decided_by).toBe('user');
    // No agreement without a count.
    if (item.status === 'agreed' && item.decided_by === 'count') {
      const latest = [...readLatestStances(item)]
        .filter(([seat]) => voters.has(seat))
        .map(([, entry]) => entry.stance);
      const count = (stance: string): number => latest.filter((entry) => entry === stance).length;
      expect(latest.length, item.id).toBeGreaterThanOrEqual(2);
      expect(count('support'), item.id).toBeGreaterThan(count('block'));
      expect(count('support'), item.id).toBeGreaterThan(count('stand_aside'));
      expect(item.contradicts, item.id).toEqual([]);
      expect(consensus.map(({ item_id: id }) => id)).toContain(item.id);
    }
    if (item.status === 'agreed') expect(item.decided_by).not.toBeNull();
    if (item.status === 'open') expect(item.decided_by).toBeNull();
    if (item.raised_in === 'review')
      expect(item).toMatchObject({ status: 'open', type: 'POINT', stances: [] });
    // Nobody voted for an assigned side.
    for (const { seat, round } of item.stances) {
      const phase = session.rounds[round - 1]?.phase ?? '';
      const isReview = session.review?.after_round === round;
      const side = session.participants.find(({ id }) => id === seat)?.side ?? null;
      if (!isReview && side !== null)
        expect(arguesSides(table.strategy, phase), `${seat} on ${item.id}`).toBe(false);
    }
  }
  // What is printed is what was voted on.
  for (const { item_id: id, text } of consensus) {
    const item = items.get(id ?? '');
    expect(item?.text).toBe(text);
    expect(item?.status).toBe('agreed');
  }
  for (const { item_ids: ids, positions } of conflicts) {
    for (const id of ids) expect(items.has(id), id).toBe(true);
    for (const { seat } of positions) expect(voters).toContain(seat);
  }
  if (session.settings.consensus.mechanism === 'none')
    expect(artifacts.filter(({ decided_by: by }) => by === 'count')).toEqual([]);
}

/** What must hold between a saved state and the one after it. */
function checkStep(before: Session, after: Session): void {
  const later = new Map(after.artifacts.map((item) => [item.id, item]));
  for (const item of before.artifacts) {
    const next = later.get(item.id);
    expect(next, `${item.id} is gone`).toBeDefined();
    if (!next) continue;
    // An id means the same item for ever, and its history only grows.
    expect([next.type, next.round, next.raised_in]).toEqual([item.type, item.round, item.raised_in]);
    expect(next.history.slice(0, item.history.length)).toEqual(item.history);
    if (item.decided_by === 'user') {
      // A decision of a person binds.
      const fixed = ({ text, status, decided_by: by, acceptance }: Item) => ({
        text,
        status,
        by,
        acceptance,
      });
      expect(fixed(next)).toEqual(fixed(item));
    }
    if (next.text !== item.text && next.decided_by !== 'user')
      expect(next.history.some(({ text }) => text === next.text)).toBe(true);
  }
  for (const statement of before.statements) {
    const next = after.statements.find(({ id }) => id === statement.id);
    expect(next).toMatchObject({ seat: statement.seat, round: statement.round, text: statement.text });
  }
}

function checkEnd(session: Session): void {
  expect(session.outcome).not.toBeNull();
  const degradation = session.outcome?.degradation ?? [];
  if (session.review === null) expect(degradation.join()).toContain('not reviewed');
  for (const { message } of session.failures)
    if (message.startsWith('a stance could not be read')) expect(degradation.join('\n')).toContain(message);
  for (const { status, replaced_by: by } of session.artifacts) {
    if (status !== 'replaced') continue;
    const next = session.artifacts.find(({ id }) => id === by);
    expect(['agreed', 'replaced']).toContain(next?.status);
  }
  // Who lost said so: every dissent is by a seat, from a round that was held.
  for (const { seat, round } of session.outcome?.dissent ?? []) {
    expect(session.participants.map(({ id }) => id)).toContain(seat);
    expect(round).toBeLessThanOrEqual(session.total_rounds);
  }
}

it('holds whatever models and people say', async () => {
  let agreed = 0;
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(anyWorld, async (world) => {
      const { states, table } = await hold(world);
      for (const [index, state] of states.entries()) {
        checkState(state, table);
        const before = states[index - 1];
        if (before) checkStep(before, state);
      }
      const last = states.at(-1);
      if (last?.status !== 'completed') return;
      completed += 1;
      agreed += last.consensus.length;
      checkEnd(last);
    }),
    { numRuns: 50 },
  );
  // The panels must come to something, or nothing was checked.
  expect(completed).toBeGreaterThan(20);
  expect(agreed).toBeGreaterThan(20);
});

it('comes to the same end twice from the same replies', async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, async (world) => {
      const [one, other] = [await hold(world), await hold(world)];
      expect(other.states.at(-1)).toEqual(one.states.at(-1));
    }),
    { numRuns: 15 },
  );
});
