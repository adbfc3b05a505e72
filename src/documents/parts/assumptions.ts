/** Places the seats' assumptions, so that no figure is printed as firm if its own author called it an assumption. */
import { listFigures } from '../../domain/figures.ts';
import type { Session } from '../../domain/session.ts';
import { listPrinted, type Sorted } from './standing.ts';

export interface Assumption {
  seat: string;
  text: string;
  round: number;
}

/**
 * Assumptions by the id of the first printed item that the same seat proposed and that states the same figure (a number with
 * the word after it). Assumptions that match no item appear only in the record.
 */
export function placeAssumptions(session: Sorted & Pick<Session, 'rounds'>): Map<string, Assumption[]> {
  const placed = new Map<string, Assumption[]>();
  const items = listPrinted(session).map((item) => ({
    id: item.id,
    seats: new Set(item.proposed_by.map(({ seat }) => seat)),
    figures: new Set(listFigures(item.text)),
  }));
  const seen = new Set<string>();
  for (const { round, assumptions } of session.rounds) {
    for (const { seat, text } of assumptions) {
      const key = `${seat}/${text}`;
      if (text.trim() === '' || seen.has(key)) continue;
      seen.add(key);
      const figures = listFigures(text);
      const item = items.find(
        (one) => one.seats.has(seat) && figures.some((figure) => one.figures.has(figure)),
      );
      const assumption = { seat, text, round };
      if (item !== undefined) placed.set(item.id, [...(placed.get(item.id) ?? []), assumption]);
    }
  }
  return placed;
}
