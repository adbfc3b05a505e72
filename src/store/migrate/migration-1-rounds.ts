/** The rounds of a version 1 file: answers become statements, agreed texts the ids of items, positions get their round. */
import type { Item, Position, Statement } from '../../domain/records.ts';
import { listTexts } from './migration-1-items.ts';
import { haveSameWords } from './twins.ts';
import type { Round1 } from './version-1.ts';

/** Where a statement of version 1 went, as far as anybody knows. */
export const unrecorded = 'in a session of version 1 nobody recorded where it went';

/** The statement of each answer, by the answer. */
export type Statements = ReadonlyMap<Round1['answers'][number], Statement>;

/** Makes each answer one statement, numbered in the order of rounds and of the seats in them. */
export function migrateAnswers(
  rounds: readonly Round1[],
  { items, arguesSide }: { items: readonly Item[]; arguesSide: (seat: string, phase: string) => boolean },
): Statements {
  const statements = new Map<Round1['answers'][number], Statement>();
  for (const { round, phase, answers, participant_responses: responses } of rounds) {
    for (const answer of answers) {
      const { seat, position } = answer;
      if (position.trim() === '') continue;
      const holding = items.filter(({ proposed_by: by }) =>
        by.some((one) => one.seat === seat && one.round === round),
      );
      statements.set(answer, {
        id: `S-${String(statements.size + 1).padStart(3, '0')}`,
        seat,
        round,
        text: position,
        why: responses?.find(({ id }) => id === seat)?.rationale.join('\n') ?? '',
        verify: '',
        replaces: [],
        evidence: [],
        items: holding.map(({ id }) => id),
        not_taken: holding.length > 0 ? null : unrecorded,
        raised_in: 'round',
        ...(arguesSide(seat, phase) ? { for_side: true } : {}),
      });
    }
  }
  return statements;
}

/** Gives a position the round in which its seat first said it so. */
export type DatePosition = (
  position: { seat: string; text: string },
  about: { conflictId: string | null; otherwise: number },
) => Position;

/** Looks positions up in what the rounds say of the conflict, then in the answers. */
export function datePositions(rounds: readonly Round1[]): DatePosition {
  return (position, { conflictId, otherwise }) => {
    const { seat, text } = position;
    const inConflict = rounds.find(({ conflicts }) =>
      conflicts.some(
        ({ id, positions }) =>
          (conflictId === null || id === conflictId) &&
          positions.some((one) => one.seat === seat && one.text === text),
      ),
    );
    const inAnswer = rounds.find(({ answers }) =>
      answers.some((answer) => answer.seat === seat && answer.position === text),
    );
    return { ...position, round: (inConflict ?? inAnswer)?.round ?? otherwise };
  };
}

/** What the rounds are rewritten from. */
export interface RoundContext {
  items: readonly Item[];
  itemIds: ReadonlyMap<string, string>;
  /** Agreements that were counted. */
  agreed: readonly { item_id: string | null; round: number }[];
  statements: Statements;
  date: DatePosition;
}

/**
 * A round of the present form. Version 1 wrote the facilitator's texts into `consensus`, whether or not anybody agreed them:
 * `consensus_named` has the items with these words, `consensus_texts` the texts that stand letter for letter in none.
 */
export function migrateRound(old: Round1, context: RoundContext): Record<string, unknown> {
  const { items, date } = context;
  const { round, consensus: texts, participant_responses: responses, ...rest } = old;
  const having = texts.map((text) => ({ text, item: items.find((item) => hasWords(item, text)) }));
  const named = [...new Set(having.flatMap(({ item }) => (item === undefined ? [] : [item.id])))];
  const unknown = having
    .filter(({ text, item }) => item === undefined || !listTexts(item).includes(text))
    .map(({ text }) => text);
  return {
    ...rest,
    round,
    answers: old.answers.map((answer) => ({
      ...answer,
      concerns: responses?.find(({ id }) => id === answer.seat)?.concerns ?? [],
    })),
    facts: old.facts.map((fact) => ({ ...fact, evidence: [] })),
    items: items
      .filter((item) => item.round === round || item.history.some((entry) => entry.round === round))
      .map(({ id }) => id),
    consensus: context.agreed.flatMap((entry) =>
      entry.round === round && entry.item_id !== null ? [entry.item_id] : [],
    ),
    ...(named.length === 0 ? {} : { consensus_named: named }),
    ...(unknown.length === 0 ? {} : { consensus_texts: unknown }),
    conflicts: old.conflicts.map((conflict) => ({
      ...conflict,
      positions: conflict.positions.map((position) =>
        date(position, { conflictId: conflict.id, otherwise: round }),
      ),
    })),
    ...(responses === undefined
      ? {}
      : { participant_responses: responses.map((response) => migrateResponse(response, old, context)) }),
  };
}

function hasWords(item: Item, text: string): boolean {
  return listTexts(item).some((one) => haveSameWords(one, text));
}

function migrateResponse(
  response: NonNullable<Round1['participant_responses']>[number],
  { answers }: Round1,
  { statements, itemIds }: RoundContext,
): Record<string, unknown> {
  const { rationale, facts, stances, ...rest } = response;
  const own = answers.flatMap((answer) => {
    const statement = answer.seat === response.id ? statements.get(answer) : undefined;
    if (statement === undefined) return [];
    const { id, text, why, verify, replaces } = statement;
    return [{ id, text, why, verify, replaces }];
  });
  return {
    ...rest,
    statements: own,
    // Reasons of an answer that is not kept have no statement to stand in.
    ...(own.length === 0 && rationale.length > 0 ? { rationale } : {}),
    facts: facts.map((text) => ({ text, evidence: [] })),
    stances: stances.map(({ proposal_id: id, ...stance }) => ({ ...stance, item_id: itemIds.get(id) ?? id })),
    judgements: [],
  };
}
