/** Makes calls through the journal: a finished call is never made again, and its reply is on disk before the caller gets it. */

import type { ModelReply, RecordedReply } from '../../session/model-reply.ts';
import type { ModelRequest } from '../../session/model-request.ts';
import { type CallLine, recallReply } from '../../session/ports/journal.ts';
import type { Clock } from '../../session/ports/ports.ts';
import type { Journal } from '../../session/ports/repository.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { mostLineBytes } from './journal-scan.ts';
import { hashRequest } from './request-hash.ts';

/** The longest text, in characters; the rest of a line is left for its other fields and for JSON escapes. */
const mostTextLength = mostLineBytes / 8;

/** Makes a call and says whether the reply came from a journal. */
export type RecordedCall = (
  request: ModelRequest,
  options: { signal: AbortSignal },
) => Promise<RecordedReply>;

export interface JournalAskParts {
  journal: Pick<Journal, 'findSuccess' | 'findSettledFailure' | 'append' | 'requireRoom'>;
  /** The real call: a `CallModel`, or a replay, which marks its replies as `replayed`. */
  call: (
    request: ModelRequest,
    options: { signal: AbortSignal },
  ) => Promise<ModelReply & { replayed?: boolean }>;
  clock: Pick<Clock, 'now'>;
  /** False when no call can cost anything, as in a strict replay; then the disk need not have room for it. Default true. */
  isPaid?: boolean;
}

/**
 * Wraps `call`. The journal answers a request that it holds a success for, or a failure that a later paid call builds on.
 * Every other request is sent. Rejects when the line cannot be written: without it, the next resume would pay for the
 * call again. That is why no call is made while the disk has no room for the line.
 */
export function journalAsk({ journal, call, clock, isPaid = true }: JournalAskParts): RecordedCall {
  return async (request, options) => {
    const { key } = request;
    const hash = hashRequest(request);
    const line = journal.findSuccess(key, hash) ?? journal.findSettledFailure(key, hash);
    if (line !== null) return recallReply(line);
    const startedAt = clock.now().toISOString();
    if (isPaid) await journal.requireRoom?.(estimateBytes(request));
    const reply = boundReply(await call(request, options));
    await journal.append(createLine(request, reply, { hash, startedAt }));
    return { ...reply, replayed: reply.replayed ?? false };
  };
}

/** Bytes of a line with the longest usual reply: a token is about four letters, and JSON escapes make some of them longer. */
function estimateBytes(request: ModelRequest): number {
  return Math.min(mostLineBytes, request.max_output_tokens * 6 + 4 * 1024);
}

function createLine(
  { key, purpose, seat }: ModelRequest,
  given: ModelReply & { replayed?: boolean },
  { hash, startedAt }: { hash: string; startedAt: string },
): CallLine {
  const { replayed: _, ...reply } = given;
  const head = { kind: 'call' as const, key, hash, purpose, seat, started_at: startedAt };
  if (reply.ok) return { ...head, ...reply };
  const { kind, message, remedy, facts, text, ...record } = reply;
  return { ...head, ...record, error: { kind, message, remedy, facts, text } };
}

/** A reply that is too long for a line fails the same way live, on resume and in a replay. */
function boundReply(reply: ModelReply & { replayed?: boolean }): ModelReply & { replayed?: boolean } {
  if (reply.ok && reply.text.length > mostTextLength) {
    const { text, ...rest } = reply;
    const message = `The reply has ${text.length} characters; the limit is ${mostTextLength}.`;
    return { ...rest, ok: false, kind: 'malformed', message, remedy: 'Ask for less in one reply.' };
  }
  if (!reply.ok && reply.message.length + (reply.text?.length ?? 0) > mostTextLength)
    return { ...reply, message: cutText(reply.message, mostTextLength, ''), text: undefined };
  return reply;
}
