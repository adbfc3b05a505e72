/** Writes events as a stream of JSON, one object a line, for `--ndjson`. */

import { formatJson } from '../../text/format-json.ts';
import { createPublicEvents } from '../../wording/public-event.ts';
import type { Reporter } from './reporter.ts';

/** `write` gets whole lines for standard output. */
export interface NdjsonReporterOptions {
  write: (text: string) => void;
  now: () => Date;
}

/** A reporter whose stream ends with exactly one `result` event. */
export interface NdjsonReporter extends Reporter {
  /** Writes `{type: "result", result}`; the result is the one document of `--json`, or `{error: {…}}`. Nothing is written after it. */
  finish(result: unknown): void;
}

/** Writes each public event as it comes. */
export function createNdjsonReporter(options: NdjsonReporterOptions): NdjsonReporter {
  const events = createPublicEvents(options.now);
  let finished = false;
  const write = (event: object): void => options.write(`${formatJson(event)}\n`);
  return {
    report(event) {
      if (!finished) events.publish(event).forEach(write);
    },
    // A question on the screen does not stop the stream.
    suspend: () => undefined,
    resume: () => undefined,
    stop: () => undefined,
    finish(result) {
      if (!finished) write(events.publishResult(result));
      finished = true;
    },
  };
}
