/** Equal failures are one cause: told once, with the seats that it met and what helps against it. */
import { describe, expect, it } from 'vitest';
import { findCause, groupCauses, type LostSeat, sayCauses } from '../../src/domain/failure-cause.ts';
import type { RoundtableEvent } from '../../src/domain/ports.ts';
import { createFailureGatherer } from '../../src/terminal/live/repeated-failures.ts';
import { makePanelProject } from './panel-project.ts';

describe('a cause', () => {
  it.each([
    [
      'local (some) could not be reached: connection refused by localhost:11434 (ECONNREFUSED) (after 3 tries)',
      'connection refused by localhost:11434',
    ],
    [
      'local (some) could not be reached: connection refused by [::1]:1 (ECONNREFUSED)',
      'connection refused by [::1]:1',
    ],
    ['openai (gpt-5) answered 429: Rate limit reached (after 3 tries)', 'answered 429: Rate limit reached'],
    ['router.example (a/b:free) answered 503: Loading model', 'answered 503: Loading model'],
    ['ollama/llama3.1 did not answer within 180 s', 'ollama/llama3.1 did not answer within 180 s'],
    ['ollama (llama3.1) did not answer within 180 s', 'did not answer within 180 s'],
    ['claude-code: the program "claude" was not found', 'the program "claude" was not found'],
    [
      'tool (m) printed an error as its answer: API Error: 529',
      'tool (m) printed an error as its answer: API Error: 529',
    ],
    ['no reply', 'no reply'],
    ['', ''],
  ])('of %j is %j', (message, cause) => {
    expect(findCause(message)).toBe(cause);
  });

  const lose = (seat: string, message: string, more: Partial<LostSeat> = {}): LostSeat => ({
    seat,
    kind: 'network',
    message,
    remedy: 'Start the server.',
    ...more,
  });
  const refused = (model: string): string =>
    `local (${model}) could not be reached: connection refused by localhost:11434 (ECONNREFUSED) (after 3 tries)`;

  it.each<[lost: LostSeat[], words: string]>([
    [
      [lose('a', refused('x')), lose('b', refused('y')), lose('c', refused('x'))],
      '3 seats: connection refused by localhost:11434',
    ],
    [[lose('a', refused('x'))], 'a: connection refused by localhost:11434'],
    [[lose('a', refused('x')), lose('a', refused('x'))], 'a: connection refused by localhost:11434'],
    [
      [
        lose('a', refused('x')),
        lose('b', 'p (m) answered 500: oops', { kind: 'server' }),
        lose('c', refused('z')),
      ],
      '2 seats (a, c): connection refused by localhost:11434; b: answered 500: oops',
    ],
    [
      [lose('a', 'the same words'), lose('b', 'the same words', { kind: 'malformed' })],
      'a: the same words; b: the same words',
    ],
    [[], ''],
  ])('is told once: %j', (lost, words) => {
    expect(sayCauses(groupCauses(lost))).toBe(words);
  });
});

describe('repeated failures', () => {
  const fail = (seat: string, message = 'local (m) answered 500: oops'): RoundtableEvent => ({
    type: 'seat-failed',
    round: 1,
    step: 'answer',
    seat,
    kind: 'server',
    message,
  });
  const usage = { type: 'usage' } as unknown as RoundtableEvent;
  const recap = { type: 'recap' } as unknown as RoundtableEvent;
  const notice = (text: string): RoundtableEvent => ({ type: 'notice', level: 'info', text });
  const ask = (fallback: string) => ({ type: 'question-asked', fallback }) as unknown as RoundtableEvent;
  const answer = { type: 'seat-answered' } as unknown as RoundtableEvent;
  const tell = (events: RoundtableEvent[]): string[] => {
    const gatherer = createFailureGatherer();
    return [...events.flatMap((event) => gatherer.follow(event, [])), ...gatherer.flush()]
      .filter((event) => event.type !== 'usage')
      .map((event) =>
        event.type === 'notice' ? event.text : event.type === 'seat-failed' ? event.seat : event.type,
      );
  };

  it.each<[name: string, events: RoundtableEvent[], told: string[]]>([
    ['one', [fail('a')], ['a']],
    ['two', [fail('a'), fail('b')], ['a', 'The same failure once more: b (answer)']],
    [
      'eleven',
      Array.from({ length: 11 }, (_, at) => fail(`s${at}`)),
      [
        's0',
        `The same failure 10 more times: ${Array.from({ length: 10 }, (_, at) => `s${at + 1} (answer)`).join(', ')}`,
      ],
    ],
    [
      'with their usage between',
      [fail('a'), usage, fail('b'), usage],
      ['a', 'The same failure once more: b (answer)'],
    ],
    [
      'of two causes',
      [fail('a'), fail('b', 'other'), fail('c', 'other')],
      ['a', 'b', 'The same failure once more: c (answer)'],
    ],
    [
      'at the end of the round, whatever is said between',
      [fail('a'), fail('a'), notice('x'), fail('a'), recap, fail('a')],
      [
        'a',
        'x',
        'The same failure 2 more times: a (answer)',
        'recap',
        'The same failure once more: a (answer)',
      ],
    ],
    [
      'from other models',
      [fail('a'), fail('b', 'local (other) answered 500: oops')],
      ['a', 'The same failure once more: b (answer)'],
    ],
    ['none', [notice('x'), notice('y')], ['x', 'y']],
    [
      'until a pause says why',
      [fail('a'), fail('b'), { type: 'paused' } as unknown as RoundtableEvent],
      ['a', 'paused'],
    ],
    [
      'with a question that nobody answers',
      [fail('facilitator', 'gone'), ask('network: gone'), fail('a', 'gone')],
      ['facilitator', 'question-asked', 'The same failure once more: a (answer)'],
    ],
    [
      'with a question that somebody answers',
      [fail('facilitator', 'gone'), ask('the reply was gone'), answer, answer],
      [
        'facilitator',
        'question-asked',
        'The program asked its own question: the reply was gone',
        'seat-answered',
        'seat-answered',
      ],
    ],
  ])('are one line with their number: %s', (_name, events, told) => {
    expect(tell(events)).toEqual(told);
  });
});

describe('a lost quorum', () => {
  it('names the cause once, in text and JSON, with what helps', async () => {
    const project = await makePanelProject({
      roundtable: { models: { default: 'local/some' } },
      providers: { local: { type: 'openai', base_url: 'http://localhost:1/v1' } },
    });
    try {
      const run = await project.begin(['--json']);
      expect(run.code).toBe(6);
      const { error } = run.json();
      expect(error.code).toBe('NO_QUORUM');
      expect(error.message).toContain('5 seats: connection refused by localhost:1.');
      expect(error.hint).toContain('is the server started');
      expect(error.data.causes).toEqual([
        {
          kind: 'network',
          cause: 'connection refused by localhost:1',
          seats: ['alpha', 'bravo', 'charlie', 'delta', 'echo'],
          remedy: expect.stringContaining('is the server started'),
        },
      ]);
      const text = await project.begin([]);
      const seen = `${text.stdout}${text.stderr}`.replace(/\s+/g, ' ');
      expect(seen).toContain('5 seats: connection refused by localhost:1.');
      expect(seen.match(/failed \((?:question|answer)\)/g)).toHaveLength(1);
    } finally {
      await project.remove();
    }
  });
});
