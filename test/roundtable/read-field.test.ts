import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listLosses, readFlag, readShare } from '../../src/roundtable/replies/read-field.ts';
import {
  chooseAnswerReply,
  chooseReviewReply,
  combinedSynthesisReply,
  leftOutReply,
  questionReply,
  questionWithSidesReply,
  synthesisReply,
  toJsonSchema,
} from '../../src/roundtable/replies/replies.ts';

const reviewReply = chooseReviewReply({ priorities: false, judgements: false });
const rankedReviewReply = chooseReviewReply({ priorities: true, judgements: true });

describe('shares', () => {
  it.each([
    [0.8, 0.8],
    ['0.8', 0.8],
    ['80%', 0.8],
    [' 80 % ', 0.8],
    ['0,8', 0.8],
    ['.5', 0.5],
    [0, 0],
    ['100%', 1],
    [9, null],
    ['9', null],
    ['N/A', null],
    ['high', null],
    ['120%', null],
    [-0.1, null],
    [Number.NaN, null],
    [null, null],
    [true, null],
  ])('reads %j as %j', (value, expected) => {
    expect(readShare(value)).toBe(expected);
  });

  it('are never outside of 0 to 1', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const share = readShare(value);
        expect(share === null || (share >= 0 && share <= 1)).toBe(true);
      }),
    );
  });
});

describe('flags', () => {
  it.each([
    [true, true],
    ['Yes', true],
    ['false', false],
    ['no', false],
    ['maybe', null],
    [null, null],
    [1, null],
  ])('reads %j as %j', (value, expected) => {
    expect(readFlag(value)).toBe(expected);
  });
});

const answerReply = chooseAnswerReply({ stances: false, judgements: false, privateNote: false });
const fullAnswerReply = chooseAnswerReply({ stances: true, judgements: true, privateNote: true });

describe('an answer', () => {
  it('needs a position only; all else that is wrong costs itself', () => {
    const raw = {
      position: 'Take the database.',
      statements: [
        { text: 'Jobs live in one table.', why: ['It is there.', 'It is tested.'], replaces: 'S-001' },
        'Jobs are kept for 30 days.',
        { why: 'no text' },
        7,
        null,
      ],
      confidence: 'very sure',
      concerns: null,
      facts: [{ text: 'Two people run it.' }, 42, null, ''],
      context_challenge: 'none',
      stances: { 'REQ-001': 'Support', 'REQ-002': 'whatever' },
      judgements: [
        { item_id: 'IDEA-001', value: 'High', feasibility: 'low' },
        { item_id: 'IDEA-002', value: 'huge', feasibility: 'low' },
      ],
    };
    const read = fullAnswerReply.parse(raw);
    expect(read).toEqual({
      position: 'Take the database.',
      statements: [
        {
          text: 'Jobs live in one table.',
          why: 'It is there.\nIt is tested.',
          verify: '',
          replaces: ['S-001'],
        },
        { text: 'Jobs are kept for 30 days.', why: '', verify: '', replaces: [] },
      ],
      confidence: null,
      concerns: [],
      facts: ['Two people run it.', '42'],
      assumptions: [],
      questions: [],
      context_challenge: null,
      changed_because: null,
      // As the model wrote them: what names nothing is asked for again, not dropped.
      stances: [
        { item_id: 'REQ-001', stance: 'Support', reason: '' },
        { item_id: 'REQ-002', stance: 'whatever', reason: '' },
      ],
      judgements: [{ item_id: 'IDEA-001', value: 'high', feasibility: 'low' }],
      private_note: null,
    });
    expect(listLosses(raw, read)).toEqual([
      'statements (2 of 4 entries)',
      'confidence ("very sure")',
      'judgements (1 of 2 entries)',
    ]);
  });

  it.each([{}, { position: null }, { position: 'n/a' }, { position: '  ' }, null, 'text', []])(
    'without a position is none: %j',
    (raw) => {
      expect(answerReply.safeParse(raw).success).toBe(false);
    },
  );

  it('has the fields of older forms read where they are there', () => {
    const read = answerReply.parse({ position: 'p', rationale: 'It is there.', changed: 'yes' });
    expect(read).toMatchObject({ rationale: ['It is there.'], changed: true, statements: [] });
    expect(answerReply.parse({ position: 'p' })).not.toHaveProperty('rationale');
  });

  it('holds what it is asked for, and nothing else', () => {
    const fields = (options: Partial<Parameters<typeof chooseAnswerReply>[0]>): string[] =>
      Object.keys(
        toJsonSchema(
          chooseAnswerReply({ stances: false, judgements: false, privateNote: false, ...options }),
        )['properties'] as object,
      );
    const always = fields({});
    expect(always).toEqual([
      'position',
      'statements',
      'confidence',
      'concerns',
      'facts',
      'assumptions',
      'questions',
      'context_challenge',
      'changed_because',
    ]);
    expect(fields({ stances: true })).toEqual([...always, 'stances']);
    expect(fields({ judgements: true })).toEqual([...always, 'judgements']);
    expect(fields({ privateNote: true })).toEqual([...always, 'private_note']);
  });
});

