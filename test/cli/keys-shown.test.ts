/** The key of a provider is shown nowhere, even if its variable is not named like a secret. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { runInProcess } from '../support/run-in-process.ts';

const key = 'q7Zx91LmPw84RtYc22Vb';
const env = { DOOR: key, LANG: 'en_US.UTF-8' };
const agent = `---\nname: gatekeeper\ndescription: Opens with ${key} only\nrole: Gatekeeper\nlevel: 2\nspecialties: [gates]\n---\nSay ${key} to nobody.\n`;

async function makePlace(): Promise<string> {
  const root = await makeFolder({ '.s2s/agents/gatekeeper.md': agent, '.s2s/config.yaml': '' });
  const folder = path.join(root, '.config', 's2s');
  await mkdir(folder, { recursive: true });
  const entry = 'type: openai, base_url: "http://127.0.0.1:9/v1", api_key_env: DOOR';
  await writeFile(path.join(folder, 'config.yaml'), `providers:\n  door: {${entry}}\n`);
  return root;
}

test('a file of the project that holds it is printed without it', async () => {
  const root = await makePlace();
  const { code, stdout } = await runInProcess(['agents', 'show', 'gatekeeper'], {
    cwd: root,
    home: root,
    env,
  });
  expect(code).toBe(0);
  expect(stdout).toContain('Say [redacted] to nobody.');
  expect(stdout).not.toContain(key);
});

test('lists for other programs and browsers are without it', async () => {
  const root = await makePlace();
  const { app } = makeApp(root, { env: { ...env, S2S_CONFIG_DIR: path.join(root, '.config', 's2s') } });
  const { agents } = await app.listAgents();
  expect(agents.find(({ id }) => id === 'gatekeeper')?.description).toBe('Opens with [redacted] only');
});
