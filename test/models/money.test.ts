/** What a run uses and costs: counted by seat and round, estimated before, limited on the way, and kept small by caches. */
import { describe, expect, it } from 'vitest';
import { requirePrices } from '../../src/app/plan/require-models.ts';
import type { Usage } from '../../src/session/records.ts';
import type { Session } from '../../src/session/session.ts';
import { offerFlag } from '../../src/wording/pause.ts';
import type { AskedRequest } from '../support/loopback-server.ts';
import { moreSeats, openPanel, type PanelConfig, seats } from './panel-project.ts';
import { answerCall, playPanel, readCall } from './scripted-panel.ts';

/** A server that counts tokens as the program estimates them: four characters each. */
const open = (config: PanelConfig = {}, reply = playPanel()) =>
  openPanel(reply, { ...config, roundtable: { participants: five, ...config.roundtable } });

/** The figures below are those of five seats. */
const five = { default: [...seats, ...moreSeats] };

const hundredTokens = playPanel(() => null, { usage: { input: 90, output: 10 } });

function sum(usages: readonly Usage[], field: 'calls' | 'input_tokens' | 'output_tokens'): number {
  return usages.reduce((total, usage) => total + usage[field], 0);
}

function listBySeat(session: Session): Usage[] {
  return [
    ...session.rounds.flatMap((round) => round.usage_by_seat),
    ...(session.completion_usage_by_seat ?? []),
  ].map(({ usage }) => usage);
}

describe('usage', () => {
  it('adds up by seat, by round and for the whole, at the prices of the configuration', async () => {
    const table = await open({ prices: { 'local/some': { input: 2, output: 10 } } }, hundredTokens);
    const run = await table.project.begin(['--json']);
    expect(run.code, run.stderr).toBe(0);
    const session = await table.project.session();
    const calls = table.server.requests.length;
    expect(calls).toBe(20);
    expect(session.usage).toMatchObject({ calls, input_tokens: 90 * calls, output_tokens: 10 * calls });
    expect(session.usage.cost_usd).toBeCloseTo((calls * (90 * 2 + 10 * 10)) / 1e6, 9);
    const rounds = [...session.rounds.map(({ usage }) => usage), session.completion_usage];
    for (const field of ['calls', 'input_tokens', 'output_tokens'] as const) {
      expect(sum(rounds, field)).toBe(session.usage[field]);
      expect(sum(listBySeat(session), field)).toBe(session.usage[field]);
    }
    expect(run.json().usage).toEqual(session.usage);
    const shown = (await table.project.run(['roundtable', 'show', 'last', '--full'])).stdout.replace(
      /\s+/g,
      ' ',
    );
    expect(shown).toContain(
      'alpha (The alpha role): local/some; 3 model calls, 270 tokens in, 30 out, $0.0008',
    );
    expect(shown).toContain('round 1: 7 model calls, 630 tokens in, 70 out, $0.0020');
    expect(shown).toContain('after the last round: 6 model calls');
  });

  it('calls an unknown price unknown, not nothing', async () => {
    const table = await open({ prices: { 'local/other': { input: 2, output: 10 } } }, hundredTokens);
    const run = await table.project.begin(['--models', 'alpha=local/other']);
    expect(run.code, run.stderr).toBe(0);
    const { usage, rounds } = await table.project.session();
    expect(usage).toMatchObject({ input_tokens: 1800, cost_usd: null });
    const alpha = rounds[0]?.usage_by_seat.find(({ seat }) => seat === 'alpha');
    expect(alpha?.usage.cost_usd).toBeCloseTo(280 / 1e6, 9);
    expect(run.stdout).toContain('cost unknown');
    expect(run.stdout).not.toContain('$0.00');
  });
});

