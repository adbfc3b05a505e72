/** The rules of the text: patches, numbers, accounts, ballots, counts, checks. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findForm } from '../../../src/documents/document-kinds.ts';
import { planKind } from '../../../src/documents/plan/kind.ts';
import { createRevisionForm } from '../../../src/prompts/forms/revision.ts';
import { accountStatements, listUnaccounted } from '../../../src/roundtable/text/account.ts';
import { applyDraft } from '../../../src/roundtable/text/apply-draft.ts';
import { checkText, listLeft } from '../../../src/roundtable/text/check-text.ts';
import { countText, listUnsettled } from '../../../src/roundtable/text/count.ts';
import { numberItems } from '../../../src/roundtable/text/number-items.ts';
import { spliceReply } from '../../../src/roundtable/text/splice-reply.ts';
import { listBallot } from '../../../src/session/rules/ballots.ts';
import { fingerprintItem, fingerprintText, listMarks } from '../../../src/session/rules/text-measures.ts';
import { readVotes } from '../../../src/session/rules/votes.ts';
import type { Session } from '../../../src/session/session.ts';
import type { Item } from '../../../src/session/text.ts';
import {
  createAmendment,
  createConflict,
  createEscalation,
  createFact,
  createQuestion,
  createStatement,
} from '../../support/roundtable-fixtures.ts';
import {
  buildItem,
  buildTable,
  buildText,
  buildTextSession,
  castVote,
  replyDraft,
  replyItem,
  replyPatch,
  sameNames,
} from './build-text.ts';

function patch(session: Session, reply: ReturnType<typeof replyPatch>): Session {
  return spliceReply(session, buildTable(), { reply, facts: new Map(), naming: sameNames, step: 'revision' });
}

const seats = ['software-architect', 'qa-lead', 'devops-engineer'];

/** The item as all seats ratify it. */
function ratify(item: Item): Item {
  return seats.reduce((voted, seat) => castVote(voted, seat, 'ratify'), item);
}

/** An item that one seat blocks and another ratifies. */
function contest(id: string): Item {
  return castVote(castVote(buildItem(id), 'qa-lead', 'block', 'no'), 'devops-engineer', 'ratify');
}

