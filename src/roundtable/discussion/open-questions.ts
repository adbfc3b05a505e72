/** Questions that the discussion cannot answer by itself, kept until they are answered. */
import type { Loss } from '../../session/codes.ts';
import type { OpenQuestion } from '../../session/records.ts';
import { readNamed } from '../../session/rules/read-ids.ts';
import { isSameText, nextId } from '../../session/rules/same-text.ts';

/** What a synthesis says of questions, with names of seats mapped back to ids. */
export interface QuestionsReply {
  open_questions: readonly { text: string; raised_by: string[]; for_whom: string }[];
  answered_questions: readonly { id: string; answer: string }[];
}

/** Adds new questions, merges those with the same words, and records answers. An answer to an unknown question is a loss. */
export function applyOpenQuestions(
  questions: readonly OpenQuestion[],
  reply: QuestionsReply,
  round: number,
): { questions: OpenQuestion[]; losses: Loss[] } {
  const next = questions.map((question) => ({ ...question }));
  const losses: Loss[] = [];
  for (const { text, raised_by: by, for_whom } of reply.open_questions) {
    const known = next.find((question) => isSameText(question.text, text));
    if (known) {
      known.raised_by = [...new Set([...known.raised_by, ...by])];
      known.for_whom ||= for_whom;
    } else
      next.push({
        id: nextId('OQ', next),
        ...{ text, raised_by: by, round, for_whom },
        ...{ status: 'open', answer: null, answered_by: null, until: '', meanwhile: '' },
      });
  }
  for (const { id, answer } of reply.answered_questions) {
    const [found] = readNamed([id], next);
    const known = next.find((question) => question.id === found || isSameText(question.text, id));
    if (known === undefined) losses.push({ code: 'unknown_id', field: 'answered_questions', id });
    // An answer that a person gave stays as it is.
    else if (known.status === 'open')
      Object.assign(known, { status: 'answered', answer, answered_by: 'panel' });
  }
  return { questions: next, losses };
}
