/** Delivers messages from other processes to the running loop through its operator, each exactly once. */

import { type PersonMessage, personMessageSchema } from '../../session/person-message.ts';
import type { JournalLine } from '../../session/ports/journal.ts';
import type { Clock, Operator } from '../../session/ports/ports.ts';
import type { Journal, SessionRepository } from '../../session/ports/repository.ts';
import { readCallKey } from '../../session/rules/call-key.ts';

/** The dependencies of the delivery. */
export interface MessageParts {
  sessionId: string;
  repository: Pick<SessionRepository, 'readMessages' | 'removeMessage'>;
  journal: Pick<Journal, 'readLines' | 'appendInput'>;
  clock: Pick<Clock, 'now'>;
  /** In a replay, the lines of the recorded session: its messages are delivered again. */
  recorded: readonly JournalLine[];
  /** The most rounds in all that the person allows; undefined for no limit: messages, too, may have come with a repository. */
  mostRounds: number | undefined;
}

/**
 * Wraps an operator. A message enters the journal before it leaves the inbox and before the loop sees it. So after a crash at any point it
 * is taken from the inbox or from the journal, never lost and never taken twice. A recorded pause is not repeated.
 */
export function receiveMessages(operator: Operator, parts: MessageParts): Operator {
  const { sessionId, repository, journal } = parts;
  return {
    ...operator,
    takeMessages: async ({ round, resumed }) => {
      // The paid calls of an interrupted round were made without these messages: it finishes without them, and they count at its end.
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
      const again = kept
        .filter(({ kind }) => kind !== 'pause')
        .map((message) =>
          message.kind === 'grant' ? { ...message, most_in_all: parts.mostRounds } : message,
        );
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
