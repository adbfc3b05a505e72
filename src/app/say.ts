/** Records the person's turn outside a run; then runs the session to their next turn. */

import { findNearest, S2sError } from '../domain/errors.ts';
import type { HumanTurn } from '../domain/ports.ts';
import type { Item } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import type { Stance } from '../domain/vocabulary.ts';
import { readId } from '../roundtable/rules/read-ids.ts';
import { takesStances } from '../roundtable/rules/stances.ts';
import { cleanText } from '../text/clean-text.ts';
import type { AppParts } from './app-parts.ts';
import { namePerson } from './name-person.ts';
import type { SayOptions } from './options.ts';
import { refuseSecretInput } from './refuse-secret-input.ts';
import type { Run } from './results.ts';
import { resumeAfter } from './resume.ts';

/** The most items that an error names. */
const mostShown = 5;

/**
 * Records the turn, notifies the person of what was recorded, and resumes. Throws NOTHING_TO_ANSWER if the session waits for no turn,
 * INVALID_VALUE for an unknown item or a text that contains a key.
 */
export async function say(parts: AppParts, options: SayOptions): Promise<Run> {
  refuseSecretInput(parts, options.text, 'What you say');
  return resumeAfter(parts, options, (session) => recordTurn(parts, session, options));
}

/** Writes the turn into the journal. The caller holds the lease. */
export async function recordTurn(parts: AppParts, session: Session, options: SayOptions): Promise<void> {
  const { repository, world, notify } = parts;
  const key = nameTurn(session);
  const person = await namePerson(parts, options);
  const turn: HumanTurn = { text: options.text, stances: readStances(options, session), ...person };
  const journal = await repository.openJournal(session.id);
  try {
    if (journal.findInput(key) !== null) {
      throw new S2sError('NOTHING_TO_ANSWER', 'Your turn in this round is already recorded.', {
        hint: `s2s roundtable resume ${session.id}`,
      });
    }
    await journal.appendInput({ key, at: world.clock.now(), value: turn });
    for (const text of sayRecorded(turn, session)) notify({ level: 'info', text });
  } finally {
    await journal.close();
  }
}

/** The key of the turn that the session waits for. Throws NOTHING_TO_ANSWER if it does not wait for a person's turn. */
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
    ? `${session.total_rounds}/review/${seat.id}/1`
    : `${session.total_rounds + 1}/answer/${seat.id}/1`;
}

function readStances(options: SayOptions, session: Session): HumanTurn['stances'] {
  const given: [readonly string[] | undefined, Stance][] = [
    [options.support, 'support'],
    [options.standAside, 'stand_aside'],
    [options.block, 'block'],
  ];
  const open = session.artifacts.filter(takesStances).map(({ id }) => id);
  return given.flatMap(([ids, stance]) =>
    (ids ?? []).map((written) => {
      const id = readId(written, open);
      if (id !== null) return { item_id: id, stance, reason: '' };
      throw refuseItem(written, session);
    }),
  );
}

/** The error for a stance on an item that cannot take one, with the most similar items. */
function refuseItem(written: string, session: Session): S2sError {
  const known = session.artifacts.map(({ id }) => id);
  const closed = session.artifacts.find(({ id }) => id === readId(written, known));
  const open = session.artifacts.filter(takesStances);
  const prefix = /^\p{L}*/u.exec(written.toUpperCase())?.[0] ?? '';
  const nearest = findNearest(
    written,
    open.map(({ id }) => id),
  );
  const like = open.filter(({ id }) => id === nearest || (prefix !== '' && id.startsWith(`${prefix}-`)));
  const shown = (like.length > 0 ? like : open).slice(0, mostShown).map(sayItem);
  return new S2sError(
    'INVALID_VALUE',
    closed === undefined
      ? `There is no item "${written}".`
      : `${closed.id} takes no stance: ${sayClosed(closed)}.`,
    { hint: shown.length === 0 ? 'No item is open.' : `Nearest: ${shown.join('; ')}` },
  );
}

function sayClosed({ decided_by: by, replaced_by: successor, raised_in: raisedIn, status }: Item): string {
  if (successor !== null) return `${successor} took its place`;
  if (raisedIn === 'review') return 'it was raised in the review and is not voted on';
  return by === 'user' ? 'a person decided it' : `it is ${status}`;
}

/** An item as its ID and the beginning of its text. */
function sayItem({ id, text }: Item): string {
  const words = Array.from(cleanText(text).replace(/\s+/g, ' ').trim());
  return `${id} (${words.length <= 80 ? words.join('') : `${words.slice(0, 79).join('')}…`})`;
}

const stanceWords = {
  support: 'you support',
  stand_aside: 'you stand aside on',
  block: 'you block',
} as const;

/** Tells the person what was recorded of their turn. */
function sayRecorded(turn: HumanTurn, session: Session): string[] {
  const votes = turn.stances.flatMap(({ item_id: id, stance }) => {
    const item = session.artifacts.find((entry) => entry.id === id);
    return item === undefined ? [] : [`Recorded: ${stanceWords[stance]} ${id}: ${cleanText(item.text)}`];
  });
  if (turn.text.trim() !== '') return ['Recorded: your words.', ...votes];
  return votes.length > 0 ? votes : ['Recorded: you passed.'];
}
