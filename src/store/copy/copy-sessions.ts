/** Copies whole sessions from one kind of store to another, by what every store can do. */
import { S2sError } from '../../session/errors.ts';
import { type EventStore, firstPlace } from '../../session/ports/event-store.ts';
import type { Lease, Progress, SessionRepository } from '../../session/ports/repository.ts';

/** A store whose sessions are copied. */
export interface CopiedStore {
  repository: SessionRepository;
  events: EventStore;
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
  /** It is damaged, or a session of another form. */
  unreadable: string[];
}

/** Copies all sessions, oldest first. An interrupted copy can be repeated; nothing is overwritten. */
export async function copySessions(
  from: CopiedStore,
  to: CopiedStore,
  { tell }: { tell: Progress },
): Promise<CopyReport> {
  const report: CopyReport = { copied: [], same: [], different: [], in_use: [], unreadable: [] };
  const there = new Set(await to.repository.listIds());
  const ids = (await from.repository.listIds()).sort();
  for (const [index, id] of ids.entries()) {
    tell(index, ids.length);
    report[await copyOne(id, { from, to, isThere: there.has(id) }).catch(nameRefusal)].push(id);
  }
  return report;
}

function nameRefusal(error: unknown): keyof CopyReport {
  const code = error instanceof S2sError ? error.code : null;
  if (code === 'SESSION_LOCKED') return 'in_use';
  if (['SESSION_INVALID', 'SESSION_FOREIGN', 'SESSION_TOO_NEW'].includes(code ?? '')) return 'unreadable';
  throw error;
}

async function copyOne(
  id: string,
  { from, to, isThere }: { from: CopiedStore; to: CopiedStore; isThere: boolean },
): Promise<keyof CopyReport> {
  const leases: Lease[] = [];
  try {
    leases.push(await from.repository.acquireLease(id), await to.repository.acquireLease(id));
    const { session } = await from.repository.load(id);
    if (isThere) {
      const [here, there] = [await readWhole(from, id), await readWhole(to, id)];
      return here === there ? 'same' : 'different';
    }
    // The session comes last: until then it does not exist, and the copy goes on where it was interrupted.
    await copyJournal(id, from, to);
    await copyEvents(id, from, to);
    if ((await to.repository.readMessages(id)).length === 0)
      for (const { message } of await from.repository.readMessages(id))
        await to.repository.addMessage(id, message);
    await to.repository.create(session);
    if (await from.events.isServed(id)) await to.events.noteServed(id, true);
    return 'copied';
  } finally {
    for (const lease of leases) await lease.release();
  }
}

async function copyJournal(id: string, from: CopiedStore, to: CopiedStore): Promise<void> {
  const { lines } = await from.repository.readJournal(id);
  const journal = await to.repository.openJournal(id);
  try {
    await Promise.all(lines.slice(journal.readLines().length).map((line) => journal.append(line)));
  } finally {
    await journal.close();
  }
}

async function copyEvents(id: string, from: CopiedStore, to: CopiedStore): Promise<void> {
  const writer = await to.events.open(id);
  for (let place = firstPlace; ; ) {
    const part = await from.events.read(id, place);
    if (part === null || part.next.offset === place.offset) break;
    const more = part.events.filter(({ seq }) => seq > writer.last);
    if (more.length > 0) writer.append(...more);
    place = part.next;
  }
  await writer.close();
}

/** The session and its journal; documents may have been published again. */
async function readWhole({ repository }: CopiedStore, id: string): Promise<string> {
  const { session } = await repository.load(id);
  return JSON.stringify([session, (await repository.readJournal(id)).lines]);
}
