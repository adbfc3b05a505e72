/** Whether a model could be used at all, found out without a call: its provider, its key, its program. */
import { S2sError } from '../domain/errors.ts';
import { mergeEntries } from './create-providers.ts';
import { parseModelReference } from './model-reference.ts';
import type { Environment, ProviderConfig } from './provider-config.ts';
import { listReadyMade } from './ready-made.ts';

/** Other variables through which a key for the official API may come. */
const otherAnthropicVariables = [
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_PROFILE',
  'ANTHROPIC_IDENTITY_TOKEN',
  'ANTHROPIC_IDENTITY_TOKEN_FILE',
];

/** Why no call to a reference can succeed, in a few words; null when nothing speaks against it. */
export async function findUnusable(
  reference: string,
  options: {
    config: Readonly<Record<string, ProviderConfig>>;
    env: Environment;
    /** The path of a program, or null. */
    findExecutable: (name: string) => Promise<string | null>;
  },
): Promise<string | null> {
  const { env } = options;
  let name: string;
  try {
    name = parseModelReference(reference).provider;
  } catch (error) {
    if (error instanceof S2sError) return error.message;
    throw error;
  }
  if (name === 'rehearsal') return null;
  const entry = mergeEntries(listReadyMade(env), options.config).get(name);
  if (entry === undefined) return `there is no provider "${name}"`;
  const { config } = entry;
  if (config.type === 'command') {
    const program = config.command?.[0] ?? '';
    // A path is taken at its word: whether it can be run is seen when it is.
    if (/[\\/]/.test(program)) return null;
    return (await options.findExecutable(program)) === null ? `"${program}" is not on the PATH` : null;
  }
  const variable = config.type === 'rehearsal' ? null : (config.api_key_env ?? null);
  const needsKey = entry.needsKey || config.type === 'anthropic';
  if (!needsKey || variable === null || env[variable]?.trim()) return null;
  const isOwn = config.type === 'anthropic' && variable === 'ANTHROPIC_API_KEY';
  if (isOwn && otherAnthropicVariables.some((other) => env[other]?.trim())) return null;
  return `the variable ${variable} is not set`;
}
