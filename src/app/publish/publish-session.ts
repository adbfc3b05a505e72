/** Writes the document and record of a finished session. Safe to repeat. */

import path from 'node:path';
import { cleanPath, recordPathOf } from '../../documents/document-paths.ts';
import { findFolder } from '../../documents/plan-documents.ts';
import type { Templates } from '../../documents/render-document.ts';
import {
  type LockFolder,
  publishDocument,
  publishRecord,
  readPublishedIds,
  readTemplates,
} from '../../documents/write-documents.ts';
import { requireOpenLink } from '../../project/open-door.ts';
import type { Session } from '../../session/session.ts';
import { outputTypes } from '../../session/vocabulary.ts';
import type { Redactor } from '../../text/secrets/redactor.ts';
import type { AppWorld } from '../world.ts';

/** Where and how a session is published. */
export interface PublishingPlace {
  root: string;
  s2sDir: string;
  world: Pick<AppWorld, 'packageRoot' | 'isKeptByGit'>;
  /** Folders of the project's documents, relative to its root. */
  docs: { decisions: string; specifications: string; architecture: string };
  /** The longest slug of a document's name, in characters. */
  slugMaxLength?: number;
  lockFolder: LockFolder;
  /** Records that the person allowed to mark as superseded, by file name or number. */
  supersede?: readonly string[];
  redact: Redactor;
}

/**
 * Publishes the document and, beside the session file, the record. Notes are sentences for the person. Throws FILE_UNWRITABLE,
 * FILE_OUTSIDE_PROJECT, FILE_REFUSED, TEMPLATE_INVALID.
 */
export async function publishSession(
  session: Session,
  place: PublishingPlace,
): Promise<{ files: { type: string; path: string }[]; notes: string[]; proposed: string[] }> {
  const { files, notes, proposed } = await publishDocument({
    projectRoot: place.root,
    session,
    docsPaths: place.docs,
    slugMaxLength: place.slugMaxLength,
    templates: await loadTemplates(place),
    recordIsKept: await place.world.isKeptByGit(place.root, recordPathOf(session)),
    lockFolder: place.lockFolder,
    ...(place.supersede === undefined ? {} : { supersede: place.supersede }),
    redact: place.redact,
  });
  const ids = await readPublishedIds(place.root, session, place.docs);
  const { lockFolder } = place;
  const record = { type: 'record', path: await publishRecord(place.root, session, { lockFolder, ids }) };
  return {
    files: [...files, record],
    proposed,
    notes,
  };
}

/** Whether the session's document goes into the folder of decision records. */
export function needsRecords(session: Session, docs: PublishingPlace['docs']): boolean {
  return cleanPath(findFolder(session, { docsPaths: docs })) === cleanPath(docs.decisions);
}

/** The templates of a project: its own take precedence over the shipped ones. */
export async function loadTemplates(place: {
  root: string;
  s2sDir: string;
  world: Pick<AppWorld, 'packageRoot'>;
}): Promise<Templates> {
  const project = path.join(place.s2sDir, 'templates');
  for (const type of outputTypes) await requireOpenLink(path.join(project, `${type}.md`), place.root);
  return readTemplates({
    shipped: path.join(place.world.packageRoot, 'templates'),
    project,
    root: place.root,
  });
}
