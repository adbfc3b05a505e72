/** Copies whole sessions from one kind of store to another. Copying there and back gives the same bytes. */
import { S2sError } from '../../session/errors.ts';
import type { Lease, Progress } from '../../session/ports/repository.ts';

/** One file of a session; `name` is relative to the sessions folder: `<id>.yaml`, `<id>/calls.jsonl` and so on. */
export interface ArchivedFile {
  name: string;
  bytes: Buffer;
}

/** A store's sessions in the form of files. */
export interface SessionArchive {
  /** All ids, also those of damaged sessions. */
  listIds(): Promise<string[]>;
  /** All files of a session; none when it does not exist. */
  read(id: string): Promise<ArchivedFile[]>;
  /** Stores a new session; the caller holds its lease. Throws SESSION_CHANGED when it exists. */
  write(id: string, files: readonly ArchivedFile[]): Promise<void>;
  acquireLease(id: string): Promise<Lease>;
}

/** The result for each session, by id. */
export interface CopyReport {
  copied: string[];
  /** The target already has the same session. */
  same: string[];
  /** The target has another session with this id, which was left alone. */
  different: string[];
  /** A process is running it. */
  in_use: string[];
}

/** Sessions that are copied side by side: most of the time of each goes into waiting for the disk and the database. */
const copiedAtOnce = 8;

/** Copies all sessions, oldest first. An interrupted copy can be repeated; nothing is overwritten. */
export async function copySessions(
  from: SessionArchive,
  to: SessionArchive,
  { tell }: { tell: Progress },
): Promise<CopyReport> {
  const report: CopyReport = { copied: [], same: [], different: [], in_use: [] };
  const there = new Set(await to.listIds());
  const ids = (await from.listIds()).sort();
  for (let first = 0; first < ids.length; first += copiedAtOnce) {
    tell(first, ids.length);
    const some = ids.slice(first, first + copiedAtOnce);
    const copying = some.map((id) =>
      copyOne(id, { from, to, isThere: there.has(id) }).catch((error: unknown) => {
        if (error instanceof S2sError && error.code === 'SESSION_LOCKED') return 'in_use' as const;
        throw error;
      }),
    );
    // All have ended before an error is passed on, so that no lease is left.
    await Promise.allSettled(copying);
    for (const [index, place] of (await Promise.all(copying)).entries())
      report[place].push(some[index] ?? '');
  }
  return report;
}

async function copyOne(
  id: string,
  { from, to, isThere }: { from: SessionArchive; to: SessionArchive; isThere: boolean },
): Promise<keyof CopyReport> {
  const leases: Lease[] = [];
  try {
    leases.push(await from.acquireLease(id), await to.acquireLease(id));
    const files = await from.read(id);
    if (isThere) return isSame(id, files, await to.read(id)) ? 'same' : 'different';
    await to.write(id, files);
    return 'copied';
  } finally {
    for (const lease of leases) await lease.release();
  }
}

/** Compares the session and its journal only; documents may have been published again. */
function isSame(id: string, here: readonly ArchivedFile[], there: readonly ArchivedFile[]): boolean {
  return [`${id}.yaml`, `${id}/calls.jsonl`].every((name) => {
    const [one, other] = [here, there].map((files) => files.find((file) => file.name === name)?.bytes);
    return one === undefined ? other === undefined : other?.equals(one) === true;
  });
}
