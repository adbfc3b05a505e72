/** Answering from the journal of another session, without a model. */
import { setImmediate } from 'node:timers/promises';
import { isSettledFailure } from '../../domain/call-key.ts';
import { S2sError } from '../../domain/errors.ts';
import { type CallLine, type JournalLine, recallReply } from '../../domain/journal.ts';
import type { CallModel, ModelReply } from '../../domain/model-reply.ts';
import type { ModelRequest } from '../../domain/model-request.ts';
import { hashRequest } from './request-hash.ts';

/** A call that the journal could not answer. */
export interface ReplayGap {
  key: string;
  /** `missing`: no call has this key. `changed`: one has, but for another request. */
  reason: 'missing' | 'changed';
}

/** How to replay. */
export interface ReplayOptions {
  /** The journal's name in messages. */
  file: string;
  /** Makes the calls that the journal lacks; absent means strict. */
  callMissing?: CallModel;
  /** `exact` (the default) answers the very same request only; `key` whatever was asked in that place. */
  match?: 'exact' | 'key';
}

/** A way to make calls, and what it could not find so far. */
export interface Replay {
  call: (...parameters: Parameters<CallModel>) => Promise<ModelReply & { replayed?: boolean }>;
  readGaps: () => readonly ReplayGap[];
}

const mostNamed = 12;

/**
 * Answers from recorded lines: the newest line of a key, failures as failures, with the usage and the duration
 * that were recorded. A strict replay rejects with REPLAY_GAP at the first step that cannot be answered whole,
 * naming all calls of that step which are not there.
 */
export function createReplay(lines: readonly JournalLine[], options: ReplayOptions): Replay {
  const byKey = new Map<string, CallLine[]>();
  for (const line of lines) {
    if (line.kind === 'call' && isReply(line, lines))
      byKey.set(line.key, [...(byKey.get(line.key) ?? []), line]);
  }
  const gaps: ReplayGap[] = [];
  const find = (request: ModelRequest): CallLine | null => {
    const calls = byKey.get(request.key) ?? [];
    if (options.match === 'key') return calls.at(-1) ?? null;
    const hash = hashRequest(request);
    return calls.findLast((line) => line.hash === hash) ?? null;
  };
  const call: Replay['call'] = async (request, callOptions) => {
    const line = find(request);
    if (line !== null) return recallReply(line);
    gaps.push({ key: request.key, reason: byKey.has(request.key) ? 'changed' : 'missing' });
    if (options.callMissing !== undefined) return options.callMissing(request, callOptions);
    // The other calls of this step are asked in the same turn; one message names them all.
    await setImmediate();
    throw describeGaps(options.file, gaps);
  };
  return { call, readGaps: () => gaps };
}

/** A call that a stop cut off has no reply; one that a round went on without (a straggler) failed for good. */
function isReply(line: CallLine, lines: readonly JournalLine[]): boolean {
  return line.ok || line.error.kind !== 'cancelled' || isSettledFailure(line, lines);
}

function describeGaps(file: string, gaps: readonly ReplayGap[]): S2sError {
  const named = gaps
    .slice(0, mostNamed)
    .map(({ key, reason }) => (reason === 'changed' ? `${key} (for another request)` : key));
  const more = gaps.length > mostNamed ? ` and ${gaps.length - mostNamed} more` : '';
  const changed = gaps.some(({ reason }) => reason === 'changed');
  return new S2sError('REPLAY_GAP', `${file} has no reply for: ${named.join(', ')}${more}.`, {
    hint: `${changed ? 'Agents, strategy, context, topic or models differ from those of the recorded session. ' : ''}Type --replay-missing ask to make the calls that are not there.`,
    data: { gaps: [...gaps] },
  });
}
