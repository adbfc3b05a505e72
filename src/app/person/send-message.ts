/** Sends people's messages to a session, whichever process runs it: advice, a skip, more rounds, a pause. */

import { S2sError } from '../../session/errors.ts';
import type { PersonMessage } from '../../session/person-message.ts';
import { countGrantedRounds } from '../../session/rules/granted-rounds.ts';
import type { Session } from '../../session/session.ts';
import type { AppParts } from '../app-parts.ts';
import { namePerson } from '../name-person.ts';
import type { SessionChoice, Speaker } from '../options.ts';
import { refuseSecretInput } from '../refuse-secret-input.ts';
import { requireOwnRounds } from '../require-trust.ts';
import type { Sent } from '../results.ts';
import { refuseEnded } from '../run/resume.ts';

/** Gives the panel guidance for its next question, or the draft. Throws INVALID_VALUE for an empty text or one with a key, and for an ended session. */
export async function guide(
  parts: AppParts,
  options: SessionChoice & Speaker & { text: string },
): Promise<Sent> {
  const text = options.text.trim();
  if (text === '') {
    throw new S2sError('INVALID_VALUE', 'The guidance is empty.', {
      hint: 'Say what the panel should take into account: s2s roundtable guide "..."',
    });
  }
  refuseSecretInput(parts, text, 'The guidance');
  return send(parts, options, () => ({ kind: 'guidance', text, by: options.by ?? 'user' }));
}

/** Makes the panel conclude after the open round, or, if nobody runs the session, when it is resumed. */
export async function skip(parts: AppParts, options: SessionChoice & Speaker): Promise<Sent> {
  return send(parts, options, () => ({ kind: 'skip' }));
}

/** Raises the discussion's limit of rounds. Throws INVALID_VALUE for a number below 1, and above the person's own limit. */
export async function grant(
  parts: AppParts,
  options: SessionChoice & Speaker & { rounds: number },
): Promise<Sent> {
  const { rounds } = options;
  if (!Number.isSafeInteger(rounds) || rounds < 1) {
    throw new S2sError('INVALID_VALUE', `${rounds} is not a number of rounds.`, {
      hint: 'Grant one round or more.',
    });
  }
  return send(parts, options, (session, waiting) => {
    const granted = waiting.flatMap((message) => (message.kind === 'grant' ? [message.max_rounds] : []));
    const most = Math.max(session.settings.max_rounds, ...granted) + rounds;
    requireOwnRounds(parts, most + countGrantedRounds(session));
    return { kind: 'grant', max_rounds: most };
  });
}

/**
 * Pauses a session: at once if this app runs it, after the round if another process does. Throws NOTHING_TO_ANSWER if nobody runs it.
 */
export async function pause(parts: AppParts, options: SessionChoice & Speaker): Promise<Sent> {
  const { id } = await parts.repository.resolve(options.session);
  const own = parts.running.get(id);
  if (own !== undefined) {
    // A session that a person paused must not continue just because the server restarts.
    if (parts.remote === true) await parts.events.noteServed(id, false);
    own.pause({ byPerson: true });
    return { sessionId: id, running: true };
  }
  if (!(await parts.repository.isLeased(id))) {
    throw new S2sError(
      'NOTHING_TO_ANSWER',
      `The session ${id} is not running, so there is nothing to pause.`,
      { hint: `s2s roundtable show ${id}` },
    );
  }
  return send(parts, { ...options, session: id }, () => ({ kind: 'pause' }));
}

async function send(
  parts: AppParts,
  options: SessionChoice & Speaker,
  write: (session: Session, waiting: readonly PersonMessage[]) => PersonMessage,
): Promise<Sent> {
  const { repository } = parts;
  const { id } = await repository.resolve(options.session);
  const { session } = await repository.load(id);
  refuseEnded(session);
  const waiting = (await repository.readMessages(id)).map(({ message }) => message);
  await repository.addMessage(id, { ...write(session, waiting), ...(await namePerson(parts, options)) });
  return { sessionId: id, running: parts.running.has(id) || (await repository.isLeased(id)) };
}
