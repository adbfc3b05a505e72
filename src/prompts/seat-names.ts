/**
 * How seats are called in prompts. By default by their roles, so that what models write about each other can be read by people as it is;
 * with `anonymize: true` as letters, shuffled for each reader, and mapped back by the program (identity bias: arXiv 2510.07517).
 */

import { createRandom, shuffle } from '../session/rules/random.ts';
import { escapePattern } from '../session/rules/same-text.ts';
import type { Session } from '../session/session.ts';

/** The names that one reader sees and uses. */
export interface Naming {
  /** The name of a seat for this reader. */
  seat: (id: string) => string;
  /** Prose of the record for this reader: names of seats replaced. */
  text: (prose: string) => string;
  /** A seat's id from what the reader called it; null when nobody is called so. */
  readSeat: (name: string) => string | null;
  /** Prose of this reader for the record: letters replaced by ids. */
  readText: (prose: string) => string;
  /** An id that this reader made up, without the letters of seats, which mean other seats to other readers. */
  readId: (id: string) => string;
}

/** Builds the names for a reader (a seat's id, `facilitator` or `synthesizer`). */
export function createNaming(session: Session, reader: string): Naming {
  const ids = session.participants.map(({ id }) => id);
  const findById = (name: string): string | null => {
    const folded = fold(name);
    const known = session.participants.find(({ id, role }) => id === folded || fold(role) === folded);
    return known?.id ?? null;
  };
  if (!session.settings.anonymize) {
    const same = (text: string): string => text;
    return {
      seat: (id) => nameByRole(session, id),
      text: same,
      readSeat: findById,
      readText: same,
      readId: same,
    };
  }
  const shuffled = shuffle(ids, createRandom(session.seed, `names/${reader}`));
  const labels = new Map(shuffled.map((id, index) => [id, `Seat ${letterOf(index)}`]));
  const idOf = new Map([...labels].map(([id, label]) => [label.toLowerCase(), id]));
  // A plain word such as the person's `human` is no name in prose but after "seat"; ids with hyphens and roles of two
  // words are.
  const names = session.participants.flatMap(({ id, role }) =>
    [nameInProse(id), nameInProse(role)].map((name) => ({ name, label: labels.get(id) ?? id })),
  );
  names.sort((one, other) => other.name.length - one.name.length);
  return {
    seat: (id) => labels.get(id) ?? id,
    text: (prose) =>
      names.reduce(
        (text, { name, label }) => text.replace(new RegExp(wordPattern(name), 'giu'), label),
        prose,
      ),
    readSeat: (name) => {
      const folded = name.trim().toLowerCase();
      // An id is no letter, but it can only mean one seat (the rehearsal panel knows no letters).
      return idOf.get(folded) ?? idOf.get(`seat ${folded}`) ?? findById(name);
    },
    readText: (prose) =>
      prose.replace(/\bseat ([A-Z]{1,3})\b/gi, (label) => {
        const id = /[A-Z]$/.test(label) ? idOf.get(label.toLowerCase()) : undefined;
        return id === undefined ? label : nameInProse(id);
      }),
    readId: (id) => id.replace(/(?<![a-z0-9])seat[-_ ][a-z]{1,2}(?![a-z0-9])/gi, 'seat'),
  };
}

/** The role of a seat, or its id where another seat has the same role. */
function nameByRole({ participants }: Session, id: string): string {
  const role = participants.find((one) => one.id === id)?.role ?? id;
  return participants.filter((one) => fold(one.role) === fold(role)).length > 1 ? id : role;
}

/** `qa_lead`, `QA Lead` and `**qa-lead**` mean the same seat. */
function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Letters as columns of a table have them: A to Z, then AA, AB, … */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`;
}

function nameInProse(name: string): string {
  return /[\s-]/.test(name) ? name : `seat ${name}`;
}

function wordPattern(name: string): string {
  return `(?<![\\p{L}\\p{N}-])${escapePattern(name)}(?![\\p{L}\\p{N}-])`;
}
