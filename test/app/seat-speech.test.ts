/** The words of seats while they are spoken: readable, clean, late enough that no half of a key is among them, and never blind. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { watchSpeech } from '../../src/app/run/seat-speech.ts';
import type { ModelRequest } from '../../src/session/model-request.ts';
import type { RoundtableEvent } from '../../src/session/ports/ports.ts';
import { createRedactor } from '../../src/text/secrets/redactor.ts';
import { makeRequest } from '../support/make-request.ts';

const properties = { position: {}, statements: {}, confidence: {} };
const answerForm = { name: 'answer', json: { type: 'object', properties } };
const filler =
  'and so it goes on, in plain words, for as long as nothing else is to be said about it. '.repeat(3);

function ask(fields: Partial<ModelRequest> = {}): ModelRequest {
  return makeRequest('some/model', {
    step: 'answer',
    seat: 'qa-lead',
    round: 2,
    schema: answerForm,
    ...fields,
  });
}

/** Every reading comes late enough to count. */
function listen(secrets: string[] = []) {
  let at = 0;
  const watch = watchSpeech(createRedactor(secrets), { elapsed: () => (at += 1000) });
  const say = (text: string, request = ask()): string => {
    watch.hear(request, text);
    return watch.read()[0]?.text ?? '';
  };
  return { watch, say };
}

describe('a structured reply', () => {
  const whole = JSON.stringify({
    position: `A "queue"\nwith retries. ${filler}`,
    statements: [{ text: 'Jobs are kept.', why: 'hidden' }, { text: 'Retries back off.' }],
    confidence: 0.8,
  });
  test('shows its position and its statements, and nothing of the form', () => {
    const { say } = listen();
    expect(say(whole.slice(0, 60))).toBe('');
    expect(say(whole.slice(0, 200))).toMatch(/^A "queue"\nwith retries\. and so/);
    expect(say(whole)).toBe(`A "queue"\nwith retries. ${filler}\nJobs are kept.\nRetries back off.`);
    for (let length = 1; length < whole.length; length += 1)
      expect(say(whole.slice(0, length))).not.toMatch(/[{}[\]\\]|position|statements|hidden/);
  });
  test.each([
    ['a fence', '```json\n'],
    ['words before it', 'Here it is:\n'],
    ['thinking before it', '<think>{"position": "Not that."}</think>'],
  ])('with %s', (_, before) => {
    expect(listen().say(before + whole.slice(0, 200))).toMatch(/^A "queue"\nwith/);
  });
  test('thinking that has not ended is not shown', () => {
    expect(listen().say(`<think>Secretly ${filler}`, ask({ schema: null }))).toBe('');
  });
});

test('control characters go, and of a long text the newest part stays', () => {
  const { say } = listen();
  expect(say(`\u001b[31mRed\u200b ${filler}`, ask({ schema: null }))).toMatch(/^Red and/);
  const long = say(`${'word '.repeat(2000)}the end ${filler}`, ask({ schema: null }));
  expect(long.length).toBe(4001);
  expect(long).toMatch(/^….*the end/);
});

test('a seat that is asked again begins anew, and one that has ended is silent', () => {
  const { say, watch } = listen();
  const [first, second] = [ask({ schema: null }), ask({ schema: null, attempt: 2 })];
  expect(say(`One ${filler}`, first)).toMatch(/^One/);
  expect(say(`Two ${filler}`, second)).toMatch(/^Two/);
  watch.hear(second, null);
  expect(watch.read()).toEqual([]);
});

test('words are read a few times a second, however often they come and are asked for', () => {
  let at = 0;
  let redacted = 0;
  const count = (text: string): string => {
    redacted += 1;
    return text;
  };
  const watch = watchSpeech(count, { elapsed: () => at });
  const request = ask({ schema: null });
  for (; at < 1000; at += 1) {
    watch.hear(request, filler + 'x'.repeat(at));
    watch.read();
  }
  expect(redacted).toBe(4);
});

test('nobody is heard while a person has not answered a blind round', () => {
  const { say, watch } = listen();
  const person = { id: 'me', kind: 'human' };
  const session = {
    participants: [person, { id: 'qa-lead', kind: 'model' }],
    settings: { participation: 'parallel' },
  };
  const asked = { type: 'question-asked', round: 2, asked: ['me', 'qa-lead'] };
  const events = (...all: object[]) => {
    for (const event of all) watch.report(event as RoundtableEvent);
  };
  events({ type: 'session-started', session }, asked);
  expect(say(`A queue ${filler}`, ask({ schema: null }))).toBe('');
  events({ type: 'seat-passed', seat: 'me' });
  expect(watch.read()[0]?.text).toMatch(/^A queue/);
});

const secrets: [name: string, secret: string, known: boolean][] = [
  ['a key of the environment', 'Zq7-Kp2vN8xW4mT9.bR6', true],
  ['a key with spaces', 'correct Horse 9 battery staple Kx7 q', true],
  ['a key in a known shape', 'sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWx', false],
  ['a token', `eyJ${'hbGciOiJ'.repeat(4)}.eyJ${'zdWIiOiI'.repeat(30)}.${'c2lnbmF0'.repeat(5)}`, false],
  [
    'a private key',
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAABlwAAAAdzc2gtcn\n'.repeat(6)}-----END OPENSSH PRIVATE KEY-----`,
    false,
  ],
];

test.each(secrets)('no half of %s is ever shown, wherever the pieces are cut', (_, secret, known) => {
  // Six letters of it in a row are more than chance.
  const pieces = Array.from({ length: secret.length - 5 }, (_piece, at) => secret.slice(at, at + 6));
  fc.assert(
    fc.property(fc.boolean(), fc.nat(200), fc.nat(40), (isForm, before, tail) => {
      const words = `${filler.slice(0, before)} ${secret} ${filler.slice(0, tail)}${filler}`;
      const text = isForm ? JSON.stringify({ position: words, confidence: 1 }) : words;
      const { say } = listen(known ? [secret] : []);
      const request = ask(isForm ? {} : { schema: null });
      const from = text.indexOf(secret.slice(0, 6));
      for (let length = from; length < from + secret.length + 130; length += 1 + (length % 17)) {
        const shown = say(text.slice(0, length), request);
        expect(pieces.filter((piece) => shown.includes(piece))).toEqual([]);
      }
    }),
    { numRuns: 6 },
  );
});
