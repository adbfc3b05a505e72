import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDataRedactor, createRedactor } from '../../src/text/secrets/redactor.ts';
import { couldBeWord, looksSecret } from '../../src/text/secrets/secret-strength.ts';

describe('shapes of well-known keys', () => {
  const redact = createRedactor([]);

  it.each([
    `sk-ant-${'api03-Ab_9-'.repeat(4)}`,
    `sk-${'Ab9'.repeat(12)}`,
    `sk-proj-${'Ab_9-'.repeat(6)}`,
    'AKIAIOSFODNN7EXAMPLE',
    `ghp_${'a1B2'.repeat(9)}`,
    `gsk_${'a1B2'.repeat(12)}`,
    `xai-${'a1B2'.repeat(12)}`,
    `github_pat_${'a1B2_'.repeat(6)}`,
    `ASIA${'A1B2'.repeat(4)}`,
    `glpat-${'a1B2'.repeat(6)}`,
    `xoxb-${'a1B2'.repeat(6)}`,
    `discord.com/api/webhooks/123456789012345678/${'a1B2'.repeat(17)}`,
    `123456789:AA${'a1B2'.repeat(8)}c`,
    ...['hf_', 'npm_', 'r8_', 'pplx-', 'nvapi-'].map((prefix) => `${prefix}${'a1B2'.repeat(12)}`),
    ...['sk_live_', 'whsec_', 'dop_v1_', 'shpat_', 'glsa_'].map((prefix) => `${prefix}${'a1B2'.repeat(12)}`),
    ...[
      `SG.${'a1B2'.repeat(5)}.${'a1B2'.repeat(9)}`,
      `pypi-AgE${'a1B2'.repeat(12)}`,
      `ya29.${'a1B2'.repeat(12)}`,
    ],
    `bearer ${'abc.def-'.repeat(4)}`,
    `AIza${'x'.repeat(35)}`,
    `Bearer ${'abc.def-'.repeat(4)}`,
    `eyJ${'abcdef'.repeat(3)}.eyJ${'abcdef'.repeat(3)}.${'sig_'.repeat(4)}`,
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----',
    `-----BEGIN PRIVATE KEY-----\n${'MIIEvQ'.repeat(10)}\n${'MIIEvQ'.repeat(10)}`,
  ])('knows the shape of %s', (secret) => {
    const clean = redact(`before ${secret} after`);
    expect(clean).toMatch(/^before (bearer )?\[redacted\] after$/i);
  });

  it.each([
    'a task-based approach to sk-learn pipelines',
    'the bearer of bad news is here',
    'ghp_short',
    'use -----BEGIN CERTIFICATE----- blocks',
  ])('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text);
  });
});

const key = 'sk-ant-api03-Zq7Xw2Lk9Vb4Nc8M-Tf5Hd3Gs6Jp1';
const hex = (text: string) => Buffer.from(text).toString('hex');
const join = (text: string, separator: string) => Array.from(text).join(separator);

/** Every way to write a key down that a server may think of. */
const dresses: [name: string, dress: (key: string) => string][] = [
  ['as it is', (text) => text],
  ['in capitals', (text) => text.toUpperCase()],
  ['a zero-width space in it', (text) => join(text, '\u200b')],
  ['a soft hyphen in it', (text) => `${text.slice(0, 9)}\u00ad${text.slice(9)}`],
  ['a joiner in it', (text) => join(text, '\u200d')],
  ['hexadecimal', hex],
  ['hexadecimal in capitals', (text) => hex(text).toUpperCase()],
  ['hexadecimal with colons', (text) => hex(text).replace(/..(?=.)/g, '$&:')],
  ['base64', (text) => Buffer.from(text).toString('base64')],
  ['base64 behind a letter', (text) => Buffer.from(`x${text}`).toString('base64')],
  ['base64 of a login', (text) => Buffer.from(`me:${text}:end`).toString('base64')],
  ['base64 for addresses', (text) => Buffer.from(`??${text}`).toString('base64url')],
  ['base64 in lines', (text) => Buffer.from(`k=${text}`).toString('base64').replace(/.{20}/g, '$&\n')],
  ['for an address', (text) => encodeURIComponent(text)],
  ['between < and >, in lower case', (text) => `<${text.toLowerCase()}>`],
  ['between < and >, as base64', (text) => `<${Buffer.from(text).toString('base64url')}>`],
  ['between ‹ and ›, in lower case', (text) => `‹${text.toLowerCase()}›`],
  ['every letter between ‹ and ›', (text) => Array.from(text).map((letter) => `‹${letter}›`).join('')],
  ['blanks in it', (text) => join(text, ' ')],
  ['dots in it', (text) => join(text, '.')],
  ['line ends in it', (text) => text.replace(/.{10}/g, '$&\n      ')],
  ['with its middle starred', (text) => `${text.slice(0, 8)}****${text.slice(-8)}`],
  ['cut off', (text) => `${text.slice(0, 20)}…`],
  ['without its beginning', (text) => text.slice(13)],
]; // biome-ignore format: a table

