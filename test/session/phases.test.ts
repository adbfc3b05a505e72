/** Where a session stands in its phases, when one ends, and what seats are asked for in it. */
import { describe, expect, it } from 'vitest';
import { arguesSides, asksForProposals, findPhaseEnd, readPhase } from '../../src/session/rules/phases.ts';
import { createPhase, createRound, createStrategy } from '../support/roundtable-fixtures.ts';

describe('phases', () => {
  const strategy = createStrategy({
    phases: [createPhase('dream'), createPhase('plan'), createPhase('dream again')],
  });
  it('count the rounds held in them since they began', () => {
    const rounds = [
      createRound(1, { phase: 'dream' }),
      createRound(2, { phase: 'plan' }),
      createRound(3, { phase: 'plan' }),
    ];
    expect(readPhase({ current_phase: 'plan', rounds }, strategy)).toMatchObject({ index: 1, rounds: 2 });
    expect(readPhase({ current_phase: 'dream again', rounds }, strategy)).toMatchObject({
      index: 2,
      rounds: 0,
    });
    expect(readPhase({ current_phase: 'gone', rounds }, strategy)).toMatchObject({ index: 0, rounds: 0 });
  });

  it('without votes are those in which sides are argued, else all but the last', () => {
    const open = createPhase('open', { votes: false });
    const debate = createStrategy({ sides: true, phases: [open, createPhase('close')] });
    expect(['open', 'close'].map((name) => arguesSides(debate, name))).toEqual([true, false]);
    const voteless = createStrategy({ sides: true, phases: [open, createPhase('close', { votes: false })] });
    expect(['open', 'close'].map((name) => arguesSides(voteless, name))).toEqual([true, false]);
    expect(arguesSides({ ...debate, sides: false }, 'open')).toBe(false);
  });
});

describe('whole proposals', () => {
  it.each([
    [1, undefined, true],
    [2, undefined, false],
    [2, true, true],
    [2, false, false],
  ])('in round %i of a phase that says %s: %s', (round, proposals, asked) => {
    const phase = createPhase('p', proposals === undefined ? {} : { proposals });
    expect(asksForProposals(phase, round)).toBe(asked);
  });
});

describe('the end of a phase', () => {
  const limits = { index: 0, names: ['one', 'two'], rounds: 2, maxRounds: 3, laterRounds: 2 };
  it.each([
    [{}, 9, null],
    [{ rounds: 3 }, 9, { code: 'phase_max_rounds', have: 3, need: 3 }],
    [{}, 2, { code: 'later_phases_need_rounds' }],
    [{ index: 1 }, 1, null],
  ])('%j with %i rounds left: %j', (changes, left, end) => {
    expect(findPhaseEnd({ ...limits, ...changes }, left)).toEqual(end);
  });
});
