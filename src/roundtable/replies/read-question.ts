/** A facilitator's question with its names of seats mapped back. */
import type { Naming } from '../prompts/seat-names.ts';
import type { QuestionReply } from './replies.ts';

/** Maps the facilitator's names of seats back to ids; a name that nobody has stays as it is. */
export function mapQuestionNames(reply: QuestionReply, naming: Naming): QuestionReply {
  return {
    ...reply,
    focus: naming.readText(reply.focus),
    question: naming.readText(reply.question),
    context_summary: naming.readText(reply.context_summary),
    participants: reply.participants.map((name) => naming.readSeat(name) ?? name),
  };
}