describe('the value of a key, in any form', () => {
  const redact = createRedactor([key]);

  it.each(dresses)('%s', (_, dress) => {
    const clean = redact(`before: ${dress(key)} after`);
    expect(clean).toContain('[redacted]');
    expect(clean).toMatch(/^before: .*after$/s);
    expect(clean.length).toBeLessThan(60);
    expect(redact(clean)).toBe(clean);
  });

  it('is gone from every form of every key, whatever stands around it', () => {
    const letters = fc.constantFrom(
      ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split(''),
    );
    const keys = fc
      .tuple(fc.constantFrom('', 'sk-', 'key_'), fc.string({ unit: letters, minLength: 24, maxLength: 80 }))
      .map((parts) => parts.join(''))
      .filter((value) => looksSecret(value) && /^\w.*\w$/.test(value));
    fc.assert(
      fc.property(
        keys,
        fc.constantFrom(...dresses.slice(0, -2)),
        fc.string({ maxLength: 20 }).filter((text) => !text.includes('\\')),
        (secret, [, dress], around) => {
          const written = dress(secret);
          const clean = createRedactor([secret])(`${around} ${written} ${around}`);
          expect(clean).not.toContain(written);
          // Nor is a half of it left.
          expect(clean).not.toContain(written.slice(0, Math.ceil(written.length * 0.6)));
          expect(clean).not.toContain(written.slice(-Math.ceil(written.length * 0.6)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is not put together from two values of JSON, so that JSON stays JSON', () => {
    const text = JSON.stringify([key.slice(0, 14), key.slice(14)]);
    expect(JSON.parse(redact(text))).toHaveLength(2);
  });

  it('goes out of data, and out of the names of fields', () => {
    const redactData = createDataRedactor(redact);
    const same = { a: [1, null, 'text'] };
    expect(redactData(same)).toBe(same);
    expect(redactData({ [key]: [{ text: key, count: 1 }] })).toEqual({
      '[redacted]': [{ text: '[redacted]', count: 1 }],
    });
  });

  it('goes out of an entry that was clean the last time, and out of one that had another', () => {
    const redactData = createDataRedactor(redact);
    const entry = { text: 'clean', inner: { list: [{ text: 'clean' }] } };
    const list = [entry];
    expect(redactData(list)).toBe(list);
    entry.inner.list[0] = { text: `now ${key}` };
    expect(JSON.stringify(redactData(list))).not.toContain(key);
    entry.text = `and ${key}`;
    expect(redactData({ rounds: list })).toEqual({
      rounds: [{ text: 'and [redacted]', inner: { list: [{ text: 'now [redacted]' }] } }],
    });
  });

  it('takes the longer key first', () => {
    const clean = createRedactor(['first-key-1', 'first-key-1-and-more', 'ollama']);
    expect(clean('first-key-1-and-more, first-key-1, ollama')).toBe('[redacted], [redacted], ollama');
  });

  // Work that grew with the square of the length would take minutes.
  it('ends for long runs of what begins like a key', () => {
    redact('-----BEGIN PRIVATE KEY-----'.repeat(10_000));
    redact('sk-'.repeat(75_000));
    redact('Bearer '.repeat(40_000));
    redact('eyJaaaaaaaaaaaaa.'.repeat(15_000));
    redact('\\'.repeat(250_000));
    redact('<'.repeat(250_000));
    redact('&amp;'.repeat(50_000));
    redact('%25'.repeat(75_000));
    redact(key.slice(0, 11).repeat(20_000));
    redact('…'.repeat(125_000));
  });
});

describe('words that are set as keys', () => {
  it.each([
    'lm-studio', 'anything', 'not-needed', 'position', 'ollama', 'none', 'dummy', 'no-key-required', 'EMPTY', 'Secret',
    'download-jobs-queue', 'localKey', 'test', 'x', 'unused', 'schlüssel', '密钥',
  ])('%s stays in prose', (word) => {
    const text = `The ${word} of the panel, "${word}": ${word}.`;
    expect(createRedactor([word])(text)).toBe(text);
    expect(couldBeWord(word)).toBe(true);
    expect(looksSecret(word)).toBe(false);
  }); // biome-ignore format: a table

  it.each(['sk-1234', 'team7key!', 'correct-horse-battery-staple', 'abc12345'])(
    '%s goes, as a whole word only',
    (word) => {
      const redact = createRedactor([word]);
      expect(redact(`the key ${word}, "${word}"`)).toBe('the key [redacted], "[redacted]"');
      expect(redact(`x${word}y and ${word}-more`)).toBe(`x${word}y and ${word}-more`);
    },
  );

  it.each([
    'c2f1a9d0-77be-4e3c-9a1f-0d5b8e6f2a44',
    '9f86d081884c7d659a2feaa0c55ad015',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKEY',
    'qwrtzpsdfghjklyxcvbnmqwrtz',
    '4915223456789012345',
    'p@$$w0rd!#%&*()^~plus',
    key,
  ])('%s looks like a secret', (value) => {
    expect(looksSecret(value)).toBe(true);
  });

  it.each([
    'redis://localhost:6379/0',
    'projects/my-team/locations/europe/keys/main',
    '/home/somebody/.config/service/account.json',
    'background-download-jobs-queue-2024',
    'production-eu-west-1',
    'x'.repeat(40),
    'user@example.com and more words',
  ])('%s does not', (value) => {
    expect(looksSecret(value)).toBe(false);
  });
});
