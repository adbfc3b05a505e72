/**
 * Asks the person directly, without the assistant, through forms in their client. Such an answer is recorded as the person's; an answer
 * that comes through a tool is recorded as an assistant's.
 */
import type { App } from '../app/app.ts';
import type { Discussions } from './discussions.ts';
import type { FormAnswer, FormSchema } from './person-form.ts';
import type { Matter } from './person-matters.ts';

/** One question to the person. */
interface Question {
  state: 'open' | 'declined' | 'answered';
  settled: Promise<void>;
  withdraw: () => void;
}

/** The desk's dependencies. `say` writes to the log; `push` sends a form and resolves with the person's response. */
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
  /** Sends the form, unless the person has already been asked; resolves when they have answered and the discussion continues. */
  ask: (matter: Matter) => Promise<void>;
  /** Records the answer to a form that the client returned with a call. Throws what recording and resuming throw. */
  take: (matter: Matter, answer: FormAnswer) => Promise<void>;
  isOpen: (sessionId: string, matterId: string) => boolean;
  /** Whether the person declined the form, or their answer could not be used: it is not shown again. */
  isDeclined: (sessionId: string, matterId: string) => boolean;
  /** Withdraws a question that was answered elsewhere. */
  withdraw: (sessionId: string, matterId: string) => void;
}

/** Makes a desk with no questions. */
export function createPersonDesk(parts: DeskParts): PersonDesk {
  const questions = new Map<string, Question>();
  const find = (sessionId: string, matterId: string): Question | undefined =>
    questions.get(`${sessionId}/${matterId}`);
  const keep = ({ session, id }: Matter, question: Question): void =>
    void questions.set(`${session}/${id}`, question);

  /** Records the person's answer; false if they gave none. */
  const settle = async (matter: Matter, answer: FormAnswer): Promise<boolean> => {
    if (answer.action !== 'accept') return false;
    const { discussions, closing } = parts;
    await matter.settle(answer.content ?? {}, { app: parts.openApp(), discussions, signal: closing });
    return true;
  };

  const push = (matter: Matter): Question => {
    const withdrawing = new AbortController();
    const signal = AbortSignal.any([withdrawing.signal, parts.closing]);
    const question: Question = {
      state: 'open',
      settled: Promise.resolve(),
      withdraw: () => withdrawing.abort(),
    };
    const run = async (): Promise<void> => {
      try {
        const answer = await parts.push(matter.form, signal);
        question.state = (await settle(matter, answer)) ? 'answered' : 'declined';
      } catch (error) {
        question.state = 'declined';
        if (!signal.aborted)
          parts.say(
            `${matter.session}: the person's answer to ${matter.id} was not taken: ${sayError(error)}`,
          );
      }
    };
    question.settled = run();
    return question;
  };

  return {
    ask: async (matter) => {
      const question = find(matter.session, matter.id) ?? push(matter);
      keep(matter, question);
      await question.settled;
    },
    take: async (matter, answer) => {
      const state = (await settle(matter, answer)) ? 'answered' : 'declined';
      keep(matter, { state, settled: Promise.resolve(), withdraw: () => undefined });
    },
    isOpen: (sessionId, matterId) => find(sessionId, matterId)?.state === 'open',
    isDeclined: (sessionId, matterId) => find(sessionId, matterId)?.state === 'declined',
    withdraw: (sessionId, matterId) => find(sessionId, matterId)?.withdraw(),
  };
}

function sayError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
