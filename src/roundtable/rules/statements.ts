/**
 * What seats put forward. Every statement either goes into an item or is not taken up for a stated reason: the program numbers
 * the statements, asks about those that a synthesis left out, and records where each one went.
 */
import type { Item, Statement } from '../../domain/records.ts';
import type { FullAnswer } from '../../domain/round.ts';
import { itemTypes } from '../../domain/vocabulary.ts';
import { readIds } from './read-ids.ts';
import { isSameText, nextId } from './same-text.ts';

/** A statement as a reply gives it, without an id. */
export type StatementDraft = Pick<Statement, 'text' | 'why' | 'verify' | 'replaces' | 'priority'> & {
  evidence?: Statement['evidence'] | undefined;
  clash?: Statement['clash'] | undefined;
};

/** The reason recorded for a statement that was not taken up when the facilitator gave none, even when asked again. */
export const reasonless = 'the facilitator neither took it into an item nor said why not';

/** Numbers the statements of one seat. The same words said twice in one answer are one statement. */
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

/** Drops a label such as `RISK:` at the start of a text, since the item's id will say it. */
function dropLabel(text: string): string {
  const label = /^\s*(\p{Lu}+):\s+(?=\S)/u.exec(text);
  if (label === null || !(itemTypes as readonly string[]).includes(label[1] ?? '')) return text;
  const rest = text.slice(label[0].length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** All known statements, followed by those of a round's answers in the order of the answers. */
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

/** The statements that a synthesis did not take up, by the ids that its entries name. */
export function readNotTaken(
  entries: readonly { statement: string; reason: string }[],
  statements: readonly Statement[],
): { statement: string; reason: string }[] {
  const known = statements.map(({ id }) => id);
  return entries.flatMap(({ statement, reason }) =>
    readIds(statement, known).map((id) => ({ statement: id, reason })),
  );
}

/** Statements that are neither in one of the items nor among those not taken up. */
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
 * Records in each statement where it went: the items made from it, else the reason given, else that none was given.
 * A statement that went into an item is never among those not taken up.
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
    // An unchanged statement stays the same object, so that a save can skip it.
    const stays = statement.not_taken === place.not_taken && statement.items.join() === place.items.join();
    return stays ? statement : { ...statement, ...place };
  });
}