describe('a patch', () => {
  const ids = ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004'];

  test.each([
    ['panel', 'open'],
    ['user', 'answered'],
  ])('opens a question again that the %s answered, unless it was a person: %s', (by, status) => {
    const answered = createQuestion({ status: 'answered', answer: 'Nobody.', answered_by: by });
    const session = { ...buildTextSession([buildItem('REQ-001')]), open_questions: [answered] };
    const asked = {
      id: 'OQ-001',
      text: 'Who, really?',
      for_whom: 'the owner',
      until: 'step 2',
      meanwhile: 'We.',
    };
    const [question] = patch(session, replyPatch({ open_questions: [asked] })).open_questions;
    expect(question?.status).toBe(status);
    if (status === 'open') expect(question).toMatchObject({ ...asked, answer: null, answered_by: null });
    const both = { open_questions: [asked], closed_questions: [{ id: 'OQ-001', answer: 'She.' }] };
    expect(patch(session, replyPatch(both)).open_questions[0]?.status).toBe('answered');
  });

  test('leaves what it does not name byte for byte', () => {
    const named = fc.subarray(ids);
    const sections = fc.subarray(['today', 'requirements']);
    fc.assert(
      fc.property(named, sections, fc.string(), (changed, patched, words) => {
        const session = buildTextSession(ids.map((id) => buildItem(id)));
        const after = patch(
          session,
          replyPatch({
            items: changed.map((id) => replyItem(id, { text: `New: ${words}` })),
            sections: patched.map((id) => ({ id, title: '', body: `Body: ${words}`, from: [] })),
          }),
        );
        for (const id of ids.filter((one) => !changed.includes(one)))
          expect(after.artifacts.find((item) => item.id === id)).toBe(
            session.artifacts.find((item) => item.id === id),
          );
        for (const section of session.text?.sections ?? [])
          if (!patched.includes(section.id)) expect(after.text?.sections).toContainEqual(section);
        expect(after.text?.title).toBe(session.text?.title);
      }),
    );
  });

  test('after a last call takes along the head and passages of known sections, but only where an item changes, on which all vote', () => {
    const ids = ['REQ-001', 'REQ-002', 'REQ-003'];
    const sections = [
      { id: 'today', title: 'Today', body: 'Jobs live in memory.', from: [] },
      { id: 'work', title: 'Order of Work', body: 'First [[REQ-001]], then [[REQ-002]].', from: [] },
      { id: 'requirements', title: 'Requirements', body: 'They follow.', from: [] },
      { id: 'later', title: 'Later', body: 'Then [[REQ-003]].', from: [] },
    ];
    const base = buildTextSession(
      ids.map((id) => buildItem(id, { section: id === 'REQ-003' ? 'later' : 'requirements' })),
      { text: buildText({ sections }) },
    );
    fc.assert(
      fc.property(fc.subarray(ids), fc.subarray(ids), fc.string({ minLength: 1 }), (only, given, words) => {
        const reply = replyPatch({
          decision: `Decided: ${words}`,
          items: [...given, 'REQ-9'].map((id) => replyItem(id, { text: `New: ${words}` })),
          sections: ['today', 'work', 'requirements', 'later', 'own'].map((id) => ({
            ...{ id, title: 'Another', body: `Body: ${words}`, from: [] },
          })),
          removed: [{ id: 'REQ-002', because: 'gone' }],
        });
        const options = {
          reply,
          facts: new Map(),
          naming: sameNames,
          step: 'patch',
          keepsBefore: true,
          only,
        };
        const after = spliceReply(base, buildTable(), options);
        const changed = only.filter((id) => given.includes(id));
        expect(after.artifacts.map(({ id }) => id)).toEqual(ids);
        for (const item of base.artifacts.filter(({ id }) => !changed.includes(id)))
          expect(after.artifacts).toContain(item);
        for (const section of sections) {
          const now = after.text?.sections.find(({ id }) => id === section.id);
          if (changed.length > 0) expect(now).toMatchObject({ title: section.title, body: `Body: ${words}` });
          else expect(now).toEqual(section);
        }
        expect(after.text?.sections).toHaveLength(sections.length);
        // Every patch that the seats refuse leaves the text as it was, to the letter.
        const agreed = after.artifacts.map((item) => {
          const old = item.before === null ? item : { ...item, ...item.before };
          return { ...item, votes: ratify(old).votes };
        });
        const counted = countText({ ...after, artifacts: agreed }, 'last-call');
        if (changed.length > 0) {
          expect(counted.text).toEqual(base.text);
          expect(counted.artifacts.map(({ text }) => text)).toEqual(base.artifacts.map(({ text }) => text));
        }
      }),
    );
  });

  test('that is refused for one item keeps the section that accounts for another one too', () => {
    const sections = [{ id: 'requirements', title: 'Requirements', body: 'Both, newly.', from: [] }];
    const { title, decision, why, firmness, drivers, ways } = buildText();
    const before = {
      head: { title, decision, why, firmness, drivers, ways },
      sections: [{ id: 'requirements', title: 'Requirements', body: 'Both, as before.' }],
    };
    const patched = ['REQ-001', 'REQ-002'].map((id) => {
      const { title: name, text, why: reason, check, priority, details } = buildItem(id);
      return buildItem(id, {
        text: 'New.',
        before: { title: name, text, why: reason, check, priority, details },
      });
    });
    const { votes } = ratify(buildItem('REQ-002'));
    const items = patched.map((item) => (item.id === 'REQ-001' ? ratify(item) : { ...item, votes }));
    const session = buildTextSession(items, {
      text: buildText({ decision: 'Newly decided.', sections, before }),
    });
    const after = countText(session, 'last-call');
    expect(after.artifacts.map(({ text }) => text)).toEqual(['New.', buildItem('REQ-002').text]);
    expect(after.text).toMatchObject({ decision: 'Newly decided.', before: null });
    expect(after.text?.sections[0]?.body).toBe('Both, newly.');
  });

  test('keeps the fields that a whole item leaves empty, and what it was made from', () => {
    const session = buildTextSession([buildItem('REQ-001', { from: ['S-001'] })], {
      statements: [createStatement('S-001')],
    });
    const after = patch(
      session,
      replyPatch({ items: [replyItem('req-1', { why: '', check: '', from: [] })] }),
    );
    expect(after.artifacts[0]).toMatchObject({
      why: 'Because.',
      check: 'Try it.',
      from: ['S-001'],
      priority: 'should',
    });
    expect(after.statements[0]?.went_to).toEqual(['REQ-001']);
  });

  test.for([
    ['', 'PKG-001'],
    ['none', ''],
    ['None.', ''],
    ['PKG-2', '[[PKG-002]]'],
    ['[[WP-1]], core; PKG-002', '[[PKG-003]], [[PKG-004]]; [[PKG-002]]'],
    ['whoever answers', 'whoever answers'],
  ])('that gives %j for a list of packages makes it %j', ([given = '', expected]) => {
    const kind = 'package' as const;
    const session = buildTextSession([
      buildItem('PKG-001', { kind, details: { waits_for: 'PKG-001', risk: 'None yet.' } }),
      buildItem('PKG-002', { kind }),
    ]);
    const item = { ...replyItem('PKG-001'), kind, waits_for: given, risk: '' };
    const added = ['WP-1', 'core'].map((id) => ({ ...replyItem(id), kind }));
    const reply = createRevisionForm(planKind.form, { answers: false }).parse({ items: [item, ...added] });
    const after = patch(session, replyPatch({ items: reply.items }));
    expect(after.artifacts[0]?.details).toEqual({ waits_for: expected, risk: 'None yet.' });
  });

  test('puts a new item where it says, and resolves what others call it', () => {
    const session = buildTextSession([buildItem('REQ-001'), buildItem('REQ-002')]);
    const after = patch(
      session,
      replyPatch({
        items: [
          replyItem('REQ-77', { after: 'REQ-001' }),
          replyItem('REQ-002', { text: 'As REQ-77 and [[REQ-1]] say, and [[REQ-99]].' }),
        ],
      }),
    );
    expect(after.artifacts.map(({ id }) => id)).toEqual(['REQ-001', 'REQ-003', 'REQ-002']);
    expect(after.artifacts[2]?.text).toBe('As [[REQ-003]] and [[REQ-001]] say, and [[REQ-99]].');
  });

  test('takes an item out with its reason, and never one that carries out a decision', () => {
    const session = buildTextSession(
      [
        buildItem('REQ-001', { from: ['S-001'] }),
        buildItem('REQ-002', { decision: 'E-001', status: 'decided' }),
      ],
      { statements: [createStatement('S-001')] },
    );
    const removed = [
      { id: 'REQ-001', because: 'nobody needs it' },
      { id: 'REQ-002', because: 'I would not' },
    ];
    const after = patch(session, replyPatch({ removed }));
    expect(after.artifacts.map(({ id }) => id)).toEqual(['REQ-002']);
    expect(after.statements[0]?.not_taken).toBe('nobody needs it');
    expect(after.text?.removed).toMatchObject([{ title: 'Title of REQ-001', because: 'nobody needs it' }]);
  });

  test('answers what was put to the writer', () => {
    const session = buildTextSession([buildItem('REQ-001')], {
      amendments: [createAmendment(), createAmendment({ id: 'A-002' })],
    });
    const answers = [{ ids: ['A-1'], answer: 'taken' as const, because: 'It was wrong.' }];
    const after = patch(session, replyPatch({ answers, items: [replyItem('REQ-001')] }));
    expect(after.amendments.map(({ answer }) => answer)).toEqual(['taken', null]);
    expect(after.artifacts[0]?.history.at(-1)).toEqual({
      step: 'revision',
      code: 'changed',
      amendments: ['A-001'],
    });
  });
});

