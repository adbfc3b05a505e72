/** Events as a stream of JSON, one object a line, for `--ndjson`. */
import type { RoundtableEvent } from '../../domain/ports.ts';
import { createBlindGate } from './blind-gate.ts';
import { type EventFields, reduceEvent, streamVersion } from './event-record.ts';
import type { Reporter } from './reporter.ts';

/** `write` gets whole lines and belongs to standard output. */
export interface NdjsonReporterOptions {
  write: (text: string) => void;
  now: () => Date;
}

/** A reporter whose stream ends with exactly one `result` event. */
export interface NdjsonReporter extends Reporter {
  /** Writes `{type: "result", result}`; the result is the one document of `--json`, or `{error: {…}}`. Nothing is written after it. */
  finish(result: unknown): void;
}

/** Numbers events from 1 without a gap: `{v, seq, at, type, …}`. */
export function createNdjsonReporter(options: NdjsonReporterOptions): NdjsonReporter {
  const passGate = createBlindGate();
  let seq = 0;
  let finished = false;
  const emit = (type: string, fields: EventFields): void => {
    if (finished) return;
    seq += 1;
    options.write(
      `${JSON.stringify({ v: streamVersion, seq, at: options.now().toISOString(), type, ...fields })}\n`,
    );
  };
  return {
    report(event: RoundtableEvent) {
      const { hidden, revealed } = passGate(event);
      for (const one of revealed) emit('seat-revealed', reduceEvent(one, false));
      emit(event.type, reduceEvent(event, hidden));
    },
    // Nobody looks at a stream while a question is asked: it goes on.
    suspend: () => undefined,
    resume: () => undefined,
    stop: () => undefined,
    finish(result) {
      emit('result', { result });
      finished = true;
    },
  };
}
