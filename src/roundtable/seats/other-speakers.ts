/** One turn has one speaker: a reply is cut where it goes on in somebody else's name, and the seat's own label is dropped. */
import type { Naming } from '../../prompts/seat-names.ts';
import type { Participant } from '../../session/records.ts';
import { escapePattern } from '../../session/rules/same-text.ts';
import type { Settings } from '../../session/settings.ts';

/** The names of the seat whose turn it is, and of all others. */
export interface Voices {
  own: readonly string[];
  others: readonly string[];
}

/** The seat's own part of a reply. `voice` is the speaker name at which the reply was cut, or null. */
export interface OwnWords {
  text: string;
  voice: string | null;
}

/** Speaker names that are common in transcripts. */
const commonNames = ['speaker', 'next speaker', 'facilitator', 'moderator', 'human', 'assistant'];

/**
 * The names of a seat and of everybody else: ids, roles, and the names used in the prompt. `seatsOnly` leaves out the names of
 * transcripts, which a long text may use as it likes: `assistant:` in an example of a protocol is nobody's turn.
 */
export function listVoices(
  participants: readonly Pick<Participant, 'id' | 'role'>[],
  seat: string,
  { naming, seatsOnly = false }: { naming?: Pick<Naming, 'seat'>; seatsOnly?: boolean } = {},
): Voices {
  const namesOf = ({ id, role }: Pick<Participant, 'id' | 'role'>): string[] => [
    id,
    id.replaceAll('-', ' '),
    role,
    naming?.seat(id) ?? id,
  ];
  const own = participants.filter(({ id }) => id === seat).flatMap(namesOf);
  const taken = new Set(own.map((name) => name.toLowerCase()));
  const all = participants
    .filter(({ id }) => id !== seat)
    .flatMap(namesOf)
    // The person's seat is called `human`.
    .filter((name) => !seatsOnly || !commonNames.includes(name.toLowerCase()));
  const others = new Set([...all, ...(seatsOnly ? [] : commonNames)]);
  for (const name of others) if (name.trim() === '' || taken.has(name.toLowerCase())) others.delete(name);
  return { own, others: [...others] };
}

/**
 * Cuts a text at the first line that begins with another speaker's label: `QA lead:`, `[qa-lead]`, `**QA lead:**`, `## QA lead`,
 * `Speaker:`. List items are left alone: "- QA lead: writes the test" names an owner, not a speaker.
 */
export function cutOtherVoices(text: string, voices: Voices): OwnWords {
  const { own, others } = voices;
  const spoken = own.length === 0 ? text : text.replace(labelPattern(own, ''), '');
  const match = others.length === 0 ? null : labelPattern(others, 'm').exec(spoken);
  if (match === null) return { text: spoken, voice: null };
  const voice = match.groups?.['bracketed'] ?? match.groups?.['headed'] ?? match.groups?.['plain'] ?? null;
  return { text: spoken.slice(0, match.index).trimEnd(), voice };
}

/** A speaker's label at the start of a line, or, with `flags` empty, at the start of the text. */
function labelPattern(names: readonly string[], flags: '' | 'm'): RegExp {
  const longestFirst = [...names].sort((one, other) => other.length - one.length);
  const name = longestFirst.map(escapePattern).join('|');
  const bracketed = `\\[(?<bracketed>${name})\\][*_]*[ \\t]*[:：]?`;
  const headed = `#{1,6}[ \\t]*(?<headed>${name})[ \\t]*(?:[:：][ \\t]*)?(?=\\r?\\n|$)`;
  const plain = `(?<plain>${name})[*_]*[ \\t]*(?:\\([^)\\n]{0,40}\\)[ \\t]*)?[:：]`;
  return new RegExp(`^[ \\t]*[*_]*(?:${bracketed}|${headed}|${plain})[*_]*[ \\t]*`, `iu${flags}`);
}

/** Why the remaining text of a reply cannot be used as a position, or null. Leading and trailing white space does not count. */
export function findPositionProblem(
  { text, voice }: OwnWords,
  { answer_min_characters: least, answer_max_characters: most }: Settings,
): string | null {
  const length = Array.from(text.trim()).length;
  if (voice !== null && length === 0)
    return `the reply speaks for "${voice}", not for the seat that was asked`;
  if (length < least) return `the position has ${length} characters, at least ${least} are needed`;
  return length > most ? `the position has ${length} characters, at most ${most} are allowed` : null;
}
