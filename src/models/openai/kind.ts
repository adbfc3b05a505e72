/** Any server with `/chat/completions`. */
import { type Environment, findWrongAddress, type ProviderKind, type ReadyMade } from '../provider-kind.ts';
import { findMissingKey } from '../read-key.ts';
import { httpKeys } from '../shared-keys.ts';

/** The kind of provider that uses an OpenAI-compatible server. */
export const openAiKind: ProviderKind = {
  type: 'openai',
  description: 'any server with /chat/completions',
  keys: httpKeys,
  required: { key: 'base_url', description: 'the address of the server, such as http://localhost:8000/v1' },
  needsModel: true,
  needsKey: ({ api_key_env }) => Boolean(api_key_env),
  listReadyMade: (env) => ({
    openai: describeServer(env['OPENAI_BASE_URL'] || 'https://api.openai.com/v1', {
      key: 'OPENAI_API_KEY',
      // Another server at OPENAI_BASE_URL may need no key.
      needsKey: !env['OPENAI_BASE_URL'],
      example: 'openai/<model>',
    }),
    openrouter: {
      ...describeServer('https://openrouter.ai/api/v1', {
        key: 'OPENROUTER_API_KEY',
        needsKey: true,
        example: 'openrouter/meta-llama/llama-3.3-70b-instruct',
      }),
      statesCost: true,
    },
    ollama: describeServer(`${resolveOllamaUrl(env)}/v1`, {
      key: 'OLLAMA_API_KEY',
      example: 'ollama/llama3.1',
    }),
    lmstudio: describeServer('http://localhost:1234/v1', { key: null, example: 'lmstudio/<model>' }),
  }),
  findMissing: async (options) => findWrongAddress(options.config) ?? findMissingKey(options),
};

function describeServer(
  url: string,
  { key, needsKey = false, example }: { key: string | null; needsKey?: boolean; example: string },
): ReadyMade {
  return {
    config: { type: 'openai', base_url: url, api_key_env: key },
    needsKey,
    statesCost: false,
    example,
  };
}

/** The address of a local Ollama: `OLLAMA_HOST` in any of the forms that Ollama itself reads. */
export function resolveOllamaUrl(env: Environment): string {
  const host = (env['OLLAMA_HOST'] ?? '').trim().replace(/\/+$/, '');
  if (host === '') return 'http://localhost:11434';
  const withScheme = /^https?:\/\//i.test(host)
    ? host
    : `http://${host.startsWith(':') ? `localhost${host}` : host}`;
  if (!URL.canParse(withScheme)) return 'http://localhost:11434';
  const url = new URL(withScheme);
  // 0.0.0.0 means that the server listens on all addresses; a client has to name one.
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = 'localhost';
  const portGiven = /:\d+$/.test(host) || /^https:/i.test(withScheme);
  if (!portGiven && url.port === '') url.port = '11434';
  return url.href.replace(/\/+$/, '');
}
