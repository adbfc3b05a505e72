/**
 * The search index of a project's folder: `.s2s/cache/<name>.db`. It can be made again at any time, so whatever is wrong with it leads
 * to a new one, and where it cannot be written, it is kept in memory.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolderDurably, writeFileDurably } from '../../files/durable-file.ts';
import { S2sError } from '../../session/errors.ts';
import type { LockHost } from '../folder/lock-owner.ts';
import { assertInside, type SessionPaths, showPath } from '../folder/session-paths.ts';
import { createTurns, waitForLock } from '../folder/wait-for-lock.ts';
import { type Engine, openEngine } from './open-engine.ts';
import { prepareIndex } from './search-index.ts';

/** Each statement holds the event loop; between them others may go on. May be called again, after a failure. */
export type IndexUse<Result> = (engine: Engine) => Result | Promise<Result>;

/** An index, opened for each use: any number of processes share it. */
export interface SearchIndex {
  /**
   * Keeps the index for one user until what it does is done. Throws FILE_OUTSIDE_PROJECT when the cache is outside the project,
   * FILE_UNWRITABLE when another process keeps it.
   */
  use<Result>(act: IndexUse<Result>): Promise<Result>;
  /** The work that brings it up to date, while that goes on. */
  readSources: Promise<void> | null;
}

/** Builds the index; touches no file. */
export function createSearchIndex(paths: SessionPaths, name: string, host: LockHost): SearchIndex {
  const folder = join(paths.s2sDir, 'cache');
  const file = join(folder, `${name}.db`);
  const waitForTurn = createTurns();
  let inMemory: Engine | null = null;
  return {
    readSources: null,
    use: async (act) => {
      await assertInside(paths, file);
      if (inMemory === null && !(await makeCacheFolder(paths, folder))) {
        inMemory = await openEngine(null);
        prepareIndex(inMemory);
      }
      if (inMemory !== null) {
        const endTurn = await waitForTurn(file);
        try {
          return await act(inMemory);
        } finally {
          endTurn();
        }
      }
      // Our lock, not that of the engine: it is given up by a killed process, and waiting for it does not hold the event loop.
      const path = join(folder, `${name}.lock`);
      const shownAs = showPath(paths, path);
      const release = await waitForLock(path, { host, waitForTurn, what: showPath(paths, file), shownAs });
      try {
        return await useFile(file, act);
      } finally {
        await release();
      }
    },
  };
}

/** Opens the file anew after a failure, whatever it was: a damaged database may say so at any statement. */
async function useFile<Result>(file: string, act: IndexUse<Result>): Promise<Result> {
  // The engine's own lock is a folder where it has no better one; a killed process leaves it.
  await rm(`${file}.lock`, { recursive: true, force: true });
  try {
    return await useOpened(file, act);
  } catch {
    for (const end of ['', '-journal']) await rm(`${file}${end}`, { recursive: true, force: true });
    return useOpened(file, act);
  }
}

async function useOpened<Result>(file: string, act: IndexUse<Result>): Promise<Result> {
  const engine = await openEngine(file);
  try {
    prepareIndex(engine);
    return await act(engine);
  } finally {
    engine.close();
  }
}

/** Makes the cache folder, which contains its own .gitignore. False where nothing can be written. */
async function makeCacheFolder(paths: SessionPaths, folder: string): Promise<boolean> {
  try {
    await makeFolderDurably(folder, showPath(paths, folder));
    await writeFileDurably(join(folder, '.gitignore'), '*\n', { exclusive: true, flush: false });
    return true;
  } catch (error) {
    if (error instanceof S2sError) return false;
    throw error;
  }
}
