/** A key is nowhere but in the header of the request, also when a server sends it back. */
import { describe, expect, it } from 'vitest';
import type { Answer, AskedRequest } from '../support/loopback-server.ts';
import { serveModel } from '../support/serve-model.ts';
import { moreSeats, openPanel, seats } from './panel-project.ts';
import { answerCall, type PanelCall, playPanel } from './scripted-panel.ts';

const anthropicKey = 'sk-ant-api03-Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2';
const localKey = 'my+own/secret=value-4711';
const forms = [anthropicKey, localKey].flatMap((key) => [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
]);

/** Says the keys wherever a server can say something. */
function echo(asked: AskedRequest, call: PanelCall): Answer | null {
  const said = `key ${asked.headers.authorization} ${String(asked.headers['x-api-key'])} ${forms.join(' ')}`;
  if (call.step === 'answer' && call.seat === 'alpha' && call.round === 1) {
    return {
      fault: 'status',
      status: 400,
      headers: { 'request-id': localKey, 'x-request-id': localKey },
      body: { type: 'error', error: { type: 'invalid_request_error', message: said } },
    };
  }
  if (call.step === 'answer' && call.seat === 'bravo' && call.round === 1) return `No JSON but ${said}`;
  const reply = JSON.parse(answerCall(call, asked)) as Record<string, unknown>;
  for (const [field, value] of Object.entries(reply)) {
    if (typeof value === 'string' && field !== 'next_action') reply[field] = `${value} ${said}`;
  }
  return { text: JSON.stringify(reply), requestId: anthropicKey, model: localKey };
}

describe.each(['anthropic', 'openai'] as const)('keys over %s', (protocol) => {
  it('are in no file, no output and no error', async () => {
    const server = await serveModel({ reply: playPanel((call, asked) => echo(asked, call)) });
    const { project } = await openPanel(undefined, {
      roundtable: {
        participants: { default: [...seats, ...moreSeats] },
        models: { default: protocol === 'anthropic' ? 'anthropic/m' : 'local/m' },
        verbose: true,
      },
      providers: { local: { type: 'openai', base_url: `${server.url}/v1`, api_key_env: 'LOCAL_VALUE' } },
    });
    const env = {
      ANTHROPIC_API_KEY: anthropicKey,
      ANTHROPIC_BASE_URL: server.url,
      LOCAL_VALUE: localKey,
    };
    const run = await project.begin(['--json', '--full', '--debug'], { env });
    const key = protocol === 'anthropic' ? anthropicKey : localKey;
    expect(server.requests.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
    const outputs = [
      run,
      ...(await Promise.all(
        [['roundtable', 'show', 'last'], ['roundtable', 'show', 'last', '--calls'], ['doctor']].map((args) =>
          project.run(args, { env }),
        ),
      )),
    ];
    const texts = [
      ...(await project.texts()),
      ...outputs.flatMap(({ stdout, stderr }) => [['output', stdout] as const, ['errors', stderr] as const]),
    ];
    expect(texts.some(([, text]) => text.includes('[redacted]'))).toBe(true);
    for (const form of forms)
      for (const [place, text] of texts) expect(text.includes(form), `${form} in ${place}`).toBe(false);
    expect(run.code, run.stderr).toBe(0);
  });
});

describe('keys that are wrong', () => {
  it('are not told either, and nothing is asked without one', async () => {
    const server = await serveModel({
      reply: (asked) => ({
        fault: 'status',
        status: 401,
        body: { error: { message: `Incorrect API key provided: ${asked.headers.authorization}` } },
      }),
    });
    const { project } = await openPanel(undefined, {
      providers: { local: { type: 'openai', base_url: `${server.url}/v1`, api_key_env: 'LOCAL_VALUE' } },
    });
    const rejected = await project.begin(['--json', '--debug'], { env: { LOCAL_VALUE: localKey } });
    expect(rejected.code).toBe(6);
    expect(rejected.json().error).toMatchObject({ code: 'MODEL_UNUSABLE', data: { seat: 'facilitator' } });
    expect(`${rejected.stdout}${rejected.stderr}`).not.toContain(localKey);
    expect(server.requests).toHaveLength(1);
    const missing = await project.begin(['--json']);
    expect(missing.code).toBe(6);
    expect(missing.json().error.message).toContain('LOCAL_VALUE');
    expect(missing.json().error.hint).toContain('LOCAL_VALUE');
    expect(server.requests).toHaveLength(1);
  });
});
