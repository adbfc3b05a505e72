/**
 * The file under a journal, open for appending. Lines are written with those that came in the same turn of the process, so
 * that whoever reads the file finds them and the end of the process cannot take them away; flushes follow by themselves,
 * one at a time, each for all lines that are there.
 */
import { constants, fstatSync, ftruncateSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { flushData, syncFolder, writeFully } from '../../files/durable-file.ts';
import { explainWriteError, readErrorCode } from '../../files/file-errors.ts';

/** Appends whole lines. */
export interface AppendingFile {
  /**
   * Resolves when the line is in the file. Rejects with FILE_UNWRITABLE; the file then ends with its last good line. Where
   * an earlier line could not be flushed the line is written, as far as that goes, and the promise rejects.
   */
  append(line: string): Promise<void>;
  /** Throws FILE_UNWRITABLE when a line could not be flushed. */
  check(): void;
  /** Resolves when all lines so far are flushed. Rejects with FILE_UNWRITABLE when they could not be. */
  flushed(): Promise<void>;
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
  let writing: Promise<void> | null = null;
  let isFlushed = true;
  let flushing: Promise<void> | null = null;
  let failure: { error: unknown } | null = null;

  async function openFile(): Promise<FileHandle> {
    const opened = await openForAppend(path);
    const facts = await opened.stat();
    size = options.keptBytes ?? facts.size;
    if (facts.size > size) await opened.truncate(size);
    if (options.keptBytes === null) await syncFolder(dirname(path));
    return opened;
  }

  function write(descriptor: number, lines: readonly string[]): void {
    const bytes = Buffer.from(prefix + lines.join(''), 'utf8');
    try {
      assertStillThere(path, descriptor);
      writeFully(descriptor, bytes);
      size += bytes.length;
      prefix = '';
    } catch (error) {
      // Half a line in the middle would spoil the next one.
      truncateQuietly(descriptor, size);
      throw error;
    }
  }

  function takeWaiting(): Waiting[] {
    const batch = waiting;
    waiting = [];
    writing = null;
    return batch;
  }

  /** Replies that came together go out together, behind the step that they bring about. */
  async function writeWaiting(): Promise<void> {
    let batch: readonly Waiting[] | null = null;
    try {
      await setImmediate();
      handle ??= await openFile();
      batch = takeWaiting();
      write(
        handle.fd,
        batch.map(({ line }) => line),
      );
      isFlushed = false;
      flushing ??= flush(handle.fd);
      check();
      for (const { resolve } of batch) resolve();
    } catch (error) {
      const explained = explainWriteError(error, options.shownAs);
      for (const { reject } of batch ?? takeWaiting()) reject(explained);
    }
  }

  async function flush(descriptor: number): Promise<void> {
    while (!isFlushed) {
      isFlushed = true;
      await flushData(descriptor).catch((error: unknown) => {
        failure ??= { error: explainWriteError(error, options.shownAs) };
      });
    }
    // In the same step as the last look: a line that comes a moment later starts another.
    flushing = null;
  }

  function check(): void {
    if (failure !== null) throw failure.error;
  }

  return {
    append: (line) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ line, resolve, reject });
        writing ??= writeWaiting();
      }),
    check,
    flushed: async () => {
      await writing;
      await flushing;
      check();
    },
    close: async () => {
      await writing;
      await flushing;
      await handle?.close();
      handle = null;
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
function assertStillThere(path: string, descriptor: number): void {
  const own = fstatSync(descriptor, { bigint: true });
  const found = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  if (found === null || found.ino !== own.ino || found.dev !== own.dev) {
    throw Object.assign(new Error('the file was removed or replaced while it was in use'), {
      code: 'ENOENT',
    });
  }
}

function truncateQuietly(descriptor: number, size: number): void {
  try {
    ftruncateSync(descriptor, size);
  } catch {
    // The next opening cuts it off.
  }
}
