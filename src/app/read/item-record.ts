/** The record of one item: where it comes from, how each seat voted, and what happened to it. */

import { resolveConfig } from '../../config/resolve-config.ts';
import { renderItemRecord } from '../../documents/record/describe-items.ts';
import { readPublishedIds } from '../../documents/write-documents.ts';
import { findNearest, S2sError } from '../../session/errors.ts';
import { readId } from '../../session/rules/read-ids.ts';
import type { AppParts } from '../app-parts.ts';
import type { GetOptions } from '../options.ts';
import type { ItemRecord } from '../results.ts';
import { chooseSession } from './get-session.ts';

/** The most ids that an error names. */
const mostShown = 12;

/**
 * `item` is an id of the session, or the one that the item has in the project's file. Throws INVALID_VALUE for an item that the session
 * does not have, with the most similar one.
 */
export async function getItemRecord(
  parts: AppParts,
  options: GetOptions & { item: string },
): Promise<ItemRecord> {
  const sessionId = await chooseSession(parts, options.session);
  const session = parts.redactData((await parts.repository.load(sessionId)).session);
  const { docs } = resolveConfig(parts.config, { workflow: session.workflow_type });
  const ids = await readPublishedIds(parts.root, session, docs);
  const own = session.artifacts.map(({ id }) => id);
  const named = readId(options.item, [...own, ...ids.values()]);
  const item = session.artifacts.find(({ id }) => id === named || ids.get(id) === named);
  const text = item === undefined ? null : renderItemRecord(session, item.id, { ids });
  if (item !== undefined && text !== null) return { sessionId, item, text };
  const nearest = findNearest(options.item, own);
  const more = own.length > mostShown ? ', …' : '';
  throw new S2sError('INVALID_VALUE', `The session has no item "${options.item}".`, {
    hint:
      own.length === 0
        ? 'Items come with the draft, after the discussion.'
        : `${nearest === null ? '' : `Did you mean ${nearest}? `}Items: ${own.slice(0, mostShown).join(', ')}${more}`,
  });
}
