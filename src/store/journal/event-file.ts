/** The events of a session as a file, `sessions/<id>/events.jsonl`: one JSON object per line; the line number is the event's number. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolderDurably, writeFileDurably } from '../../files/durable-file.ts';
import { isMissing } from '../../files/file-errors.ts';
import { readFilePart } from '../../files/read-file.ts';
import {
  type EventPlace,
  type EventStore,
  firstPlace,
  type KeptEvent,
} from '../../session/ports/event-store.ts';
import { assertInside, locateSessionFolder, type SessionPaths, showPath } from '../folder/session-paths.ts';
import { createAppendingFile } from './journal-file.ts';

/** Bytes that are read at once; every line that s2s writes is shorter. */
const partBytes = 4 * 1024 * 1024;

/** Builds the event store of a project; touches no file yet. */
export function createEventStore(paths: SessionPaths): EventStore {
  const locate = (id: string): string => join(locateSessionFolder(paths, id), 'events.jsonl');
  const locateNote = (id: string): string => join(locateSessionFolder(paths, id), 'served');
  const read: EventStore['read'] = async (id, place) => {
    const file = locate(id);
    const options = { shownAs: showPath(paths, file), maxBytes: partBytes, root: paths.root };
    const bytes = readFilePart(file, place.offset, options);
    return bytes === null ? null : readLines(bytes, place);
  };
  return {
    read,
    open: async (id) => {
      const file = locate(id);
      await assertInside(paths, file);
      let last: EventPlace | null = null;
      for (;;) {
        const part = await read(id, last ?? firstPlace);
        if (part === null || part.next.offset === last?.offset) break;
        last = part.next;
      }
      // Cuts off the partial line that a killed process left; no reader has seen it.
      const appending = createAppendingFile(file, {
        shownAs: showPath(paths, file),
        keptBytes: last?.offset ?? null,
        prefix: '',
      });
      let isLost = false;
      return {
        last: last?.seq ?? 0,
        append: (...events) => {
          if (isLost) return;
          const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
          appending.append(lines).catch(() => {
            isLost = true;
          });
        },
        close: () => appending.close(),
      };
    },
    noteServed: async (id, isServed) => {
      const file = locateNote(id);
      await assertInside(paths, file);
      if (isServed) await makeFolderDurably(locateSessionFolder(paths, id), showPath(paths, file));
      if (isServed) await writeFileDurably(file, '', { shownAs: showPath(paths, file) });
      else await rm(file, { force: true });
    },
    isServed: async (id) => {
      try {
        return (await stat(locateNote(id))).isFile();
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
  };
}

/** Reads whole lines only, not one that is still being written. A line that is no event is skipped but still counts. */
function readLines(bytes: Buffer, place: EventPlace): { events: KeptEvent[]; next: EventPlace } {
  const end = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  const events = lines.flatMap((line, index) => parseEvent(line, place.seq + index + 1));
  return { events, next: { offset: place.offset + end, seq: place.seq + lines.length } };
}

/** The event in a line; empty when the line is not one. */
export function parseEvent(line: string, seq: number): KeptEvent[] {
  try {
    const value = JSON.parse(line) as Partial<KeptEvent> | null;
    if (typeof value !== 'object' || typeof value?.type !== 'string' || typeof value.at !== 'string')
      return [];
    return [{ ...value, seq } as KeptEvent];
  } catch {
    return [];
  }
}
