/** Writes a person's answers to the journal at once: on resume, nobody is asked the same thing twice. */
import type * as z from 'zod';
import {
  escalationDecisionSchema,
  humanTurnSchema,
  roundChoiceSchema,
} from '../../session/person-message.ts';
import type { JournalLine } from '../../session/ports/journal.ts';
import type {
  Clock,
  EscalationDecision,
  HumanTurn,
  Operator,
  RoundChoice,
} from '../../session/ports/ports.ts';
import type { Journal } from '../../session/ports/repository.ts';

/**
 * Wraps an operator: every answer of a person is flushed to the journal under the view's key before the loop sees
 * it, and taken from there the next time. `'later'` and decisions of a policy are not recorded. Rejects when the
 * journal cannot be written.
 */
export function journalOperator(
  journal: Pick<Journal, 'findInput' | 'appendInput'>,
  { operator, clock }: { operator: Operator; clock: Pick<Clock, 'now'> },
): Operator {
  return recallFirst(operator, {
    find: (key) => journal.findInput(key),
    keep: (key, value) => journal.appendInput({ key, at: clock.now(), value }),
  });
}

/**
 * Wraps an operator: answers that a person gave in a recorded session are given again, by the view's key. The
 * operator is asked for the rest. Nothing is written.
 */
export function replayOperator(lines: readonly JournalLine[], operator: Operator): Operator {
  return recallFirst(operator, {
    find: (wanted) => lines.findLast(({ kind, key }) => kind === 'input' && key === wanted),
    keep: async () => undefined,
  });
}

/** Takes each answer from `kept`; asks the operator when there is none, and keeps that answer. */
function recallFirst(
  operator: Operator,
  kept: {
    find: (key: string) => JournalLine | null | undefined;
    keep: (key: string, value: unknown) => Promise<void>;
  },
): Operator {
  const recall = <Value>(key: string, schema: z.ZodType<Value>): Value | null => {
    const line = kept.find(key);
    return schema.safeParse(line?.kind === 'input' ? line.value : undefined).data ?? null;
  };
  const keep = async <Value>(key: string, value: Value): Promise<Value> => {
    await kept.keep(key, value);
    return value;
  };
  return {
    get stop() {
      return operator.stop;
    },
    chooseAfterRound: async (view) =>
      recall<RoundChoice>(view.key, roundChoiceSchema) ??
      keep(view.key, await operator.chooseAfterRound(view)),
    decideEscalation: async (view) => {
      const known = recall<EscalationDecision>(view.key, escalationDecisionSchema);
      if (known !== null) return known;
      const decision = await operator.decideEscalation(view);
      return decision === 'later' || decision.by === 'policy' ? decision : keep(view.key, decision);
    },
    takeTurn: async (view) => {
      const known = recall<HumanTurn>(view.key, humanTurnSchema);
      if (known !== null) return known;
      const turn = await operator.takeTurn(view);
      return turn === 'later' ? turn : keep(view.key, turn);
    },
  };
}