describe('a limit of money', () => {
  it('that cannot be kept refuses to start, names the models and the lines to add, and makes no session', async () => {
    const table = await open({ prices: { 'local/other': { input: 2, output: 10 } } }, hundredTokens);
    const flags = ['--models', 'alpha=local/other', '--max-cost', '5'];
    const run = await table.project.begin([...flags, '--json']);
    expect(run.code).toBe(2);
    const { error } = run.json();
    expect(error).toMatchObject({ code: 'PRICE_UNKNOWN', data: { models: ['local/some'] } });
    expect(error.message).toContain('local/some');
    expect(error.message).not.toContain('local/other');
    expect(error.hint).toContain('prices:\n  local/some: {input: 0, output: 0}');
    expect(table.server.requests).toEqual([]);
    expect((await table.project.files()).filter((file) => file.includes('sessions'))).toEqual([]);
    // An estimate says what is not known, and a run without the limit is the person's own choice.
    expect((await table.project.begin([...flags, '--estimate'])).code).toBe(0);
    expect((await table.project.begin(['--max-rounds', '2'])).code).toBe(0);
  });

  it('is refused on resume as well, and then the session goes on as it stood', async () => {
    const table = await open({}, hundredTokens);
    const run = await table.project.begin(['--json', '--max-tokens', '700']);
    expect(run.code, run.stderr).toBe(3);
    const paid = table.server.requests.length;
    const high = ['--max-tokens', '100000'];
    const refused = await table.project.resume([...high, '--max-cost', '1']);
    expect(refused.code).toBe(2);
    expect(refused.json().error.code).toBe('PRICE_UNKNOWN');
    expect(table.server.requests).toHaveLength(paid);
    expect((await table.project.resume(high)).code).toBe(0);
  });

  it.each<[name: string, reference: string, isRefused: boolean]>([
    ['a known price', 'anthropic/claude-sonnet-5-5', false],
    ['a dated name', 'anthropic/claude-haiku-5-5-20261001', false],
    ['a configured price', 'local/priced', false],
    ['a provider that states the cost', 'openrouter/some/model', false],
    ['a program that states the cost', 'claude-code', false],
    ['the rehearsal', 'rehearsal/panel', false],
    ['a local server', 'ollama/llama3.1', true],
    ['a model that is not in the table', 'openai/gpt-new', true],
    ['a program', 'codex', true],
    ['one of several', 'local/other', true],
  ])('is judged for %s', (_name, reference, isRefused) => {
    const [world, config] = [
      { env: {} },
      {
        providers: { local: { type: 'openai', base_url: 'http://127.0.0.1:1/v1' } },
        prices: { 'local/priced': { input: 0, output: 0 } },
      },
    ];
    const session = {
      facilitator: { agent: 'lead', model: 'anthropic/claude-sonnet-5-5' },
      synthesizer: { agent: 'lead', model: 'anthropic/claude-sonnet-5-5' },
      participants: [{ id: 'alpha', model: reference }],
      settings: { max_cost: 5 },
    } as unknown as Session;
    const check = (): void =>
      requirePrices(session, { world, config } as unknown as Parameters<typeof requirePrices>[1]);
    if (isRefused) expect(check).toThrow(reference);
    else expect(check).not.toThrow();
  });
});

