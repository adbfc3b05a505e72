/** When nobody looks: the person is told that they are needed, and that it is done. */
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AppWorld } from '../../src/app/world.ts';
import { makeApp, makeProjectFolder } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';

const own = `notify:
  desktop: true
  command: [tell-me, --now]
  webhook: https://chat.example.org/hook
  secret_env: HOOK_SECRET
`;

/** An app whose person has this configuration, and what was run and sent. */
async function makeNotified(config: string, env: Record<string, string> = { HOOK_SECRET: 'hush' }) {
  const folder = await makeFolder({ 'config.yaml': config });
  const ran: { argv: readonly string[]; input: string; cwd: string | undefined }[] = [];
  const sent: { url: string; headers: Headers; body: string }[] = [];
  const fetch: AppWorld['fetch'] = (url, init) => {
    sent.push({ url: url as string, headers: new Headers(init?.headers), body: init?.body as string });
    return Promise.resolve(new Response());
  };
  const made = makeApp(await makeProjectFolder({ fast: false }), {
    env: { S2S_CONFIG_DIR: folder, ...env },
    fetch,
    runProgram: (argv, { input, cwd }) => {
      ran.push({ argv, input, cwd });
      return Promise.resolve(0);
    },
  });
  return { ...made, ran, sent, folder };
}

const question = {
  topic: 'Which queue should carry the download jobs?',
  workflowType: 'design',
  rehearsal: true,
} as const;

describe('notify', () => {
  it('tells of the end in every way, and signs what it sends', async () => {
    const { app, ran, sent, notices, folder } = await makeNotified(own);
    const run = await app.start({ ...question, minRounds: 1, maxRounds: 1, seed: 1 });
    await run.result;
    const [posted] = sent;
    expect(sent).toHaveLength(1);
    expect(JSON.parse(posted?.body ?? '')).toMatchObject({
      ...{ event: 'done', session_id: run.sessionId, topic: question.topic, rehearsal: true },
      decision: expect.stringMatching(/\w/),
      files: expect.arrayContaining([{ type: 'adr', path: expect.stringContaining('adr.md') }]),
    });
    expect(posted?.headers.get('x-s2s-event')).toBe('done');
    const expected = createHmac('sha256', 'hush')
      .update(posted?.body ?? '')
      .digest('hex');
    expect(posted?.headers.get('x-s2s-signature')).toBe(`sha256=${expected}`);
    expect(ran.map(({ argv }) => argv[0])).toEqual(['notify-send', 'tell-me']);
    // A file that the person's configuration names is not looked for in the project.
    expect(ran[1]).toEqual({ argv: ['tell-me', '--now'], cwd: folder, input: posted?.body });
    expect(notices.filter(({ level }) => level === 'warning')).toEqual([]);
  });

  it('tells once that a decision is needed: where nobody is asked, at the pause; else before the question', async () => {
    for (const operator of [undefined, { decideEscalation: () => Promise.resolve('later' as const) }]) {
      const { app, sent } = await makeNotified(own);
      const run = await app.start({
        ...question,
        seed: 5,
        ...(operator === undefined
          ? {}
          : {
              operator: {
                ...operator,
                chooseAfterRound: () => Promise.resolve({ choice: 'continue' as const }),
                takeTurn: () => Promise.resolve('later' as const),
              },
            }),
      });
      expect((await run.result).reason).toBe('waiting-for-person');
      expect(sent.map(({ body }) => (JSON.parse(body) as { event: string }).event)).toEqual(['needed']);
    }
  });

  it('says nothing of a pause that a person asked for', async () => {
    const { app, sent } = await makeNotified(own);
    const run = await app.start({ ...question, seed: 5 });
    run.pause({ byPerson: true });
    expect((await run.result).reason).toBe('person');
    expect(sent).toEqual([]);
  });

  it('sends nothing unsigned, and a way that fails stops nothing', async () => {
    const { app, sent, notices } = await makeNotified(own, {});
    await (await app.start({ ...question, minRounds: 1, maxRounds: 1 })).result;
    expect(sent).toEqual([]);
    expect(notices.map(({ text }) => text)).toContainEqual(expect.stringMatching(/HOOK_SECRET is not set/));
  });

  it('obeys a project only once it is trusted', async () => {
    const { app, root, ran, sent } = await makeNotified('');
    await writeFile(path.join(root, '.s2s', 'config.yaml'), own);
    await (await app.start({ ...question, minRounds: 1, maxRounds: 1 })).result;
    expect([ran, sent]).toEqual([[], []]);
    await app.trust();
    await (await app.start({ ...question, minRounds: 1, maxRounds: 1 })).result;
    expect([ran.length, sent.length]).toEqual([2, 1]);
  });
});
