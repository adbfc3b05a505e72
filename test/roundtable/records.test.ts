import { describe, expect, it } from 'vitest';
import { type SynthesisReply, synthesisReply } from '../../src/roundtable/replies/replies.ts';
import { applyOpenQuestions } from '../../src/roundtable/rules/open-questions.ts';
import { isSameText, nextId, slugOf } from '../../src/roundtable/rules/same-text.ts';

function reply(changes: Record<string, unknown>) {
  const { next_question: _next, ...read }: SynthesisReply = synthesisReply.parse({
    synthesis: 's',
    ...changes,
  });
  return read;
}

describe('open questions', () => {
  const options = { round: 1, seats: ['a', 'b'] };
  const asked = applyOpenQuestions(
    [],
    reply({ open_questions: [{ text: 'Who pays?', raised_by: ['a'] }] }),
    options,
  );

  it('are joined when repeated, and keep only seats that exist', () => {
    expect(asked.questions).toMatchObject([{ id: 'OQ-001', status: 'open', raised_by: ['a'], answer: null }]);
    const again = applyOpenQuestions(
      asked.questions,
      reply({ open_questions: [{ text: 'who pays', raised_by: ['b', 'x'] }, 'And when?'] }),
      { ...options, round: 2 },
    );
    expect(again.questions).toMatchObject([
      { id: 'OQ-001', raised_by: ['a', 'b'], round: 1, status: 'open' },
      { id: 'OQ-002', text: 'And when?', raised_by: [], round: 2 },
    ]);
  });

  it.each(['OQ-001', '**oq-1**: Who pays?', 'Who pays?'])('are answered under "%s"', (id) => {
    const { questions, losses } = applyOpenQuestions(
      asked.questions,
      reply({ answered_questions: [{ id, answer: 'The team.' }] }),
      { ...options, round: 2 },
    );
    expect(questions).toMatchObject([{ id: 'OQ-001', status: 'answered', answer: 'The team.', round: 1 }]);
    expect(losses).toEqual([]);
    expect(asked.questions[0]?.status).toBe('open');
  });

  it('that nobody asked are answered by nothing, and that is said', () => {
    const { questions, losses } = applyOpenQuestions(
      asked.questions,
      reply({ answered_questions: [{ id: 'OQ-009', answer: 'Yes.' }] }),
      options,
    );
    expect(questions).toEqual(asked.questions);
    expect(losses).toEqual(['answered_questions: no question is called "OQ-009"']);
  });
});

describe('the same text', () => {
  it.each([
    ['Keep jobs.', '  keep   JOBS', true],
    ['Keep jobs', 'Keep the jobs', false],
    ['**Keep** jobs – now', 'keep jobs now', true],
    ['wait < 5 s', 'wait > 5 s', false],
    ['wait ≤ 5 s', 'Wait ≤ 5 s.', true],
    ['C', 'C#', false],
    ['below -5 °C', 'below 5 °C', false],
    ['at most 10 %', 'at most 10%', true],
  ])('"%s" and "%s": %s', (one, other, same) => {
    expect(isSameText(one, other)).toBe(same);
  });
});

describe('ids', () => {
  it('count on from the highest, also beyond 999 and past other series', () => {
    expect(nextId('P', [])).toBe('P-001');
    expect(nextId('P', [{ id: 'P-007' }, { id: 'P-002' }, { id: 'PX-100' }, { id: 'P-x' }])).toBe('P-008');
    expect(nextId('P', [{ id: 'P-999' }])).toBe('P-1000');
  });

  it('of texts are lowercase words, cut between words', () => {
    expect(slugOf('Délais & Déploiement, now!')).toBe('delais-deploiement-now');
    expect(slugOf('one two three four', 9)).toBe('one-two');
    expect(slugOf('日本語')).toBe('');
  });
});
