import { describe, expect, test } from 'vitest';
import { holdSession } from './table.ts';

/** Every class of seeds leads where its name says, in strategies that count votes and in those that do not. */
describe('seeds that lead into other branches', () => {
  test('2: a conflict grows old, and a person is asked', async () => {
    const held = await holdSession({ seed: 2, strategy: 'standard' });
    expect(held).toMatchObject({ ended: 'paused', reason: 'waiting-for-person' });
    expect(held.session.escalations).toMatchObject([
      { trigger: 'conflict-age', round: 3, status: 'pending' },
    ]);
    expect(held.session.escalations[0]?.recommendation?.length).toBeGreaterThan(20);
    expect(new Set(held.session.escalations[0]?.positions.map(({ text }) => text)).size).toBe(2);
  });

  test('2: once a person has decided, the seats follow and say what they follow', async () => {
    const { session, ended } = await holdSession({
      seed: 2,
      strategy: 'standard',
      onEscalation: { own: 'Buy a hosted one' },
      settings: { min_rounds: 5 },
    });
    expect(ended).toBe('completed');
    expect(session.outcome?.result).toBe('decided');
    const causes = session.rounds
      .flatMap(({ answers }) => answers.map(({ cause }) => cause))
      .filter((cause) => cause !== null);
    expect(causes.join()).toContain('Buy a hosted one');
    expect(session.outcome?.document?.content).toMatchObject({ chosen: 'Buy a hosted one' });
  });

  test('2: with the policy to go on, the conflict stays to the end and into the outcome', async () => {
    const { session, ended } = await holdSession({
      seed: 2,
      workflow: 'roundtable',
      onEscalation: 'continue',
    });
    expect(ended).toBe('completed');
    expect(session.conflicts[0]?.status).toBe('open');
    expect(session.outcome?.result).toBe('partial-consensus');
    // What is still open is contested, and nobody has lost it.
    const contested = session.artifacts.filter(({ id }) => session.conflicts[0]?.item_ids.includes(id));
    expect(contested.map(({ status }) => status)).toEqual(['open', 'open']);
    expect(session.outcome?.dissent).toEqual([]);
  });

  test('3: the facilitator asks for a person in round 2, with a reason', async () => {
    const { session, reason } = await holdSession({ seed: 3 });
    expect(reason).toBe('waiting-for-person');
    expect(session.escalations).toMatchObject([{ trigger: 'facilitator', round: 2 }]);
    expect(session.rounds.at(-1)?.escalation_reason?.length).toBeGreaterThan(20);
    const accepted = await holdSession({ seed: 3, onEscalation: 'accept' });
    expect(accepted.ended).toBe('completed');
    expect(accepted.session.escalations).toHaveLength(1);
  });

  test('4: nobody is sure', async () => {
    const { session } = await holdSession({ seed: 4, strategy: 'standard' });
    expect(session.escalations).toMatchObject([{ trigger: 'low-confidence', round: 3 }]);
    // Nothing was recommended, so there is nothing that a policy could accept: a person is waited for.
    const waiting = await holdSession({ seed: 4, strategy: 'standard', onEscalation: 'accept' });
    expect([waiting.ended, waiting.session.pause_reason]).toEqual(['paused', 'waiting-for-person']);
  });

  test('5: the conflict holds a critical keyword', async () => {
    const { session } = await holdSession({ seed: 5, strategy: 'standard' });
    expect(session.escalations).toMatchObject([{ trigger: 'critical-keyword', round: 2 }]);
    const other = await holdSession({
      seed: 5,
      strategy: 'standard',
      settings: { escalation: { critical_keywords: ['budget'] } },
    });
    expect(other.session.escalations[0]?.reason).toContain('budget');
  });

  test('6: a block stands, and holds the conclusion up to the last round', async () => {
    const { session } = await holdSession({
      seed: 6,
      workflow: 'specs',
      strategy: 'consensus-driven',
      settings: { max_rounds: 5 },
    });
    expect(session.rounds.at(-1)).toMatchObject({ round: 5, decided_by_rule: 4 });
    expect(session.outcome?.result).toBe('partial-consensus');
    expect(session.rounds.some(({ decided_by_rule: rule }) => rule === 8)).toBe(true);
    const blocked = session.artifacts.filter(({ stances }) =>
      stances.some(({ stance, round }) => stance === 'block' && round === 5),
    );
    expect(blocked.length).toBeGreaterThan(0);
    expect(new Set(blocked.map(({ status }) => status))).toEqual(new Set(['open']));
  });

  test.each([
    ['roundtable', 'standard'],
    ['design', 'debate'],
    ['specs', 'standard'],
  ] as const)('7: %s by %s comes to a stable disagreement without a person', async (workflow, strategy) => {
    const { session, ended } = await holdSession({ seed: 7, workflow, strategy });
    expect(ended).toBe('completed');
    expect(session.escalations).toEqual([]);
    expect(session.rounds.at(-1)).toMatchObject({ decided_by_rule: 12, moved: [] });
    expect(session.outcome?.result).toBe('stable-disagreement');
    expect(session.rounds.flatMap(({ answers }) => answers).every(({ changed }) => changed !== true)).toBe(
      true,
    );
    expect(session.conflicts).toMatchObject([{ status: 'open' }]);
    const ways = session.artifacts.filter(({ id }) => session.conflicts[0]?.item_ids.includes(id));
    expect(ways.map(({ status }) => status)).toEqual(['open', 'open']);
    for (const { stances } of ways)
      expect(stances.filter(({ stance }) => stance === 'block').length).toBeGreaterThan(0);
  });

  test('8: the facilitator wants to conclude from the first round, and is overruled until the minimum', async () => {
    const { session } = await holdSession({ seed: 8, workflow: 'roundtable', strategy: 'standard' });
    expect(session.rounds[0]).toMatchObject({
      proposed_action: 'conclude',
      next_action: 'continue',
      decided_by_rule: 5,
    });
    expect(session.rounds).toHaveLength(3);
  });

  test('9: the facilitator wants to conclude with a critical topic left over', async () => {
    const { session, ended } = await holdSession({ seed: 9, workflow: 'specs', strategy: 'standard' });
    expect(ended).toBe('completed');
    expect(
      session.rounds.some(({ decided_by_rule: rule, override }) => rule === 6 && override !== null),
    ).toBe(true);
    expect(session.agenda.every(({ critical, status }) => !critical || status === 'covered')).toBe(true);
  });

  test('10: every round asks for the next phase, also the last one', async () => {
    const { session, ended } = await holdSession({ seed: 10, workflow: 'brainstorm', strategy: 'disney' });
    expect(ended).toBe('completed');
    expect(session.rounds.map(({ proposed_action: action }) => action)).toEqual(['phase', 'phase', 'phase']);
    expect(session.rounds.map(({ phase }) => phase)).toEqual(['dreamer', 'realist', 'critic']);
  });

  test('a seed with an odd tens digit has every seat challenge the context in round 1, the others one seat', async () => {
    const all = await holdSession({ seed: 11 });
    expect(all.session.rounds[0]?.context_challenges).toHaveLength(4);
    expect(new Set(all.session.rounds[0]?.context_challenges.map(({ text }) => text)).size).toBeGreaterThan(
      1,
    );
    const one = await holdSession({ seed: 1 });
    expect(one.session.rounds[0]?.context_challenges).toHaveLength(1);
    expect(one.session.rounds[1]?.context_challenges).toEqual([]);
  });

  test('no seed leads to a crash, an unreadable reply or a run without end', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const held = await holdSession({
        seed,
        workflow: seed % 2 === 0 ? 'design' : 'specs',
        onEscalation: 'continue',
      });
      expect(held.ended).toBe('completed');
      expect(held.session.rounds.length).toBeLessThanOrEqual(20);
    }
  });
});
