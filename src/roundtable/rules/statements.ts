/**
 * What seats put forward. Every statement of a seat ends in an item or is not taken up for a reason: the program numbers the
 * statements, asks about those that a synthesis left out, and writes down where each one went.
 */
import type { Item, Statement } from '../../domain/records.ts';
import type { FullAnswer } from '../../domain/round.ts';
import { itemTypes } from '../../domain/vocabulary.ts';
import { readIds } from './read-ids.ts';
import { isSameText, nextId } from './same-text.ts';

/** A statement as a reply holds it. */
export type StatementDraft = Pick<Statement, 'text' | 'why' | 'verify' | 'replaces' | 'priority'> & {
  evidence?: Statement['evidence'] | undefined;
  clash?: Statement['clash'] | undefined;
};

/** Why a statement was not taken up, where the facilitator gave no reason even when asked once more. */
export const reasonless = 'the facilitator neither took it into an item nor said why not';

/** Gives the statements of one seat their ids. The same words said twice in one answer are one statement. */
export function numberStatements(
  known: readonly Statement[],
  drafts: readonly StatementDraft[],
  origin: Origin,
): Statement[] {
  const added: Statement[] = [];
  for (const said of drafts) {
    const draft = { ...said, text: dropLabel(said.text) };
    if (added.some(({ text }) => isSameText(text, draft.text))) continue;
    added.push(createStatement(nextId('S', [...known, ...added]), draft, origin));
  }
  return added;
}

type Origin = Pick<Statement, 'seat' | 'round' | 'raised_in'> & { for_side?: boolean };

/** A statement that has no place yet. */
function createStatement(
  id: string,
  draft: StatementDraft,
  { seat, round, raised_in, for_side }: Origin,
): Statement {
  const { text, why, verify, replaces, evidence = [], priority, clash } = draft;
  return {
    ...{ id, seat, round, text, why, verify, replaces, evidence, items: [], not_taken: null, raised_in },
    ...(priority === undefined ? {} : { priority }),
    ...(clash === undefined ? {} : { clash }),
    ...(for_side ? { for_side } : {}),
  };
}

/** "RISK: a write is lost" begins with what its number will say. */
function dropLabel(text: string): string {
  const label = /^\s*(\p{Lu}+):\s+(?=\S)/u.exec(text);
  if (label === null || !(itemTypes as readonly string[]).includes(label[1] ?? '')) return text;
  const rest = text.slice(label[0].length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** The statements of a round's answers, in the order in which the answers are kept. */
export function collectStatements(
  known: readonly Statement[],
  answers: readonly FullAnswer[],
  origin: { round: number; forSide: (seat: string) => boolean },
): Statement[] {
  const added = answers.flatMap(({ id: seat, statements }) =>
    statements.map(({ id, ...draft }) =>
      createStatement(id, draft, {
        seat,
        round: origin.round,
        raised_in: 'round',
        for_side: origin.forSide(seat),
      }),
    ),
  );
  return [...known, ...added];
}

/** What a synthesis did not take up, with the statements that its words name. */
export function readNotTaken(
  entries: readonly { statement: string; reason: string }[],
  statements: readonly Statement[],
): { statement: string; reason: string }[] {
  const known = statements.map(({ id }) => id);
  return entries.flatMap(({ statement, reason }) =>
    readIds(statement, known).map((id) => ({ statement: id, reason })),
  );
}

/** Statements that are in no item of a list and not among those that were not taken up. */
export function listUnplaced(
  statements: readonly Statement[],
  placed: { items: readonly { from: readonly string[] }[]; notTaken: readonly { statement: string }[] },
): Statement[] {
  const ids = new Set([
    ...placed.items.flatMap(({ from }) => from),
    ...placed.notTaken.map(({ statement }) => statement),
  ]);
  return statements.filter(
    ({ id, items, not_taken: reason }) => items.length === 0 && reason === null && !ids.has(id),
  );
}

/**
 * Writes into each statement where it went: the items that name it, else the reason given, else that none was given.
 * A statement that an item took up is never among those not taken.
 */
export function placeStatements(
  statements: readonly Statement[],
  items: readonly Pick<Item, 'id' | 'from'>[],
  notTaken: readonly { statement: string; reason: string }[],
): Statement[] {
  return statements.map((statement) => {
    const holding = items.filter(({ from }) => from.includes(statement.id)).map(({ id }) => id);
    const reason = notTaken.findLast((entry) => entry.statement === statement.id)?.reason.trim();
    const place =
      holding.length > 0
        ? { items: holding, not_taken: null }
        : { items: [], not_taken: statement.not_taken ?? (reason || reasonless) };
    // A statement that stays where it was stays the same object, so that a save can skip it.
    const stays = statement.not_taken === place.not_taken && statement.items.join() === place.items.join();
    return stays ? statement : { ...statement, ...place };
  });
}
