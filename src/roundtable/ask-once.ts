/** One question to one seat outside of any round: with look-ups and retries, and nothing that is kept. */
import type { Ports, Table } from '../session/ports/ports.ts';
import { noUsage, type Usage } from '../session/records.ts';
import type { Session } from '../session/session.ts';
import { askSeat, type SeatQuestion, type SeatResult } from './ask-seat.ts';
import { openWork, type Run, readUsage } from './run.ts';

/** Asks, and says what it took. */
export async function askOnce<Value extends object>(
  session: Session,
  table: Table,
  { ports, question }: { ports: Omit<Ports, 'store'>; question: SeatQuestion<Value> },
): Promise<{ result: SeatResult<Value>; usage: Usage }> {
  const store: Ports['store'] = {
    save: async (_session, version) => version,
    release: async () => undefined,
    publish: async () => [],
  };
  const run: Run = {
    ports: { ...ports, store },
    table,
    session,
    saved: session,
    version: '',
    open: openWork(),
    settled: noUsage,
    timeLimit: null,
    limitReached: null,
    asksLostSeatsAgain: false,
    roundsBefore: 0,
  };
  const result = await askSeat(run, question);
  return { result, usage: readUsage(run) };
}
