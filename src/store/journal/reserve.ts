/** Reserves disk space for replies under way, so that a disk that fills up meanwhile does not lose a reply that was paid for. */
import { createCipheriv } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { unlinkQuietly } from '../../files/durable-file.ts';
import { explainWriteError, readErrorCode } from '../../files/file-errors.ts';
import { S2sError } from '../../session/errors.ts';

/** Extra bytes that a file system needs to make a file longer. */
const slack = 8 * 1024;

/** Holds disk space in a file, and releases it when a line needs it. */
export interface Reserve {
  /**
   * Holds this many bytes until the returned function is called. Throws FILE_UNWRITABLE when the disk or the quota is full; any
   * other problem is left for the write to the real file to report.
   */
  hold(bytes: number): Promise<() => void>;
  /** Releases space for this many bytes; false when none is held. */
  giveBack(bytes: number): Promise<boolean>;
  /** Releases everything. */
  close(): Promise<void>;
}

/** Prepares a reserve in a file, which the first `hold` creates. `shownAs` names the file that the space is for, in messages. */
export function createReserve(path: string, { shownAs }: { shownAs: string }): Reserve {
  let handle: FileHandle | null = null;
  let size = 0;
  let needed = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** One change of the file at a time. */
  function queue<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = last.then(act);
    last = result.catch(() => undefined);
    return result;
  }

  async function grow(): Promise<void> {
    if (size >= needed) return;
    handle ??= await open(path, 'w', 0o600);
    // Noise, because a compressing file system would reserve nothing for zeros.
    const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
    const noise = cipher.update(Buffer.alloc(needed - size));
    // A disk that fills up writes a part first, and only the next write fails.
    for (let written = 0; written < noise.length; )
      written += (await handle.write(noise, written, null, size + written)).bytesWritten;
    await handle.datasync();
    size = needed;
  }

  async function shrink(to: number): Promise<void> {
    await handle?.truncate(to);
    size = to;
  }

  return {
    hold: (bytes) => {
      const wanted = bytes + slack;
      return queue(async () => {
        needed += wanted;
        try {
          await grow();
        } catch (error) {
          needed -= wanted;
          await shrink(size);
          if (isFull(error)) throw explainNoRoom(error, shownAs);
          return () => undefined;
        }
        let held = true;
        return () => {
          if (held) needed -= wanted;
          held = false;
        };
      });
    },
    giveBack: (bytes) =>
      queue(async () => {
        if (size === 0) return false;
        await shrink(Math.max(0, size - bytes - slack));
        return true;
      }),
    close: () =>
      queue(async () => {
        await handle?.close();
        if (handle !== null) await unlinkQuietly(path);
        handle = null;
        size = 0;
      }),
  };
}

/** Whether a write failed because the disk is full or this user's quota is used up. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(readErrorCode(error) ?? '');
}

function explainNoRoom(error: unknown, shownAs: string): S2sError {
  const { code, message, hint } = explainWriteError(error, shownAs);
  return new S2sError(code, `${message} There is no room for the reply of another call, so none was made.`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}
