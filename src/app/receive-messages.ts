/** Messages from other processes reach the running loop through its operator, each exactly once. */
import { readCallKey } from '../domain/call-key.ts';
import type { JournalLine } from '../domain/journal.ts';
import { type PersonMessage, personMessageSchema } from '../domain/person-message.ts';
import type { Clock, Operator } from '../domain/ports.ts';
import type { Journal, SessionRepository } from '../domain/repository.ts';

/** What the messages come through. */
export interface MessageParts {
  sessionId: string;
  repository: Pick<SessionRepository, 'readMessages' | 'removeMessage'>;
  journal: Pick<Journal, 'readLines' | 'appendInput'>;
  clock: Pick<Clock, 'now'>;
  /** In a replay, the lines of the recorded session: what was sent then is sent again. */
  recorded: readonly JournalLine[];
}

/**
 * Wraps an operator. A message enters the journal before it is removed from where it waited, and before the loop sees it: after
 * a crash at any point it is taken once more or from the journal, never lost and never twice. A pause is what happened then; it
 * is recorded and not repeated.
 */
export function receiveMessages(operator: Operator, parts: MessageParts): Operator {
  const { sessionId, repository, journal } = parts;
  return {
    ...operator,
    takeMessages: async ({ round, resumed }) => {
      // Calls that were paid for belong to a round as it was begun: it is finished without the messages, and they count at its end.
      if (resumed && journal.readLines().some((line) => isReplyOf(line, round + 1))) return [];
      let hasNewPause = false;
      for (const { id, message } of await repository.readMessages(sessionId)) {
        if (!journal.readLines().some(({ key }) => key.endsWith(`/message/${id}/1`))) {
          const key = `${round}/message/${id}/1`;
          await journal.appendInput({ key, at: parts.clock.now(), value: message });
          hasNewPause ||= message.kind === 'pause';
        }
        await repository.removeMessage(sessionId, id);
      }
      const kept = [...parts.recorded, ...journal.readLines()].flatMap((line) => readMessage(line, round));
      const again = kept.filter(({ kind }) => kind !== 'pause');
      return hasNewPause ? [...again, { kind: 'pause' }] : again;
    },
  };
}

function isReplyOf(line: JournalLine, round: number): boolean {
  return line.kind === 'call' && line.ok && readCallKey(line.key)?.round === round;
}

function readMessage(line: JournalLine, round: number): PersonMessage[] {
  if (line.kind !== 'input') return [];
  const key = readCallKey(line.key);
  if (key?.step !== 'message' || key.round !== round) return [];
  const parsed = personMessageSchema.safeParse(line.value);
  return parsed.success ? [parsed.data] : [];
}
