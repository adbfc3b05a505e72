/** The words of items: those of the statements, kept as they were put; what a wording of its own loses is told. */
import { describe, expect, it } from 'vitest';
import type { Item } from '../../src/domain/records.ts';
import { createNaming } from '../../src/roundtable/prompts/seat-names.ts';
import { readSynthesis } from '../../src/roundtable/replies/read-synthesis.ts';
import { synthesisReply } from '../../src/roundtable/replies/replies.ts';
import { applyItems } from '../../src/roundtable/rules/items.ts';
import { createItem, createSession, createStatement, createTable } from '../support/roundtable-fixtures.ts';
import { createHandler, holdRun, itemEntry, synthesisStep } from '../support/scripted-model.ts';

const naming = createNaming(createSession(), 'facilitator');
const said = [
  createStatement('S-001', {
    text: 'Keep jobs for 30 days, assumed.',
    why: 'Audits ask.',
    verify: 'A job of day 29 is there.',
  }),
  createStatement('S-002', {
    seat: 'devops-engineer',
    text: 'Keep jobs for 30 days, assumed.',
    why: 'Disks are small.',
    verify: 'The table shrinks.',
  }),
  createStatement('S-003', { text: 'Cap the queue at 10,000 jobs (see REQ-001).' }),
];
const apply = (items: readonly Item[], entries: unknown) =>
  applyItems(items, readSynthesis(synthesisReply.parse({ synthesis: 's', items: entries }), naming).items, {
    round: 2,
    statements: said,
  });
const bare = (changes: Record<string, unknown>) => itemEntry('', { text: null, ...changes });

describe('an item without a text', () => {
  it('takes the words of its first statement, with its reason and check', () => {
    const { items, losses } = apply([], [bare({ from: ['s-1', 'S-003'] })]);
    expect(items).toMatchObject([
      {
        id: 'REQ-001',
        text: 'Keep jobs for 30 days, assumed.',
        rationale: 'Audits ask.',
        acceptance: ['A job of day 29 is there.'],
        from: ['S-001', 'S-003'],
      },
    ]);
    expect(losses).toEqual(['items: the wording of REQ-001 leaves out "10,000" of S-003']);
  });

  it('keeps the words that it has, where it is known', () => {
    const { items } = apply([createItem()], [bare({ id: 'REQ-001', from: ['S-003'] })]);
    expect(items).toMatchObject([{ text: 'Use a queue in the database.', worded_in: 1, from: ['S-003'] }]);
  });

  it('and without a statement is nothing, and that is said', () => {
    const { items, losses } = apply([], [bare({ title: 'Retention' })]);
    expect(items).toEqual([]);
    expect(losses).toEqual(['items: "new-1" has no text and names no statement']);
  });
});

describe('statements of the same words', () => {
  it('are one item with the checks of both, in one reply', () => {
    const { items } = apply([], [bare({ from: ['S-001'] }), bare({ id: 'new-2', from: ['S-002'] })]);
    expect(items).toMatchObject([
      {
        from: ['S-001', 'S-002'],
        acceptance: ['A job of day 29 is there.', 'The table shrinks.'],
        worded_in: 2,
      },
    ]);
  });

  it('add a supporter to what was agreed, and lapse nothing', () => {
    const agreed = createItem(
      { 'qa-lead': 'support', 'software-architect': 'support' },
      {
        text: 'Keep jobs for 30 days, assumed.',
        status: 'agreed',
        decided_by: 'count',
        acceptance: ['Seen.'],
      },
    );
    const [item] = apply([agreed], [bare({ from: ['S-002'] })]).items;
    expect(item).toMatchObject({ status: 'agreed', acceptance: ['Seen.'], worded_in: 1, from: ['S-002'] });
    expect(item?.stances).toEqual(agreed.stances);
  });
});

describe('a wording of its own', () => {
  it.each([
    ['Keep jobs for 30 days, assumed, in one table.', []],
    ['Keep jobs for a month.', ['"30"', '"assumed"']],
    ['Keep jobs for 30 days.', ['"assumed"']],
  ])('"%s" loses %s', (text, lost) => {
    expect(apply([], [itemEntry(text, { from: ['S-001'] })]).losses).toEqual(
      lost.length === 0 ? [] : [`items: the wording of REQ-001 leaves out ${lost.join(', ')} of S-001`],
    );
  });
});

describe('labels of a reply', () => {
  it('never reach a reader: prose names the items by the ids that they got', async () => {
    const { session } = await holdRun({
      session: createSession(createTable(), { settings: { min_rounds: 1, max_rounds: 1 } }),
      table: createTable(),
      script: createHandler({
        synthesis: () =>
          synthesisStep({
            synthesis: 'The seats want new-1; New_2 is disputed, and new-9 is nothing.',
            items: [
              itemEntry('Jobs are kept.', { from: ['S-001'] }),
              itemEntry('They outlive new-1.', {
                id: 'new-2',
                type: 'RISK',
                rationale: 'See new-1.',
                from: ['S-002'],
              }),
            ],
            not_taken: [{ statement: 'S-003', reason: 'it repeats new-2' }],
            conflicts: [
              {
                id: 'new',
                description: 'Whether new-2 is real',
                item_ids: ['new-2'],
                positions: [{ seat: 'qa-lead', text: 'new-2 is real' }],
                recommendation: 'Drop new-2.',
              },
            ],
            recommendation: 'Take new-1.',
          }),
      }),
    });
    const [round] = session.rounds;
    expect(round?.synthesis).toBe('The seats want REQ-001; RISK-001 is disputed, and new-9 is nothing.');
    expect(round?.recommendation).toBe('Take REQ-001.');
    expect(session.artifacts[1]).toMatchObject({ text: 'They outlive REQ-001.', rationale: 'See REQ-001.' });
    expect(session.statements[2]?.not_taken).toBe('it repeats RISK-001');
    expect(session.conflicts[0]).toMatchObject({
      description: 'Whether RISK-001 is real',
      item_ids: ['RISK-001'],
      positions: [{ text: 'RISK-001 is real' }],
      recommendation: 'Drop RISK-001.',
    });
  });
});
