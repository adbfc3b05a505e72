/** Answers requests from the journal of another session, without a model. */
import { letOthersGoOn } from '../../files/let-others-go-on.ts';
import { S2sError } from '../../session/errors.ts';
import type { CallModel, ModelReply } from '../../session/model-reply.ts';
import type { ModelRequest } from '../../session/model-request.ts';
import { type CallLine, type JournalLine, recallReply } from '../../session/ports/journal.ts';
import { isSettledFailure } from '../../session/rules/call-key.ts';
import { hashRequest } from './request-hash.ts';

/** A call that the journal could not answer. */
export interface ReplayGap {
  key: string;
  /** `missing`: no call has this key. `changed`: a call has it, but for another request. */
  reason: 'missing' | 'changed';
}

export interface ReplayOptions {
  /** The journal's name in messages. */
  file: string;
  /** Makes the calls that the journal lacks; absent means strict. */
  callMissing?: CallModel;
}

export interface Replay {
  call: (...parameters: Parameters<CallModel>) => Promise<ModelReply & { replayed?: boolean }>;
  readGaps: () => readonly ReplayGap[];
}

const mostNamed = 12;

/**
 * Answers from recorded lines: the newest line of a key, failures as failures, with the recorded usage and duration.
 * A strict replay rejects with REPLAY_GAP at the first step that it cannot answer completely, and names all calls
 * that are missing from that step.
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
    const hash = hashRequest(request);
    return calls.findLast((line) => line.hash === hash) ?? null;
  };
  const call: Replay['call'] = async (request, callOptions) => {
    const line = find(request);
    if (line !== null) return recallReply(line);
    gaps.push({ key: request.key, reason: byKey.has(request.key) ? 'changed' : 'missing' });
    if (options.callMissing !== undefined) return options.callMissing(request, callOptions);
    // The other calls of this step are made in the same turn of the event loop; one message names them all.
    await letOthersGoOn();
    throw describeGaps(options.file, gaps);
  };
  return { call, readGaps: () => gaps };
}

/** A cancelled call has no reply, unless its round went on without it: then it failed for good. */
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
    hint: `${changed ? 'Agents, strategy, context, topic or models differ from those of the recorded session. ' : ''}Add --replay-missing ask to make the missing calls.`,
    data: { gaps: [...gaps] },
  });
}
