/** Questions that the discussion cannot answer by itself, kept until they are answered. */
import type { Session } from '../../domain/session.ts';
import type { SynthesisDraft } from '../replies/read-synthesis.ts';
import { readNamed } from './read-ids.ts';
import { isSameText, nextId } from './same-text.ts';

/** Adds new questions, merges repeated ones, and records answers. An answer to an unknown question is a loss. */
export function applyOpenQuestions(
  questions: Session['open_questions'],
  reply: Pick<SynthesisDraft, 'open_questions' | 'answered_questions'>,
  options: { round: number; seats: readonly string[] },
): { questions: Session['open_questions']; losses: string[] } {
  const next = questions.map((question) => ({ ...question }));
  const losses: string[] = [];
  for (const { text, raised_by: by } of reply.open_questions) {
    const seats = by.filter((seat) => options.seats.includes(seat));
    const known = next.find((question) => isSameText(question.text, text));
    if (known) known.raised_by = [...new Set([...known.raised_by, ...seats])];
    else
      next.push({
        id: nextId('OQ', next),
        text,
        raised_by: seats,
        round: options.round,
        status: 'open',
        answer: null,
      });
  }
  for (const { id, answer } of reply.answered_questions) {
    const [found] = readNamed([id], next);
    const known = next.find((question) => question.id === found || isSameText(question.text, id));
    if (known) Object.assign(known, { status: 'answered', answer });
    else losses.push(`answered_questions: no question is called "${id}"`);
  }
  return { questions: next, losses };
}