describe('limits', () => {
  it('of tokens pause between steps with 3, and a higher one goes on', async () => {
    const table = await open({}, hundredTokens);
    const run = await table.project.begin(['--json', '--max-tokens', '700']);
    expect(run.code, run.stderr).toBe(3);
    expect(run.json()).toMatchObject({ status: 'paused', pause_reason: 'budget' });
    // Question, answers and synthesis of round 1 make 700 tokens; nothing is begun after that.
    expect(table.server.requests).toHaveLength(7);
    const still = await table.project.resume();
    expect(still.code).toBe(3);
    expect(table.server.requests).toHaveLength(7);
    const resumed = await table.project.resume(['--max-tokens', '100000']);
    expect(resumed.code, resumed.stderr).toBe(0);
    const session = await table.project.session();
    expect(table.server.requests).toHaveLength(20);
    expect(session.usage).toMatchObject({ calls: 20, input_tokens: 1800, output_tokens: 200 });
    expect(session.outcome?.degraded).toBe(false);
  }, 60_000);

  const prices = { 'local/some': { input: 2, output: 10 } };
  /** A call costs six cents, and could have cost more than eight. */
  const dear = { input: 400, output: 6000 };
  const costOf = (calls: number): number => (calls * (dear.input * 2 + dear.output * 10)) / 1e6;

  it.each<[name: string, text: string | null]>([
    ['answers', null],
    ['empty answers, which are asked for again', ''],
  ])(
    'of money are never passed by %s, and a higher one goes on',
    async (_, text) => {
      let isMended = false;
      const table = await open(
        { prices },
        playPanel(
          ({ step }) => (step === 'answer' && text !== null && !isMended ? { text, usage: dear } : null),
          { usage: dear },
        ),
      );
      const run = await table.project.begin(['--json', '--max-cost', '0.6']);
      expect(run.code, run.stderr).toBe(3);
      expect(run.json()).toMatchObject({ status: 'paused', pause_reason: 'budget' });
      const paid = table.server.requests.length;
      expect(paid).toBeGreaterThan(3);
      expect(costOf(paid)).toBeLessThanOrEqual(0.6);
      expect((await table.project.session()).usage.cost_usd).toBeCloseTo(costOf(paid), 6);
      isMended = true;
      const still = await table.project.resume();
      expect(still.code).toBe(3);
      expect(table.server.requests).toHaveLength(paid);
      const resumed = await table.project.resume(['--max-cost', '5']);
      expect(resumed.code, resumed.stderr).toBe(0);
    },
    60_000,
  );

  it('of money that no call fits into let none be made, and say so', async () => {
    const table = await open({ prices }, hundredTokens);
    const run = await table.project.begin(['--json', '--max-cost', '0.002']);
    expect(run.code, run.stderr).toBe(3);
    expect(run.json()).toMatchObject({ status: 'paused', pause_reason: 'budget' });
    expect(table.server.requests).toEqual([]);
    const raised = offerFlag(await table.project.session())
      .trim()
      .split(' ');
    await table.project.resume([...raised]);
    expect(table.server.requests.length, 'the offered limit is enough to go on').toBeGreaterThan(0);
  });

  it('conclude where they are told to, and the document says what is missing', async () => {
    const table = await open({}, hundredTokens);
    const run = await table.project.begin(['--json', '--max-tokens', '700', '--on-limit', 'conclude']);
    expect(run.code, run.stderr).toBe(0);
    expect(table.server.requests).toHaveLength(7);
    const { outcome, text } = await table.project.session();
    expect(outcome).toMatchObject({ result: 'undecided', ended_by: 'limit', degraded: true });
    expect(text?.written_by).toBe('program');
    expect(await table.project.document()).toContain('Degraded: ');
  });
});

