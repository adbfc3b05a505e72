/** Converts a participant's reply to the form of the record: maps names back, reads the ids of conflicts and positions. */
import type { AnswerReply } from '../../prompts/forms/answer.ts';
import type { Naming } from '../../prompts/seat-names.ts';
import type { Loss } from '../../session/codes.ts';
import { mapStrings } from '../../session/map-strings.ts';
import type { Conflict } from '../../session/records.ts';
import type { ConflictStance, FullAnswer } from '../../session/round.ts';
import { readId } from '../../session/rules/read-ids.ts';
import { isSameText } from '../../session/rules/same-text.ts';

/** The answer of a seat. `own` is what is left of its texts once others' voices are cut off. */
export function readAnswer(
  reply: AnswerReply,
  options: {
    seat: { id: string; role: string };
    own: { position: string; proposal: string };
    /** The position stands for a statement where the reply has none. */
    needsStatement: boolean;
    open: readonly Conflict[];
    naming: Naming;
  },
): { answer: FullAnswer; losses: Loss[] } {
  const { naming, own, seat } = options;
  const read = <Value>(value: Value): Value => mapStrings(value, naming.readText);
  const { confidence, concerns, statements, assumptions, questions, context_challenge } = read(reply);
  const position = read(own.position);
  const stances = readStances(reply.conflicts ?? [], options.open);
  const stated =
    statements.length === 0 && options.needsStatement
      ? [{ kind: 'other' as const, text: position }]
      : statements;
  return {
    answer: {
      ...{ id: seat.id, role: seat.role, position, proposal: read(own.proposal), confidence, concerns },
      conflicts: stances.stances.map((stance) => ({ ...read(stance), holds: stance.holds })),
      statements: stated.map(({ kind, text }) => ({ id: '', kind, text, facts: [] })),
      facts: [],
      ...{ assumptions, questions, context_challenge },
    },
    losses: stances.losses.map((loss) => ({ ...loss, seat: seat.id })),
  };
}

/**
 * Reads where a seat stands in open conflicts. What names no open conflict or no position of it is a loss; so are two entries on
 * one conflict that differ, and a seat that holds a position and gives up nothing but that one: none of them moves anybody.
 */
export function readStances(
  drafts: readonly ConflictStance[],
  open: readonly Conflict[],
): { stances: ConflictStance[]; losses: Loss[] } {
  const losses: Loss[] = [];
  const read = drafts.flatMap((draft): ConflictStance[] => {
    const id = readId(
      draft.conflict_id,
      open.map((conflict) => conflict.id),
    );
    const conflict = open.find((one) => one.id === id);
    const holds = conflict === undefined ? null : findPosition(conflict, draft.holds ?? '');
    const words = draft.position?.trim() ?? '';
    const own = conflict === undefined || holds !== null || words === '' ? null : words;
    const isLost = conflict === undefined || (draft.holds !== null && holds === null && own === null);
    if (isLost)
      losses.push({
        code: 'unknown_id',
        field: 'conflicts',
        id: conflict ? (draft.holds ?? '') : draft.conflict_id,
      });
    // Giving up one's own position needs no id of another one.
    return conflict === undefined || (isLost && !draft.gives_up)
      ? []
      : [
          own === null
            ? { ...withoutPosition(draft), conflict_id: conflict.id, holds }
            : { ...draft, conflict_id: conflict.id, holds: findPosition(conflict, own), position: own },
        ];
  });
  const differing = read.filter((one) =>
    read.some(
      (other) =>
        other.conflict_id === one.conflict_id &&
        (other.holds !== one.holds || other.gives_up !== one.gives_up || other.position !== one.position),
    ),
  );
  for (const id of new Set(differing.map(({ conflict_id: conflict }) => conflict)))
    losses.push({ code: 'unreadable_field', field: 'conflicts', id });
  const clear = read.filter((stance) => !differing.includes(stance));
  const stances = clear.filter(
    ({ conflict_id: id }, index) => clear.findIndex((one) => one.conflict_id === id) === index,
  );
  return { stances, losses };
}

function withoutPosition({ position: _none, ...stance }: ConflictStance): ConflictStance {
  return stance;
}

/** The id of the position that a field means: its letter (`b`, `B:`, `(b)`, `position b`), or its own words; null for none. */
export function findPosition(conflict: Pick<Conflict, 'positions'>, named: string): string | null {
  const [, letter = ''] =
    /^[^\p{L}\p{N}]*(?:position\s+)?([a-z]{1,2})(?:$|[^\p{L}\p{N}\s])/iu.exec(named.trim()) ?? [];
  const known = conflict.positions.find(({ id }) => id === letter.toLowerCase());
  return (known ?? conflict.positions.find(({ text }) => isSameText(text, named)))?.id ?? null;
}
