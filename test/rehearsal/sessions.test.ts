import { describe, expect, test } from 'vitest';
import { type HeldSession, holdSession, type TableOptions } from './table.ts';

const workflows = ['roundtable', 'specs', 'design', 'brainstorm'] as const;
const strategies = ['standard', 'disney', 'debate', 'consensus-driven', 'six-hats', 'explore-work-validate'];

/** What must hold of every session of the default seed. */
function expectUneventful({ session, ended, replies }: HeldSession): void {
  expect(ended).toBe('completed');
  expect(session.escalations).toEqual([]);
  expect(session.failures).toEqual([]);
  expect(session.outcome?.degraded).toBe(false);
  for (const round of session.rounds) {
    expect(round.question_fallback).toBeNull();
    expect(round.synthesis_fallback).toBeNull();
    expect(round.losses).toEqual([]);
  }
  expect(session.agenda.filter(({ critical, status }) => critical && status !== 'covered')).toEqual([]);
  expect(session.conflicts.map(({ status }) => status)).toEqual(['resolved']);
  const changes = session.rounds.flatMap(({ answers }) => answers.filter(({ changed }) => changed));
  expect(changes.length).toBeGreaterThan(0);
  for (const { cause } of changes) expect(cause?.length ?? 0).toBeGreaterThan(30);
  const questions = session.rounds.map(({ question }) => question);
  expect(new Set(questions).size).toBe(questions.length);
  expect(session.rounds.at(-1)?.proposed_action).toBe('conclude');
  expect(replies.filter(({ step }) => step === 'draft')).toHaveLength(1);
}

describe('the default seed', () => {
  test.each(workflows.flatMap((workflow) => strategies.map((strategy) => [workflow, strategy] as const)))(
    '%s by %s: a conflict opens and is settled, a mind changes, no person is needed',
    async (workflow, strategy) => {
      const held = await holdSession({ workflow, strategy });
      expectUneventful(held);
      expect(held.session.rounds.length).toBeGreaterThanOrEqual(3);
      expect(held.session.rounds.length).toBeLessThanOrEqual(8);
    },
  );

  test.each(['standard', 'consensus-driven', 'explore-work-validate'])(
    '%s: one seat stands aside, once',
    async (strategy) => {
      const { session } = await holdSession({ workflow: 'specs', strategy });
      const aside = session.artifacts
        .filter(({ status }) => status === 'agreed')
        .flatMap(({ stances }) => stances.filter(({ stance }) => stance === 'stand_aside'));
      expect(aside).toHaveLength(1);
      expect(session.outcome?.result).toBe('consensus');
      expect(
        session.artifacts
          .filter(({ raised_in: raisedIn }) => raisedIn === 'round')
          .every(({ status }) => status === 'agreed' || status === 'withdrawn'),
      ).toBe(true);
    },
  );

  const variations: [string, TableOptions][] = [
    ['two seats', { seats: ['qa-lead', 'cost-analyst'] }],
    [
      'seven seats',
      {
        seats: [
          'qa-lead',
          'cost-analyst',
          'api-designer',
          'data-engineer',
          'support-lead',
          'ux-researcher',
          'technical-writer',
        ],
      },
    ],
    ['no project context', { context: '' }],
    ['a topic full of critical words', { topic: 'Is security blocking the legal must-have?' }],
    ['a topic that names alternatives', { topic: 'Redis or RabbitMQ for the legal archive?' }],
    [
      'keywords that are everywhere',
      { settings: { escalation: { critical_keywords: ['queue', 'keep', 'run', 'part', 'security', ''] } } },
    ],
    ['conflicts may last two rounds', { settings: { escalation: { max_rounds_per_conflict: 2 } } }],
    ['confidence below 0.9 is low', { settings: { escalation: { confidence_below: 0.9 } } }],
    ['questions come with the synthesis', { settings: { combined: true } }],
    ['answers in turn', { settings: { participation: 'sequential' } }],
    ['letters instead of names', { settings: { anonymize: true } }],
    ['another seed of the class', { seed: 41 }],
  ];
  test.each(variations)('needs no person with %s', async (_, options) => {
    for (const workflow of ['design', 'roundtable'] as const) {
      const base = options.seats ?? ['software-architect', 'security-champion', 'technical-lead'];
      expectUneventful(await holdSession({ ...options, workflow, seats: base }));
    }
  });

  test('where one round is already too long for a conflict, none opens', async () => {
    const { session, ended } = await holdSession({
      settings: { escalation: { max_rounds_per_conflict: 1 } },
    });
    expect(ended).toBe('completed');
    expect(session.conflicts).toEqual([]);
    expect(session.escalations).toEqual([]);
  });

  test('stays within max_rounds and keeps to min_rounds', async () => {
    const short = await holdSession({ settings: { min_rounds: 1, max_rounds: 2 } });
    expect(short.session.rounds).toHaveLength(2);
    const long = await holdSession({ workflow: 'roundtable', settings: { min_rounds: 9 } });
    expect(long.session.rounds.length).toBeGreaterThanOrEqual(9);
    expect(long.ended).toBe('completed');
  });
});

