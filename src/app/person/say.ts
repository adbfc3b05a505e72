/** Records the person's turn outside a run; then runs the session to their next turn. */

import { findNearest, S2sError } from '../../session/errors.ts';
import type { HumanTurn } from '../../session/ports/ports.ts';
import { readId } from '../../session/rules/read-ids.ts';
import type { Session } from '../../session/session.ts';
import type { Item } from '../../session/text.ts';
import type { Vote } from '../../session/vocabulary.ts';
import { cleanText } from '../../text/clean-text.ts';
import { voteWords } from '../../wording/votes.ts';
import type { AppParts } from '../app-parts.ts';
import { namePerson } from '../name-person.ts';
import type { SayOptions } from '../options.ts';
import { refuseSecretInput } from '../refuse-secret-input.ts';
import type { Run } from '../results.ts';
import { findTurn, type Turn } from '../run/person-turn.ts';
import { resumeAfter } from '../run/resume.ts';

/** The most items that an error names. */
const mostShown = 5;

/**
 * Records the turn, notifies the person of what was recorded, and resumes. Throws NOTHING_TO_ANSWER if the session waits for no turn,
 * INVALID_VALUE for an unknown item, for a vote where none is taken, or a text that contains a key.
 */
export async function say(parts: AppParts, options: SayOptions): Promise<Run> {
  refuseSecretInput(parts, options.text, 'What you say');
  return resumeAfter(parts, options, (session) => recordTurn(parts, session, options));
}

/** Writes the turn into the journal. The caller holds the lease. */
export async function recordTurn(parts: AppParts, session: Session, options: SayOptions): Promise<void> {
  const { repository, world, notify } = parts;
  const awaited = requireTurn(session);
  // A turn that an assistant passed on bears no person's name: nobody can tell whose words these are.
  const person = options.by === 'assistant' ? { name: 'an assistant' } : await namePerson(parts, options);
  const turn: HumanTurn = { text: options.text, votes: readVotes(options, awaited), ...person };
  const journal = await repository.openJournal(session.id);
  try {
    if (journal.findInput(awaited.key) !== null) {
      throw new S2sError('NOTHING_TO_ANSWER', 'Your turn is already recorded.', {
        hint: `s2s roundtable resume ${session.id}`,
      });
    }
    await journal.appendInput({ key: awaited.key, at: world.clock.now(), value: turn });
    for (const text of sayRecorded(turn, awaited)) notify({ level: 'info', text });
  } finally {
    await journal.close();
  }
}

/** The turn that the session waits for. Throws NOTHING_TO_ANSWER if it does not wait for a person's turn. */
function requireTurn(session: Session): Turn {
  const seat = session.participants.find(({ kind }) => kind === 'human');
  if (!seat) {
    throw new S2sError('NOTHING_TO_ANSWER', 'You have no seat in this session.', {
      hint: `Start one with --with-me, or give the panel guidance: s2s roundtable guide ${session.id} "..."`,
    });
  }
  if (session.escalations.some(({ status }) => status === 'pending')) {
    throw new S2sError('NOTHING_TO_ANSWER', 'The session waits for a decision, not for your turn.', {
      hint: `s2s roundtable answer ${session.id}`,
    });
  }
  return findTurn(session, seat.id);
}

/** The votes. A reason is what the person said; `rest` votes for every item of the ballot that is not named. */
function readVotes(options: SayOptions, turn: Turn): HumanTurn['votes'] {
  const given: [readonly string[] | undefined, Vote][] = [
    [options.ratify, 'ratify'],
    [options.standAside, 'stand_aside'],
    [options.block, 'block'],
  ];
  const ids = turn.items.map(({ id }) => id);
  const named = given.flatMap(([words, vote]) =>
    (words ?? []).map((written) => {
      const id = readId(written, ids);
      if (id === null) throw refuseVote(written, turn);
      return { item_id: id, vote, reason: vote === 'ratify' ? '' : options.text.trim() };
    }),
  );
  if (options.rest !== 'ratify') return named;
  if (turn.step !== 'last-call') throw refuseVote('rest', turn);
  const rest = ids.filter((id) => !named.some((vote) => vote.item_id === id));
  return [...named, ...rest.map((id) => ({ item_id: id, vote: 'ratify' as const, reason: '' }))];
}

/** The error for a vote that cannot be taken, with the most similar items. */
function refuseVote(written: string, { step, items }: Turn): S2sError {
  if (step === 'answer')
    return new S2sError('INVALID_VALUE', 'Votes are taken on the text, in the review and at the last call.', {
      hint: 'Say in words what you want: s2s roundtable say "..."',
    });
  if (written === 'rest')
    return new S2sError('INVALID_VALUE', 'In the review you only name what you object to.', {
      hint: 'Leave --rest out; the vote on the text comes later.',
    });
  const prefix = /^\p{L}*/u.exec(written.toUpperCase())?.[0] ?? '';
  const nearest = findNearest(
    written,
    items.map(({ id }) => id),
  );
  const like = items.filter(({ id }) => id === nearest || (prefix !== '' && id.startsWith(`${prefix}-`)));
  const shown = (like.length > 0 ? like : items).slice(0, mostShown).map(nameItem);
  return new S2sError('INVALID_VALUE', `There is no item "${written}" to vote on.`, {
    hint: shown.length === 0 ? 'There is nothing to vote on.' : `Nearest: ${shown.join('; ')}`,
  });
}

/** An item as its ID and title. */
function nameItem({ id, title }: Item): string {
  return `${id} (${cleanText(title)})`;
}

/** Tells the person what was recorded of their turn. */
function sayRecorded({ text, votes }: HumanTurn, { items }: Turn): string[] {
  const said = votes.flatMap(({ item_id: id, vote }) => {
    const item = items.find((entry) => entry.id === id);
    return item === undefined ? [] : [`Recorded: ${voteWords[vote]}: ${nameItem(item)}`];
  });
  const words = text.trim() === '' ? [] : ['Recorded: your words.'];
  return words.length + said.length === 0 ? ['Recorded: you passed.'] : [...words, ...said];
}