describe('numbers', () => {
  test('follow the reading order, and every mark and reference follows them', () => {
    const session = buildTextSession(
      [
        buildItem('REQ-001', { section: 'requirements', text: 'See [[REQ-002]].', from: ['S-001'] }),
        buildItem('REQ-002', { section: 'today' }),
      ],
      { statements: [createStatement('S-001', { went_to: ['REQ-001'] })] },
    );
    const after = numberItems(session, {}, 'revision');
    expect(after.artifacts.map(({ id, section }) => [id, section])).toEqual([
      ['REQ-001', 'today'],
      ['REQ-002', 'requirements'],
    ]);
    expect(after.artifacts[1]?.text).toBe('See [[REQ-001]].');
    expect(after.statements[0]?.went_to).toEqual(['REQ-002']);
  });

  test('are followed wherever the text refers to an item: in questions, ways, reasons and amendments too', () => {
    const items = [buildItem('REQ-001'), buildItem('REQ-002', { section: 'today' })];
    const words = 'After [[REQ-002]].';
    const way = { name: words, meaning: words, for: words, against: words, chosen: true, because: words };
    const session = buildTextSession(items, {
      text: buildText({ drivers: [words], ways: [way] }),
      statements: [createStatement('S-001', { not_taken: words })],
      open_questions: [createQuestion({ text: words, for_whom: words, until: words, meanwhile: words })],
    });
    const { text, statements, open_questions: questions } = numberItems(session, {}, 'revision');
    const after = JSON.stringify([text?.drivers, text?.ways, statements, questions]);
    expect(after.match(/After \[\[REQ-001\]\]/g)).toHaveLength(11);
    expect(after).not.toContain('REQ-002');
  });

  test('go on behind those of the file, of every kind', () => {
    const items = [buildItem('REQ-001'), buildItem('OOS-001', { kind: 'out-of-scope' })];
    const after = numberItems(buildTextSession(items), { REQ: 12, OOS: 3 }, 'revision');
    expect(after.artifacts.map(({ id }) => id)).toEqual(['REQ-013', 'OOS-004']);
  });

  test('change no vote: it is on what the words say', () => {
    const voted = castVote(buildItem('REQ-001', { text: 'See [[REQ-002]].' }), 'qa-lead', 'ratify');
    const session = buildTextSession([voted, buildItem('REQ-002', { section: 'today' })]);
    const after = numberItems(session, {}, 'revision');
    const item = after.artifacts.find(({ text }) => text === 'See [[REQ-001]].');
    expect(item === undefined ? [] : [...readVotes(item).keys()]).toEqual(['qa-lead']);
  });
});

