/** Which model plays a seat now, and which can take over from it. */
import type { Takeover } from '../records.ts';
import type { Session } from '../session.ts';

type Seats = Pick<Session, 'facilitator' | 'synthesizer' | 'participants' | 'takeovers'>;

/** The models of a seat in the order in which they are asked; empty for a person. */
export function listSeatReferences(session: Seats, seat: string): string[] {
  const played =
    seat === 'facilitator' || seat === 'synthesizer'
      ? session[seat]
      : session.participants.find(({ id }) => id === seat);
  return played?.model ? [played.model, ...(played.fallback_models ?? [])] : [];
}

/** The model that plays a seat now, and those that can still take over. `open`: takeovers that the session does not hold yet. */
export function listModelsLeft(session: Seats, seat: string, open: readonly Takeover[] = []): string[] {
  const models = listSeatReferences(session, seat);
  const taken = [...(session.takeovers ?? []), ...open].filter(
    (takeover) => takeover.seat === seat && takeover.undone !== true,
  );
  return models.slice(Math.max(0, models.indexOf(taken.at(-1)?.to ?? '')));
}
