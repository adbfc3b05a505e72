/** Asks providers about models before the first round, so that a retired name does not cost a round. */

import { ModelError, type ModelFacts } from '../session/ports/provider.ts';
import type { Providers } from './create-providers.ts';
import { sayFailure } from './say-failure.ts';

/** A warning about a model before it is used. */
export interface ModelNotice {
  reference: string;
  /** `unusable`: no call to it can succeed. `retiring`: it still works today. */
  kind: 'unusable' | 'retiring';
  message: string;
}

/** What asking requires. */
export interface ModelNameOptions {
  providers: Pick<Providers, 'find'>;
  signal: AbortSignal;
}

/**
 * Asks about each reference once, all at the same time. Gives no notice when a provider cannot tell or cannot be reached, since the
 * first call will show that. Throws S2sError for references that name no provider.
 */
export async function checkModelNames(
  references: Iterable<string>,
  { providers, signal }: ModelNameOptions,
): Promise<ModelNotice[]> {
  const asked = [...new Set(references)].map((reference) => ({ reference, ...providers.find(reference) }));
  const notices = await Promise.all(
    asked.map(async ({ reference, provider, modelName }) => {
      try {
        const facts = await provider.inspect?.(modelName, { signal });
        return facts ? describeFacts(reference, facts) : null;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        const isKnown = error.kind === 'unknown-model' || error.kind === 'auth';
        const message = `${reference}: ${sayFailure(error)}`;
        return isKnown ? { reference, kind: 'unusable' as const, message } : null;
      }
    }),
  );
  return notices.filter((notice) => notice !== null);
}

function describeFacts(reference: string, { lifecycle, retires_at }: ModelFacts): ModelNotice | null {
  const day = retires_at?.slice(0, 10) ?? null;
  if (lifecycle === 'retired') {
    return {
      reference,
      kind: 'unusable',
      message: `${reference} was retired${day === null ? '' : ` on ${day}`}.`,
    };
  }
  if (day === null && lifecycle !== 'deprecated') return null;
  return { reference, kind: 'retiring', message: `${reference} retires on ${day ?? 'a day not yet set'}.` };
}
