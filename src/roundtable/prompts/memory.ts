/**
 * What a seat is told of earlier rounds: made from the complete rounds, the same for all but for its own part.
 * A prompt carries syntheses, items and what is open, never all answers (their size grows with the square
 * of the rounds). No model call is spent on it.
 */
import type { Session } from '../../domain/session.ts';
import { isSameText } from '../rules/same-text.ts';
import type { Naming } from './seat-names.ts';
import { cutLine, describeStanding, listUnder, oneLine } from './standing.ts';

/** The memory for one reader. The first two parts only grow at their end until there is too much, so that they can be cached. */
export interface Memory {
  /** The first positions, or an empty text. */
  first: string;
  /** One entry for each round, oldest first. */
  rounds: string[];
  /** Decisions and advice of people, items, open conflicts and questions. */
  standing: string;
  /** The reader's own earlier positions, what became of its statements, and its notes. */
  own: string;
}

/** What a reader may be shown. */
interface MemoryOptions {
  naming: Naming;
  /** The round that is being prepared. */
  round: number;
  /** Whether stances and positions of others are named; false in a blind phase and in the review. */
  showsStances: boolean;
  /** False where the items stand elsewhere in the prompt. */
  items?: boolean;
  /** True where the reader checks what became of its statements: with their words where an item has other ones. */
  wordsOfOwn?: boolean;
}

/** Characters that one token is taken to stand for. */
const charactersPerToken = 4;
/** A seat is always reminded of at least so much of its own words, in characters. */
const smallestOwn = 400;

/** Builds the memory. `reader` is a seat's id, `facilitator` or `synthesizer`. */
export function buildMemory(session: Session, reader: string, options: MemoryOptions): Memory {
  const { memory } = session.settings;
  const { naming } = options;
  const limit = Math.floor(memory.budget_tokens * charactersPerToken);
  const first = listFirstPositions(session, naming);
  const left = limit - first.length;
  const standing = describeStanding(session, {
    naming,
    round: options.round,
    stances: options.showsStances,
    positions: options.showsStances,
    budget: Math.floor(limit / 2),
    items: options.items !== false,
  });
  const ownLimit = Math.max(smallestOwn, Math.floor(left / 4));
  const words = options.wordsOfOwn === true;
  const own = listOwn(session, reader, { naming, limit: words ? limit : ownLimit, words });
  const entries = session.rounds.map((round) =>
    memory.style === 'narrative'
      ? `In round ${round.round} the panel was asked: ${naming.text(round.question)} ${naming.text(round.synthesis)}`
      : `Round ${round.round} (${round.phase}; ${naming.text(round.focus) || 'no focus'}): ${naming.text(round.synthesis)}`,
  );
  // Items, decisions and conflicts are told whole; the rounds behind them have what is left, the same for every reader.
  const least = Math.floor(limit / 4);
  const room = Math.max(left - ownLimit, left < 0 ? least : Math.min(left, least));
  const rounds =
    sizeOf(entries) > room * memory.compression_threshold
      ? shortenOldest(entries, Math.floor(room * memory.compression_threshold))
      : entries;
  return { first, rounds, standing, own };
}

/** Whether what a reader must be told is more than the budget by itself. */
export function exceedsMemory(session: Session, naming: Naming): boolean {
  const { budget_tokens: budget } = session.settings.memory;
  const standing = describeStanding(session, {
    naming,
    round: session.total_rounds + 1,
    stances: true,
    positions: true,
    budget: Math.floor((budget * charactersPerToken) / 2),
  });
  return listFirstPositions(session, naming).length + standing.length > budget * charactersPerToken;
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
  if (!end) return cutLine(text);
  const cut = text.slice(0, end.index + end[0].length);
  return cut.length === text.length ? text : `${cut} […]`;
}

function listFirstPositions(session: Session, naming: Naming): string {
  const round = session.rounds[0];
  const lines = (round?.answers ?? []).map(({ seat, position }) => {
    const line = naming.text(oneLine(position));
    const sentence = cutToSentence(line);
    return `- ${naming.seat(seat)}: ${line.length > sentence.length && sentence.length >= 100 && sentence.length <= 240 ? sentence : cutLine(line, 240)}`;
  });
  return listUnder('First positions (round 1, given blind)', lines);
}

function listOwn(
  session: Session,
  reader: string,
  options: { naming: Naming; limit: number; words: boolean },
): string {
  const { naming, limit } = options;
  const withNotes = session.settings.memory.include_internal_reasoning;
  // The last two are what a seat can be held to; the first stands among the first positions, others in the syntheses.
  const positions = session.rounds
    .flatMap(({ round, answers }) =>
      answers
        .filter(({ seat }) => seat === reader)
        .map(({ position, concerns }) => {
          const worries = concerns.length === 0 ? '' : ` Concerns: ${concerns.map(oneLine).join('; ')}`;
          return `- round ${round}: ${naming.text(`${position}${worries}`)}`;
        }),
    )
    .slice(-2);
  const notes = session.rounds.flatMap(({ round, private_notes: kept }) =>
    kept
      .filter(({ seat }) => withNotes && seat === reader)
      .map(({ text }) => `- round ${round}: ${naming.text(text)}`),
  );
  const lists = [
    { title: 'Your own positions so far', lines: positions },
    { title: 'What became of your statements', lines: listFates(session, reader, options) },
    { title: 'Your notes to yourself, which nobody else reads', lines: notes.slice(-2) },
  ].filter(({ lines }) => lines.length > 0);
  const room = Math.floor(limit / Math.max(1, lists.length));
  return lists.map(({ title, lines }) => `${title}:\n${fitOwn(lines, room)}`).join('\n\n');
}

/** Where a seat's statements went: those not taken up in words, so that their holder can put them again. */
function listFates(
  session: Session,
  reader: string,
  { naming, words }: { naming: Naming; words: boolean },
): string[] {
  const own = session.statements.filter(({ seat }) => seat === reader);
  const follow = (id: string): string => {
    const item = session.artifacts.find((one) => one.id === id);
    if (item?.status === 'withdrawn') return `${id} (withdrawn)`;
    return item?.replaced_by == null ? id : `${id}, replaced by ${item.replaced_by}`;
  };
  const isWordForWord = (text: string, ids: readonly string[]): boolean =>
    session.artifacts.some((item) => ids.includes(item.id) && isSameText(item.text, text));
  const placed = own.filter(({ items }) => items.length > 0);
  const changed = words ? placed.filter(({ text, items }) => !isWordForWord(text, items)) : [];
  const taken = placed
    .filter((statement) => !changed.includes(statement))
    .map(({ id, items }) => `${id} in ${items.map(follow).join(', ')}`);
  const earlier = words ? 0 : Math.max(0, taken.length - 12);
  const dropped = own
    .filter(({ not_taken: reason }) => reason !== null)
    .map(
      ({ id, text, not_taken: reason }) =>
        `- ${id} was not taken up (${naming.text(oneLine(reason ?? ''))}): ${naming.text(cutLine(oneLine(text)))}`,
    );
  return [
    ...(taken.length === 0
      ? []
      : [`- ${earlier > 0 ? `${earlier} earlier ones; ` : ''}${taken.slice(earlier).join('; ')}`]),
    ...changed.map(
      ({ id, text, items }) =>
        `- ${id} in other words in ${items.map(follow).join(', ')}: ${naming.text(cutLine(oneLine(text), 300))}`,
    ),
    ...dropped.slice(words ? 0 : -4),
  ];
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
