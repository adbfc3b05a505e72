import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPersona } from '../../src/rehearsal/persona.ts';
import { createRandom, hashText, pickAt } from '../../src/rehearsal/random.ts';
import {
  endSentence,
  joinWords,
  lowerFirst,
  quote,
  readSubject,
  shorten,
  takeHead,
} from '../../src/rehearsal/text.ts';

describe('reading a topic', () => {
  test.each([
    ['Which queue should carry the download jobs?', 'queue', 'the queue that is to carry the download jobs'],
    ['What database should we use for sessions?', 'database', 'the database we use for sessions'],
    ['Should we cache responses?', null, 'whether to cache responses'],
    ['Should the service cache responses?', null, 'the question “Should the service cache responses”'],
    ['How should we version the API?', null, 'how to version the API'],
    ['What could we offer podcasters?', null, 'what we could offer podcasters'],
    ['How should releases be signed?', null, 'how releases should be signed'],
    ['How do the parts fit?', null, 'the question “How do the parts fit”'],
    ['What must the transcript endpoint do?', null, 'what the transcript endpoint must do'],
    ['Transcript endpoint', null, 'transcript endpoint'],
    ['API keys for tenants', null, 'API keys for tenants'],
    ['What is the right size?', null, 'the question “What is the right size”'],
    ['', null, 'the question “as it was put”'],
  ])('%j', (topic, noun, phrase) => {
    expect(readSubject(topic)).toMatchObject({ noun, phrase });
  });

  test.each([
    ['Redis or RabbitMQ?', ['Redis', 'RabbitMQ']],
    ['Should we use Redis or RabbitMQ for the jobs?', ['Redis', 'RabbitMQ']],
    ['Monolith versus services', ['Monolith', 'services']],
    ['Which is better, tabs or tabs?', null],
    ['Which queue should carry the jobs?', null],
  ])('alternatives in %j', (topic, alternatives) => {
    expect(readSubject(topic).alternatives).toEqual(alternatives);
  });
});

describe('sentences', () => {
  test('the gist of an item leaves out brackets and, where it is long, what follows a colon', () => {
    expect(takeHead('Public repository (MIT): nothing private may enter')).toBe(
      'Public repository: nothing private may enter',
    );
    expect(takeHead('Become the service that teams install first: pull the image, set a key', 50)).toBe(
      'Become the service that teams install first',
    );
  });

  test('small work', () => {
    expect([joinWords([]), joinWords(['a']), joinWords(['a', 'b']), joinWords(['a', 'b', 'c'])]).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
    expect([
      lowerFirst('Each part'),
      lowerFirst('API keys'),
      lowerFirst('Python 3.11'),
      lowerFirst('A key'),
    ]).toEqual(['each part', 'API keys', 'Python 3.11', 'a key']);
    expect([endSentence('so'), endSentence('so?'), endSentence('“so?”')]).toEqual(['so.', 'so?', '“so?”']);
    expect(quote('**Bold** `code` [link](http://x).')).toBe('“Bold code link”');
  });

  test('shortened texts keep to the limit, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 10, max: 120 }), (text, limit) => {
        expect(shorten(text, limit).length).toBeLessThanOrEqual(limit);
        expect(() => readSubject(text)).not.toThrow();
      }),
    );
  });
});

describe('repeatable choice', () => {
  test('numbers follow from seed and key, lie in [0, 1) and spread', () => {
    const draw = (seed: number, key: string) => {
      const next = createRandom(seed, key);
      return Array.from({ length: 200 }, next);
    };
    expect(draw(1, 'a')).toEqual(draw(1, 'a'));
    expect(draw(1, 'a')).not.toEqual(draw(2, 'a'));
    expect(draw(1, 'a')).not.toEqual(draw(1, 'b'));
    const numbers = draw(7, 'spread');
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.1);
  });

  test('the hash is FNV-1a', () => {
    expect([hashText(''), hashText('a'), hashText('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  });

  test('a place goes round and round', () => {
    expect([pickAt(['a', 'b'], -1), pickAt(['a', 'b'], 3), pickAt([], 1)]).toEqual(['b', 'b', null]);
  });
});

describe('reading a role', () => {
  const role = { role: 'QA lead', description: 'Checks.', specialties: ['testing'] };

  test('criteria, questions and checks by their headings', () => {
    const body = [
      'You answer for tests.',
      '## Criteria',
      '- **Edges** come',
      '  before the middle.',
      '- Numbers beat words.',
      '## Questions you ask',
      '1. What breaks first?',
      '## Checklist',
      '- [ ] Name one failing case.',
      '```',
      '- not an item of the file',
      '```',
      '## Where you yield',
      '- On style, always.',
    ].join('\n');
    expect(readPersona({ ...role, body })).toEqual({
      criteria: ['Edges come before the middle', 'Numbers beat words'],
      questions: ['What breaks first?'],
      checks: ['Name one failing case'],
      specialties: ['testing'],
    });
  });

  test('labels in bold serve as headings, questions count wherever they stand', () => {
    const body =
      '**Your perspective:**\n\n- Code quality over speed\n- Is it tested at all?\n\n**Output format:**\n- YAML only please';
    expect(readPersona({ ...role, body })).toMatchObject({
      criteria: ['Code quality over speed'],
      questions: ['Is it tested at all?'],
    });
  });

  test('a file without lists still gives a voice', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (body) => {
        const voice = readPersona({ ...role, body });
        expect(Math.min(voice.criteria.length, voice.questions.length, voice.checks.length)).toBeGreaterThan(
          0,
        );
      }),
    );
  });
});