describe('a draft', () => {
  test('is numbered, and its marks are resolved whatever its author called things', () => {
    const session = buildTextSession([], {
      statements: [createStatement('S-001'), createStatement('S-002')],
      text: null,
    });
    const after = applyDraft(session, buildTable(), {
      reply: replyDraft({
        sections: [
          { id: 'Today', title: '', body: 'As [[req-20]] says, REQ-10 holds; [[N1]].', from: ['S-2'] },
        ],
        items: [replyItem('REQ-10', { from: ['s-1'] }), replyItem('REQ-20', { section: 'today' })],
      }),
      facts: new Map([
        ['N-1', 'F-001'],
        ['N1', 'F-001'],
      ]),
      naming: sameNames,
    });
    expect(after.artifacts.map(({ id, section }) => [id, section])).toEqual([
      ['REQ-001', 'today'],
      ['REQ-002', 'requirements'],
    ]);
    expect(after.text?.sections[0]).toEqual({
      id: 'today',
      title: 'Today',
      body: 'As [[REQ-001]] says, [[REQ-002]] holds; [[F-001]].',
      from: ['S-002'],
    });
    // A statement is accounted for by an item, or by the section whose prose takes it up.
    expect(after.statements.map(({ went_to }) => went_to)).toEqual([['REQ-002'], ['today']]);
  });

  test.each([
    ['de', 'Wann neu zu entscheiden ist'],
    ['de-AT', 'Wann neu zu entscheiden ist'],
    [null, 'When to Revisit'],
    ['fr', 'As written'],
  ])(
    'has the headings of its form, by which programs know its sections, where they ship: %s',
    (language, title) => {
      const session = buildTextSession([], { language, text: null });
      const document = findForm(session, 'adr');
      const sections = ['revisit', 'our-own'].map((id) => ({
        id,
        title: 'As written',
        body: 'Soon.',
        from: [],
      }));
      const reply = replyDraft({ sections, items: [] });
      const after = applyDraft(session, buildTable({ document }), {
        reply,
        facts: new Map(),
        naming: sameNames,
      });
      expect(after.text?.sections.map((section) => section.title)).toEqual([title, 'As written']);
      const patched = spliceReply(after, buildTable({ document }), {
        reply: replyPatch({ sections: sections.map((one) => ({ ...one, title: 'Anew' })) }),
        ...{ facts: new Map(), naming: sameNames, step: 'shorten' },
      });
      expect(patched.text?.sections.map((section) => section.title)).toEqual([
        title === 'As written' ? 'Anew' : title,
        'Anew',
      ]);
    },
  );

  test('refers to items of the file by their own numbers, which stay plain', () => {
    const extended = {
      path: 'docs/requirements.md',
      items: [{ id: 'REQ-002', title: 't', text: 'x' }],
      highest: { REQ: 2 },
    };
    const after = applyDraft(buildTextSession([], { text: null }), buildTable({ extended }), {
      reply: replyDraft({
        items: [replyItem('REQ-003', { text: 'Beside [[REQ-002]].', replaces: ['REQ-002', 'REQ-9'] })],
      }),
      facts: new Map(),
      naming: sameNames,
    });
    expect(after.artifacts[0]).toMatchObject({
      id: 'REQ-003',
      text: 'Beside REQ-002.',
      replaces: ['REQ-002'],
    });
  });
});

