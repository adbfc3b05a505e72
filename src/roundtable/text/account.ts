/** Accounts for statements: each went into items or sections, or was not taken for a reason. */

import type { Statement } from '../../session/records.ts';
import { readIds } from '../../session/rules/read-ids.ts';
import type { Item, TextSection } from '../../session/text.ts';

/** Statements that a writer names as not taken, with the reason. Ranges (`S-003 to S-007`) are read as such. */
export interface NotTaken {
  statements: readonly string[];
  reason: string;
}

/** The statements with where each went: the items and sections made from it, else the newest reason given, else nothing. */
export function accountStatements(
  statements: readonly Statement[],
  parts: readonly (Pick<Item, 'id' | 'from'> | Pick<TextSection, 'id' | 'from'>)[],
  notTaken: readonly NotTaken[],
): Statement[] {
  const ids = statements.map(({ id }) => id);
  const reasons = new Map(
    notTaken.flatMap(({ statements: named, reason }) =>
      readIds(spellRanges(named.join(', ')), ids).map((id): [string, string] => [id, reason]),
    ),
  );
  return statements.map((statement) => {
    const went = parts.filter(({ from }) => from.includes(statement.id)).map(({ id }) => id);
    const reason = reasons.get(statement.id) ?? statement.not_taken;
    return { ...statement, went_to: went, not_taken: went.length > 0 ? null : reason };
  });
}

/** Statements that are nowhere. */
export function listUnaccounted(statements: readonly Statement[]): string[] {
  return statements
    .filter(({ went_to: went, not_taken: reason }) => went.length === 0 && reason === null)
    .map(({ id }) => id);
}

/** The most statements that a range may name. */
const longestRange = 200;

/** Writes `S-003 to S-005` and `S-003–005` as `S-003, S-004, S-005`. */
function spellRanges(text: string): string {
  return text.replace(
    /S-?(\d{1,5})\s*(?:-|–|—|\.\.\.?|to|bis)\s*(?:S-?)?(\d{1,5})(?!\d)/giu,
    (whole, from, to) => {
      const [first, last] = [Number(from), Number(to)];
      if (!(last > first) || last - first > longestRange) return whole;
      return Array.from({ length: last - first + 1 }, (_, index) => `S-${first + index}`).join(', ');
    },
  );
}
