/** Questions that the discussion cannot answer by itself, kept until somebody does. */
import type { Session } from '../../domain/session.ts';
import type { SynthesisReply } from '../replies/replies.ts';
import { isSameText, nextId } from './same-text.ts';

/** Adds new questions, joins repeated ones, and notes answers. */
export function applyOpenQuestions(
  questions: Session['open_questions'],
  replies: SynthesisReply['open_questions'],
  options: { round: number; seats: readonly string[] },
): Session['open_questions'] {
  const next = questions.map((question) => ({ ...question }));
  for (const reply of replies) {
    const seats = reply.raised_by.filter((seat) => options.seats.includes(seat));
    const known = next.find((question) => isSameText(question.text, reply.text));
    if (known) {
      known.raised_by = [...new Set([...known.raised_by, ...seats])];
      if (reply.answer !== null) Object.assign(known, { status: 'answered', answer: reply.answer });
    } else {
      next.push({
        id: nextId('OQ', next),
        text: reply.text,
        raised_by: seats,
        round: options.round,
        status: reply.answer === null ? 'open' : 'answered',
        answer: reply.answer,
      });
    }
  }
  return next;
}
