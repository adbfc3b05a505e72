/** Whether an answer can be used: its length, and that it speaks for its own seat. */
import type { OwnWords } from './other-speakers.ts';

/** Why what is left of a reply cannot be used, or null. */
export function findPositionProblem(
  { text, voice }: OwnWords,
  settings: Parameters<typeof findAnswerProblem>[1],
): string | null {
  return voice !== null && text.trim() === ''
    ? `the reply speaks for "${voice}", not for the seat that was asked`
    : findAnswerProblem(text, settings);
}

/** Why a position cannot be used, or null: its length is checked, white space does not count. */
export function findAnswerProblem(
  position: string,
  settings: { answer_min_characters: number; answer_max_characters: number },
): string | null {
  const length = Array.from(position.trim()).length;
  if (length < settings.answer_min_characters) {
    return `the position has ${length} characters, at least ${settings.answer_min_characters} are needed`;
  }
  return length > settings.answer_max_characters
    ? `the position has ${length} characters, at most ${settings.answer_max_characters} are allowed`
    : null;
}
