import { describe, expect, it } from 'vitest';
import { checkAgendas, loadAgenda } from '../../src/library/load-library.ts';
import { findProblems, fixturePlaces, makeLibrary } from '../support/library-folder.ts';

const file = 'project/.s2s/agendas/specs.md';

const problemsOf = (text: string) => findProblems(checkAgendas, file, text);

describe('loadAgenda', () => {
  it('reads topics with criteria, counts and questions', async () => {
    const agenda = await loadAgenda(fixturePlaces, 'specs');
    expect(agenda).toMatchObject({ workflow: 'specs', origin: 'project' });
    expect(agenda?.topics).toEqual([
      {
        id: 'workflows',
        name: 'User workflows',
        description: 'What users need to get done\nSay what, not how.',
        critical: true,
        criteria: ['Users are named', 'Recovery: each failure has a way back'],
        minimums: [{ kind: 'requirements', count: 2 }],
        exploration: ['Are there others?'],
        questions: ['Who uses it, and for what?'],
      },
      {
        id: 'limits',
        name: 'Limits',
        description: '',
        critical: false,
        criteria: ['Every limit has a number'],
        minimums: [],
        exploration: [],
        questions: [],
      },
    ]);
  });

  it('reads phases as topics in their order, and the older name of the list', async () => {
    const brainstorm = await loadAgenda(fixturePlaces, 'brainstorm');
    expect(brainstorm?.topics.map(({ id, minimums }) => [id, minimums])).toEqual([
      ['dreamer', []],
      ['critic', [{ kind: 'artifacts', count: 2 }]],
    ]);
    expect(brainstorm?.topics[1]?.description).toBe('Look for what can go wrong.');
    const design = await loadAgenda(fixturePlaces, 'design');
    expect(design?.topics).toMatchObject([{ id: 'structure', critical: true, criteria: [] }]);
  });

  it('gives null where a workflow has no agenda', async () => {
    expect(await loadAgenda(fixturePlaces, 'roundtable')).toBeNull();
    expect(await loadAgenda({ ...fixturePlaces, project: null }, 'specs')).toBeNull();
    await expect(loadAgenda(fixturePlaces, '../specs')).rejects.toMatchObject({ code: 'INVALID_ID' });
  });

  it('finds the project before the package', async () => {
    const block = (id: string): string => `\`\`\`yaml\ntopics:\n  - id: ${id}\n\`\`\``;
    const folder = 'skills/roundtable-execution/references';
    const { places } = await makeLibrary({
      [file]: block('first'),
      [`project/.s2s/${folder}/agenda-specs.md`]: block('second'),
      [`shipped/${folder}/agenda-specs.md`]: block('third'),
      [`shipped/${folder}/specs.md`]: 'not an agenda',
    });
    expect((await loadAgenda(places, 'specs'))?.topics[0]?.id).toBe('first');
    expect((await loadAgenda({ ...places, project: null }, 'specs'))?.topics[0]?.id).toBe('third');
  });

  it.each([
    ['no block', '# Topics\n\n```yaml\nother: 1\n```', '1:1', /topics/],
    ['no topics', '```yaml\ntopics: []\n```', '2:9', /at least one/],
    ['a topic without a name', 'x\n\n```yaml\ntopics:\n  - critical: true\n```', '5:5', /needs an id/],
    ['a topic twice', '```yaml\ntopics:\n  - id: a\n  - id: a\n```', '4:9', /two topics/],
    [
      'a bad count',
      '```yaml\ntopics:\n  - id: a\n    done_when: {min_decisions: few}\n```',
      '4:32',
      /min_decisions/,
    ],
    ['broken YAML', '```yaml\ntopics:\n  - id: "a\n```', '3:11', /quote/],
    ['an unclosed front matter', '---\ntopics:', '1:1', /never closed/],
  ])('refuses %s', async (_name, text, at, message) => {
    expect((await problemsOf(text))[0]).toEqual({
      at,
      severity: 'error',
      message: expect.stringMatching(message),
    });
  });

  it('warns of unknown keys', async () => {
    expect(
      await problemsOf(
        '```yaml\ntopics:\n  - id: a\n    critcal: true\n    done_when: {criterias: [x]}\n```',
      ),
    ).toEqual([
      { at: '4:5', severity: 'warning', message: expect.stringContaining('"critical"') },
      { at: '5:17', severity: 'warning', message: expect.stringContaining('"criteria"') },
    ]);
  });
});
