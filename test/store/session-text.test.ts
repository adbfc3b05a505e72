import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { S2sError } from '../../src/session/errors.ts';
import type { Session } from '../../src/session/session.ts';
import { schemaVersion } from '../../src/session/vocabulary.ts';
import { assertSavable, parseSession, stringifySession } from '../../src/store/session/session-text.ts';
import { createRound, createSession } from './sample-session.ts';

const read = (session: Session): Session => parseSession(stringifySession(session), 's.yaml');

function catchError(action: () => unknown): S2sError {
  try {
    action();
  } catch (error) {
    if (error instanceof S2sError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Strings out of everything that has a meaning in YAML, in a terminal or in UTF-16. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\n',
        '\r\n',
        '\r',
        '---',
        '...',
        ': ',
        ' #',
        '\0',
        '\u0085',
        '\u2028',
        '\ufeff',
        '\ud800',
        '\udc00',
      ),
      fc.constantFrom(
        '- ',
        '  ',
        '\t',
        '"',
        "'",
        '|',
        '>',
        '&a',
        '*a',
        '!',
        '%',
        '@',
        '`',
        '\ud83d\ude00',
        'null',
        '0x1',
        '\u009f',
      ),
      fc.constantFrom(
        '\u001b[31m',
        '?',
        '{',
        ']',
        ',',
        '<<',
        '\n\n',
        'rounds:',
        '\nrounds:\n',
        '  - round: 1',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('stringifySession and parseSession', () => {
  it('carries every text unharmed, wherever it stands', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, other) => {
        const session = createSession(0, {
          topic: `t${text}`,
          current_phase: other,
          guidance: [{ after_round: 0, text, by: 'user' }],
          total_rounds: 2,
          rounds: [
            createRound(1, {
              synthesis: text,
              consensus: [{ text: other, statements: [text] }],
              assumptions: [{ seat: 'qa-lead', text: other }],
            }),
            createRound(2, { question: other, losses: [{ code: 'unreadable_field', field: text }] }),
          ],
        });
        expect(read(session)).toEqual(session);
      }),
      { numRuns: 75 },
    );
  });

  it('writes the keys in the order of the schema, the head before the rounds, and keeps keys that it does not know', () => {
    const session = createSession(1);
    const shuffled = Object.fromEntries(
      Object.entries({ ...session, my_note: { b: 1, a: 2 } }).reverse(),
    ) as Session;
    const project = { ...{ extra: 'kept' }, name: 'media-api' };
    const text = stringifySession(assertSavable({ ...shuffled, project }, 's.yaml'));
    const keys = [...text.matchAll(/^([a-z_]+):/gm)].map(([, key]) => key);
    expect(keys.slice(0, 4)).toEqual(['schema_version', 'id', 'topic', 'workflow_type']);
    expect(keys.slice(-2)).toEqual(['my_note', 'rounds']);
    expect(text).toContain('project:\n  name: media-api\n  extra: kept\n');
    const again = parseSession(text, 's.yaml');
    expect(again).toHaveProperty('my_note', { b: 1, a: 2 });
    expect(stringifySession(again)).toBe(text);
  });

  it('reads what it wrote with no rounds at all', () => {
    const session = createSession(0);
    expect(stringifySession(session)).toMatch(/\nrounds: \[\]\n$/);
    expect(read(session)).toEqual(session);
  });
});

describe('assertSavable', () => {
  it('names everything that could not be read again', () => {
    const [right, other] = createRound(1).answers;
    if (right === undefined || other === undefined) throw new Error('two answers expected');
    const answers = [right, other].map((answer) => ({ ...answer, confidence: 8 }));
    const spoiled = { ...createSession(1), rounds: [{ ...createRound(1), answers }] };
    const error = catchError(() => assertSavable(spoiled, 's.yaml'));
    expect(error.code).toBe('BUG');
    expect(error.problems.map(({ message }) => message.split(':')[0])).toEqual([
      'rounds[0].answers[0].confidence',
      'rounds[0].answers[1].confidence',
    ]);
  });
});

describe('parseSession refuses', () => {
  const text = stringifySession(createSession(2));

  it('every problem at once, each with its line and column', () => {
    const bad = text
      .replace('status: active', 'status: running')
      .replace('confidence: 0.8', 'confidence: 8')
      .replace(/^ {4}focus: focus 2\n/m, '');
    const error = catchError(() => parseSession(bad, 'x/s.yaml'));
    expect(error).toMatchObject({ code: 'SESSION_INVALID', exitCode: 5 });
    expect(error.problems.map(({ message }) => message.split(':')[0])).toEqual([
      'status',
      'rounds[0].answers[0].confidence',
      'rounds[1].focus',
    ]);
    const lines = bad.split('\n');
    const [status, confidence, focus] = error.problems;
    expect(lines[(status?.line ?? 0) - 1]?.slice((status?.column ?? 0) - 1)).toBe('running');
    expect(lines[(confidence?.line ?? 0) - 1]?.slice((confidence?.column ?? 0) - 1)).toBe('8');
    // A key that is missing is shown at the round that lacks it.
    expect(lines[(focus?.line ?? 0) - 1]).toBe('  - round: 2');
  });

  it.each([
    ['rounds that do not count from 1', text.replace('\n  - round: 2', '\n  - round: 3'), 'rounds[1].round'],
    [
      'a head that disagrees with its rounds',
      text.replace('total_rounds: 2', 'total_rounds: 5'),
      'total_rounds',
    ],
    [
      'two values for a key',
      text.replace('strategy: debate\n', 'strategy: debate\nstrategy: disney\n'),
      'this key appears twice',
    ],
    ['two documents', `${text}---\n${text}`, 'a second document begins here'],
    ['a list', '- a\n', 'holds no session'],
    ['nothing', '', 'holds no session'],
    [
      'a version that is no number',
      text.replace(`schema_version: ${schemaVersion}`, 'schema_version: one'),
      'schema_version',
    ],
  ])('%s', (_, bad, message) => {
    const error = catchError(() => parseSession(bad, 's.yaml'));
    expect(error.code).toBe('SESSION_INVALID');
    expect(error.problems[0]?.message).toContain(message);
  });

  it.each([
    ['aliases that multiply', bomb()],
    ['brackets within brackets', `a: ${'['.repeat(5000)}${']'.repeat(5000)}\n`],
    ['lists within lists', `${'- '.repeat(50_000)}x\n`],
    ['maps within maps', Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['questions within questions', `${'? '.repeat(5000)}x\n`],
    ['colons within colons', `${': '.repeat(5000)}x\n`],
  ])('%s, at once and without falling over', (_, bad) => {
    // Twice: the engine compiles its regular expressions anew when they are hot.
    for (let time = 0; time < 2; time += 1) {
      expect(catchError(() => parseSession(bad, 's.yaml')).code).toBe('SESSION_INVALID');
    }
  });

  it('nothing that only looks deep: texts full of brackets, dashes and blanks are texts', () => {
    const looks = [
      `a\n${'- '.repeat(500)}x`,
      '['.repeat(1000),
      `x\n${' '.repeat(2000)}y\nz`,
      ': '.repeat(400),
    ];
    const session = createSession(0, {
      guidance: looks.map((look) => ({ after_round: 0, text: look, by: 'user' })),
    });
    expect(read(session)).toEqual(session);
  });
});

function bomb(): string {
  const lines = ['a0: &a0 [x, x]'];
  for (let level = 1; level < 12; level += 1) {
    const alias = `*a${level - 1}`;
    lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => alias).join(', ')}]`);
  }
  return `${lines.join('\n')}\n`;
}
