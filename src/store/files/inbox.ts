/**
 * Messages for a session from processes that do not run it: `sessions/<id>/inbox/`, one file each, written whole or not at all.
 * The process that runs the session reads them after a round and removes each one once it is in the journal.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import {
  makeFolderDurably,
  readStamp,
  removeOldTemporaries,
  syncFolder,
  writeFileDurably,
} from '../../files/durable-file.ts';
import { explainWriteError } from '../../files/file-errors.ts';
import { listNames } from '../../files/list-folder.ts';
import { readFileBounded } from '../../files/read-file.ts';
import { type PersonMessage, personMessageSchema } from '../../session/person-message.ts';
import type { StoredMessage } from '../../session/ports/repository.ts';
import { parseJson } from '../../text/parse-json.ts';
import { assertInside, locateSessionFolder, type SessionPaths, showPath } from '../folder/session-paths.ts';

/** The longest message, in bytes; a longer file is not one of ours. */
const maxBytes = 256 * 1024;

/** A growing number and a unique token. */
const namePattern = /^(\d{6}-[a-z0-9]+)\.json$/;

const fileSchema = z.looseObject({ message: personMessageSchema });

/** Writes a message, flushed, and removes leftovers of killed processes. Throws FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT, INVALID_ID. */
export async function addMessage(
  paths: SessionPaths,
  id: string,
  { message, token }: { message: PersonMessage; token: string },
): Promise<void> {
  const folder = locateInbox(paths, id);
  await assertInside(paths, folder);
  await makeFolderDurably(folder, showPath(paths, folder));
  const last = (await listMessages(paths, folder)).at(-1)?.slice(0, 6) ?? '0';
  const number = String(Number(last) + 1).padStart(6, '0');
  const path = join(folder, `${number}-${token.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}.json`);
  await writeFileDurably(path, `${JSON.stringify({ message })}\n`, { shownAs: showPath(paths, path) });
  await removeOldTemporaries(folder, path).catch(() => undefined);
}

/** The waiting messages, oldest first; other files are ignored. Throws FILE_UNREADABLE, FILE_OUTSIDE_PROJECT. */
export async function readMessages(paths: SessionPaths, id: string): Promise<StoredMessage[]> {
  const folder = locateInbox(paths, id);
  if ((await readStamp(folder)) === null) return [];
  await assertInside(paths, folder);
  const messages: StoredMessage[] = [];
  for (const name of await listMessages(paths, folder)) {
    const path = join(folder, name);
    await assertInside(paths, path);
    const reading = await readFileBounded(path, { shownAs: showPath(paths, path), maxBytes });
    const parsed = fileSchema.safeParse(parseJson(reading?.bytes.toString('utf8') ?? ''));
    if (parsed.success) messages.push({ id: name.slice(0, -'.json'.length), message: parsed.data.message });
  }
  return messages;
}

/** Removes a message; a missing one is no error. Throws FILE_UNWRITABLE. */
export async function removeMessage(paths: SessionPaths, id: string, messageId: string): Promise<void> {
  const folder = locateInbox(paths, id);
  if (!namePattern.test(`${messageId}.json`)) return;
  const path = join(folder, `${messageId}.json`);
  await assertInside(paths, folder);
  try {
    await rm(path, { force: true });
    await syncFolder(folder);
  } catch (error) {
    throw explainWriteError(error, showPath(paths, path));
  }
}

function locateInbox(paths: SessionPaths, id: string): string {
  return join(locateSessionFolder(paths, id), 'inbox');
}

async function listMessages(paths: SessionPaths, folder: string): Promise<string[]> {
  return (await listNames(folder, showPath(paths, folder))).filter((name) => namePattern.test(name)).sort();
}