describe('a review', () => {
  it('may say nothing at all, and reads what is missing as texts too', () => {
    expect(reviewReply.parse({})).toEqual({ stances: [], cannot_both_hold: [], missing: [] });
    expect(reviewReply.parse({ missing: 'An owner is missing.' }).missing).toMatchObject([
      { text: 'An owner is missing.', why: '', replaces: [] },
    ]);
    expect(reviewReply.parse({ missing: 'none', stances: 'none' })).toEqual({
      stances: [],
      cannot_both_hold: [],
      missing: [],
    });
  });

  it('names how many entries of a list were lost', () => {
    const raw = { stances: [{ item_id: 'REQ-001', stance: 'support' }, 'REQ-002: no', 7], missing: [{}] };
    expect(listLosses(raw, reviewReply.parse(raw))).toEqual([
      'stances (1 of 3 entries)',
      'missing (1 of 1 entries)',
    ]);
  });
});

describe('a synthesis', () => {
  it('reads positions as a map, a single object for a list, and an unknown action as continue', () => {
    const read = synthesisReply.parse({
      synthesis: 'S',
      conflicts: {
        id: 'new',
        description: 'd',
        positions: { 'qa-lead': 'p', 'devops-engineer': { text: 'q' } },
      },
      next_action: 'finish',
      items: [{ title: 'no text' }, { title: 't', text: 'x', type: 'req', from: 'S-001' }],
      not_taken: { 'S-002': 'it repeats S-001', 'S-003': '' },
      agenda_coverage: [{ topic_id: 't', criteria_met: ['1', { criterion: '2', by: 'REQ-001' }] }],
    });
    expect(read.conflicts).toEqual([
      {
        id: 'new',
        description: 'd',
        item_ids: [],
        recommendation: null,
        positions: [
          { seat: 'qa-lead', text: 'p' },
          { seat: 'devops-engineer', text: 'q' },
        ],
      },
    ]);
    expect(read.next_action).toBe('continue');
    expect(read.items.map(({ title, type, text, from }) => [title, type, text, from])).toEqual([
      ['no text', 'POINT', '', []],
      ['t', 'REQ', 'x', ['S-001']],
    ]);
    expect(read.not_taken).toEqual([{ statement: 'S-002', reason: 'it repeats S-001' }]);
    expect(read.agenda_coverage[0]).toMatchObject({
      status: 'partial',
      criteria_met: [
        { criterion: '1', by: [] },
        { criterion: '2', by: ['REQ-001'] },
      ],
    });
  });

  it('that brings a question along may bring none, or a broken one', () => {
    const read = (next: unknown): unknown =>
      combinedSynthesisReply.parse({ synthesis: 's', next_question: next }).next_question;
    expect(read(null)).toBeNull();
    expect(read({ focus: 'x' })).toBeNull();
    expect(read({ question: 'What breaks first?' })).toMatchObject({
      question: 'What breaks first?',
      participants: [],
    });
  });

  it('never throws for anything but a missing synthesis', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), (extra) => {
        expect(synthesisReply.safeParse({ ...extra, synthesis: 'kept' }).success).toBe(true);
      }),
    );
  });
});

describe('the JSON Schema that is sent', () => {
  it('asks for nothing that only older replies have', () => {
    for (const form of [synthesisReply, combinedSynthesisReply, answerReply])
      for (const older of ['artifacts', 'proposed_artifacts', 'consensus', 'rationale', 'changed'])
        expect(Object.keys(toJsonSchema(form)['properties'] as object)).not.toContain(older);
  });

  const forms = {
    questionReply,
    questionWithSidesReply,
    answerReply,
    fullAnswerReply,
    synthesisReply,
    combinedSynthesisReply,
    leftOutReply,
    reviewReply,
    rankedReviewReply,
  };

  it.each(Object.entries(forms))(
    'of %s is closed, complete and without what structured output refuses',
    (_name, form) => {
      const visit = (node: unknown): void => {
        if (Array.isArray(node)) {
          for (const item of node) visit(item);
          return;
        }
        if (typeof node !== 'object' || node === null) return;
        const schema = node as Record<string, unknown>;
        if (schema['type'] === 'object') {
          expect(schema['additionalProperties']).toBe(false);
          expect(schema['required']).toEqual(Object.keys(schema['properties'] as object));
        }
        for (const key of ['minLength', 'default', 'pattern', '$schema'])
          expect(Object.keys(schema)).not.toContain(key);
        for (const [key, inner] of Object.entries(schema)) if (key !== 'properties') visit(inner);
        visit(Object.values((schema['properties'] ?? {}) as object));
      };
      visit(toJsonSchema(form));
    },
  );
});
