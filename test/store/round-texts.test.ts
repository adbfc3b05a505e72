/** Reading round by round says what reading the whole says, or nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRoundTexts } from '../../src/store/files/round-texts.ts';
import { parseSession } from '../../src/store/files/session-parse.ts';
import { stringifySession } from '../../src/store/files/session-text.ts';
import { readYaml } from '../../src/text/yaml-text.ts';
import { createRound, createSession, createVerboseRound } from './sample-session.ts';

const threeRounds = () =>
  createSession(3, { rounds: [createVerboseRound(1), createRound(2), createVerboseRound(3)] });

describe('a file as this program writes it', () => {
  it('is read in pieces, and means the same', () => {
    const text = stringifySession(threeRounds());
    const pieces = readRoundTexts(text);
    expect(pieces?.texts).toHaveLength(3);
    expect(pieces?.value).toEqual(readYaml(text, '').value);
    expect(text.endsWith(pieces?.texts.join('') ?? '?')).toBe(true);
  });

  it('keeps what a person wrote into a round, comments too, through the next save', () => {
    const text = stringifySession(threeRounds()).replace(
      '    question: |-',
      '    # read this again\n    question: |-',
    );
    expect(text).toContain('# read this again');
    const { session } = parseSession(text, 's.yaml');
    expect(stringifySession({ ...session, updated_at: '2026-11-28T00:00:00.000Z' })).toContain(
      '# read this again',
    );
  });

  it('does not keep the text of a round that was replaced', () => {
    const { session } = parseSession(stringifySession(threeRounds()), 's.yaml');
    const [first, ...rest] = session.rounds;
    if (!first) throw new Error('there is a round');
    const next = { ...session, rounds: [{ ...first, synthesis: 'Another one.' }, ...rest] };
    expect(parseSession(stringifySession(next), 's.yaml').session.rounds[0]?.synthesis).toBe('Another one.');
  });
});

it('never says anything else than the whole does, whatever was done to the file', () => {
  const text = stringifySession(threeRounds());
  const edit = fc.record({
    at: fc.nat(text.length),
    cut: fc.nat(40),
    put: fc.oneof(
      fc.constantFrom(
        '\n',
        '\n\n',
        '  - ',
        '\n  - ',
        '\nrounds:\n',
        '"',
        "'",
        '|',
        '>',
        '&a ',
        '*a',
        '#',
        '\n# x\n',
      ),
      fc.constantFrom(
        '\n---\n',
        '\n...\n',
        '{',
        '[',
        ']',
        ': ',
        '\n  ',
        '\n    - round: 4\n',
        '\r\n',
        '\t',
        '? ',
      ),
      fc.string({ maxLength: 5 }),
    ),
  });
  let read = 0;
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 2 }), (edits) => {
      const changed = edits.reduce(
        (now, { at, cut, put }) => now.slice(0, at) + put + now.slice(at + cut),
        text,
      );
      const pieces = readRoundTexts(changed);
      if (pieces === null) return;
      read += 1;
      const whole = readYaml(changed, '');
      expect(whole.problems).toEqual([]);
      expect(pieces.value).toEqual(whole.value);
    }),
    { numRuns: 150 },
  );
  expect(read).toBeGreaterThan(20);
});