describe('--estimate', () => {
  it('foretells the calls exactly and the tokens nearly, without a key, a call or a file', async () => {
    const table = await open(
      { prices: { 'local/some': { input: 2, output: 10 }, 'local/known': { input: 1, output: 1 } } },
      playPanel((call, asked) => {
        // What the server was sent is what has to be paid for.
        const schema = asked.schema === null ? '' : JSON.stringify(asked.schema);
        const input = Math.ceil((asked.system.length + asked.user.length + schema.length) / 4);
        const usage = { input, output: 10 };
        // An estimate counts with a last call, which is held only where somebody objects.
        const exceptions = [{ item: 'DEC-001', vote: 'stand_aside', reason: 'It polls.', lifted_by: '' }];
        if (call.step === 'review' && call.seat === 'alpha')
          return { text: JSON.stringify({ exceptions, amendments: [], pairs: [], questions: [] }), usage };
        return { text: answerCall(call, asked), usage };
      }),
    );
    const before = await table.project.files();
    const flags = ['--min-rounds', '1', '--max-rounds', '1', '--models', 'alpha=local/known'];
    const estimated = await table.project.begin([...flags, '--estimate', '--json']);
    expect(estimated.code, estimated.stderr).toBe(0);
    expect(table.server.requests).toEqual([]);
    expect(await table.project.files()).toEqual(before);
    const { minimum, maximum } = estimated.json().estimate;
    // With what may be asked again.
    expect(maximum.usage.calls).toBeGreaterThan(minimum.usage.calls);

    const run = await table.project.begin(flags);
    expect(run.code, run.stderr).toBe(0);
    const { usage } = await table.project.session();
    expect(minimum.usage.calls).toBe(usage.calls);
    // Real prompts and replies are longer than those of this panel.
    expect(minimum.usage.input_tokens).toBeGreaterThan(usage.input_tokens);
    expect(minimum.unknown_prices).toEqual([]);
    expect(minimum.usage.cost_usd).toBeCloseTo(minimum.known_cost_usd, 4);
    const models = minimum.by_model as { model: string; usage: Usage }[];
    expect(new Map(models.map(({ model, usage: part }) => [model, part.calls]))).toEqual(
      new Map([
        ['local/known', 3],
        ['local/some', 16],
      ]),
    );
  });
});

describe('caching', () => {
  it('sends the unchanging part first, byte for byte the same, with marks where they end', async () => {
    const { server, project } = await open(
      { roundtable: { models: { default: 'anthropic/claude-sonnet-5-5' } } },
      playPanel(() => null, { usage: { input: 50, cacheRead: 400, cacheWrite: 100 } }),
    );
    const run = await project.begin([], {
      env: { ANTHROPIC_API_KEY: 'key-of-the-test-0123', ANTHROPIC_BASE_URL: server.url },
    });
    expect(run.code, run.stderr).toBe(0);
    for (const seat of ['alpha', 'lead']) {
      const own = server.requests.filter((one) => readCall(one).seat === seat);
      expect(own.length).toBeGreaterThan(2);
      const [first] = own;
      if (first === undefined) throw new Error('no request');
      const prefix = readPrefix(first);
      expect(prefix.length).toBeGreaterThan(500);
      for (const one of own) {
        expect(readPrefix(one)).toBe(prefix);
        const { system, content } = readBlocks(one);
        // The service takes four marks: the last ones, behind the longest beginnings.
        const marks = [...system, ...content].filter((block) => block.cache_control !== undefined);
        expect([1, 2, 3, 4]).toContain(marks.length);
        // What changes comes last and is not marked.
        expect(content.length).toBeGreaterThan(1);
        expect(content.at(-1)?.cache_control).toBeUndefined();
      }
    }
    // The project and the topic are the same text for every seat.
    const stable = new Set(
      server.requests
        .filter((one) => readCall(one).step === 'answer')
        .map((one) => readBlocks(one).content[0]?.text),
    );
    expect(stable.size).toBe(1);
    const { usage } = await project.session();
    expect(usage).toMatchObject({
      input_tokens: 550 * usage.calls,
      cache_read_tokens: 400 * usage.calls,
      cache_write_tokens: 100 * usage.calls,
    });
    expect(usage.cost_usd).toBeCloseTo((usage.calls * (50 * 2 + 400 * 0.2 + 100 * 2.5 + 5 * 10)) / 1e6, 8);
    const shown = await project.run(['roundtable', 'show', 'last', '--full']);
    expect(shown.stdout).toContain('from cache');
  });
});

interface Block {
  text: string;
  cache_control?: unknown;
}

function readBlocks(one: AskedRequest): { system: Block[]; content: Block[] } {
  const messages = one.body['messages'] as { content: Block[] }[];
  return { system: one.body['system'] as Block[], content: messages[0]?.content ?? [] };
}

/** The bytes up to the first mark of the user's turn. */
function readPrefix(one: AskedRequest): string {
  const { system, content } = readBlocks(one);
  return JSON.stringify([...system, content[0]].map((block) => block?.text));
}
