import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectSecrets, createRedactor } from '../../src/models/client/redact.ts';

describe('createRedactor', () => {
  const redact = createRedactor([]);

  it.each([
    `sk-ant-${'api03-Ab_9-'.repeat(4)}`,
    `sk-${'Ab9'.repeat(12)}`,
    `sk-proj-${'Ab_9-'.repeat(6)}`,
    'AKIAIOSFODNN7EXAMPLE',
    `ghp_${'a1B2'.repeat(9)}`,
    `github_pat_${'a1B2_'.repeat(6)}`,
    `AIza${'x'.repeat(35)}`,
    `Bearer ${'abc.def-'.repeat(4)}`,
    `eyJ${'abcdef'.repeat(3)}.eyJ${'abcdef'.repeat(3)}.${'sig_'.repeat(4)}`,
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----',
    `-----BEGIN PRIVATE KEY-----\n${'MIIEvQ'.repeat(10)}\n${'MIIEvQ'.repeat(10)}`,
  ])('knows the shape of %s', (secret) => {
    const clean = redact(`before ${secret} after`);
    expect(clean).toMatch(/^before (Bearer )?\[redacted\] after$/);
  });

  it.each([
    'a task-based approach to sk-learn pipelines',
    'the bearer of bad news is here',
    'ghp_short',
    'use -----BEGIN CERTIFICATE----- blocks',
  ])('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('finds a known key in any dress, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 12, maxLength: 60 }),
        fc.string({ maxLength: 20 }),
        (key, around) => {
          const secret = key.trim();
          fc.pre(secret.length >= 12 && !'[redacted]'.includes(secret));
          const clean = createRedactor([key]);
          const forms = [
            secret,
            encodeURIComponent(secret),
            JSON.stringify(secret).slice(1, -1),
            Buffer.from(secret).toString('base64'),
          ];
          for (const form of forms) expect(clean(`${around}${form}${around}`)).not.toContain(form);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes the longer key first, and no ordinary word', () => {
    const clean = createRedactor(['first-key-1', 'first-key-1-and-more', 'ollama']);
    expect(clean('first-key-1-and-more, first-key-1, ollama')).toBe('[redacted], [redacted], ollama');
  });

  // Work that grew with the square of the length would take hours.
  it('ends for long runs of what begins like a key', { timeout: 60_000 }, () => {
    redact('-----BEGIN PRIVATE KEY-----'.repeat(40_000));
    redact('sk-'.repeat(300_000));
    redact('Bearer '.repeat(150_000));
    redact('eyJaaaaaaaaaaaaa.'.repeat(60_000));
  });
});

describe('collectSecrets', () => {
  it('takes named variables, and those whose name says what they are', () => {
    const env = {
      TEAM: 'value-of-team',
      GITHUB_TOKEN: 'x'.repeat(20),
      SHORT_TOKEN: 'abc',
      HOME: '/home/of/somebody/long',
      NONE: undefined,
    };
    expect(collectSecrets(env, ['TEAM'])).toEqual(['value-of-team', 'x'.repeat(20)]);
  });
});
