/** Checks without a call whether a model could be used: its provider, its key, its program. */
import { S2sError } from '../session/errors.ts';
import { parseModelReference } from './model-reference.ts';
import type { Environment, ProviderConfig } from './provider-kind.ts';
import { findKind, mergeEntries } from './provider-kinds.ts';

/** Why no call to a reference can succeed, in a few words; null when nothing is known to be missing. */
export async function findUnusable(
  reference: string,
  { config, env }: { config: Readonly<Record<string, ProviderConfig>>; env: Environment },
): Promise<string | null> {
  let name: string;
  try {
    name = parseModelReference(reference).provider;
  } catch (error) {
    if (error instanceof S2sError) return error.message;
    throw error;
  }
  if (name === 'rehearsal') return null;
  const entry = mergeEntries(env, config).get(name);
  if (entry === undefined) return `there is no provider "${name}"`;
  return findKind(entry.config.type).findMissing({ env, ...entry });
}
