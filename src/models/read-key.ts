/** Keys in the environment. */
import { ModelError } from '../session/ports/provider.ts';
import type { Environment, MissingOptions } from './provider-kind.ts';

/** The key in a variable, or null when it is not set. Throws ModelError `auth` for a key that no header can carry. */
export function readKey(env: Environment, variable: string): string | null {
  const key = env[variable]?.trim() ?? '';
  if (key === '') return null;
  // The client's own message would quote the header, and with it the key.
  if (/[^\x21-\x7e]/.test(key))
    throw new ModelError('auth', '', { reason: 'unsendable-key', about: variable });
  return key;
}

/** The failure of a call that needs a key when its variable is not set. */
export function requireKey(variable: string): ModelError {
  return new ModelError('auth', '', { reason: 'no-key', about: variable });
}

/** Says that a needed key is not set; null when it is set or not needed. */
export async function findMissingKey({ config, env, needsKey }: MissingOptions): Promise<string | null> {
  const variable = config.api_key_env ?? null;
  if (!needsKey || variable === null || env[variable]?.trim()) return null;
  return `the variable ${variable} is not set`;
}
