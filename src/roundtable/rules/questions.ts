/** Checks whether a facilitator's question is usable, and builds the program's own question when it is not. */
import type { Session } from '../../domain/session.ts';
import type { QuestionReply } from '../replies/replies.ts';
import { foldText, isSameText } from './same-text.ts';

/** Phrases that ask nothing specific. */
const vague = [
  /\b(what|how) (do|does|would) (you|everyone|everybody|the panel|we|the team)( all)? (think|feel|say|see)\b/g,
  /\bwhat (is|are) (your|everyone s|the) (thoughts?|views?|opinions?|take|feedback|feelings?|comments?)\b/g,
  /\b(any|your) (thoughts|comments|ideas|opinions|feedback)\b/g,
  /\bdo (you|we) (all )?agree\b/g,
  /\b(about|on|regarding|concerning|of) (this|that|it|the (topic|question|matter|subject|issue|decision))\b/g,
  /\b(please|so|now|then|ok|okay|well|share|give|here|today|again)\b/g,
];
const leastSpecificWords = 3;

/** Why a question cannot be used, or null. It has to ask something specific that was not asked before. */
export function findQuestionProblem(question: string, earlier: readonly string[]): string | null {
  if (earlier.some((text) => isSameText(text, question)))
    return 'this question was asked in an earlier round';
  const folded = foldText(question);
  const rest = vague.reduce((text, pattern) => text.replace(pattern, ' '), folded);
  const words = rest.split(' ').filter((word) => word !== '');
  // In scripts without spaces between words, a whole sentence is one long word.
  const specific =
    words.length >= leastSpecificWords ||
    words.some((word) => /[\u0250-\u{10ffff}]/u.test(word) && word.length >= 6);
  return specific ? null : 'the question asks nothing specific';
}

/** The program's own question: about an uncovered agenda topic, an open conflict, or the session's topic. */
export function buildFallbackQuestion(session: Session, round: number): QuestionReply {
  const topic =
    session.agenda.find(({ critical, status }) => critical && status !== 'covered') ??
    session.agenda.find(({ status }) => status !== 'covered');
  const conflict = session.conflicts.find(({ status }) => status === 'open');
  const questions = [
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
    `What are the key considerations for "${session.topic}", and what follows from each of them?`,
    `Which option for "${session.topic}" would you rule out first, and why?`,
    `What would have to be true for you to change your position on "${session.topic}"?`,
  ];
  const fresh = questions.find((text) => !session.rounds.some(({ question }) => isSameText(question, text)));
  return {
    question: fresh ?? `Round ${round}: what has not been said yet that matters for "${session.topic}"?`,
    context_summary: '',
    participants: ['all'],
    focus: topic?.name ?? 'Core requirements',
    topic_id: topic?.id ?? null,
  };
}
