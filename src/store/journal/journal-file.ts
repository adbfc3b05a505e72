/** The file under a journal, open for appending whole lines. */
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { assertStillThere, syncFolder } from '../../files/durable-file.ts';
import { explainWriteError, readErrorCode } from '../../files/file-errors.ts';
import { writeTogether } from './write-together.ts';

export interface AppendingFile {
  /**
   * Resolves when the line is on disk. Rejects with FILE_UNWRITABLE; the file then ends with its last good line. After a
   * failed flush the contents of the disk are unknown, so every later line is refused as well.
   */
  append(line: string): Promise<void>;
  /** Waits for pending writes, then closes the file. */
  close(): Promise<void>;
}

/** Turns a line into the text to write, given the chain before it. */
export type LinkLine = (before: string, line: string) => { text: string; chain: string };

export interface AppendingOptions {
  shownAs: string;
  /** Bytes to keep when opening; the rest is cut off. Null when there is no file yet. */
  keptBytes: number | null;
  /** Written before the first line: a line end, when the last line of the file lacks one. */
  prefix: string;
  /** Absent: lines are written as given. */
  chain?: { last: string; link: LinkLine };
}

/** Prepares appending. The first line opens the file, and creates it and its folder when missing. */
export function createAppendingFile(path: string, options: AppendingOptions): AppendingFile {
  let handle: FileHandle | null = null;
  let size = 0;
  let prefix = options.prefix;
  let failure: { error: unknown } | null = null;
  let chain = options.chain?.last ?? '';

  async function openFile(): Promise<FileHandle> {
    const opened = await openForAppend(path);
    const facts = await opened.stat();
    size = options.keptBytes ?? facts.size;
    if (facts.size > size) await opened.truncate(size);
    if (options.keptBytes === null) await syncFolder(dirname(path));
    return opened;
  }

  async function write(lines: readonly string[]): Promise<void> {
    if (failure !== null) throw failure.error;
    handle ??= await openFile();
    let end = chain;
    const texts = lines.map((line) => {
      const linked = options.chain?.link(end, line) ?? { text: line, chain: end };
      end = linked.chain;
      return linked.text;
    });
    const bytes = Buffer.from(prefix + texts.join(''), 'utf8');
    await add(handle, bytes);
    size += bytes.length;
    prefix = '';
    chain = end;
    await handle.datasync().catch((error: unknown) => {
      failure = { error };
      throw error;
    });
  }

  async function add(file: FileHandle, bytes: Buffer): Promise<void> {
    try {
      assertStillThere(path, file);
      await file.appendFile(bytes);
    } catch (error) {
      // Half a line would spoil the next one; if this fails too, the next opening cuts it off.
      await file.truncate(size).catch(() => undefined);
      throw error;
    }
  }

  const lines = writeTogether<string>((batch) =>
    write(batch).catch((error: unknown) => {
      throw explainWriteError(error, options.shownAs);
    }),
  );
  return {
    append: (line) => lines.add(line),
    close: async () => {
      await lines.settle();
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
    // Only the session's own folder is created: a missing sessions folder is an error.
    // Another file of the session may have created it meanwhile.
    await mkdir(dirname(path), { mode: 0o700 }).catch((problem: unknown) => {
      if (readErrorCode(problem) !== 'EEXIST') throw problem;
    });
    await syncFolder(dirname(dirname(path)));
    return await open(path, flags, 0o600);
  }
}
