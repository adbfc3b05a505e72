import { describe, expect, it } from 'vitest';
import { buildFallbackQuestion, findQuestionProblem } from '../../src/roundtable/rules/questions.ts';
import {
  createAgenda,
  createConflict,
  createRound,
  createSession,
  createTable,
} from '../support/roundtable-fixtures.ts';

describe('a question', () => {
  it.each([
    'What do you think?',
    'What do you all think about this?',
    'Any thoughts on the topic?',
    'How does everyone feel about it?',
    'Please share your views.',
    'Do you agree?',
    'Thoughts?',
    'So, what are your opinions on this question?',
  ])('asks nothing specific: %s', (question) => {
    expect(findQuestionProblem(question, [])).toBe('the question asks nothing specific');
  });

  it.each([
    'Which queue loses a job when the host restarts?',
    'What do you think breaks first when two workers take the same job?',
    'Wie viele Jobs am Tag sind zu erwarten?',
    '队列在主机重启时会丢失哪些任务？',
    'Postgres or Redis for jobs?',
  ])('is specific: %s', (question) => {
    expect(findQuestionProblem(question, [])).toBeNull();
  });

  it('may not be one that was asked before, in other case or spacing', () => {
    const earlier = ['Which queue loses a job when the host restarts?'];
    expect(findQuestionProblem('which queue  loses a job when the host restarts', earlier)).toMatch(
      /earlier round/,
    );
  });
});

describe("the program's own question", () => {
  it('is about the topic, and never the same twice', () => {
    const session = createSession(createTable(), { conflicts: [createConflict()] });
    const asked = new Set<string>();
    let held = session;
    for (let round = 1; round <= 6; round += 1) {
      const { question, participants } = buildFallbackQuestion(held, round);
      expect(question).toMatch(/Which queue should carry the jobs|Which kind of queue to take/);
      expect(participants).toEqual(['all']);
      expect(findQuestionProblem(question, [...asked])).toBeNull();
      asked.add(question);
      held = { ...held, rounds: [...held.rounds, createRound(round, { question })] };
    }
    expect(asked.size).toBe(6);
  });

  it('goes for an uncovered critical topic first', () => {
    const table = createTable({
      agenda: createAgenda([{ id: 'costs' }, { id: 'storage', name: 'Storage', critical: true }]),
    });
    expect(buildFallbackQuestion(createSession(table), 1)).toMatchObject({
      topic_id: 'storage',
      focus: 'Storage',
    });
  });
});
