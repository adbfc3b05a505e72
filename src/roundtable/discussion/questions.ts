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
  const topic =
    session.agenda.find(({ critical, status }) => critical && status !== 'covered') ??
    session.agenda.find(({ status }) => status !== 'covered');
  const conflict = session.conflicts.find(({ status }) => status === 'open');
  const considerations = `What are the key considerations for "${session.topic}", and what follows from each of them?`;
  const questions = [
    // In the first round every seat answers with a whole proposal, which no topic of the agenda may narrow.
    ...(session.rounds.length === 0 ? [considerations] : []),
    ...(focus === null ? [] : [`What has to be said about this, and what would settle it: ${focus}?`]),
    ...(topic
      ? [
          `For "${session.topic}", what has to hold under "${topic.name}", and what would make you reject a solution?`,
        ]
      : []),
    ...(conflict
      ? [
          `What would settle the open disagreement "${conflict.description}", and which side do the facts support?`,
        ]
      : []),
    considerations,
    `Which option for "${session.topic}" would you rule out first, and why?`,
    `What would have to be true for you to change your position on "${session.topic}"?`,
  ];
  const fresh = questions.find((text) => !session.rounds.some(({ question }) => isSameText(question, text)));
  return {
    question: fresh ?? `Round ${round}: what has not been said yet that matters for "${session.topic}"?`,
    context_summary: '',
    participants: ['all'],
    focus: focus ?? topic?.name ?? session.topic,
    topic_id: topic?.id ?? null,
  };
}