describe('accounts', () => {
  test('read ranges, and an item outweighs a reason', () => {
    const statements = ['S-001', 'S-002', 'S-003', 'S-004'].map((id) => createStatement(id));
    const items = [buildItem('REQ-001', { from: ['S-002'] })];
    const after = accountStatements(statements, items, [
      { statements: ['S-1–S-3'], reason: 'said in the body' },
    ]);
    expect(after.map(({ went_to, not_taken }) => went_to[0] ?? not_taken)).toEqual([
      'said in the body',
      'REQ-001',
      'said in the body',
      null,
    ]);
    expect(listUnaccounted(after)).toEqual(['S-004']);
  });
});

describe('a ballot', () => {
  test('leaves out what everybody took, and holds what is new, changed or contested', () => {
    const changed = { ...castVote(buildItem('REQ-002'), 'qa-lead', 'ratify'), text: 'Something else.' };
    const session = buildTextSession([
      ratify(buildItem('REQ-001')),
      changed,
      contest('REQ-003'),
      buildItem('REQ-004', { decision: 'E-001' }),
    ]);
    expect(listBallot(session, 'qa-lead').map(({ id }) => id)).toEqual(['REQ-002', 'REQ-003']);
    expect(listBallot(session, 'devops-engineer').map(({ id }) => id)).toEqual(['REQ-002', 'REQ-003']);
  });

  test('holds what the writer made of a decision, and not its own words; votes cannot undo it', () => {
    const block = (item: Item): Item => seats.reduce((one, seat) => castVote(one, seat, 'block', 'no'), item);
    const decision = 'E-001';
    const items = [
      buildItem('REQ-001', { decision, text: '48 hours.' }),
      block(buildItem('REQ-002', { decision, text: '48 hours, plus one for clocks.' })),
    ];
    const session = buildTextSession(items, {
      escalations: [createEscalation({ subject: null, decision: 'own', text: '48 hours' })],
    });
    expect(listBallot(session, 'qa-lead').map(({ id }) => id)).toEqual(['REQ-002']);
    expect(countText(session, 'last-call').artifacts.map(({ status }) => status)).toEqual([
      'decided',
      'decided',
    ]);
  });
});

