/** Putting the documents of a finished session in place again. */

import { S2sError } from '../domain/errors.ts';
import type { AppParts } from './app-parts.ts';
import { chooseSession } from './get-session.ts';
import type { PublishOptions } from './options.ts';
import type { Published } from './results.ts';

/** Publishes; safe to repeat. Throws INVALID_VALUE for a record that the document does not name, NEEDS_INPUT for a session that is not completed, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT. */
export async function publish(parts: AppParts, options: PublishOptions): Promise<Published> {
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
  const { supersede = [] } = options;
  const before = await parts.publisher.publish(session);
  if (supersede.length === 0) return { sessionId: id, ...before };
  const after = await parts.publisher.publish(session, { supersede });
  if (before.proposed.length - after.proposed.length < supersede.length) {
    const known = before.proposed.length === 0 ? 'none' : before.proposed.join(', ');
    throw new S2sError(
      'INVALID_VALUE',
      `Not every record of "${supersede.join(', ')}" could be marked as superseded.`,
      {
        hint: `Still in force and named by the document: ${known}.`,
      },
    );
  }
  return { sessionId: id, ...after };
}
