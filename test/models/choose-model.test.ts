/** Which model is taken when nobody named one, and what `doctor` finds out about the models of a table. */
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Loopback,
  type LoopbackOptions,
  startLoopback,
} from '../support/loopback-server.ts';
import { installProgram, makePanelProject, type PanelProject, writeConfig } from './panel-project.ts';
import { playPanel } from './scripted-panel.ts';

let servers: Loopback[] = [];
let project: PanelProject;

async function serve(options: LoopbackOptions): Promise<Loopback> {
  const server = await startLoopback(options);
  servers.push(server);
  return server;
}

beforeEach(async () => {
  project = await makePanelProject();
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
  await project.remove();
});

/** An assistant that answers every prompt as a whole panel would: by the form that is described in it. */
const assistant = `
let text = '';
process.stdin.on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => {
  const has = (field) => text.includes('"' + field + '":');
  const n = /Round (\\d+) of at most /.exec(text)?.[1] ?? '0';
  const part = text.slice(text.lastIndexOf('\\n## Statements to account for\\n'));
  const said = [...part.matchAll(/^- (S-\\d+) \\(/gm)].map((match) => match[1]);
  const kind = /^Items are of these kinds: ([a-z_]+)/m.exec(text)?.[1];
  const section = /^- ([a-z0-9_-]+) \\(/m.exec(text.slice(text.lastIndexOf('\\n## The form\\n')))?.[1];
  const head = { title: 'T', decision: 'A queue.', why: ['It is durable.'], firmness: 'Firm.' };
  const answer = has('removed') ? { title: '' }
    : has('firmness') ? { ...head, sections: [{ id: section, title: 'The queue', body: 'It is there.' }], not_taken: [], items: [{ id: 'X-1', kind, section, title: 'A queue', text: 'A durable queue.', why: 'It survives.', check: 'Restart it.', priority: 'must', from: said }] }
    : has('next_action') ? { synthesis: 'All want it.', next_action: n === '2' ? 'conclude' : 'continue' }
    : has('position') ? { position: 'A durable queue, in round ' + n + '.', proposal: 'A durable queue.', confidence: 0.9 }
    : has('amendments') ? { exceptions: [], amendments: [], pairs: [], questions: [] }
    : { question: 'Which queue holds the jobs of stage ' + n + '?', participants: ['all'] };
  const reply = JSON.stringify(answer);
  // Each of the programs names its answer in its own way.
  console.log(process.argv.includes('json') ? JSON.stringify({ result: reply, response: reply }) : reply);
});
`;

describe('without any setting', () => {
  it('takes the Anthropic key first', async () => {
    const chair = await serve({ reply: playPanel() });
    const ollama = await serve({ reply: playPanel(), models: ['llama-of-the-test'] });
    const run = await project.begin([], {
      env: {
        ANTHROPIC_API_KEY: 'key-of-the-test-0123',
        ANTHROPIC_BASE_URL: chair.url,
        OLLAMA_HOST: ollama.url,
      },
    });
    expect(run.code, run.stderr).toBe(0);
    expect(run.stderr).toMatch(/Model: anthropic\/claude-\S+, because ANTHROPIC_API_KEY is set/);
    expect(ollama.requests).toEqual([]);
    const { participants, facilitator } = await project.session();
    expect(new Set([facilitator.model, ...participants.map(({ model }) => model)]).size).toBe(1);
  });

  // What is taken in which order is in the tests of references, and how each program is read in those of programs.
  it('takes an installed program where there is nothing else', async () => {
    const ollama = await serve({ models: [] });
    const folder = await installProgram(project, 'claude', assistant);
    const run = await project.begin(['--json'], { env: { OLLAMA_HOST: ollama.url, PATH: folder } });
    expect(run.code, run.stderr).toBe(0);
    expect(run.stderr).toContain('Model: claude-code, because "claude" is installed');
    const { facilitator, usage, text, failures } = await project.session();
    expect(facilitator.model).toBe('claude-code');
    expect(failures).toEqual([]);
    expect(text?.written_by).toBe('synthesizer');
    expect(usage.cost_usd).toBeNull();
  }, 60_000);

  it('ends with 6 and the ways to a model when there is none', async () => {
    const run = await project.begin(['--json'], { env: { PATH: path.join(project.home, 'nothing') } });
    expect(run.code).toBe(6);
    const { error } = run.json();
    expect(error.code).toBe('NO_MODEL');
    for (const way of ['ANTHROPIC_API_KEY', 'ollama pull', '--model', '--dry-run'])
      expect(error.hint).toContain(way);
    expect(await project.files()).not.toContainEqual(expect.stringContaining('sessions/'));
  });
});

