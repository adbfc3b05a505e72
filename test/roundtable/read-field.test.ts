import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listLosses, readFlag, readShare } from '../../src/roundtable/replies/read-field.ts';
import {
  answerReply,
  answerWithStancesReply,
  ballotReply,
  combinedSynthesisReply,
  questionReply,
  questionWithSidesReply,
  synthesisReply,
  toJsonSchema,
} from '../../src/roundtable/replies/replies.ts';

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

describe('an answer', () => {
  it('needs a position only; all else that is wrong costs itself', () => {
    const raw = {
      position: 'Take the database.',
      rationale: 'It is less to run.',
      confidence: 'very sure',
      concerns: null,
      facts: [{ text: 'Two people run it.' }, 42, null, ''],
      context_challenge: 'none',
      changed: 'perhaps',
      stances: { 'P-001': 'Support', 'P-002': 'whatever' },
    };
    const read = answerWithStancesReply.parse(raw);
    expect(read).toEqual({
      position: 'Take the database.',
      rationale: ['It is less to run.'],
      confidence: null,
      concerns: [],
      facts: ['Two people run it.', '42'],
      assumptions: [],
      questions: [],
      context_challenge: null,
      changed: null,
      changed_because: null,
      stances: [{ proposal_id: 'P-001', stance: 'support', reason: '' }],
    });
    expect(listLosses(raw, read)).toEqual(['confidence ("very sure")', 'changed ("perhaps")']);
  });

  it.each([{}, { position: null }, { position: 'n/a' }, { position: '  ' }, null, 'text', []])(
    'without a position is none: %j',
    (raw) => {
      expect(answerReply.safeParse(raw).success).toBe(false);
    },
  );

  it('reads stances however they are spelled, and drops one without a word that is known', () => {
    const { stances } = ballotReply.parse({
      stances: [
        { proposal_id: 'P-1', stance: 'Stand aside' },
        { proposal_id: 'P-2', stance: 'stand-aside', reason: 'r' },
        { proposal_id: 'P-3', stance: 'BLOCK' },
        { proposal_id: 'P-4', stance: 'abstain' },
        { stance: 'support' },
        'support',
      ],
    });
    expect(stances.map(({ proposal_id, stance }) => `${proposal_id} ${stance}`)).toEqual([
      'P-1 stand_aside',
      'P-2 stand_aside',
      'P-3 block',
    ]);
  });

  it('names how many entries of a list were lost', () => {
    const raw = {
      stances: [{ proposal_id: 'P-1', stance: 'support' }, { proposal_id: 'P-2', stance: 'hm' }, 'x'],
    };
    expect(listLosses(raw, ballotReply.parse(raw))).toEqual(['stances (2 of 3 entries)']);
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
      artifacts: [{ title: 'no text' }, { title: 't', text: 'x', type: 'req' }],
    });
    expect(read.conflicts).toEqual([
      {
        id: 'new',
        description: 'd',
        positions: [
          { seat: 'qa-lead', text: 'p' },
          { seat: 'devops-engineer', text: 'q' },
        ],
      },
    ]);
    expect(read.next_action).toBe('continue');
    expect(read.artifacts.map(({ title, type }) => [title, type])).toEqual([['t', 'REQ']]);
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
  const forms = {
    questionReply,
    questionWithSidesReply,
    answerWithStancesReply,
    synthesisReply,
    combinedSynthesisReply,
    ballotReply,
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