describe('the count', () => {
  const rule = (changes: object) => ({
    ...{ mechanism: 'majority', threshold: 0.6, block_prevents_terminal: false, stand_aside_allowed: true },
    ...changes,
  });

  test.each<[votes: string, changes: object, agreed: boolean]>([
    ['rrr', {}, true],
    ['rr-', {}, true],
    ['rrb', {}, true],
    ['rrb', { threshold: 0.67 }, true],
    ['rrb', { threshold: 0.7 }, false],
    ['rrb', { block_prevents_terminal: true }, false],
    ['rbs', {}, false],
    ['r--', {}, false],
    ['---', {}, false],
    ['rss', { mechanism: 'consent' }, false],
    ['rrs', { mechanism: 'consent' }, true],
    ['rrb', { mechanism: 'consent' }, false],
    ['rrs', { mechanism: 'unanimous' }, false],
    ['rrs', { stand_aside_allowed: false }, true],
    ['rbb', { mechanism: 'facilitator_decides', threshold: null }, false],
    ['rb-', { mechanism: 'facilitator_decides', threshold: 0.5 }, false],
  ])('of %s under %j: %s', (votes, changes, agreed) => {
    const words = { r: 'ratify', b: 'block', s: 'stand_aside' } as const;
    const item = votes
      .split('')
      .reduce(
        (one, vote, index) =>
          vote === '-' ? one : castVote(one, seats[index] ?? '', words[vote as keyof typeof words]),
        buildItem('REQ-001'),
      );
    const base = buildTextSession([item]);
    const session = { ...base, settings: { ...base.settings, consensus: rule(changes) } } as Session;
    const after = countText(session, 'last-call');
    expect(after.artifacts[0]?.status).toBe(agreed ? 'agreed' : 'not-agreed');
    expect(after.consensus.map(({ item_id }) => item_id)).toEqual(agreed ? ['REQ-001'] : []);
    expect(countText(after, 'last-call')).toEqual(after);
  });

  test('votes on other words do not count', () => {
    const after = countText(
      buildTextSession([{ ...ratify(buildItem('REQ-001')), text: 'Other words.' }]),
      'last-call',
    );
    expect(after.artifacts[0]?.status).toBe('not-agreed');
  });

  test('a patch that is refused gives way to the words that were agreed before it', () => {
    const old = ratify(buildItem('REQ-001'));
    const { title, text, why, check, priority, details } = old;
    const patched = castVote(
      { ...old, text: 'Other.', before: { title, text, why, check, priority, details } },
      'qa-lead',
      'block',
      'no',
    );
    const after = countText(buildTextSession([patched]), 'last-call');
    expect(after.artifacts[0]).toMatchObject({ text, status: 'agreed', before: null });
    expect(after.artifacts[0]?.history.map(({ code }) => code)).toContain('patch_refused');
  });

  test('names what a rule needs settled', () => {
    const after = countText(buildTextSession([contest('REQ-001'), buildItem('REQ-002')]), 'last-call');
    expect(listUnsettled(after).map(({ id }) => id)).toEqual(['REQ-001']);
  });
});

