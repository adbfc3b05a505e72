import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStructured } from '../../src/models/replies/read-structured.ts';

const answer = {
  keys: ['position', 'rationale', 'confidence'],
  required: ['position', 'rationale', 'confidence'],
};
const whole = { position: 'Use a queue.', rationale: ['simple', 'known'], confidence: 0.8 };
const json = JSON.stringify(whole);

describe('readStructured', () => {
  it.each<[name: string, text: string]>([
    ['bare', json],
    ['pretty', JSON.stringify(whole, null, 2)],
    ['with a byte order mark', `\uFEFF${json}`],
    ['fenced', `\`\`\`json\n${json}\n\`\`\``],
    [
      'fenced without a language, prose around',
      `Here it is:\n\n\`\`\`\n${json}\n\`\`\`\nHope this helps {smile}!`,
    ],
    [
      'after thinking with a draft in it',
      `<think>Maybe {"position":"No","rationale":[],"confidence":0.1}?</think>\n${json}`,
    ],
    [
      'after thinking whose opening tag is missing',
      `Let me see {"position":"No","rationale":[],"confidence":0}\n</think>\n${json}`,
    ],
    ['all of it marked as thinking', `<think>${json}</think>`],
    ['in a wrapper', `{"answer": ${json}}`],
    ['in a list', `[${json}]`],
    ['as a JSON string', JSON.stringify(json)],
    ['behind prose with braces and quotes', `I like {braces} and "quotes" and {"half an object. So: ${json}`],
    ['behind an open bracket', `Options [a, b: ${json}`],
    ['after a draft', `{"position":"Draft","rationale":["x"],"confidence":0.2}\nBetter:\n${json}`],
    ['beside a smaller object', `{"confidence": 1}\n${json}\n{"confidence": 0}`],
    ['with trailing commas', '{"position":"Use a queue.","rationale":["simple","known",],"confidence":0.8,}'],
    ['with missing commas', '{"position":"Use a queue."\n"rationale":["simple"\n"known"]\n"confidence":0.8}'],
    [
      'with comments',
      '{\n// why\n"position":"Use a queue.", /* two */ "rationale":["simple","known"], # mine\n"confidence":0.8 // sure\n}',
    ],
    ['in single quotes', "{'position': 'Use a queue.', 'rationale': ['simple', 'known'], 'confidence': 0.8}"],
    ['in smart quotes', '{“position”: “Use a queue.”, “rationale”: [“simple”, “known”], “confidence”: 0.8}'],
    ['with unquoted keys', '{position: "Use a queue.", rationale: ["simple", "known"], confidence: .8}'],
    [
      'damaged inside a fence, prose behind',
      '```json\n{"position":"Use a queue.","rationale":["simple","known"],"confidence":0.8,}\n```\nDone, {really}.',
    ],
    [
      'as YAML in a fence',
      '```yaml\nposition: Use a queue.\nrationale:\n  - simple\n  - known\nconfidence: 0.8\n```',
    ],
    [
      'as bare YAML behind prose',
      'My view:\n\nposition: Use a queue.\nrationale: [simple, known]\nconfidence: 0.8',
    ],
    ['as YAML with tabs', 'position: Use a queue.\nrationale:\n\t- simple\n\t- known\nconfidence: 0.8'],
  ])('finds the reply %s', (_, text) => {
    expect(readStructured(text, answer)).toEqual({ data: whole, problem: null });
  });

  it.each<[name: string, text: string, data: object]>([
    [
      'a line break in a string',
      '{"position":"one\ntwo","rationale":[],"confidence":1}',
      { position: 'one\ntwo', rationale: [], confidence: 1 },
    ],
    [
      'quotes in a string',
      '{"position":"say "yes", or "no" now","rationale":[],"confidence":1}',
      { position: 'say "yes", or "no" now', rationale: [], confidence: 1 },
    ],
    [
      'a brace in a string',
      '{"position":"a } brace","rationale":["{"],"confidence":1,}',
      { position: 'a } brace', rationale: ['{'], confidence: 1 },
    ],
    [
      'an apostrophe in single quotes',
      "{'position': 'it's fine', 'rationale': [], 'confidence': 1}",
      { position: "it's fine", rationale: [], confidence: 1 },
    ],
    [
      'NaN',
      '{"position":"x","rationale":[],"confidence":NaN}',
      { position: 'x', rationale: [], confidence: null },
    ],
    [
      "Python's words",
      "{'position': None, 'rationale': [True, False], 'confidence': 0.5}",
      { position: null, rationale: [true, false], confidence: 0.5 },
    ],
    [
      'words without quotes',
      '{"position": use it, "rationale": [a b, c], "confidence": 80%}',
      { position: 'use it', rationale: ['a b', 'c'], confidence: '80%' },
    ],
    [
      'bold lines',
      '**Position:** Use it: now\n**Rationale:**\n- simple\n- known\n**Confidence:** 80%',
      { position: 'Use it: now', rationale: ['simple', 'known'], confidence: '80%' },
    ],
  ])('reads %s', (_, text, data) => {
    expect(readStructured(text, answer)).toEqual({ data, problem: null });
  });

  it('uses a reply that was cut off only when all required fields came, and says so', () => {
    const inTheLast = readStructured(
      '{"confidence": 0.8, "rationale": ["a"], "position": "Use a que',
      answer,
    );
    expect(inTheLast.data).toEqual({ confidence: 0.8, rationale: ['a'], position: 'Use a que' });
    expect(inTheLast.problem).toContain('cut off');
    const before = readStructured(
      '{"position": "Use a queue.", "rationale": ["a", {"position": "inner"}, "b',
      answer,
    );
    expect(before.data).toBeUndefined();
    expect(before.problem).toContain('"confidence"');
  });

  it.each([
    '',
    '   ',
    'I would rather not.',
    '{}',
    '{"other": 1}',
    '}{',
    '[1, 2]',
    '{"a":',
    'true',
    '{curly} only',
  ])('says why nothing was found in %j', (text) => {
    const read = readStructured(text, answer);
    expect(read.data).toBeUndefined();
    expect(read.problem).toMatch(/^The reply .+\.$/);
  });

  it('keeps keys that would reach into prototypes as plain data', () => {
    const read = readStructured('{"position":"x","__proto__":{"polluted":true},}', answer);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(read.data)).toBe(Object.prototype);
  });

  // Followed, it would fill the memory or take hours.
  it('does not follow an alias bomb', () => {
    const bomb = `position: x\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join(',')}]`)
      .join('\n')}`;
    readStructured(bomb, answer);
  });

  it.each<[name: string, text: string]>([
    ['nested brackets', '['.repeat(333_333)],
    ['nested braces', '{'.repeat(333_333)],
    ['nested keys', '{"a":'.repeat(66_666)],
    ['unquoted nested keys', '{a:'.repeat(110_000)],
    ['open quotes', '{"'.repeat(166_666)],
    ['quotes', '"'.repeat(333_333)],
    ['quotes in an object', `{"position":"${'" '.repeat(166_666)}`],
    ['backslashes', `{"position":"${'\\'.repeat(333_333)}`],
    ['fences', '```\n'.repeat(83_333)],
    ['comments', `{${'/*'.repeat(166_666)}`],
    ['yaml sequences', `position: ${'- '.repeat(30_000)}`],
    ['key lines', 'position: x\n'.repeat(26_666)],
    ['white space', `{"position":"a"${' '.repeat(333_333)}`],
  ])('ends for a long run of %s', (_, text) => {
    readStructured(text, answer);
  });

  it('finds an intact object exactly, whatever stands around it', () => {
    const value = fc.record({
      position: fc.string({ unit: 'grapheme', maxLength: 60 }),
      rationale: fc.array(fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 4 }),
      confidence: fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
        fc.constant(null),
      ),
    });
    const prose = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc
        .array(
          fc.constantFrom(
            '{',
            '}',
            '[',
            ']',
            '"',
            "'",
            '\\',
            ',',
            ':',
            '\n',
            'a',
            ' ',
            '```',
            '</think>',
            '#',
            '{"',
            '{a:',
          ),
          { maxLength: 25 },
        )
        .map((parts) => parts.join('')),
    );
    const wrap = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => `\`\`\`json\n${text}\n\`\`\``,
      (text) => `{"answer": ${text}}`,
      (text) => `[${text}]`,
    );
    fc.assert(
      fc.property(value, prose, prose, wrap, fc.nat(4), (data, before, after, wrapped, indent) => {
        const text = `${before}\n${wrapped(JSON.stringify(data, null, indent))}\n${after}`;
        expect(readStructured(text, answer)).toEqual({
          data: JSON.parse(JSON.stringify(data)),
          problem: null,
        });
      }),
      { numRuns: 3000 },
    );
  });

  it('never throws and always answers, for thousands of damaged replies', () => {
    const damage = fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        cut: fc.nat(6),
        add: fc.constantFrom(
          '',
          '"',
          "'",
          '}',
          '{',
          ']',
          '[',
          ',',
          ':',
          '\\',
          '\n',
          '“',
          '//',
          '*/',
          '&a',
          '*a',
          '\u0000',
          '`',
        ),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(damage, fc.boolean(), (hits, cutTail) => {
        let text = JSON.stringify(whole, null, 1);
        for (const { at, cut, add } of hits) {
          const index = Math.floor(at * text.length);
          text = text.slice(0, index) + add + text.slice(index + cut);
        }
        if (cutTail) text = text.slice(0, Math.floor(text.length * 0.8));
        const read = readStructured(text, answer);
        if (read.data === undefined) expect(read.problem).not.toBeNull();
        else expect(Object.keys(read.data as object).some((key) => answer.keys.includes(key))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('never throws for any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const read = readStructured(text, answer);
        expect(read.data === undefined).toBe(
          read.problem !== null && !read.problem.includes('may not be whole'),
        );
      }),
      { numRuns: 2000 },
    );
  });
});
