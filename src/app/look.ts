/** A session as it stands at this moment: what is stored, who runs it, and the round that is open. */

import type { StreamEvent } from '../domain/event-schema.ts';
import { firstPlace, type KeptEvent } from '../domain/event-store.ts';
import type { Session } from '../domain/session.ts';
import type { AppParts } from './app-parts.ts';
import { chooseSession } from './get-session.ts';
import type { GetOptions } from './options.ts';
import { listPastEvents } from './past-events.ts';

/** What a seat is doing in the open round. */
export interface SeatState {
  seat: string;
  step: string;
  state: 'waiting' | 'thinking' | 'retrying' | 'answered' | 'failed' | 'passed';
  /** When the state began, ISO 8601; null for a seat that waits. */
  since: string | null;
  /** What it said; null before, and while a person at a blind round has not answered. */
  position: string | null;
  confidence: number | null;
  duration_ms: number | null;
}

/** The round under way, or the review and the draft that come after the last one. */
export interface OpenRound {
  round: number;
  stage: 'question' | 'answers' | 'synthesis' | 'decision' | 'review' | 'draft';
  phase: string | null;
  question: string | null;
  focus: string | null;
  asked: string[];
  seats: SeatState[];
  started_at: string;
}

/** A session with what is going on in it. */
export interface SessionView {
  session: Session;
  /** Who runs it: this app, another process, or nobody. */
  runner: 'here' | 'elsewhere' | null;
  openRound: OpenRound | null;
  /** The number of the newest event. */
  lastEvent: number;
  /** Why the workers did not go on with it, where it was left to them and nobody runs it; else null. */
  workerError: Record<string, unknown> | null;
}

/** Reads both; throws as `getSession` does. */
export async function look(parts: AppParts, options: GetOptions): Promise<SessionView> {
  const { repository, running, jobs } = parts;
  const id = await chooseSession(parts, options.session);
  // The session is read last: an event is kept once what it tells is stored, so nothing of it is missing in between.
  const kept = await readEvents(parts, id);
  const isHere = running.has(id);
  const isLeased = isHere || (await repository.isLeased(id));
  const { session } = await repository.load(id);
  const events = kept ?? (session.rounds.length === 0 ? [] : listPastEvents(session));
  return {
    session,
    runner: isHere ? 'here' : isLeased ? 'elsewhere' : null,
    openRound: isLeased || session.status === 'paused' ? foldOpenRound(events as KeptEvent[]) : null,
    lastEvent: events.at(-1)?.seq ?? 0,
    workerError: isLeased ? null : ((await jobs?.look(id))?.error ?? null),
  };
}

/** Sessions that a server ran and that nobody runs now, newest first. */
export async function listServed({ repository, events }: AppParts): Promise<string[]> {
  const [active, paused] = await Promise.all([
    repository.list({ status: 'active' }),
    repository.list({ status: 'paused' }),
  ]);
  const served: string[] = [];
  for (const { id } of [...active.entries, ...paused.entries])
    if ((await events.isServed(id)) && !(await repository.isLeased(id))) served.push(id);
  return served.sort((one, other) => (one < other ? 1 : -1));
}

async function readEvents({ events }: AppParts, id: string): Promise<KeptEvent[] | null> {
  const all: KeptEvent[] = [];
  let place = firstPlace;
  for (;;) {
    const part = await events.read(id, place);
    if (part === null) return null;
    if (part.next.offset === place.offset) return all;
    all.push(...part.events);
    place = part.next;
  }
}

/** What the newest events say of a round that is not finished; null between rounds. */
export function foldOpenRound(events: readonly KeptEvent[]): OpenRound | null {
  let open: OpenRound | null = null;
  let round = 0;
  for (const event of events) {
    if (event.type === 'round-started') round = Number(event['round']);
    open = applyEvent(open, event, round);
  }
  return open;
}

function applyEvent(open: OpenRound | null, kept: KeptEvent, round: number): OpenRound | null {
  const event = kept as unknown as StreamEvent;
  const begin = (stage: OpenRound['stage']): OpenRound => ({
    ...{ round, stage, phase: null, question: null, focus: null, asked: [], seats: [] },
    started_at: event.at,
  });
  switch (event.type) {
    case 'session-started':
      return null;
    case 'round-started':
      return { ...begin('question'), phase: event.phase };
    case 'review-started':
      return begin('review');
    case 'draft-started':
      return begin('draft');
    case 'completed':
      return null;
    default:
      break;
  }
  if (open === null) return null;
  switch (event.type) {
    case 'question-asked': {
      const { asked, question, focus } = event;
      const seats = asked.map((seat): SeatState => ({ ...idle, seat, step: 'answer', state: 'waiting' }));
      return { ...open, stage: 'answers', question, focus, asked, seats };
    }
    case 'waiting-for-turn':
      return setSeat(open, kept, { state: 'waiting' });
    case 'seat-thinking':
      return setSeat(open, kept, { state: 'thinking', since: event.at });
    case 'seat-retrying':
      return setSeat(open, kept, { state: 'retrying', since: event.at });
    case 'seat-failed':
      return setSeat(open, kept, { state: 'failed', since: event.at });
    case 'seat-passed':
      return setSeat(open, kept, { state: 'passed', since: event.at });
    case 'seat-answered':
    case 'seat-revealed': {
      const { position, confidence, duration_ms } = event;
      return setSeat(open, kept, { state: 'answered', since: event.at, position, confidence, duration_ms });
    }
    case 'synthesizing':
      return { ...open, stage: 'synthesis' };
    case 'round-saved':
      return { ...open, stage: 'decision' };
    case 'decision':
      return null;
    default:
      return open;
  }
}

const idle = { since: null, position: null, confidence: null, duration_ms: null };

function setSeat(open: OpenRound, event: KeptEvent, change: Partial<SeatState>): OpenRound {
  const seat = String(event['seat']);
  const step = typeof event['step'] === 'string' ? event['step'] : 'answer';
  const before = open.seats.find((entry) => entry.seat === seat && entry.step === step);
  const after: SeatState = { ...idle, seat, step, state: 'waiting', ...before, ...change };
  return {
    ...open,
    seats:
      before === undefined ? [...open.seats, after] : open.seats.map((one) => (one === before ? after : one)),
  };
}