describe('checks', () => {
  const find = (session: Session, mostWords = 2_000): string[] =>
    checkText(session, buildTable(), { mostWords }).map(({ code, at }) => `${code} ${at}`);

  test('find nothing in a text that is whole', () => {
    expect(find(buildTextSession([buildItem('REQ-001')]))).toEqual([]);
  });

  test.each<[name: string, session: Session, found: string[]]>([
    [
      'a field',
      buildTextSession([buildItem('REQ-001', { check: ' ', priority: null })]),
      ['missing_field REQ-001.check', 'missing_field REQ-001.priority'],
    ],
    [
      'what a new item lacks',
      patch(
        buildTextSession([buildItem('REQ-001')]),
        replyPatch({ items: [replyItem('new-1', { title: '' }), replyItem('new-2', { text: '' })] }),
      ),
      ['missing_field REQ-002.title', 'missing_field REQ-003.text'],
    ],
    [
      'a statement',
      buildTextSession([buildItem('REQ-001')], { statements: [createStatement('S-001')] }),
      ['unaccounted S-001'],
    ],
    [
      'a reference',
      buildTextSession([buildItem('REQ-001', { text: 'See [[REQ-009]].' })]),
      ['unknown_reference REQ-001'],
    ],
    [
      'a section',
      buildTextSession([buildItem('REQ-001', { section: 'nowhere' })]),
      ['unknown_section REQ-001'],
    ],
    [
      'a fact that is not there',
      buildTextSession([buildItem('REQ-001', { text: 'See [[F-001]].' })], {
        dossier: [createFact({ found: 'no' })],
      }),
      ['fact_not_found REQ-001'],
    ],
    [
      'an open question without an owner',
      buildTextSession([buildItem('REQ-001')], {
        open_questions: [createQuestion()],
      }),
      ['question_without_owner OQ-001'],
    ],
  ])('find %s', (_, session, found) => {
    expect(find(session)).toEqual(found);
  });

  test('find numbers that a decision replaced, and a decision that nothing carries out', () => {
    const session = buildTextSession(
      [buildItem('REQ-001', { text: 'Kept for 72 hours.', title: 'After 48 hours' })],
      {
        conflicts: [
          createConflict({
            positions: [
              { id: 'a', text: '72 hours', held_by: [], given_up_by: [] },
              { id: 'b', text: '24 hours', held_by: [], given_up_by: [] },
            ],
            ...{ status: 'resolved', resolution: '48 hours', resolution_type: 'user', resolved_in: 2 },
          }),
        ],
        escalations: [createEscalation({ round: 2, decision: 'own', text: '48 hours' })],
      },
    );
    expect(find(session)).toEqual(['decision_not_carried E-001', 'old_number REQ-001']);

    const body = 'Nach 24 Hours ist Schluss.';
    const told = ['today', 'options', 'tensions', 'against', 'work'].map((id) => ({
      ...{ id, title: 'T', body, from: [] },
    }));
    const way = { name: 'Short', meaning: '24 hours', for: '', against: '', chosen: true, because: '' };
    const telling = buildTextSession([buildItem('REQ-001', { section: 'work', decision: 'E-001' })], {
      ...{ conflicts: session.conflicts, escalations: session.escalations },
      text: buildText({ sections: told, ways: [way] }),
    });
    const problems = checkText(telling, buildTable(), { mostWords: 9000 });
    expect(problems).toMatchObject([{ code: 'old_number', at: 'work', passage: '24 Hours' }]);
    // What the writer leaves on purpose is no problem any more; what it may not leave stays one.
    const asked = [...problems, { code: 'too_long', at: 'text', words: '' }];
    const reasons = ['Work', 'text'].map((at) => ({ at, because: 'It is the length of a day.' }));
    const left = listLeft(asked, { left: reasons });
    expect(left).toEqual([{ at: 'work', passage: '24 Hours', because: 'It is the length of a day.' }]);
    expect(find({ ...telling, text: buildText({ sections: told, ways: [way], left }) })).toEqual([]);
  });

  test('find a text that is too long', () => {
    expect(find(buildTextSession([buildItem('REQ-001')]), 10)).toEqual(['too_long text']);
  });
});

describe('fingerprints', () => {
  test('tell any change of printed words, and nothing else', () => {
    const item = buildItem('REQ-001');
    const text = buildText();
    const hash = fingerprintText(text, [item]);
    expect(fingerprintText({ ...text, version: 9, step: 'done' }, [castVote(item, 'qa-lead', 'block')])).toBe(
      hash,
    );
    expect(fingerprintText({ ...text, decision: 'Other.' }, [item])).not.toBe(hash);
    fc.assert(
      fc.property(fc.constantFrom('title', 'text', 'why', 'check'), fc.string(), (field, words) => {
        const other = { ...item, [field]: `${item.text}${words}!` };
        expect(fingerprintItem(other)).not.toBe(fingerprintItem(item));
      }),
    );
  });

  test('marks are found, and nothing that only looks like one', () => {
    expect(listMarks('[[REQ-001]] [REQ-002] [[ F-1 ]] [[a b]] [[REQ-001]]')).toEqual(['REQ-001', 'F-1']);
  });
});
