/** Warns before a run about models that retire soon or do not exist, according to their providers. */

import { checkModelNames } from '../../models/check-model-names.ts';
import type { Providers } from '../../models/create-providers.ts';
import type { Report } from '../../session/ports/ports.ts';
import type { Session } from '../../session/session.ts';
import { listSeatModels } from './choose-models.ts';

/**
 * Asks the providers about their models while the run begins, and warns about those that retire or do not exist. It never stops a
 * run: a proxy may answer for models that it does not list. Returns a function that ends the check.
 */
export function announceModels(
  session: Session,
  options: { providers: Pick<Providers, 'find'>; report: Report },
): () => void {
  const stop = new AbortController();
  const references = listSeatModels(session).map(({ reference }) => reference);
  checkModelNames(references, { providers: options.providers, signal: stop.signal })
    .then((notices) => {
      if (stop.signal.aborted) return;
      for (const { message } of notices) {
        options.report({ type: 'notice', level: 'warning', text: message });
      }
    })
    // An error of a provider shows up again, with a better message, in the call itself.
    .catch(() => undefined);
  return () => stop.abort();
}
