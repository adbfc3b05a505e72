/** Events as server-sent events: `id` is the event's number, if it has one; `data` is the event as JSON. */
import { untilAborted } from '../app/until-aborted.ts';
import type { SpeakingEvent } from '../session/event-schema.ts';
import type { KeptEvent } from '../session/ports/event-store.ts';
import type { Clock } from '../session/ports/ports.ts';

/** Milliseconds without an event after which a comment shows that the connection is alive. */
const heartbeatMs = 15_000;

/** The source of a stream. */
export interface StreamOptions {
  events: AsyncGenerator<KeptEvent | SpeakingEvent, void, undefined>;
  clock: Pick<Clock, 'deadline'>;
  /** Called when the reader has gone or the events have ended. */
  onEnd: () => void;
  onError: (error: unknown) => void;
}

/** Makes the stream; it reads the next event only after the reader has taken the previous one. */
export function streamEvents({ events, clock, onEnd, onError }: StreamOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let coming: Promise<IteratorResult<KeptEvent | SpeakingEvent, void>> | null = null;
  let isOpen = true;
  const end = (): void => {
    isOpen = false;
    onEnd();
  };
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode('retry: 1000\n\n')),
    pull: async (controller) => {
      try {
        coming ??= events.next();
        const beat = clock.deadline(heartbeatMs);
        const next = await Promise.race([coming, untilAborted(beat.signal).then(() => null)]);
        beat.clear();
        if (!isOpen) return;
        if (next === null) return controller.enqueue(encoder.encode(': still here\n\n'));
        coming = null;
        if (next.done === true) {
          end();
          return controller.close();
        }
        const { value } = next;
        // An event that is not stored has no number: the reader's last ID stays that of the last stored event.
        const id = value.type === 'seat-speaking' ? '' : `id: ${value.seq}\n`;
        // JSON.stringify emits no line breaks, so one `data` line is enough.
        controller.enqueue(encoder.encode(`${id}data: ${JSON.stringify(value)}\n\n`));
      } catch (error) {
        if (!isOpen) return;
        end();
        onError(error);
        controller.close();
      }
    },
    cancel: end,
  });
}

/** The number in `Last-Event-ID`; 0 if it is missing or not a number. */
export function readLastEventId(header: string | undefined): number {
  return header !== undefined && /^\d{1,15}$/.test(header.trim()) ? Number(header) : 0;
}
