/** Open conflicts at the last call: signed, held, or left as they are where nothing was said. */
import { expect, test } from 'vitest';
import { createBallotForm, readSignatures } from '../../../src/prompts/forms/ballot.ts';
import {
  closeSigned,
  listConflictDissent,
  listHeldBy,
  signConflicts,
} from '../../../src/roundtable/text/sign-conflicts.ts';
import type { Escalation } from '../../../src/session/records.ts';
import { createConflict } from '../../support/roundtable-fixtures.ts';

const position = (id: string, ...seats: string[]) => ({
  ...{ id, text: `Position ${id}.`, given_up_by: [] },
  held_by: seats.map((seat) => ({ seat, round: 1 })),
});
const open = createConflict({
  ...{ id: 'CF-001', status: 'open', resolution: null, resolution_type: null, resolved_in: null },
  positions: [position('a', 'architect', 'qa'), position('b', 'operator')],
});
const signed = { settled: true, because: '' };
const against = { settled: false, because: 'It loses jobs.' };

function sign(said: Record<string, { settled: boolean; because: string }>) {
  const list = Object.entries(said).map(([seat, one]) => ({ seat, conflicts: new Map([['CF-001', one]]) }));
  return signConflicts([open], list, 2);
}

test.each([
  ['everybody signs', { architect: signed, qa: signed, operator: signed }, 'resolved', []],
  [
    'one does not',
    { architect: signed, qa: signed, operator: against },
    'open',
    ['operator: It loses jobs.'],
  ],
  ['one says nothing', { architect: signed, qa: signed }, 'open', []],
  ['one without a position speaks', { guest: against }, 'open', []],
] as const)('%s', (_, said, status, dissent) => {
  const conflicts = sign(said);
  expect(conflicts.map((one) => one.status)).toEqual([status]);
  expect(conflicts[0]?.resolution_type).toBe(status === 'resolved' ? 'signed' : null);
  expect(listConflictDissent(conflicts).map(({ seat, text }) => `${seat}: ${text}`)).toEqual(dissent);
});

test.each([
  ['signed by all', { architect: signed, qa: signed, operator: signed }, 'settled'],
  ['held against', { architect: signed, qa: signed, operator: against }, 'pending'],
] as const)('a person is not asked any more about a conflict that is over: %s', (_, said, status) => {
  const asked = ['CF-001', 'CF-002'].map((subject) => ({ subject, status: 'pending' }) as Escalation);
  const after = closeSigned({ escalations: asked }, sign(said));
  expect(after.escalations.map((one) => one.status)).toEqual([status, 'pending']);
});

test('what a seat says later counts', () => {
  const [first] = sign({ architect: signed, qa: signed, operator: against });
  const said = [{ seat: 'operator', conflicts: new Map([['CF-001', signed]]) }];
  expect(first === undefined ? [] : signConflicts([first], said, 3)).toMatchObject([
    { status: 'resolved', resolution_type: 'signed' },
  ]);
});

test('only holders of a position of an open conflict are asked', () => {
  expect(listHeldBy([open], 'operator').map(({ id }) => id)).toEqual(['CF-001']);
  expect(listHeldBy([open], 'guest')).toEqual([]);
  expect(listHeldBy([{ ...open, status: 'resolved' }], 'operator')).toEqual([]);
});

test.each([
  [{ conflicts: { 'cf-1': { settled: 'yes', because: ' b ' } } }, { settled: true, because: 'b' }],
  [{ conflicts: { 'CF-001': { settled: false } } }, { settled: false, because: '' }],
  [{ conflicts: { 'CF-001': { because: 'I agree' } } }, undefined],
  [{ conflicts: { 'CF-001': 'settled' } }, undefined],
  [{ conflicts: { 'CF-009': signed } }, undefined],
  ['settled', undefined],
])('of %j', (data, read) => {
  expect(readSignatures(data, ['CF-001']).get('CF-001')).toEqual(read);
});

test('the form asks for conflicts only where there are some', () => {
  expect(
    createBallotForm(['DEC-001'], ['CF-001']).safeParse({ votes: { 'DEC-001': 'ratify' }, exceptions: [] })
      .success,
  ).toBe(false);
  expect(
    createBallotForm(['DEC-001']).safeParse({ votes: { 'DEC-001': 'ratify' }, exceptions: [] }).success,
  ).toBe(true);
});