describe('doctor', () => {
  // All verdicts are in the tests of the diagnosis.
  it.each<[verdict: string, answer: Answer, code: number, remedy: RegExp | null]>([
    ['works', '{"position":"ready","confidence":1,"concerns":[]}', 0, null],
    ['key-rejected', { fault: 'status', status: 401, body: { error: { message: 'No' } } }, 1, /key/],
  ])('says %s', async (verdict, answer, code, remedy) => {
    const server = await serve({ reply: () => answer });
    await writeConfig(project, {
      roundtable: { models: { default: 'local/some' } },
      providers: { local: { type: 'openai', base_url: `${server.url}/v1` } },
    });
    const run = await project.run(['doctor', '--json', '--workflow', 'roundtable']);
    expect(run.code, run.stderr).toBe(code);
    const { seats, ok } = run.json();
    expect(ok).toBe(code === 0);
    const ids = ['facilitator', 'synthesizer', 'alpha', 'bravo', 'charlie'];
    expect(seats.map((one: { seat: string }) => one.seat)).toEqual(ids);
    for (const one of seats) {
      expect(one).toMatchObject({ verdict, model: 'local/some' });
      if (remedy === null) expect(one.remedy).toBeNull();
      else expect(one.remedy).toMatch(remedy);
    }
    // One call for one model, whoever shares it, and for its exact name; one that works is asked once more, at length, without a key.
    expect(server.requests.map(({ model }) => model)).toEqual(
      verdict === 'works' ? ['some', 'some'] : ['some'],
    );
  });

  it('says which key is missing, what is not there, and that nobody listens', async () => {
    await writeConfig(project, {
      roundtable: {
        models: {
          default: 'keyed/some',
          facilitator: 'nobody/some',
          synthesizer: 'gone/some',
          participants: { bravo: 'anthropic/claude-sonnet-5-5' },
        },
      },
      providers: {
        keyed: { type: 'openai', base_url: 'http://127.0.0.1:9/v1', api_key_env: 'KEY_OF_THE_TEST' },
        gone: { type: 'openai', base_url: 'http://127.0.0.1:9/v1' },
      },
    });
    const run = await project.run(['doctor', '--json']);
    expect(run.code, run.stderr).toBe(1);
    const found = new Map<string, { verdict: string; remedy: string | null }>(
      run.json().seats.map((one: { seat: string }) => [one.seat, one]),
    );
    expect(found.get('alpha')).toMatchObject({
      verdict: 'key-missing',
      remedy: expect.stringContaining('KEY_OF_THE_TEST'),
    });
    expect(found.get('bravo')).toMatchObject({ verdict: 'key-missing' });
    expect(found.get('facilitator')).toMatchObject({ verdict: 'model-unknown' });
    expect(found.get('synthesizer')).toMatchObject({ verdict: 'unreachable' });
    const text = await project.run(['doctor']);
    expect(text.code).toBe(1);
    expect(text.stdout).toMatch(/alpha\s+keyed\/some\s+key-missing/);
  });

  it('says when a model retires', async () => {
    const server = await serve({
      reply: () => '{"position":"ready","confidence":1,"concerns":[]}',
      models: ['claude-new'],
      retires: { 'claude-old': '2026-11-30T00:00:00Z' },
    });
    const run = await project.run(
      ['doctor', '--json', '--model', 'anthropic/claude-new', '--models', 'alpha=anthropic/claude-old'],
      { env: { ANTHROPIC_API_KEY: 'key-of-the-test-0123', ANTHROPIC_BASE_URL: server.url } },
    );
    expect(run.code, run.stderr).toBe(0);
    expect(run.json().seats.find((one: { seat: string }) => one.seat === 'alpha')).toMatchObject({
      verdict: 'retiring',
      retires_at: '2026-11-30T00:00:00Z',
    });
  });
});
