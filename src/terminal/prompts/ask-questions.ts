/** Asks a few questions in a row, for `init`. */
import { type Asker, stopped } from './asker.ts';

/** One question; `preset` is what an empty line means. */
export type Question =
  | { id: string; kind: 'text'; question: string; preset?: string; required?: boolean }
  | { id: string; kind: 'confirm'; question: string; preset: boolean };

/** The answers by id, or null when the person stopped; nothing may be written then. */
export async function askQuestions(
  asker: Asker,
  questions: readonly Question[],
): Promise<Map<string, string | boolean> | null> {
  const answers = new Map<string, string | boolean>();
  for (const question of questions) {
    const answer =
      question.kind === 'confirm'
        ? await asker.confirm(question.question, question.preset)
        : await asker.askText(question.question, {
            required: question.required === true,
            ...(question.preset === undefined ? {} : { preset: question.preset }),
          });
    if (answer === stopped) return null;
    answers.set(question.id, answer);
  }
  return answers;
}
