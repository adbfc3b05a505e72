/** Migrates the rounds of a version 1 file: answers become statements, agreed texts become ids of items, positions get a round. */
import type { Item, Position, Statement } from '../../domain/records.ts';
import { listTexts } from './migration-1-items.ts';
import { haveSameWords } from './twins.ts';
import type { Round1 } from './version-1.ts';

/** The reason for a version 1 statement that is in no known item. */
export const unrecorded = 'in a session of version 1 nobody recorded where it went';

/** The statement for each answer. */
export type Statements = ReadonlyMap<Round1['answers'][number], Statement>;

/** Turns each answer into one statement, numbered in the order of the rounds and of the answers in them. */
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

/** Gives a position the round in which its seat first stated it in these words. */
export type DatePosition = (
  position: { seat: string; text: string },
  about: { conflictId: string | null; otherwise: number },
) => Position;

/** Looks for a position first in the rounds' conflicts, then in the answers. */
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

/** The migrated parts that rounds refer to. */
export interface RoundContext {
  items: readonly Item[];
  itemIds: ReadonlyMap<string, string>;
  /** The migrated agreements; those that were counted have an `item_id`. */
  agreed: readonly { item_id: string | null; round: number }[];
  statements: Statements;
  date: DatePosition;
}

/**
 * Migrates a round. Version 1 wrote the facilitator's texts into `consensus`, whether or not anybody agreed to them:
 * `consensus_named` lists the items with these words, `consensus_texts` the texts that are in no item letter for letter.
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
    // Without a statement to hold the reasons, they stay here.
    ...(own.length === 0 && rationale.length > 0 ? { rationale } : {}),
    facts: facts.map((text) => ({ text, evidence: [] })),
    stances: stances.map(({ proposal_id: id, ...stance }) => ({ ...stance, item_id: itemIds.get(id) ?? id })),
    judgements: [],
  };
}
