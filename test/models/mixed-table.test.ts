/** Different models at one table: two protocols, a local server and a program, in one session. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Loopback } from '../support/loopback-server.ts';
import { serveModel } from '../support/serve-model.ts';
import { installProgram, moreSeats, openPanel, seats, writeConfig } from './panel-project.ts';
import { playPanel, readCall } from './scripted-panel.ts';

/** A program that keeps what it was asked, and what it was started with, and answers as a seat does. */
const program = `
const { appendFileSync } = require('node:fs');
let text = '';
process.stdin.on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => {
  appendFileSync(process.env.HOME + '/asked.jsonl', JSON.stringify({ argv: process.argv.slice(2), text }) + '\\n');
  const ballot = text.slice(text.lastIndexOf('\\n## Your ballot\\n'));
  const votes = Object.fromEntries([...ballot.matchAll(/^\\[([A-Z]+-\\d+)\\] /gm)].map(([, id]) => [id, 'ratify']));
  const answer = text.includes('"position"')
    ? { position: 'Position of the program: a durable queue.', proposal: 'A durable queue.', statements: [{ kind: 'decision', text: 'Jobs stay in one durable queue.' }], confidence: 0.7 }
    : text.includes('"votes"') ? { votes, exceptions: [] } : { exceptions: [], amendments: [], pairs: [], questions: [] };
  console.log(JSON.stringify({ result: JSON.stringify(answer), usage: { input_tokens: 30, output_tokens: 7 } }));
});
`;

describe('a mixed table', () => {
  it('seats an API, two servers and a program in one session, and no prompt says who is who', async () => {
    const { server: router, project } = await openPanel();
    const chair = await serveModel({ reply: playPanel() });
    const ollama = await serveModel({ reply: playPanel(), models: ['model-bravo'] });
    const servers = [chair, router, ollama];
    const folder = await installProgram(project, 'my-assistant', program);
    await writeConfig(project, {
      roundtable: {
        participants: { default: [...seats, ...moreSeats] },
        models: {
          default: 'router/model-default',
          facilitator: 'anthropic/model-lead',
          participants: { bravo: 'ollama/model-bravo', charlie: 'mine/model-charlie' },
        },
      },
      providers: {
        router: { type: 'openai', base_url: `${router.url}/v1` },
        mine: {
          type: 'command',
          command: [path.join(folder, 'my-assistant'), '--model', '{model}'],
          output: 'json:result',
        },
      },
    });
    // An agent's own word counts for its seat.
    await writeFile(
      path.join(project.root, '.s2s', 'agents', 'echo.md'),
      '---\nname: echo\nrole: The echo role\ndescription: A seat.\nmodel: router/model-of-the-file\n---\n\nROLE-OF-echo You judge queues.\n',
    );
    await project.run(['trust']);
    const run = await project.begin(
      ['--json', '--models', 'delta=router/model-delta,synthesizer=anthropic/model-writer'],
      {
        env: {
          ANTHROPIC_API_KEY: 'key-of-the-chair-1',
          ANTHROPIC_BASE_URL: chair.url,
          OLLAMA_HOST: ollama.url,
        },
      },
    );
    expect(run.code, run.stderr).toBe(0);
    const session = await project.session();
    const models = Object.fromEntries(session.participants.map(({ id, model }) => [id, model]));
    expect(models).toEqual({
      alpha: 'router/model-default',
      bravo: 'ollama/model-bravo',
      charlie: 'mine/model-charlie',
      delta: 'router/model-delta',
      echo: 'router/model-of-the-file',
    });
    expect(session.facilitator.model).toBe('anthropic/model-lead');
    expect(session.synthesizer.model).toBe('anthropic/model-writer');
    expect(session.failures).toEqual([]);
    expect(session.outcome?.degraded).toBe(false);

    // Each seat was asked at its own server, by its own name of the model.
    const asked = (server: Loopback): string[] =>
      [...new Set(server.requests.map((one) => `${readCall(one).seat} ${one.model}`))].sort();
    expect(asked(chair)).toEqual(['lead model-lead', 'writer model-writer']);
    expect(asked(router)).toEqual(['alpha model-default', 'delta model-delta', 'echo model-of-the-file']);
    expect(asked(ollama)).toEqual(['bravo model-bravo']);
    const lines = (await readFile(path.join(project.home, 'asked.jsonl'), 'utf8')).trim().split('\n');
    const ran = lines.map((line) => JSON.parse(line) as { argv: string[]; text: string });
    expect(ran).toHaveLength(3);
    for (const { argv, text } of ran) {
      expect(argv).toEqual(['--model', 'model-charlie']);
      expect(text).toContain('ROLE-OF-charlie');
    }

    const prompts = [
      ...servers.flatMap(({ requests }) => requests.map(({ system, user }) => `${system}\n${user}`)),
      ...ran.map(({ text }) => text),
    ];
    for (const prompt of prompts) {
      expect(prompt).not.toMatch(/model-(?:lead|writer|default|bravo|charlie|delta|of-the-file)/);
      expect(prompt).not.toMatch(/anthropic|ollama|router\/|my-assistant/i);
    }

    const shown = await project.run(['roundtable', 'show', 'last', '--full']);
    const record = await project.run(['roundtable', 'export', 'last', '--type', 'record']);
    expect(record.code, record.stderr).toBe(0);
    for (const model of [...Object.values(models), session.facilitator.model, session.synthesizer.model]) {
      expect(shown.stdout.replace(/\s+/g, ' ')).toContain(model);
      expect(record.stdout).toContain(model);
    }
    // What the program counted is in the record; what it costs is not known.
    const own = session.rounds[0]?.usage_by_seat.find(({ seat }) => seat === 'charlie');
    expect(own?.usage).toMatchObject({ calls: 1, input_tokens: 30, output_tokens: 7, cost_usd: null });
  });
});
