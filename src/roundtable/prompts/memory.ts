/**
 * What a seat is told of earlier rounds: made from the complete rounds, the same for all but for its own part.
 * A prompt carries syntheses, what is agreed and what is open, never all answers (their size grows with the square
 * of the rounds). No model call is spent on it.
 */
import type { Session } from '../../domain/session.ts';
import type { Naming } from './seat-names.ts';

/** The memory for one reader. The first two parts only grow at their end until there is too much, so that they can be cached. */
export interface Memory {
  /** The first positions, or an empty text. */
  first: string;
  /** One entry for each round, oldest first. */
  rounds: string[];
  /** Agreed points and open conflicts. */
  standing: string;
  /** The reader's own earlier positions and notes. */
  own: string;
}

/** Characters that one token is taken to stand for. */
const charactersPerToken = 4;
/** Longest line for a first position, in characters. */
const firstPositionLimit = 140;
/** A seat is always reminded of at least so much of its own words, in characters. */
const smallestOwn = 400;

/** What all readers are told alike, and how much their own parts may have. */
interface SharedMemory {
  first: string;
  standing: string;
  entries: string[];
  /** Characters in all. */
  limit: number;
  /** Characters for a reader's own part. */
  ownLimit: number;
  /** Characters of the longest own part at the table. */
  longestOwn: number;
}

/** Without anonymity everybody reads the same names: the shared part of a session is made once. */
const sharedBySession = new WeakMap<Session, SharedMemory>();

/** Builds the memory. `reader` is a seat's id, `facilitator` or `synthesizer`. */
export function buildMemory(session: Session, reader: string, naming: Naming): Memory {
  const { memory } = session.settings;
  const { first, standing, entries, limit, ownLimit, longestOwn } = readShared(session, naming);
  const own = listOwn(session, reader, {
    naming,
    withNotes: memory.include_internal_reasoning,
    limit: ownLimit,
  });
  const kept = first.length + standing.length + longestOwn;
  const room = limit - kept;
  const rounds =
    kept + sizeOf(entries) > limit * memory.compression_threshold
      ? shortenOldest(entries, Math.max(0, Math.floor(room * memory.compression_threshold)))
      : entries;
  return { first, rounds, standing, own };
}

/** Whether what a reader must be told is more than the budget by itself. */
export function exceedsMemory(session: Session, naming: Naming): boolean {
  const { first, standing, limit } = readShared(session, naming);
  return first.length + standing.length > limit;
}

function readShared(session: Session, naming: Naming): SharedMemory {
  if (session.settings.anonymize) return buildShared(session, naming);
  const known = sharedBySession.get(session);
  if (known !== undefined) return known;
  const shared = buildShared(session, naming);
  sharedBySession.set(session, shared);
  return shared;
}

function buildShared(session: Session, naming: Naming): SharedMemory {
  const { memory } = session.settings;
  const limit = Math.floor(memory.budget_tokens * charactersPerToken);
  const first = listFirstPositions(session, naming);
  const standing = [listAgreed(session, naming), listConflicts(session, naming)]
    .filter((part) => part !== '')
    .join('\n\n');
  const ownLimit = Math.max(smallestOwn, Math.floor((limit - first.length - standing.length) / 2));
  const ownOptions = { naming, withNotes: memory.include_internal_reasoning, limit: ownLimit };
  // Room for the longest private part at the table: what all are told must not depend on how much one has said.
  const longestOwn = Math.max(
    0,
    ...session.participants.map(({ id }) => listOwn(session, id, ownOptions).length),
  );
  const entries = session.rounds.map((round) =>
    memory.style === 'narrative'
      ? `In round ${round.round} the panel was asked: ${naming.text(round.question)} ${naming.text(round.synthesis)}`
      : `Round ${round.round} (${round.phase}; ${naming.text(round.focus) || 'no focus'}): ${naming.text(round.synthesis)}`,
  );
  return { first, standing, entries, limit, ownLimit, longestOwn };
}

function sizeOf(entries: readonly string[]): number {
  return entries.reduce((sum, entry) => sum + entry.length + 1, 0);
}

/**
 * Shortens entries from the oldest on until all fit: first to their first sentence (but for the latest, on which the
 * next question builds), then to nothing.
 */
