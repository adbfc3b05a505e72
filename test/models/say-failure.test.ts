/** Every failure is a sentence and an advice, made of its facts alone. */
import { describe, expect, it } from 'vitest';
import { sayFailure, sayRemedy } from '../../src/models/say-failure.ts';
import { type FailureReason, failureReasons } from '../../src/session/failure.ts';
import { ModelError } from '../../src/session/ports/provider.ts';
import { failureKinds } from '../../src/session/vocabulary.ts';

describe('a failure', () => {
  it.each(failureReasons)('because of %s is said with its facts', (reason) => {
    const details = { reason, code: 'ECONNRESET', status: 404, host: 'h:1', about: 'x' };
    const failure = new ModelError('bad-request', 'their words', details);
    expect(sayFailure(failure)).not.toMatch(/undefined|null|^\s*$|\.$/);
    expect(sayRemedy(failure)).toMatch(/\.$/);
  });

  it.each(failureKinds)(
    'of the kind %s has an advice, and their own words where nothing else is known',
    (kind) => {
      const failure = new ModelError(kind, 'their words');
      expect(sayFailure(failure)).toBe('their words');
      expect(sayRemedy(failure)).toMatch(/\.$/);
    },
  );

  it.each<
    [
      kind: 'overloaded' | 'network' | 'truncated' | 'unknown-model',
      said: string,
      reason: FailureReason,
      more: object,
      words: string,
    ]
  >([
    ['overloaded', 'Overloaded', 'answered', { status: 529 }, 'answered 529: Overloaded'],
    [
      'overloaded',
      'Overloaded',
      'answered',
      { code: 'overloaded_error' },
      'an error instead of a reply: Overloaded',
    ],
    [
      'network',
      'connect',
      'connection',
      { code: 'ECONNREFUSED', host: 'h:1' },
      'connection refused by h:1 (ECONNREFUSED)',
    ],
    ['network', 'new in this system', 'connection', { code: 'E_NEW', host: 'h:1' }, 'new in this system'],
    [
      'truncated',
      '',
      'cut-off',
      { code: 'max_tokens', about: 80 },
      'the reply was cut off at 80 tokens (max_tokens)',
    ],
    ['unknown-model', '', 'program-missing', { about: 'claude' }, 'the program "claude" was not found'],
  ])('%s %j because of %s %j is %j', (kind, said, reason, more, words) => {
    expect(sayFailure(new ModelError(kind, said, { reason, ...more }))).toBe(words);
  });
});
