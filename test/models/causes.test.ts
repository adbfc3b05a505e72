/** Equal failures are one cause: told once, with the seats that it met and what helps against it. */
import { describe, expect, it } from 'vitest';
import type { RoundtableEvent } from '../../src/session/ports/ports.ts';
import { groupCauses, type LostSeat } from '../../src/session/rules/failure-cause.ts';
import { createFailureGatherer } from '../../src/terminal/live/repeated-failures.ts';
import { openPanel } from './panel-project.ts';

describe('a cause', () => {
  const lose = (seat: string, message: string, more: Partial<LostSeat> = {}): LostSeat => ({
    seat,
    kind: 'network',
    message,
    remedy: 'Start the server.',
    ...more,
  });
  const refused = 'connection refused by localhost:11434 (ECONNREFUSED)';

  it.each<[lost: LostSeat[], causes: [message: string, seats: string[]][]]>([
    [[lose('a', refused), lose('b', refused), lose('c', refused)], [[refused, ['a', 'b', 'c']]]],
    [[lose('a', refused), lose('a', refused)], [[refused, ['a']]]],
    [
      [lose('a', refused), lose('b', 'answered 500: oops', { kind: 'server' }), lose('c', refused)],
      [
        [refused, ['a', 'c']],
        ['answered 500: oops', ['b']],
      ],
    ],
    [
      [lose('a', 'the same words'), lose('b', 'the same words', { kind: 'malformed' })],
      [
        ['the same words', ['a']],
        ['the same words', ['b']],
      ],
    ],
    [[], []],
  ])('is told once: %j', (lost, causes) => {
    expect(groupCauses(lost).map(({ message, seats }) => [message, seats])).toEqual(causes);
  });
});

describe('repeated failures', () => {
  const fail = (seat: string, message = 'answered 500: oops'): RoundtableEvent => ({
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
  const ask = (message: string) =>
    ({
      type: 'question-asked',
      fallback: { code: 'failed', kind: 'server', message },
    }) as unknown as RoundtableEvent;
  const tell = (events: RoundtableEvent[]): string[] => {
    const gatherer = createFailureGatherer();
    return [...events.flatMap((event) => gatherer.follow(event, [])), ...gatherer.flush()]
      .filter((event) => event.type !== 'usage')
      .map((event) =>
        event.type === 'notice' && 'text' in event
          ? event.text
          : event.type === 'seat-failed'
            ? event.seat
            : event.type,
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
    ['none', [notice('x'), notice('y')], ['x', 'y']],
    [
      'until a pause says why',
      [fail('a'), fail('b'), { type: 'paused' } as unknown as RoundtableEvent],
      ['a', 'paused'],
    ],
    [
      'with a question that nobody answers',
      [fail('facilitator', 'gone'), ask('gone'), fail('a', 'gone')],
      ['facilitator', 'question-asked', 'The same failure once more: a (answer)'],
    ],
  ])('are one line with their number: %s', (_name, events, told) => {
    expect(tell(events)).toEqual(told);
  });
});

describe('a lost quorum', () => {
  it('names the cause once, in text and JSON, with what helps', async () => {
    const { project } = await openPanel(undefined, {
      providers: { local: { type: 'openai', base_url: 'http://localhost:1/v1' } },
    });
    const run = await project.begin(['--json']);
    expect(run.code).toBe(6);
    const { error } = run.json();
    expect(error.code).toBe('NO_QUORUM');
    expect(error.message).toContain(
      'alpha, bravo, charlie: connection refused by localhost:1 (ECONNREFUSED)',
    );
    expect(error.hint).toContain('is the server started');
    expect(error.data.causes).toEqual([
      {
        kind: 'network',
        message: 'connection refused by localhost:1 (ECONNREFUSED)',
        seats: ['alpha', 'bravo', 'charlie'],
        remedy: expect.stringContaining('is the server started'),
      },
    ]);
    const text = await project.begin([]);
    const seen = `${text.stdout}${text.stderr}`.replace(/\s+/g, ' ');
    expect(seen).toContain('connection refused by localhost:1 (ECONNREFUSED)');
    expect(seen.match(/failed \((?:question|answer)\)/g)).toHaveLength(1);
  });
});
