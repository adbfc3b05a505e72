/** Putting the documents of a finished session in place again. */

import { S2sError } from '../domain/errors.ts';
import type { AppParts } from './app-parts.ts';
import { chooseSession } from './get-session.ts';
import type { GetOptions } from './options.ts';
import type { Published } from './results.ts';

/** Publishes; safe to repeat. Throws NEEDS_INPUT for a session that is not completed, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT. */
export async function publish(parts: AppParts, options: GetOptions): Promise<Published> {
  const id = await chooseSession(parts, options.session);
  const { session } = await parts.repository.load(id);
  if (session.status !== 'completed') {
    throw new S2sError(
      'NEEDS_INPUT',
      `The session ${id} is not completed, so it has no documents to publish.`,
      {
        hint: `Go on with: s2s roundtable resume ${id}; or look at what there is: s2s roundtable export ${id}`,
      },
    );
  }
  return { sessionId: id, ...(await parts.publisher.publish(session)) };
}
