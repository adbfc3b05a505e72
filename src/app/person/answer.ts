/** Records a decision about an escalation while no process runs the session. */

import { isAcceptable } from '../../roundtable/discussion/escalation.ts';
import { answerEscalation } from '../../roundtable/discussion/person-decision.ts';
import { findNearest, S2sError } from '../../session/errors.ts';
import type { EscalationDecision } from '../../session/ports/ports.ts';
import type { Escalation } from '../../session/records.ts';
import { countMostRounds } from '../../session/rules/granted-rounds.ts';
import type { Session } from '../../session/session.ts';
import { findWait } from '../../session/session-head.ts';
import type { AppParts } from '../app-parts.ts';
import { namePerson } from '../name-person.ts';
import type { AnswerOptions, PersonDecision } from '../options.ts';
import { refuseSecretInput } from '../refuse-secret-input.ts';
import { requireOwnRounds } from '../require-trust.ts';
import type { Answered } from '../results.ts';
import { refuseEnded } from '../run/resume.ts';

/**
 * Records the decision; the next resume continues from it. A session of the workers goes back to their queue once no escalation waits.
 * Throws NOTHING_TO_ANSWER, UNKNOWN_ESCALATION, USAGE if several wait and none is named, NEEDS_INPUT if there is no recommendation to
 * accept, INVALID_VALUE for a decision that is empty or contains a key, or more rounds than the person's own limit, and SESSION_LOCKED.
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
  const decision: EscalationDecision = { ...readAnswer(options), by, ...person };
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
    // What the person types at their own terminal is their word, like a flag.
    if (decision.decision === 'continue' && (parts.remote === true || by === 'assistant'))
      requireOwnRounds(parts, countMostRounds(session) + decision.rounds);
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
    return {
      sessionId: id,
      escalation: answered.escalations.find((entry) => entry.id === escalation.id) ?? escalation,
      pending: answered.escalations.filter(({ status }) => status === 'pending').length,
    };
  } finally {
    await lease.release();
  }
}

function readAnswer(options: AnswerOptions): PersonDecision {
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
    hint: 'Say what is decided in a sentence.',
  });
}

/** What to type where nothing is to be decided. */
function sayInstead(session: Session): string {
  if (findWait(session) === 'turn') return `It waits for your turn: s2s roundtable say ${session.id} "..."`;
  return `s2s roundtable ${session.status === 'paused' || session.status === 'active' ? 'resume' : 'show'} ${session.id}`;
}

export function pickEscalation(session: Session, wanted: string | undefined): Escalation {
  const pending = session.escalations.filter(({ status }) => status === 'pending');
  const ids = pending.map(({ id }) => id);
  if (pending.length === 0) {
    throw new S2sError('NOTHING_TO_ANSWER', `No decision is needed in ${session.id}.`, {
      hint: sayInstead(session),
    });
  }
  if (wanted === undefined) {
    const [only, ...others] = pending;
    if (only && others.length === 0) return only;
    throw new S2sError('USAGE', `Several decisions are needed: ${ids.join(', ')}.`, {
      hint: `Name one with --escalation ${ids[0]}`,
    });
  }
  const found = pending.find(({ id }) => id.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  const nearest = findNearest(wanted, ids);
  throw new S2sError('UNKNOWN_ESCALATION', `There is no decision "${wanted}" to make.`, {
    hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Waiting: ${ids.join(', ')}`,
  });
}
