/** Whom a facilitator means. */
import type { Participant } from '../../session/records.ts';

/** The id of the seat that a reply names by its id or role, in any spelling; null when nobody is called so. */
export function findSeat(
  participants: readonly Pick<Participant, 'id' | 'role'>[],
  name: string,
): string | null {
  const folded = fold(name);
  return participants.find(({ id, role }) => id === folded || fold(role) === folded)?.id ?? null;
}

/** `qa_lead`, `QA Lead` and `**qa-lead**` mean the same seat. */
function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