describe('what is said', () => {
  test('every seat says something of its own, about the question and the project', async () => {
    const { session, table } = await holdSession({ workflow: 'design' });
    const named = [
      ...table.context.constraints,
      ...table.context.objectives,
      ...table.context.stack,
      ...table.context.in_scope,
    ];
    const words = named.map((text) => text.slice(0, 12));
    for (const { answers } of session.rounds) {
      expect(new Set(answers.map(({ position }) => position)).size).toBe(answers.length);
      const text = answers.map(({ position }) => position).join('\n');
      expect(words.some((word) => text.includes(word))).toBe(true);
    }
  });

  test('seats speak from their own files', async () => {
    const { replies, table } = await holdSession({ workflow: 'design' });
    const plain = (text: string) => text.replace(/[*`]/g, '').replace(/\s+/g, ' ');
    for (const { seat, data } of replies.filter(({ step }) => step === 'answer')) {
      const own = plain(table.agents.get(seat)?.body ?? '');
      const [question] = data['questions'] as string[];
      expect(own).toContain(question?.replace(/…$/, ''));
    }
  });

  test('a synthesis names only seats and words that are in the answers', async () => {
    const { replies } = await holdSession({ workflow: 'specs' });
    for (const { data, request } of replies.filter(({ step }) => step === 'synthesis')) {
      const { answers, statements } = request.facts;
      const items = data['items'] as { from: string[]; text: string; title: string; type: string }[];
      const made = items.filter(({ from }) => from.length > 0);
      expect(made.length).toBeGreaterThan(0);
      for (const { from, text, title } of made) {
        for (const id of from) {
          const said = statements.find((statement) => statement.id === id);
          expect(said?.text.includes(text) || said?.text.includes(title.slice(0, 40))).toBe(true);
          expect(answers.map(({ seat }) => seat)).toContain(said?.seat);
        }
      }
      for (const [, quoted] of (data['synthesis'] as string).matchAll(/warns: “([^”]{20})/g)) {
        expect(
          answers.flatMap(({ concerns }) => concerns).some((concern) => concern.includes(quoted ?? '')),
        ).toBe(true);
      }
    }
  });

  test('guidance is taken into the next question, once', async () => {
    const { replies } = await holdSession({ workflow: 'roundtable' });
    const asked = replies.find(({ step, round }) => step === 'question' && round === 2)?.request;
    if (!asked) throw new Error('no question in round 2');
    const { rehearseQuestion } = await import('../../src/rehearsal/question.ts');
    const facts = { ...asked.facts, guidance: ['Think of the people on night duty'] };
    const first = rehearseQuestion(facts, { withSides: false }).question;
    expect(first).toContain('Think of the people on night duty');
    const later = { ...facts, round: 3, earlier_questions: [...facts.earlier_questions, first] };
    expect(rehearseQuestion(later, { withSides: false }).question).not.toContain('night duty');
  });

  test('a debate gets sides, at least one seat on each', async () => {
    const { session } = await holdSession({
      strategy: 'debate',
      seats: ['qa-lead', 'cost-analyst', 'api-designer'],
    });
    const sides = session.participants.map(({ side }) => side);
    expect(sides).toContain('pro');
    expect(sides).toContain('con');
    expect(sides).not.toContain(null);
  });
});
