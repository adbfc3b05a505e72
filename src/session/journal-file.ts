/**
 * The file under a journal, open for appending. Each line is flushed before its caller goes on. Two flushes may be under
 * way; lines that arrive meanwhile go out together in the next one, so that twenty seats cost a few instead of twenty.
 */
import { constants, fstatSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushData, syncFolder, writeFully } from './durable-file.ts';
import { explainWriteError, readErrorCode } from './file-errors.ts';

/** Appends whole lines. */
export interface AppendingFile {
  /** Resolves when the line is flushed. Rejects with FILE_UNWRITABLE; the file then ends with its last good line. */
  append(line: string): Promise<void>;
  /** Waits for what is under way, then lets go of the file. */
  close(): Promise<void>;
}

/** How to open the file. */
export interface AppendingOptions {
  shownAs: string;
  /** Bytes to keep when opening; what follows them is cut off. Null when there is no file yet. */
  keptBytes: number | null;
  /** Written before the first line, to end one that lacks its end. */
  prefix: string;
}

/** Flushes under way at once. */
const mostFlushes = 2;

interface Waiting {
  line: string;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Prepares appending. The file is opened, and made with its folder when missing, at the first line. */
export function createAppendingFile(path: string, options: AppendingOptions): AppendingFile {
  let handle: FileHandle | null = null;
  let size = 0;
  let prefix = options.prefix;
  let waiting: Waiting[] = [];
  const running = new Set<Promise<void>>();
  let flushes = 0;
  let opening: Promise<FileHandle> | null = null;

  async function openFile(): Promise<FileHandle> {
    const opened = await openForAppend(path);
    const facts = await opened.stat();
    size = options.keptBytes ?? facts.size;
    if (facts.size > size) await opened.truncate(size);
    if (options.keptBytes === null) await syncFolder(dirname(path));
    return opened;
  }

  async function write(lines: readonly string[]): Promise<void> {
    if (handle === null) {
      opening ??= openFile().catch((error: unknown) => {
        opening = null;
        throw error;
      });
      handle = await opening;
    }
    const bytes = Buffer.from(prefix + lines.join(''), 'utf8');
    try {
      assertStillThere(path, handle);
      // At once, so that the flush is under way while the reply is read.
      writeFully(handle.fd, bytes);
      size += bytes.length;
      prefix = '';
    } catch (error) {
      // Half a line in the middle would spoil the next one.
      await handle.truncate(size).catch(() => undefined);
      throw error;
    }
    await flushData(handle.fd);
  }

  async function run(): Promise<void> {
    flushes += 1;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await write(batch.map(({ line }) => line));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        const explained = explainWriteError(error, options.shownAs);
        for (const { reject } of batch) reject(explained);
      }
    }
    // In the same step as the last look: a line that comes a moment later starts another.
    flushes -= 1;
  }

  /** The last line of a step does not wait for the flush of the one before it; twenty at once still share a few. */
  function start(): void {
    if (flushes >= mostFlushes) return;
    const flushing: Promise<void> = run().finally(() => running.delete(flushing));
    running.add(flushing);
  }

  return {
    append: (line) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ line, resolve, reject });
        start();
      }),
    close: async () => {
      await Promise.all(running);
      await handle?.close();
      handle = null;
      opening = null;
    },
  };
}

async function openForAppend(path: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;
  try {
    return await open(path, flags, 0o600);
  } catch (error) {
    if (readErrorCode(error) !== 'ENOENT') throw error;
    // Only the session's own folder: when the one above is gone, something is wrong that must be said.
    await mkdir(dirname(path), { mode: 0o700 });
    await syncFolder(dirname(dirname(path)));
    return await open(path, flags, 0o600);
  }
}

/** A file that was removed can still be written to, into nowhere. */
function assertStillThere(path: string, handle: FileHandle): void {
  const own = fstatSync(handle.fd, { bigint: true });
  const found = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  if (found === null || found.ino !== own.ino || found.dev !== own.dev) {
    throw Object.assign(new Error('the file was removed or replaced while it was in use'), {
      code: 'ENOENT',
    });
  }
}
