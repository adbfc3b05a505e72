import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseDefaultModel } from '../../src/models/choose-default-model.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { findExecutable } from '../../src/models/find-executable.ts';
import { parseModelReference } from '../../src/models/model-reference.ts';
import { resolveOllamaUrl } from '../../src/models/openai/kind.ts';
import { listReadyMade } from '../../src/models/provider-kinds.ts';
import { S2sError } from '../../src/session/errors.ts';
import type { Provider } from '../../src/session/ports/provider.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeRequest } from '../support/make-request.ts';
import { serveModel } from '../support/serve-model.ts';

describe('model references', () => {
  it.each([
    ['anthropic/claude-sonnet-5-5', 'anthropic', 'claude-sonnet-5-5'],
    ['openrouter/meta/llama-3', 'openrouter', 'meta/llama-3'],
    ['ollama/llama3.1:8b-instruct-q4_K_M', 'ollama', 'llama3.1:8b-instruct-q4_K_M'],
    ['claude-code', 'claude-code', ''],
    [' codex ', 'codex', ''],
  ])('%j', (reference, provider, model) => {
    expect(parseModelReference(reference)).toEqual({ provider, model });
  });

  it.each(['', '/', 'a/', '/b', 'Anthropic/x', 'a b/c', 'a/b c', 'a/--flag', '../x', 'a/\u0000'])(
    'refuses %j',
    (reference) => {
      expect(() => parseModelReference(reference)).toThrow(S2sError);
    },
  );
});

describe('createProviders', () => {
  const rehearsal: Provider = {
    name: 'rehearsal',
    type: 'rehearsal',
    rehearsed: true,
    complete: () => Promise.reject(new Error('unused')),
  };
  const providers = createProviders({
    config: {
      own: { type: 'command', command: ['x'] },
      ollama: { type: 'openai', base_url: 'http://far:1/v1' },
    },
    env: { OPENAI_API_KEY: 'a-key-of-openai' },
    rehearsal,
  });

  it('knows the ready-made ones, the configured ones and the rehearsal', () => {
    expect(providers.names).toEqual([
      'anthropic',
      'claude-code',
      'codex',
      'gemini',
      'lmstudio',
      'ollama',
      'openai',
      'openrouter',
      'own',
      'rehearsal',
    ]);
    expect(providers.find('claude-code/opus')).toMatchObject({
      provider: { name: 'claude-code', type: 'command' },
      modelName: 'opus',
    });
    expect(providers.find('own').provider.type).toBe('command');
    expect(providers.find('rehearsal').provider).toBe(rehearsal);
    expect(providers.find('openai/a').provider).toBe(providers.find('openai/b').provider);
    expect(providers.secrets).toEqual(['a-key-of-openai']);
  });

  it.each([
    ['antropic/x', 'UNKNOWN_PROVIDER', 'Did you mean anthropic?'],
    ['opus', 'UNKNOWN_PROVIDER', 'such as anthropic/claude-sonnet-5-5'],
    ['nobody/x', 'UNKNOWN_PROVIDER', 'Known are anthropic'],
    ['anthropic', 'INVALID_VALUE', 'anthropic/claude-sonnet-5-5'],
  ])('says what is wrong with %j', (reference, code, hint) => {
    const find = () => providers.find(reference);
    expect(find).toThrow(expect.objectContaining({ code, hint: expect.stringContaining(hint) }));
  });

  it('asks the configured server, with the key of its variable', async () => {
    const server = await serveModel({ reply: () => 'ready' });
    const own = createProviders({
      config: {
        openai: { type: 'openai', base_url: `${server.url}/v1` },
        team: { type: 'openai', base_url: `${server.url}/v1`, api_key_env: 'TEAM_KEY' },
      },
      env: { OPENAI_API_KEY: 'key-of-openai', TEAM_KEY: 'key-of-team' },
    });
    for (const reference of ['openai/a', 'team/b']) {
      const { provider, modelName } = own.find(reference);
      await provider.complete(makeRequest(reference), { modelName, signal: new AbortController().signal });
    }
    expect(server.requests.map((request) => request.headers.authorization)).toEqual([
      'Bearer key-of-openai',
      'Bearer key-of-team',
    ]);
  });
});

describe('the address of Ollama', () => {
  it.each([
    [undefined, 'http://localhost:11434'],
    ['0.0.0.0', 'http://localhost:11434'],
    ['0.0.0.0:8080', 'http://localhost:8080'],
    ['box', 'http://box:11434'],
    [':1234', 'http://localhost:1234'],
    ['http://box:80/', 'http://box'],
    ['https://box.example', 'https://box.example'],
    ['::nonsense::', 'http://localhost:11434'],
  ])('%j is %s', (host, url) => {
    expect(resolveOllamaUrl({ OLLAMA_HOST: host })).toBe(url);
    expect(listReadyMade({ OLLAMA_HOST: host })['ollama']?.config.base_url).toBe(`${url}/v1`);
  });
});

describe('chooseDefaultModel', () => {
  const signal = new AbortController().signal;
  const nowhere = { OLLAMA_HOST: 'http://127.0.0.1:9' };

  it('takes a model of a local Ollama that can talk', async () => {
    const server = await serveModel({ models: ['nomic-embed-text:latest', 'llama3.1:8b'] });
    const found = await chooseDefaultModel({
      env: { OLLAMA_HOST: server.url },
      fetch,
      signal,
    });
    expect(found.reference).toBe('ollama/llama3.1:8b');
    expect(found.reason).toContain(server.url);
  });

  it('takes an installed assistant when there is no server, or one without models', async () => {
    const server = await serveModel({ models: [] });
    const folder = await makeFolder({ codex: '' });
    await chmod(join(folder, 'codex'), 0o755);
    for (const env of [nowhere, { OLLAMA_HOST: server.url }]) {
      const found = await chooseDefaultModel({ env: { ...env, PATH: folder }, fetch, signal });
      expect(found).toEqual({
        reference: 'codex',
        reason: `"codex" is installed (${join(folder, 'codex')})`,
      });
    }
  });

  it('does not wait for a server that says nothing', async () => {
    const silent: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    await expect(chooseDefaultModel({ env: {}, fetch: silent, signal })).rejects.toMatchObject({
      code: 'NO_MODEL',
    });
  });
});

describe('findExecutable', () => {
  it('finds what may be run, in the order of the PATH', async () => {
    const folder = await makeFolder({ 'one/tool/a': '', 'two/tool': '', 'three/tool': '' });
    await chmod(join(folder, 'three', 'tool'), 0o755);
    const env = { PATH: ['one', 'two', 'three'].map((name) => join(folder, name)).join(':') };
    await expect(findExecutable('tool', env)).resolves.toBe(join(folder, 'three', 'tool'));
    await expect(findExecutable('other', env)).resolves.toBeNull();
    await expect(findExecutable('../three/tool', env)).resolves.toBeNull();
    await expect(findExecutable('tool', {})).resolves.toBeNull();
  });
});
