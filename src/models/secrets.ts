/** Finds the keys in an environment. */
import { listNamedSecrets } from '../text/secrets/secret-strength.ts';
import type { Environment, ProviderConfig } from './provider-kind.ts';
import { mergeEntries } from './provider-kinds.ts';

/** A variable and its value. */
export interface Secret {
  name: string;
  value: string;
}

/**
 * Lists what must be redacted: the keys of all providers, and the values of variables that are named like a secret and look
 * like one.
 */
export function listSecrets(env: Environment, config: Readonly<Record<string, ProviderConfig>>): Secret[] {
  const keys = listKeyVariables(env, config).map((name) => ({ name, value: env[name] ?? '' }));
  const named = listNamedSecrets(env).filter(({ name }) => keys.every((key) => key.name !== name));
  return [...keys, ...named].filter(({ value }) => value.trim() !== '');
}

function listKeyVariables(env: Environment, config: Readonly<Record<string, ProviderConfig>>): string[] {
  const entries = [...mergeEntries(env, config).values()];
  return [
    ...new Set(['ANTHROPIC_AUTH_TOKEN', ...entries.flatMap(({ config: entry }) => entry.api_key_env || [])]),
  ];
}
