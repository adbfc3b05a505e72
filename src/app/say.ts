/** The person's turn, recorded outside a run; then the session runs to their next one. */

import { S2sError } from '../domain/errors.ts';
import type { HumanTurn } from '../domain/ports.ts';
import type { Session } from '../domain/session.ts';
import type { Stance } from '../domain/vocabulary.ts';
import type { AppParts } from './app-parts.ts';
import type { SayOptions } from './options.ts';
import type { Run } from './results.ts';
import { resumeAfter } from './resume.ts';

/** Records the turn and resumes. Throws NOTHING_TO_ANSWER when no turn is waited for, INVALID_VALUE for an unknown proposal. */
export async function say(parts: AppParts, options: SayOptions): Promise<Run> {
  return resumeAfter(parts, options, (session) => recordTurn(parts, session, options));
}

async function recordTurn(
  { repository, world }: AppParts,
  session: Session,
  options: SayOptions,
): Promise<void> {
  const key = nameTurn(session);
  const turn: HumanTurn = { text: options.text, stances: readStances(options, session) };
  const journal = await repository.openJournal(session.id);
  try {
    if (journal.findInput(key) !== null) {
      throw new S2sError('NOTHING_TO_ANSWER', 'Your turn in this round is recorded already.', {
        hint: `s2s roundtable resume ${session.id}`,
      });
    }
    await journal.appendInput({ key, at: world.clock.now(), value: turn });
  } finally {
    await journal.close();
  }
}

/** The key of the turn that the session waits for. Throws NOTHING_TO_ANSWER when it waits for no words of a person. */
function nameTurn(session: Session): string {
  const seat = session.participants.find(({ kind }) => kind === 'human');
  if (!seat) {
    throw new S2sError('NOTHING_TO_ANSWER', 'You have no seat in this session.', {
      hint: `Start one with --with-me, or give the panel advice: s2s roundtable guide ${session.id} "..."`,
    });
  }
  if (session.escalations.some(({ status }) => status === 'pending')) {
    throw new S2sError('NOTHING_TO_ANSWER', 'The session waits for a decision, not for your turn.', {
      hint: `s2s roundtable answer ${session.id}`,
    });
  }
  const last = session.rounds.at(-1);
  const concluding = last?.next_action === 'conclude' || last?.after_escalation === 'conclude';
  return concluding
    ? `${session.total_rounds}/ballot/${seat.id}/1`
    : `${session.total_rounds + 1}/answer/${seat.id}/1`;
}

function readStances(options: SayOptions, session: Session): HumanTurn['stances'] {
  const given: [readonly string[] | undefined, Stance][] = [
    [options.support, 'support'],
    [options.standAside, 'stand_aside'],
    [options.block, 'block'],
  ];
  const open = session.proposals.filter(({ status }) => status === 'open').map(({ id }) => id);
  return given.flatMap(([ids, stance]) =>
    (ids ?? []).map((written) => {
      const id = written.toUpperCase();
      if (open.includes(id)) return { proposal_id: id, stance, reason: '' };
      throw new S2sError('INVALID_VALUE', `No open proposal is called "${id}".`, {
        hint: `Open: ${open.join(', ') || 'none'}`,
      });
    }),
  );
}
