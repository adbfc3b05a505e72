/**
 * Asks the person themselves, past the assistant, by the forms of their program. Their answer is recorded as the person's; what comes
 * through a tool is an assistant's.
 */
import type { App } from '../app/app.ts';
import type { Decision } from '../app/options.ts';
import { S2sError } from '../domain/errors.ts';
import type { Escalation } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import { cleanText } from '../text/clean-text.ts';
import type { Discussions } from './discussions.ts';
import type { Asking, FormAnswer, FormSchema } from './person-form.ts';
import { canAccept } from './session-state.ts';

/** One question to the person about one escalation. */
interface Question {
  state: 'open' | 'declined' | 'answered';
  settled: Promise<void>;
  withdraw: () => void;
}

/** What the desk works with. `say` tells the log; `push` sends a form and resolves with what the person did. */
export interface DeskParts {
  openApp: () => App;
  discussions: Discussions;
  push: (form: { message: string; requestedSchema: FormSchema }, signal: AbortSignal) => Promise<FormAnswer>;
  say: (text: string) => void;
  /** Aborts when the server ends. */
  closing: AbortSignal;
}

/** The desk of one client. */
export interface PersonDesk {
  /** Sends the form, unless the person has been asked already; resolves when they have answered and the discussion goes on. */
  ask: (session: Session, escalation: Escalation) => Promise<void>;
  /** The question as a result that the client deals with. */
  describe: (session: Session, escalation: Escalation) => Asking;
  /** Takes the answer to such a question. Throws what recording and resuming throw. */
  take: (session: Session, escalation: Escalation, answer: FormAnswer) => Promise<void>;
  isOpen: (sessionId: string, escalationId: string) => boolean;
  /** Whether the person did not want to answer the form: they are not asked by it again. */
  isDeclined: (sessionId: string, escalationId: string) => boolean;
  /** Takes a question back that was answered elsewhere. */
  withdraw: (sessionId: string, escalationId: string) => void;
}

/** Makes a desk at which nobody has been asked yet. */
export function createPersonDesk(parts: DeskParts): PersonDesk {
  const questions = new Map<string, Question>();
  const name = (sessionId: string, escalationId: string): string => `${sessionId}/${escalationId}`;

  /** Records the person's decision and lets the discussion go on; false when they gave none. */
  const settle = async (session: Session, escalation: Escalation, answer: FormAnswer): Promise<boolean> => {
    if (answer.action !== 'accept') return false;
    const decision = readDecision(answer.content ?? {});
    const app = parts.openApp();
    const { pending } = await app.answer({
      ...decision,
      by: 'user',
      session: session.id,
      escalation: escalation.id,
    });
    if (pending === 0)
      await parts.discussions.begin((signal) => app.resume({ session: session.id, signal }), parts.closing);
    return true;
  };

  const push = (session: Session, escalation: Escalation): Question => {
    const withdrawing = new AbortController();
    const signal = AbortSignal.any([withdrawing.signal, parts.closing]);
    const question: Question = {
      state: 'open',
      settled: Promise.resolve(),
      withdraw: () => withdrawing.abort(),
    };
    const run = async (): Promise<void> => {
      try {
        const answer = await parts.push(describeForm(session, escalation), signal);
        question.state = (await settle(session, escalation, answer)) ? 'answered' : 'declined';
      } catch (error) {
        question.state = 'declined';
        if (!signal.aborted)
          parts.say(
            `${session.id}: the person's answer to ${escalation.id} was not taken: ${sayError(error)}`,
          );
      }
    };
    question.settled = run();
    return question;
  };

  return {
    ask: async (session, escalation) => {
      const key = name(session.id, escalation.id);
      const question = questions.get(key) ?? push(session, escalation);
      questions.set(key, question);
      await question.settled;
    },
    describe: (session, escalation) => ({
      ask: { key: escalation.id, ...describeForm(session, escalation) },
    }),
    take: async (session, escalation, answer) => {
      const isAnswered = await settle(session, escalation, answer);
      questions.set(name(session.id, escalation.id), {
        state: isAnswered ? 'answered' : 'declined',
        settled: Promise.resolve(),
        withdraw: () => undefined,
      });
    },
    isOpen: (sessionId, escalationId) => questions.get(name(sessionId, escalationId))?.state === 'open',
    isDeclined: (sessionId, escalationId) =>
      questions.get(name(sessionId, escalationId))?.state === 'declined',
    withdraw: (sessionId, escalationId) => questions.get(name(sessionId, escalationId))?.withdraw(),
  };
}

/** The form: why the person is asked, what the seats hold, what is recommended. */
function describeForm(
  session: Session,
  escalation: Escalation,
): { message: string; requestedSchema: FormSchema } {
  const accepts = canAccept(escalation);
  const clean = (text: string): string => Array.from(cleanText(text).trim()).slice(0, 1500).join('');
  const message = [
    `The roundtable on "${clean(session.topic)}" needs your decision (${escalation.id}).`,
    `Why: ${clean(escalation.reason)}`,
    ...escalation.positions.map(({ seat, text }) => `${seat}: ${clean(text)}`),
    ...(accepts ? [`Recommended: ${clean(escalation.recommendation ?? '')}`] : []),
  ].join('\n');
  return {
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: 'Your decision',
          description: `${accepts ? 'accept: what is recommended. ' : ''}own: what you write below. continue: the panel discusses it further.`,
          enum: [...(accepts ? ['accept'] : []), 'own', 'continue'],
        },
        text: { type: 'string', title: 'What you decide, if you decide yourself' },
        rounds: { type: 'integer', title: 'Further rounds, if the panel goes on', minimum: 1, maximum: 10 },
      },
      required: ['decision'],
    },
  };
}

/** Reads a form. Throws INVALID_VALUE for one that decides nothing. */
function readDecision({ decision, text, rounds }: Record<string, unknown>): Decision {
  if (decision === 'accept') return { decision };
  if (decision === 'continue') return { decision, rounds: typeof rounds === 'number' ? rounds : 1 };
  if (decision === 'own' && typeof text === 'string' && text.trim() !== '') return { decision, text };
  throw new S2sError('INVALID_VALUE', 'The form was sent without a decision.', {
    hint: 'Choose accept or continue, or write what you decide.',
  });
}

function sayError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
