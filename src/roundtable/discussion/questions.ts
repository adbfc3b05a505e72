/** Checks whether a facilitator's question is usable, and builds the program's own question when it is not. */
import type { QuestionReply } from '../../prompts/forms/question.ts';
import { foldText, isSameText } from '../../session/rules/same-text.ts';
import type { Session } from '../../session/session.ts';

/** A question of fewer words asks nothing specific: "Any thoughts?" */
const leastWords = 3;

/** Why a question cannot be used, or null. It has to ask something specific that was not asked before. */
export function findQuestionProblem(question: string, earlier: readonly string[]): string | null {
  if (earlier.some((text) => isSameText(text, question)))
    return 'this question was asked in an earlier round';
  const words = foldText(question).split(' ');
  // In scripts without spaces between words, a whole sentence is one long word.
  const isSpecific =
    words.length >= leastWords || words.some((word) => /[\u0250-\u{10ffff}]/u.test(word) && word.length >= 6);
  return isSpecific ? null : 'the question asks nothing specific';
}

/** The program's own question: about what the round has to look at, an uncovered topic, an open conflict, or the session's topic. */
export function buildFallbackQuestion(session: Session, round: number, focus: string | null): QuestionReply {
  const { topic: about, agenda, conflicts, rounds } = session;
  const topic =
    agenda.find(({ critical, status }) => critical && status !== 'covered') ??
    agenda.find(({ status }) => status !== 'covered');
  const conflict = conflicts.find(({ status }) => status === 'open');
  const considerations = `What are the key considerations for "${about}", and what follows from each of them?`;
  const questions = [
    // In the first round every seat answers with a whole proposal, which no topic of the agenda may narrow.
    rounds.length === 0 && considerations,
    focus !== null && `What has to be said about this, and what would settle it: ${focus}?`,
    topic &&
      `For "${about}", what has to hold under "${topic.name}", and what would make you reject a solution?`,
    conflict &&
      `What would settle the open disagreement "${conflict.description}", and which side do the facts support?`,
    considerations,
    `Round ${round}: what has not been said yet that matters for "${about}"?`,
  ].filter((question) => typeof question === 'string');
  const fresh = questions.find((text) => !rounds.some(({ question }) => isSameText(question, text)));
  return {
    question: fresh ?? considerations,
    context_summary: '',
    participants: ['all'],
    focus: focus ?? topic?.name ?? about,
    topic_id: topic?.id ?? null,
  };
}
