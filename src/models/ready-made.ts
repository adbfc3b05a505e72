/** Providers that need no configuration beyond a model reference. */
import type { Environment, ProviderConfig } from './provider-config.ts';

/** A ready-made entry: how it is reached, and what a model's maker is where the provider has but one. */
export interface ReadyMade {
  config: ProviderConfig;
  /** A model must be named: false for programs with a default of their own. */
  needsModel: boolean;
  /** A request without a key is refused, so it is not even made. */
  needsKey: boolean;
  /** Servers of this provider state the cost of a call in USD in `usage.cost`. */
  statesCost: boolean;
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
  // A server listens on all addresses at 0.0.0.0; a client has to name one.
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = 'localhost';
  const portGiven = /:\d+$/.test(host) || /^https:/i.test(withScheme);
  if (!portGiven && url.port === '') url.port = '11434';
  return url.href.replace(/\/+$/, '');
}

/** The entries by name, for an environment. */
export function listReadyMade(env: Environment): Readonly<Record<string, ReadyMade>> {
  return {
    anthropic: {
      config: {
        type: 'anthropic',
        api_key_env: 'ANTHROPIC_API_KEY',
        base_url: env['ANTHROPIC_BASE_URL'] || null,
      },
      needsModel: true,
      needsKey: true,
      statesCost: false,
    },
    openai: {
      config: {
        type: 'openai',
        base_url: env['OPENAI_BASE_URL'] || 'https://api.openai.com/v1',
        api_key_env: 'OPENAI_API_KEY',
      },
      needsModel: true,
      // Another server behind OPENAI_BASE_URL may well need none.
      needsKey: !env['OPENAI_BASE_URL'],
      statesCost: false,
    },
    openrouter: {
      config: { type: 'openai', base_url: 'https://openrouter.ai/api/v1', api_key_env: 'OPENROUTER_API_KEY' },
      needsModel: true,
      needsKey: true,
      statesCost: true,
    },
    ollama: {
      config: { type: 'openai', base_url: `${resolveOllamaUrl(env)}/v1`, api_key_env: 'OLLAMA_API_KEY' },
      needsModel: true,
      needsKey: false,
      statesCost: false,
    },
    lmstudio: {
      config: { type: 'openai', base_url: 'http://localhost:1234/v1', api_key_env: null },
      needsModel: true,
      needsKey: false,
      statesCost: false,
    },
    'claude-code': makeCommand(
      ['claude', '-p', '--output-format', 'json', '--model', '{model}'],
      'json:result',
    ),
    codex: makeCommand(['codex', 'exec', '--skip-git-repo-check', '--model', '{model}', '-'], 'text'),
    gemini: makeCommand(['gemini', '--model', '{model}'], 'text'),
  };
}

function makeCommand(command: string[], output: string): ReadyMade {
  return {
    config: { type: 'command', command, output },
    needsModel: false,
    needsKey: false,
    statesCost: false,
  };
}
