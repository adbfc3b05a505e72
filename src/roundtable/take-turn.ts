/** What is asked of a seat whoever sits there: a person by their turn, a model by its next call. */

import type { HumanTurn, TurnView } from '../session/ports/ports.ts';
import type { Participant } from '../session/records.ts';
import type { Step } from '../session/vocabulary.ts';
import { listModels, pauseForPerson, type Run } from './run.ts';

/** Asks the person at a seat for their turn; pauses the run if the person is not there. */
export async function takeTurn(
  run: Run,
  seat: Participant,
  view: Pick<TurnView, 'key' | 'step' | 'round'> & Partial<TurnView>,
): Promise<HumanTurn> {
  const { step, round, question = '' } = view;
  run.ports.report({ type: 'waiting-for-turn', round, seat: seat.id, question });
  const empty = { question, focus: '', context_summary: '', heard: [], conflicts: [], text: null, items: [] };
  const turn = await run.ports.operator.takeTurn({ ...empty, ...view });
  if (turn === 'later') throw pauseForPerson(run, { code: 'turn', step, round });
  return turn;
}

/** Reports that a model's seat is asked. */
export function reportThinking(run: Run, seat: Participant, at: { round: number; step: Step }): void {
  const [model = ''] = listModels(run, seat.id);
  run.ports.report({ type: 'seat-thinking', ...at, seat: seat.id, role: seat.role, model });
}
