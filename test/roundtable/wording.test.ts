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
  ])('"%s" loses %s', (text, lost) => {
    expect(apply([], [itemEntry(text, { from: ['S-001'] })]).losses).toEqual(
      lost.length === 0 ? [] : [`items: the wording of REQ-001 leaves out ${lost.join(', ')} of S-001`],
    );
  });
});

describe('what a wording may not change', () => {
  it.each([
    ['Keep jobs for 30 days, assumed.', 'Keep them for 30 days.', 'Keep them for 30 days (assumed: 30).'],
    ['Keep jobs for 30 days (assumed).', 'Keep them 30 days', 'Keep them 30 days (assumed: 30)'],
    [
      'We assume that 2,000 jobs come a day.',
      'Plan for 2,000 jobs.',
      'Plan for 2,000 jobs (assumed: 2,000).',
    ],
    ['Assumed peak: 40/s; keep 7 days.', 'Serve 40/s for 7 days.', 'Serve 40/s for 7 days (assumed: 40).'],
    [
      'Keep jobs for 30 days, assumed.',
      'Keep them for 30 days, which is assumed.',
      'Keep them for 30 days, which is assumed.',
    ],
    ['Keep jobs for 30 days, assumed.', 'Keep them for 300 days.', 'Keep them for 300 days.'],
    ['Keep jobs for 30 days.', 'Keep them for 30 days.', 'Keep them for 30 days.'],
    ['REQ-30 is assumed to hold.', 'REQ-30 holds for 30 days.', 'REQ-30 holds for 30 days.'],
  ])('is that a number is assumed: "%s" as "%s"', (text, wording, marked) => {
    const { items } = applyItems(
      [],
      readSynthesis(
        synthesisReply.parse({ synthesis: 's', items: [itemEntry(wording, { from: ['S-001'] })] }),
        naming,
      ).items,
      { round: 2, statements: [createStatement('S-001', { text })] },
    );
    expect(items[0]?.text).toBe(marked);
    expect(items[0]?.history[0]?.text).toBe(marked);
  });

  it('is what an item was made of before: a later wording is held against all of it', () => {
    const item = createItem({}, { text: 'Keep jobs for 30 days, assumed.', from: ['S-001'] });
    const { items, losses } = apply(
      [item],
      [itemEntry('Keep jobs for 30 days, in one table.', { id: 'REQ-001' })],
    );
    expect(items[0]?.text).toBe('Keep jobs for 30 days, in one table (assumed: 30).');
    expect(losses).toEqual([]);
    // Said again, it is the wording that is there, and lapses nothing.
    const again = apply(items, [itemEntry('Keep jobs for 30 days, in one table.', { id: 'REQ-001' })]);
    expect(again.items[0]?.history).toEqual(items[0]?.history);
    expect(apply([item], [itemEntry('Keep jobs.', { id: 'REQ-001' })]).losses).toEqual([
      'items: the wording of REQ-001 leaves out "30", "assumed" of S-001',
    ]);
  });

  it.each(['unless', 'except', 'until', 'only'])('is a condition that begins with "%s"', (word) => {
    const { losses } = applyItems(
      [],
      readSynthesis(
        synthesisReply.parse({ synthesis: 's', items: [itemEntry('Jobs are kept.', { from: ['S-001'] })] }),
        naming,
      ).items,
      { round: 2, statements: [createStatement('S-001', { text: `Jobs are kept ${word} they fail.` })] },
    );
    expect(losses).toEqual([`items: the wording of REQ-001 leaves out "${word}" of S-001`]);
  });

  it('nor are reasons, checks and a priority lost: those of all its statements, also of later ones', () => {
    const statements = [
      createStatement('S-001', {
        text: 'Keep jobs.',
        why: 'Audits ask.',
        verify: 'It is there.',
        priority: 'must',
      }),
      createStatement('S-002', { text: 'Keep the jobs.', why: 'People ask.', verify: 'It is seen.' }),
      createStatement('S-003', {
        text: 'Keep all jobs.',
        why: 'The law asks.',
        verify: 'It is read.',
        priority: 'should',
      }),
    ];
    const place = (items: readonly Item[], changes: Record<string, unknown>) =>
      applyItems(
        items,
        readSynthesis(synthesisReply.parse({ synthesis: 's', items: [bare(changes)] }), naming).items,
        { round: 2, statements },
      ).items;
    const first = place([], { from: ['S-001', 'S-002'] });
    expect(first[0]).toMatchObject({
      rationale: 'Audits ask. People ask.',
      acceptance: ['It is there.', 'It is seen.'],
      priority: 'must',
    });
    expect(place(first, { id: 'REQ-001', from: ['S-003'] })[0]).toMatchObject({
      rationale: 'Audits ask. People ask. The law asks.',
      // They were voted on with the wording.
      acceptance: ['It is there.', 'It is seen.'],
      worded_in: 2,
      from: ['S-001', 'S-002', 'S-003'],
    });
    expect(place([], { from: ['S-001', 'S-003'] })[0]?.priority).toBeNull();
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