function shortenOldest(entries: readonly string[], limit: number): string[] {
  const next = [...entries];
  for (let index = 0; index < next.length - 1 && sizeOf(next) > limit; index += 1) {
    next[index] = cutToSentence(next[index] ?? '');
  }
  for (let dropped = 0; dropped <= next.length; dropped += 1) {
    const note = `(${dropped} earlier ${dropped === 1 ? 'round is' : 'rounds are'} left out for length.)`;
    const rest = dropped === 0 ? next : [note, ...next.slice(dropped)];
    if (sizeOf(rest) <= limit) return rest;
  }
  return [];
}

/** The first sentence of a text, with a mark that there was more. */
function cutToSentence(text: string): string {
  const end = /[.!?。！？]["')\]]?(?=\s|$)/u.exec(text);
  if (!end) return text.length <= firstPositionLimit ? text : `${text.slice(0, firstPositionLimit)} […]`;
  const cut = text.slice(0, end.index + end[0].length);
  return cut.length === text.length ? text : `${cut} […]`;
}

/** A line of bounded length: its first sentence, or as many whole words as there is room for, with a mark. */
function cutLine(line: string): string {
  if (line.length <= firstPositionLimit) return line;
  const sentence = cutToSentence(line);
  if (sentence.length <= firstPositionLimit + 4) return sentence;
  const head = line.slice(0, firstPositionLimit);
  const end = head.lastIndexOf(' ');
  return `${(end > firstPositionLimit / 2 ? head.slice(0, end) : head).trimEnd()} […]`;
}

function listFirstPositions(session: Session, naming: Naming): string {
  const round = session.rounds[0];
  if (!round || round.answers.length === 0) return '';
  const lines = round.answers.map(({ seat, position }) => {
    const line = naming.text(position.replace(/\s+/g, ' '));
    return `- ${naming.seat(seat)}: ${cutLine(line)}`;
  });
  return `First positions (round 1, given blind):\n${lines.join('\n')}`;
}

function listAgreed(session: Session, naming: Naming): string {
  if (session.consensus.length === 0) return '';
  const lines = session.consensus.map(({ id, text, stood_aside: aside }) => {
    const seats = aside.length === 0 ? '' : ` (stood aside: ${aside.map(naming.seat).join(', ')})`;
    return `- ${id}: ${naming.text(text)}${seats}`;
  });
  return `Agreed so far:\n${lines.join('\n')}`;
}

function listConflicts(session: Session, naming: Naming): string {
  const open = session.conflicts.filter(({ status }) => status === 'open');
  if (open.length === 0) return '';
  const lines = open.map(({ id, description, rounds_open: age, positions }) => {
    const held = positions
      .map(({ seat, text }) => `\n    ${naming.seat(seat)}: ${naming.text(text)}`)
      .join('');
    return `- ${id} (open for ${age} ${age === 1 ? 'round' : 'rounds'}): ${naming.text(description)}${held}`;
  });
  return `Open conflicts:\n${lines.join('\n')}`;
}

function listOwn(
  session: Session,
  reader: string,
  options: { naming: Naming; withNotes: boolean; limit: number },
): string {
  const { naming, withNotes, limit } = options;
  // The last three are what a seat can be held to; earlier ones stand in the syntheses.
  const positions = session.rounds
    .flatMap(({ round, answers }) =>
      answers.filter(({ seat }) => seat === reader).map(({ position }) => ({ round, position })),
    )
    .slice(-3)
    .map(({ round, position }) => `- round ${round}: ${naming.text(position)}`);
  const notes = withNotes
    ? session.rounds.flatMap(({ round, private_notes: kept }) =>
        kept
          .filter(({ seat }) => seat === reader)
          .map(({ text }) => `- round ${round}: ${naming.text(text)}`),
      )
    : [];
  const parts = [];
  // The last two are what a seat can be held to; the first stands among the first positions, others in the syntheses.
  const room = notes.length > 0 && positions.length > 0 ? Math.floor(limit / 2) : limit;
  if (positions.length > 0) parts.push(`Your own positions so far:\n${fitOwn(positions.slice(-2), room)}`);
  if (notes.length > 0)
    parts.push(`Your notes to yourself, which nobody else reads:\n${fitOwn(notes.slice(-2), room)}`);
  return parts.join('\n\n');
}

/** Own lines within their room: the oldest give way first, and what is left is cut at its end. */
function fitOwn(lines: readonly string[], room: number): string {
  const next = [...lines];
  for (let index = 0; index < next.length && sizeOf(next) > room; index += 1) {
    next[index] = cutToSentence(next[index] ?? '');
  }
  while (next.length > 1 && sizeOf(next) > room) next.shift();
  const text = next.join('\n');
  return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 4)).trimEnd()} […]`;
}
