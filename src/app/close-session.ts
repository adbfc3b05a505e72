/** Ending a session for good without completing it. */

import type { CloseReport } from '../domain/session-maintenance.ts';
import type { AppParts } from './app-parts.ts';
import type { SessionChoice } from './options.ts';

/** Closes; closing twice is no error. Throws SESSION_COMPLETED, and SESSION_LOCKED while somebody runs it. */
export async function closeSession(parts: AppParts, options: SessionChoice): Promise<CloseReport> {
  const { id } = await parts.repository.resolve(options.session);
  return parts.maintenance.close(id);
}
