/** Asking through the journal: a finished call is never made again, and is written down before the next one is made. */

import {
  type CallLine,
  type JournaledReply,
  type RawAsk,
  type RawReply,
  recallReply,
} from '../../domain/journal.ts';
import type { Clock, ModelRequest } from '../../domain/ports.ts';
import type { Journal } from './journal.ts';
import { mostLineBytes } from './journal-scan.ts';
import { hashRequest } from './request-hash.ts';

/** The half of a line that its other fields and the escapes of JSON may need. */
const mostTextLength = mostLineBytes / 8;

/** What the wrapper is built from. */
export interface JournalAskParts {
  journal: Pick<Journal, 'findSuccess' | 'findSettledFailure' | 'append' | 'check' | 'flushed'>;
  /** The real call: a model, or a replay. */
  ask: RawAsk;
  clock: Pick<Clock, 'now'>;
  /** What a call waits for beside the lines; the saved session. */
  saved?: () => Promise<void>;
}

/** Asking through the journal. */
export interface JournaledAsk {
  /** Says whether the reply came from a journal. */
  ask: (...call: Parameters<RawAsk>) => Promise<JournaledReply>;
  /** Resolves when the lines of all replies so far are flushed; rejects when one of them could not be. */
  flushed: () => Promise<void>;
}

/**
 * Wraps a way to ask. Answered from the journal: successes of the very same request, and failures that a later
 * paid call builds on. Everything else is asked. A reply is handed on while its line is being written, and the next call
 * leaves when it is: whoever reads the journal then finds it there, and the end of the process cannot take it away. Its flush
 * passes while models think, and no call leaves before the lines of the step before the last one are flushed: what the power
 * can take, on a disk that has come to a standstill, are the replies of one step. A call after a line that could not be
 * written or flushed rejects, and so does `flushed`: without the journal the next resume would pay twice.
 */
export function journalAsk({ journal, ask, clock, saved }: JournalAskParts): JournaledAsk {
  const writing = new Set<Promise<void>>();
  const written = async (): Promise<void> => {
    await Promise.all(writing);
  };
  const keep = (line: CallLine): void => {
    const appended = journal.append(line);
    writing.add(appended);
    // What fails stays, and stops the next step.
    appended.then(
      () => writing.delete(appended),
      () => undefined,
    );
  };
  /** Replies have come since a call left: the next calls are another step. */
  let isAnswered = false;
  /** The flush of all lines at the last step, and at the one before it. */
  let recent: Promise<void> | null = null;
  let older: Promise<void> | null = null;
  const ready = async (): Promise<void> => {
    if (isAnswered) {
      older = recent;
      recent = journal.flushed();
      recent.catch(() => undefined);
      isAnswered = false;
    }
    await Promise.all([written(), older, saved?.()]);
    journal.check();
  };
  return {
    ask: async (request, { signal }) => {
      let hash: string | null = null;
      const readHash = (): string => {
        hash ??= hashRequest(request);
        return hash;
      };
      const { key } = request;
      const line = journal.findSuccess(key, readHash) ?? journal.findSettledFailure(key, readHash);
      if (line !== null) {
        await ready();
        return recallReply(line);
      }
      const startedAt = clock.now().toISOString();
      const leave = async (): Promise<void> => {
        await ready();
        // When the request is on its way, there is time to work out what its line will need.
        setImmediate(readHash);
      };
      const reply = boundReply(await ask(request, { signal, ready: leave }));
      isAnswered = true;
      keep(createLine(request, reply, { hash: readHash(), startedAt }));
      return { ...reply, replayed: reply.replayed ?? false };
    },
    flushed: async () => {
      await written();
      await journal.flushed();
    },
  };
}

function createLine(
  request: ModelRequest,
  reply: RawReply,
  { hash, startedAt }: { hash: string; startedAt: string },
): CallLine {
  const common = {
    kind: 'call' as const,
    key: request.key,
    hash,
    purpose: request.purpose,
    seat: request.seat,
    provider: reply.provider,
    model: reply.model,
    request_id: reply.request_id,
    started_at: startedAt,
    duration_ms: reply.duration_ms,
    usage: reply.usage,
    stop_reason: reply.stop_reason ?? null,
  };
  if (reply.ok) return { ...common, ok: true, text: reply.text };
  return { ...common, ok: false, error: { kind: reply.kind, message: reply.message, remedy: reply.remedy } };
}

/** A reply too long for a line fails for everybody alike: live, on resume and in a replay. */
function boundReply(reply: RawReply): RawReply {
  if (reply.ok && reply.text.length > mostTextLength) {
    const { text, ...rest } = reply;
    const message = `The reply has ${text.length} characters; more than ${mostTextLength} are not taken.`;
    return { ...rest, ok: false, kind: 'malformed', message, remedy: 'Ask for less in one reply.' };
  }
  if (!reply.ok && reply.message.length > mostTextLength)
    return { ...reply, message: reply.message.slice(0, mostTextLength) };
  return reply;
}
