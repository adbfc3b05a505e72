import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseStrategy } from '../../src/library/choose-strategy.ts';
import { scoreSpecialties } from '../../src/library/score-specialties.ts';
import { findStem, splitWords } from '../../src/text/words.ts';
import { createStrategy } from '../support/roundtable-fixtures.ts';

function agent(specialties: string[], rest: { id?: string; role?: string; description?: string } = {}) {
  return { id: 'x', role: '', description: '', ...rest, specialties };
}

const strategy = (id: string, keywords: string[]) => createStrategy({ id, keywords });

describe('findStem', () => {
  it.each([
    ['deploy', 'deployment', 'deploys', 'deployed', 'deploying', 'Deployments'],
    ['scale', 'scaling', 'scalable', 'scalability', 'scales'],
    ['test', 'tests', 'testing', 'tested', 'testable', 'testability'],
    ['architect', 'architecture', 'architectural', 'architects'],
    ['policy', 'policies'],
    ['queue', 'queues', 'queued', 'queueing'],
    ['bus', 'buses'],
    ['api', 'APIs'],
    ['migrate', 'migration', 'migrations'],
    ['secure', 'security', 'securing'],
    ['cache', 'caching', 'caches'],
    ['naïve', 'naive'],
  ])('keeps the forms of %s together', (word, ...forms) => {
    expect(forms.map(findStem)).toEqual(forms.map(() => findStem(word)));
  });

  it.each([
    ['art', 'start'],
    ['art', 'article'],
    ['table', 'tab'],
    ['stable', 'stab'],
    ['user', 'use'],
    ['port', 'report'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(findStem(one)).not.toBe(findStem(other));
  });
});

describe('splitWords', () => {
  it.each([
    ['CI/CD for node.js', ['CI', 'CD', 'for', 'node', 'js']],
    ["the API's yt-dlp", ['the', 'API', 'yt', 'dlp']],
    ['Größe «und» Maß', ['Größe', 'und', 'Maß']],
    ['какая очередь?', ['какая', 'очередь']],
    ['', []],
  ])('splits %j', (text, words) => {
    expect(splitWords(text).map((word) => word.text)).toEqual(words);
  });

  it('splits scripts without spaces', () => {
    expect(splitWords('我们需要数据库').map((word) => word.text)).toEqual(['我们', '需要', '数据', '库']);
  });

  it('takes no more memory for a long text without spaces than it has words', () => {
    expect(splitWords('消息队列，'.repeat(20_000))).toHaveLength(40_000);
    expect(splitWords('消息队列'.repeat(20_000)).length).toBeGreaterThan(30_000);
  });
});

describe('scoreSpecialties', () => {
  it.each([
    ['Plan the deployment', ['deploy'], 0.5],
    ['How do we start?', ['art'], 0],
    ['Queues and databases', ['queue', 'database'], 0.75],
    ['Queues and databases', ['queue', 'queues'], 0.5],
    ['limit the rate per key', ['rate limiting'], 0.5],
    ['the rate is high; a customer has asked for some limit', ['rate limiting'], 0],
    ['separate the concerns well', ['separation of concerns'], 0.5],
    ['Keep the logs in one place', ['logging'], 0.5],
    ['Log every call, and sign the files', ['logging', 'signing'], 0.75],
    ['Blogging for us', ['logging'], 0],
    ['Anything', [], 0],
    ['', ['queue'], 0],
    ['Welche Warteschlange trägt die Aufträge?', ['warteschlange'], 0.5],
    ['Выбрать базу данных', ['данных'], 0.5],
    ['选择数据库', ['数据库'], 0.5],
  ])('scores %j for %j', (text, specialties, score) => {
    expect(scoreSpecialties(text, agent(specialties))).toBe(score);
  });

  it('counts the role less than a specialty, and titles such as "lead" not at all', () => {
    const score = (text: string): number =>
      scoreSpecialties(text, agent(['tests'], { id: 'security-lead', role: 'Security Lead' }));
    expect(score('Is it secure?')).toBe(0.35);
    expect(score('Who takes the lead?')).toBe(0);
    expect(score('Test the security')).toBeGreaterThan(score('Test it'));
  });

  it('falls back to the description of an agent without specialties', () => {
    const described = { description: 'Looks after backups, restores and the schema.' };
    const one = scoreSpecialties('Do we have a backup?', agent([], described));
    expect(one).toBeGreaterThan(0);
    expect(scoreSpecialties('backup, restore, schema, look', agent([], described))).toBeLessThan(0.4);
    expect(scoreSpecialties('Do we have a backup?', agent(['queue'], described))).toBe(0);
  });

  it('stays between 0 and 1 and never falls when text is added', () => {
    const word = fc.constantFrom('deploy', 'queue', 'the', 'rate', 'limit', 'database', 'tests', 'scale');
    const texts = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    const specialties = fc.array(
      fc.constantFrom('deployment', 'queues', 'rate limiting', 'scalability', 'db'),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(texts, texts, specialties, (text, more, list) => {
        const score = scoreSpecialties(text, agent(list));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(scoreSpecialties(`${text} ${more}`, agent(list))).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});

describe('chooseStrategy', () => {
  const all = [
    strategy('standard', []),
    strategy('debate', ['versus', 'vs', 'pros and cons', 'alternative']),
    strategy('disney', ['idea', 'imagine', 'new feature']),
    strategy('six-hats', ['risk', 'perspective']),
  ];

  it.each([
    ['Kafka versus RabbitMQ', 'debate', 'the topic says “versus”, which suits the debate strategy'],
    [
      'Kafka vs. RabbitMQ: the Pros and Cons',
      'debate',
      'the topic says “vs” and “Pros and Cons”, which suits the debate strategy',
    ],
    [
      'Ideas for new features',
      'disney',
      'the topic says “Ideas” and “new features”, which suits the disney strategy',
    ],
    // As many words for each: the one that comes first.
    ['Risks of an alternative', 'six-hats', 'the topic says “Risks”, which suits the six-hats strategy'],
    ['An alternative with a risk', 'debate', 'the topic says “alternative”, which suits the debate strategy'],
  ])('chooses for %j', (topic, id, reason) => {
    expect(chooseStrategy(topic, all)).toEqual({ id, reason });
  });

  it('says nothing when no keyword is there as a whole word', () => {
    for (const topic of ['', 'Which queue?', 'An ideal asterisk', 'pros, some cons']) {
      expect(chooseStrategy(topic, all)).toBeNull();
    }
  });

  it('does not depend on the order of the strategies', () => {
    const words = fc.array(fc.constantFrom('risk', 'idea', 'versus', 'imagine', 'queue', 'perspective'), {
      maxLength: 6,
    });
    const order = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
    fc.assert(
      fc.property(words, order, (topic, shuffled) => {
        expect(chooseStrategy(topic.join(' '), shuffled)).toEqual(chooseStrategy(topic.join(' '), all));
      }),
    );
  });
});
