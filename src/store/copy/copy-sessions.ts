/** Copies sessions from one kind of store to another, whole: what was copied there and back is what it was, byte for byte. */
import { S2sError } from '../../domain/errors.ts';
import type { Lease } from '../../domain/repository.ts';

/** One file of a session, named from the folder of sessions: `<id>.yaml`, `<id>/calls.jsonl` and so on. */
export interface ArchivedFile {
  name: string;
  bytes: Buffer;
}

/** Sessions as files, wherever they are kept. */
export interface SessionArchive {
  /** All ids, those of damaged sessions among them. */
  listIds(): Promise<string[]>;
  /** Everything that belongs to a session; nothing where there is none. */
  read(id: string): Promise<ArchivedFile[]>;
  /** Stores a session that is not there yet, for the holder of its lease. Throws SESSION_CHANGED. */
  write(id: string, files: readonly ArchivedFile[]): Promise<void>;
  acquireLease(id: string): Promise<Lease>;
}

/** What became of each session, by id. */
export interface CopyReport {
  copied: string[];
  /** It was there already, as it is here. */
  same: string[];
  /** Another one of this name is there; it was left alone. */
  different: string[];
  /** Somebody runs it. */
  in_use: string[];
}

/** Copies all sessions, oldest first. A copy that was interrupted can be repeated; nothing is written over. */
export async function copySessions(
  from: SessionArchive,
  to: SessionArchive,
  { tell }: { tell: (id: string) => void },
): Promise<CopyReport> {
  const report: CopyReport = { copied: [], same: [], different: [], in_use: [] };
  const there = new Set(await to.listIds());
  for (const id of (await from.listIds()).sort()) {
    const place = await copyOne(id, { from, to, isThere: there.has(id) }).catch((error: unknown) => {
      if (error instanceof S2sError && error.code === 'SESSION_LOCKED') return 'in_use' as const;
      throw error;
    });
    report[place].push(id);
    if (place === 'copied') tell(id);
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

/** What was said and decided counts; documents may have been published again. */
function isSame(id: string, here: readonly ArchivedFile[], there: readonly ArchivedFile[]): boolean {
  return [`${id}.yaml`, `${id}/calls.jsonl`].every((name) => {
    const [one, other] = [here, there].map((files) => files.find((file) => file.name === name)?.bytes);
    return one === undefined ? other === undefined : other?.equals(one) === true;
  });
}
