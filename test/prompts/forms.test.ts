/** The forms of replies: what a model may have meant is read, what is wrong costs itself alone, and what is sent is strict. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseAnswerForm } from '../../src/prompts/forms/answer.ts';
import { createBallotForm } from '../../src/prompts/forms/ballot.ts';
import { createDraftForm } from '../../src/prompts/forms/draft.ts';
import { listLosses, readFlag, readShare } from '../../src/prompts/forms/fields.ts';
import { toJsonSchema } from '../../src/prompts/forms/json-schema.ts';
import { allowLookUps } from '../../src/prompts/forms/look-ups.ts';
import { splitPlainText } from '../../src/prompts/forms/plain-text.ts';
import { chooseQuestionForm } from '../../src/prompts/forms/question.ts';
import { chooseReviewForm } from '../../src/prompts/forms/review.ts';
import { createRevisionForm } from '../../src/prompts/forms/revision.ts';
import { combinedSynthesisForm, synthesisForm } from '../../src/prompts/forms/synthesis.ts';
import { noteForm } from '../support/roundtable-fixtures.ts';

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

const plain = { proposal: false, conflicts: false, facts: false, privateNote: false };
const answerForm = chooseAnswerForm(plain);
const fullAnswerForm = chooseAnswerForm({ proposal: true, conflicts: true, facts: true, privateNote: true });

describe('an answer', () => {
  it('needs a position only; all else that is wrong costs itself', () => {
    const raw = {
      position: 'Take the database.',
      proposal: ['One table.', 'One row a job.'],
      statements: [
        { kind: 'REQ', text: 'Jobs live in one table.' },
        'Jobs are kept for 30 days.',
        { kind: 'Out of scope', text: ['Priorities.', 'Schedules.'] },
        { kind: 'rule' },
        7,
        null,
      ],
      confidence: 'very sure',
      concerns: null,
      context_challenge: 'none',
      facts: [
        { claim: 'Five attempts.', path: 'src/worker.ts', line: '2', quote: 'attempts = 5' },
        { claim: 'No place.' },
      ],
      conflicts: { 'CF-001': { holds: 'A', because: 'the load' }, 'CF-002': 'b' },
    };
    const read = fullAnswerForm.parse(raw);
    expect(read).toEqual({
      position: 'Take the database.',
      proposal: 'One table.\nOne row a job.',
      statements: [
        { kind: 'requirement', text: 'Jobs live in one table.' },
        { kind: 'other', text: 'Jobs are kept for 30 days.' },
        { kind: 'out-of-scope', text: 'Priorities.\nSchedules.' },
      ],
      confidence: null,
      ...{ concerns: [], assumptions: [], questions: [], context_challenge: null, private_note: null },
      facts: [{ id: '', claim: 'Five attempts.', path: 'src/worker.ts', line: 2, quote: 'attempts = 5' }],
      conflicts: [
        { conflict_id: 'CF-001', holds: 'A', gives_up: false, position: '', because: 'the load' },
        { conflict_id: 'CF-002', holds: 'b', gives_up: false, position: '', because: '' },
      ],
    });
    expect(listLosses(raw, { ...read })).toEqual([
      { field: 'statements', lost: 2, of: 5 },
      { field: 'confidence' },
      { field: 'facts', lost: 1, of: 2 },
    ]);
  });

  it.each([{}, { position: null }, { position: 'n/a' }, { position: '  ' }, null, 'text', []])(
    'without a position is none: %j',
    (raw) => {
      expect(answerForm.safeParse(raw).success).toBe(false);
    },
  );

  it('holds what it is asked for, and nothing else', () => {
    const fields = (options: Partial<typeof plain>): string[] =>
      Object.keys(toJsonSchema(chooseAnswerForm({ ...plain, ...options }))['properties'] as object);
    const always = fields({});
    expect(always.slice(0, 2)).toEqual(['position', 'proposal']);
    expect(fields({ conflicts: true })).toEqual([...always, 'conflicts']);
    expect(fields({ facts: true })).toEqual([...always, 'facts']);
    expect(fields({ privateNote: true })).toEqual([...always, 'private_note']);
  });
});

describe('a plain text', () => {
  it.each([
    ['One line.', 'One line.'],
    ['The first paragraph.\nStill it.\n\nThe second.', 'The first paragraph.\nStill it.'],
    [`${'A sentence of this text. '.repeat(30)}\n\nMore.`, 'A sentence of this text. '.repeat(16).trim()],
    ['word '.repeat(200), 'word '.repeat(80).trim()],
    ['第一句。'.repeat(200), '第一句。'.repeat(100)],
  ])('%j has its first paragraph as position, and is the proposal as a whole', (text, position) => {
    expect(splitPlainText(text)).toEqual({ position, proposal: text.trim() });
  });
});

describe('a synthesis', () => {
  it('reads a single object for a list, texts for objects, and an unknown action as continue', () => {
    const read = synthesisForm.parse({
      synthesis: 'S',
      ways: ['A table'],
      conflicts: {
        id: 'new',
        description: 'd',
        positions: [{ text: 'p', held_by: 'qa-lead' }, { text: 'q' }, 7],
      },
      consensus: ['All want a table.'],
      next_action: 'finish',
      agenda_coverage: [{ topic_id: 't', criteria_met: ['1', { criterion: '2', by: 'S-001' }] }],
    });
    expect(read.ways).toMatchObject([{ id: '', name: 'A table', for: [], preferred_by: [] }]);
    expect(read.conflicts).toEqual([
      {
        id: 'new',
        description: 'd',
        positions: [
          { id: '', text: 'p', held_by: ['qa-lead'] },
          { id: '', text: 'q', held_by: [] },
        ],
        recommendation: null,
      },
    ]);
    expect(read.consensus).toEqual([{ text: 'All want a table.', statements: [] }]);
    expect(read.next_action).toBe('continue');
    expect(read.agenda_coverage[0]?.criteria_met).toEqual([
      { criterion: '1', by: [] },
      { criterion: '2', by: ['S-001'] },
    ]);
  });

  it('that brings a question along may bring none, or a broken one', () => {
    const read = (next: unknown): unknown =>
      combinedSynthesisForm.parse({ synthesis: 's', next_question: next }).next_question;
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
        expect(synthesisForm.safeParse({ ...extra, synthesis: 'kept' }).success).toBe(true);
      }),
    );
  });
});

describe('the JSON Schema that is sent', () => {
  const forms = {
    question: chooseQuestionForm({ first: false, sides: false }),
    firstQuestion: allowLookUps(chooseQuestionForm({ first: true, sides: true })),
    answer: answerForm,
    fullAnswer: allowLookUps(fullAnswerForm),
    synthesis: synthesisForm,
    combinedSynthesis: combinedSynthesisForm,
    draft: createDraftForm({ ...noteForm, hasWays: true, hasPriorities: true }, { labels: true }),
    revision: createRevisionForm(noteForm, { answers: true }),
    mend: createRevisionForm(noteForm, { answers: false }),
    review: chooseReviewForm({ judgements: true, facts: true, details: [{ id: 'risk', about: '' }] }),
    ballot: createBallotForm(['DEC-001', 'DEC-002']),
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
        const kept = 'type properties required additionalProperties items anyOf enum description'.split(' ');
        expect(kept).toEqual(expect.arrayContaining(Object.keys(schema)));
        for (const [key, inner] of Object.entries(schema)) if (key !== 'properties') visit(inner);
        visit(Object.values((schema['properties'] ?? {}) as object));
      };
      visit(toJsonSchema(form));
    },
  );
});
