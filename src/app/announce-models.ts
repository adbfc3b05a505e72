/** What providers know of their models beforehand: that one retires soon, or is not there. */

import type { Report } from '../domain/ports.ts';
import type { Session } from '../domain/session.ts';
import { checkModelNames } from '../models/check-model-names.ts';
import type { Providers } from '../models/create-providers.ts';
import { listSeatModels } from './choose-models.ts';

/**
 * Asks the providers about their models while the run begins, and tells of those that retire or are not there. It
 * never stops a run: a proxy may not know of models that it answers for. Returns how to end the asking.
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
    // What a provider says wrong here shows again, and better, in the call itself.
    .catch(() => undefined);
  return () => stop.abort();
}
