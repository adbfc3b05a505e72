/** Parts of the record: one item, with where it comes from, how each seat voted and what happened to it; whatever else has an id; a round; a seat. */

import { resolveConfig } from '../../config/resolve-config.ts';
import { renderItemRecord } from '../../documents/record/describe-items.ts';
import { listEntries, renderPart } from '../../documents/record/render-record.ts';
import { readPublishedIds } from '../../documents/write-documents.ts';
import { findNearest, S2sError } from '../../session/errors.ts';
import { readId } from '../../session/rules/read-ids.ts';
import type { Session } from '../../session/session.ts';
import type { AppParts } from '../app-parts.ts';
import type { SessionChoice } from '../options.ts';
import type { ItemRecord } from '../results.ts';
import { chooseSession, requireRound, requireSeat } from './get-session.ts';

/** The most ids that an error names. */
const mostShown = 12;

/**
 * `item` is an id of the session, or the one that an item has in the project's file. Throws INVALID_VALUE for an item that the session does
 * not have, with the most similar one.
 */
export async function getItemRecord(
  parts: AppParts,
  options: SessionChoice & { item: string },
): Promise<ItemRecord> {
  const sessionId = await chooseSession(parts, options.session);
  const session = parts.redactData((await parts.repository.load(sessionId)).session);
  const found = await findItem(parts, session, options.item);
  if (found !== null) return found;
  const own = session.artifacts.map(({ id }) => id);
  const nearest = findNearest(options.item, own);
  const more = own.length > mostShown ? ', …' : '';
  throw new S2sError('INVALID_VALUE', `The session has no item "${options.item}".`, {
    hint:
      own.length === 0
        ? 'Items come with the draft, after the discussion.'
        : `${nearest === null ? '' : `Did you mean ${nearest}? `}Items: ${own.slice(0, mostShown).join(', ')}${more}`,
  });
}

async function findItem(parts: AppParts, session: Session, wanted: string): Promise<ItemRecord | null> {
  const { docs } = resolveConfig(parts.config, { workflow: session.workflow_type });
  const ids = await readPublishedIds(parts.root, session, docs);
  const own = session.artifacts.map(({ id }) => id);
  const entries = listEntries(session);
  const named = readId(wanted, [...own, ...ids.values(), ...entries.map(({ entry }) => entry.id)]);
  const other = entries.find(({ entry }) => entry.id === named);
  if (other !== undefined) return { sessionId: session.id, item: other.entry, text: other.text() };
  const item = session.artifacts.find(({ id }) => id === named || ids.get(id) === named);
  const text = item === undefined ? null : renderItemRecord(session, item.id, { ids });
  return item === undefined || text === null ? null : { sessionId: session.id, item, text };
}

/**
 * What the record says of one round, one seat, or everything but who took part, as markdown. Throws INVALID_VALUE for a round and
 * UNKNOWN_AGENT for a seat that the session does not have.
 */
export function renderDetails(
  session: Session,
  part: { round?: number | undefined; seat?: string | undefined },
): string {
  if (part.round !== undefined) requireRound(session, part.round);
  if (part.seat !== undefined) requireSeat(session, part.seat);
  return renderPart(session, part);
}
