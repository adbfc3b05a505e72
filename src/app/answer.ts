/** Records a decision about an escalation while no process runs the session. */

import { findNearest, S2sError } from '../domain/errors.ts';
import type { EscalationDecision } from '../domain/ports.ts';
import type { Escalation, Item } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import { findTakingUp } from '../domain/taken-up.ts';
import { isAcceptable } from '../roundtable/rules/escalation.ts';
import { answerEscalation } from '../roundtable/rules/person-decision.ts';
import type { AppParts } from './app-parts.ts';
import { namePerson } from './name-person.ts';
import type { AnswerOptions, Decision } from './options.ts';
import { refuseSecretInput } from './refuse-secret-input.ts';
import type { Answered } from './results.ts';
import { refuseEnded } from './resume.ts';

/**
 * Records the decision; the next resume continues from it. A session of the workers goes back to their queue once no escalation waits.
 * Throws NOTHING_TO_ANSWER, UNKNOWN_ESCALATION, USAGE if several wait and none is named, NEEDS_INPUT if there is no recommendation to
 * accept, INVALID_VALUE for a decision that is empty or contains a key, and SESSION_LOCKED.
 */
export async function answer(parts: AppParts, options: AnswerOptions): Promise<Answered> {
  const answered = await record(parts, options);
  const { sessionId, pending } = answered;
  return { ...answered, isDetached: pending === 0 && (await parts.jobs?.putAgain(sessionId)) === true };
}

async function record(parts: AppParts, options: AnswerOptions): Promise<Omit<Answered, 'isDetached'>> {
  const { repository, world } = parts;
  if (options.decision === 'own') refuseSecretInput(parts, options.text, 'The decision');
  const { id } = await repository.resolve(options.session);
  const { by = 'user' } = options;
  const person = await namePerson(parts, options);
  const decision: EscalationDecision = { ...readDecision(options), by, ...person };
  const lease = await repository.acquireLease(id);
  try {
    const { session, version } = await repository.load(id);
    refuseEnded(session);
    const escalation = pickEscalation(session, options.escalation);
    if (decision.decision === 'accept' && !isAcceptable(escalation)) {
      throw new S2sError('NEEDS_INPUT', `${escalation.id} has no recommendation to accept.`, {
        hint: `s2s roundtable answer ${id} --escalation ${escalation.id} --decision "..."`,
      });
    }
    const now = world.clock.now();
    const journal = await repository.openJournal(id);
    try {
      const key = `${escalation.round}/escalation/${escalation.id}/1`;
      await journal.appendInput({ key, at: now, value: decision });
    } finally {
      await journal.close();
    }
    const at = now.toISOString();
    const answered = answerEscalation(session, escalation.id, { decision, at });
    await repository.save({ ...answered, updated_at: at }, version);
    const settled = answered.artifacts.filter(
      (item) => item.decided_by !== null && item.status === 'agreed' && hasChanged(session, item),
    );
    const isTaken = (item: Item): boolean => findTakingUp(item, settled) !== null;
    const pending = answered.escalations.filter(({ status }) => status === 'pending').length;
    return {
      sessionId: id,
      decided: settled.find((item) => !isTaken(item)) ?? null,
      taken: settled.filter(isTaken),
      replaced: answered.artifacts.filter((item) => item.status === 'replaced' && hasChanged(session, item)),
      escalation: answered.escalations.find((entry) => entry.id === escalation.id) ?? escalation,
      pending,
    };
  } finally {
    await lease.release();
  }
}

/** Whether an item is new, or its status or decision has changed. */
function hasChanged(before: Session, item: Item): boolean {
  const old = before.artifacts.find(({ id }) => id === item.id);
  return old === undefined || old.status !== item.status || old.decided_by !== item.decided_by;
}

function readDecision(options: AnswerOptions): Decision {
  if (options.decision === 'accept') return { decision: 'accept' };
  if (options.decision === 'continue') {
    if (Number.isSafeInteger(options.rounds) && options.rounds >= 1)
      return { decision: 'continue', rounds: options.rounds };
    throw new S2sError('INVALID_VALUE', `${options.rounds} is not a number of rounds.`, {
      hint: 'Grant one round or more.',
    });
  }
  const text = options.text.trim();
  if (text !== '') return { decision: 'own', text };
  throw new S2sError('INVALID_VALUE', 'The decision is empty.', {
    hint: 'Say what is decided, in a sentence.',
  });
}

export function pickEscalation(session: Session, wanted: string | undefined): Escalation {
  const pending = session.escalations.filter(({ status }) => status === 'pending');
  const ids = pending.map(({ id }) => id);
  if (pending.length === 0) {
    throw new S2sError('NOTHING_TO_ANSWER', `Nothing waits for an answer in ${session.id}.`, {
      hint: `s2s roundtable resume ${session.id}`,
    });
  }
  if (wanted === undefined) {
    const [only, ...others] = pending;
    if (only && others.length === 0) return only;
    throw new S2sError('USAGE', `Several escalations wait: ${ids.join(', ')}.`, {
      hint: `Name one with --escalation ${ids[0]}`,
    });
  }
  const found = pending.find(({ id }) => id.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  const nearest = findNearest(wanted, ids);
  throw new S2sError('UNKNOWN_ESCALATION', `No escalation "${wanted}" waits for an answer.`, {
    hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Waiting: ${ids.join(', ')}`,
  });
}
