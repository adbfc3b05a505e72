/** Shows conflicts: what is contested, and who holds what. */
import type { Conflict } from '../../session/records.ts';
import type { Session } from '../../session/session.ts';
import { resolutionWords } from '../../wording/conflict.ts';
import { formatPlural } from '../../wording/format-numbers.ts';
import { nameSeats } from '../../wording/name-seat.ts';
import type { Page } from '../page.ts';

/** How long a conflict has been open, up to a round. */
export function sayAge({ opened_in: opened }: Pick<Conflict, 'opened_in'>, round: number): string {
  return `open for ${formatPlural(Math.max(1, round - opened + 1), 'round')}`;
}

/** An open conflict with its positions and who holds each. */
export function addOpenConflict(page: Page, session: Session, conflict: Conflict): void {
  const { symbols, caution } = page.theme;
  const age = sayAge(conflict, session.total_rounds);
  page.item(caution(symbols.warning), `${conflict.id} (${age}): ${conflict.description}`);
  for (const position of conflict.positions) {
    const holders = nameSeats(
      session,
      position.held_by.map(({ seat }) => seat),
    );
    page.item(`${position.id})`, `${position.text} (${holders === '' ? 'nobody holds it now' : holders})`, {
      indent: 4,
    });
  }
}

/** A resolved conflict on one line; `tail` is its id and how it ended. */
export function sayResolved(
  { id, description, resolution, resolution_type: type }: Conflict,
  arrow: string,
): { text: string; tail: string } {
  const how = type === null ? '' : `, ${resolutionWords[type]}`;
  return {
    text: `${description}${resolution === null ? '' : ` ${arrow} ${resolution}`}`,
    tail: ` (${id}${how})`,
  };
}
