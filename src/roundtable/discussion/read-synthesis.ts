/** Converts a facilitator's synthesis to the form that the rules take: names of seats mapped back to ids. */
import type { QuestionReply } from '../../prompts/forms/question.ts';
import type { SynthesisReply } from '../../prompts/forms/synthesis.ts';
import type { Naming } from '../../prompts/seat-names.ts';
import type { Loss } from '../../session/codes.ts';
import { mapStrings } from '../../session/map-strings.ts';
import type { Way } from '../../session/records.ts';
import type { FullAnswer } from '../../session/round.ts';
import type { ReportedCoverage } from '../../session/rules/coverage.ts';
import type { QuestionsReply } from './open-questions.ts';
import { mapQuestionNames } from './question.ts';
import type { ConflictDraft } from './word-conflict.ts';

/** A synthesis, by the facilitator or the program. Ids of statements, conflicts and topics are as the reply wrote them. */
export interface SynthesisDraft extends QuestionsReply {
  synthesis: string;
  /** With the ids as the reply wrote them. */
  ways: Way[];
  consensus: { text: string; statements: string[] }[];
  conflicts: ConflictDraft[];
  agenda_coverage: ReportedCoverage[];
  next_action: 'continue' | 'phase' | 'conclude' | 'escalate';
  next_focus: string | null;
  escalation_reason: string | null;
  escalate_conflicts: string[];
  recommendation: string | null;
  next_question: QuestionReply | null;
}

/** Reads a facilitator's reply. A name that no seat has is a loss. */
export function readSynthesis(
  reply: SynthesisReply,
  naming: Naming,
): { draft: SynthesisDraft; losses: Loss[] } {
  const losses: Loss[] = [];
  const read = <Value>(value: Value): Value => mapStrings(value, naming.readText);
  const readSeats = (names: readonly string[], field: string): string[] =>
    names.flatMap((name) => {
      const id = naming.readSeat(name);
      if (id === null) losses.push({ code: 'unknown_id', field, id: name });
      return id === null ? [] : [id];
    });
  const draft: SynthesisDraft = {
    ...read(reply),
    ways: reply.ways.map((way) => ({
      ...read(way),
      preferred_by: [...new Set(readSeats(way.preferred_by, 'ways'))],
    })),
    conflicts: reply.conflicts.map((conflict) => ({
      ...read(conflict),
      positions: conflict.positions.map((position) => ({
        ...read(position),
        held_by: readSeats(position.held_by, 'conflicts'),
      })),
    })),
    open_questions: reply.open_questions.map((question) => ({
      ...read(question),
      raised_by: readSeats(question.raised_by, 'open_questions'),
    })),
    next_question: reply.next_question ? mapQuestionNames(reply.next_question, naming) : null,
  };
  return { draft, losses };
}

/** The program's own synthesis: what each seat said, word for word, without judgement. It opens no conflict and closes none. */
export function assembleSynthesis(answers: readonly FullAnswer[]): SynthesisDraft {
  return {
    synthesis: answers.map(({ role, position }) => `${role}: ${position}`).join('\n'),
    ...{ ways: [], consensus: [], conflicts: [], agenda_coverage: [], answered_questions: [] },
    open_questions: answers.flatMap(({ id, questions }) =>
      questions.map((text) => ({ text, raised_by: [id], for_whom: '' })),
    ),
    next_action: 'continue',
    ...{ next_focus: null, escalation_reason: null, escalate_conflicts: [] },
    ...{ recommendation: null, next_question: null },
  };
}
