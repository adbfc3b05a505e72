/** The dossier: each fact once, with everybody who found it. */
import { expect, it } from 'vitest';
import { addFacts, type StatedFact } from '../../src/session/rules/dossier.ts';

function fact(changes: Partial<StatedFact> = {}): StatedFact {
  return {
    claim: 'Jobs are tried five times.',
    ...{ path: 'src/worker.ts', line: 2, quote: 'const attempts = 5;', commit: 'abc', found: 'yes' },
    ...changes,
  };
}

const lead = { seat: 'qa-lead', round: 1 };
const architect = { seat: 'software-architect', round: 2 };

it('numbers facts, and gives the id of each in the order of the reply', () => {
  const { dossier, ids } = addFacts([], [fact(), fact({ path: 'src/queue.ts' }), fact()], lead);
  expect(ids).toEqual(['F-001', 'F-002', 'F-001']);
  expect(dossier).toEqual([
    { id: 'F-001', ...fact(), seats: ['qa-lead'], round: 1 },
    { id: 'F-002', ...fact({ path: 'src/queue.ts' }), seats: ['qa-lead'], round: 1 },
  ]);
});

it('the same line of the same file is the same fact, with one more finder and what the finder claims', () => {
  const first = addFacts([], [fact()], lead);
  const again = addFacts(
    first.dossier,
    [fact({ claim: 'Five attempts.', quote: 'attempts = 5' })],
    architect,
  );
  expect(again.ids).toEqual(['F-001']);
  const claim = 'Jobs are tried five times. Five attempts.';
  expect(again.dossier).toEqual([
    { id: 'F-001', ...fact({ claim }), seats: ['qa-lead', 'software-architect'], round: 1 },
  ]);
  expect(first.dossier[0]?.seats).toEqual(['qa-lead']);
  // Who repeats what is claimed already adds nothing to it.
  const third = addFacts(again.dossier, [fact({ claim: 'Five attempts.' })], lead);
  expect(third.dossier).toEqual(again.dossier);
});

it('the same quotation on another line is another fact, and without lines the same', () => {
  const { ids } = addFacts([], [fact(), fact({ line: 9, quote: ' const   attempts = 5;' })], lead);
  expect(ids).toEqual(['F-001', 'F-002']);
  const unread = { line: null, found: null } as const;
  expect(
    addFacts([], [fact(unread), fact({ ...unread, quote: ' const   attempts = 5;' })], lead).ids,
  ).toEqual(['F-001', 'F-001']);
});

it('what was not found stays, as not found, until somebody finds it', () => {
  const lost = addFacts([], [fact({ found: 'no', line: 7, commit: null })], lead);
  expect(lost.dossier).toMatchObject([{ found: 'no', line: 7 }]);
  const found = addFacts(lost.dossier, [fact({ found: 'moved', line: 4, url: 'https://x/L4' })], architect);
  expect(found.dossier).toMatchObject([{ id: 'F-001', found: 'moved', line: 4, url: 'https://x/L4' }]);
  expect(addFacts(found.dossier, [fact({ found: 'no' })], lead).dossier).toEqual(found.dossier);
});
