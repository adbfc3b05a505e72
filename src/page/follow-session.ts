/** Follows a session: its state first, then every event after it, over as many connections as needed. */
import type { PageEvent, Shown } from './answer-types.ts';
import { type Client, Refusal } from './client.ts';

/** The state of the connection to the server. */
export type Connection = 'connecting' | 'live' | 'lost' | 'over';

/** Receives what happens while following. */
export interface Follower {
  onSession: (session: Shown) => void;
  onEvent: (event: PageEvent) => void;
  onConnection: (connection: Connection) => void;
}

export interface FollowOptions extends Follower {
  client: Pick<Client, 'get' | 'open'>;
  signal: AbortSignal;
  /** Waits for milliseconds, or until aborted. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The server sends something at least every 15 seconds. */
const longestSilence = 40_000;
const shortestWait = 250;
const longestWait = 8_000;

/** How long to wait before connection number `failures` + 1. */
export function chooseWait(failures: number): number {
  return Math.min(longestWait, shortestWait * 2 ** Math.min(10, Math.max(0, failures - 1)));
}

/** The complete events in a text of the stream, and the incomplete rest. */
export function splitEvents(text: string): { events: PageEvent[]; rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.flatMap((block) => {
    const data = block
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5))
      .join('\n');
    return data === '' ? [] : [JSON.parse(data) as PageEvent];
  });
  return { events, rest };
}

/**
 * Ends when the session has ended or the signal is aborted. After a broken connection it starts again with the state, so that no event
 * is lost or reported twice. Throws `Refusal` when another try would not help: no such session, a wrong token.
 */
export async function followSession(id: string, options: FollowOptions): Promise<void> {
  const { client, signal, wait, onSession, onConnection } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const session = await client.get<Shown>(`/api/sessions/${id}`);
      if (signal.aborted) return;
      onSession(session);
      if (hasEnded(session)) return onConnection('over');
      const told = await readStream(id, { ...options, after: session.last_event });
      if (told > 0) failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal && /^(UNKNOWN_|UNAUTHORIZED|FORBIDDEN|USAGE|INVALID_)/.test(error.code))
        throw error;
    }
    failures += 1;
    if (signal.aborted) return;
    if (failures > 1) onConnection('lost');
    await wait(chooseWait(failures), signal);
  }
}

/** Whether no more events can come. */
export function hasEnded({ status }: Pick<Shown, 'status'>): boolean {
  return status === 'completed' || status === 'closed';
}

/** Reads one connection to its end; returns the number of new events. */
async function readStream(
  id: string,
  { client, after, signal, wait, onEvent, onConnection }: FollowOptions & { after: number },
): Promise<number> {
  const broken = new AbortController();
  const either = AbortSignal.any([signal, broken.signal]);
  const stream = await client.open(`/api/sessions/${id}/events`, { after, signal: either });
  onConnection('live');
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let last = after;
  let told = 0;
  for (;;) {
    const quiet = new AbortController();
    const silence = wait(longestSilence, AbortSignal.any([either, quiet.signal])).then(() => null);
    const part = await Promise.race([reader.read(), silence]).finally(() => quiet.abort());
    if (part === null || part.done) {
      broken.abort();
      return told;
    }
    const { events, rest } = splitEvents(text + decoder.decode(part.value, { stream: true }));
    text = rest;
    for (const event of events) {
      if (event.type !== 'seat-speaking') {
        if (event.seq <= last) continue;
        last = event.seq;
      }
      told += 1;
      onEvent(event);
    }
  }
}
