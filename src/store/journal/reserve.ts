/** Room on the disk for replies that are under way: whoever fills the disk meanwhile does not take the place of what was paid for. */
import { createCipheriv } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { S2sError } from '../../domain/errors.ts';
import { unlinkQuietly } from '../../files/durable-file.ts';
import { explainWriteError, readErrorCode } from '../../files/file-errors.ts';

/** Room beside the file itself, for what file systems need to make a file longer. */
const slack = 8 * 1024;

/** Keeps room in a file that is given back when a line needs it. */
export interface Reserve {
  /**
   * Keeps so many bytes until the result is called. Throws FILE_UNWRITABLE when the disk or the quota is full; whatever else is in
   * the way is told by the file that the room is for.
   */
  hold(bytes: number): Promise<() => void>;
  /** Gives room for so many bytes back to the disk; false when there is none. */
  giveBack(bytes: number): Promise<boolean>;
  /** Gives all of it back. */
  close(): Promise<void>;
}

/** Prepares a reserve in a file, which is made with the first `hold`. `shownAs` names in messages what the room is for. */
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
    // Noise: a file system that compresses would keep no room for zeros.
    const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
    const noise = cipher.update(Buffer.alloc(needed - size));
    // A disk that fills takes a part of it first, and says so at the next write.
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

/** Whether a write failed because the disk, or what this user may have of it, is full. */
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
