/** Traces an item, a statement or a citation back to statements, answers and stances, with their rounds. */
import type { Conflict, Item, ItemStance, Statement } from '../domain/records.ts';
import type { Answer } from '../domain/round.ts';
import type { Shown } from './answer-types.ts';

/** A source that a person can open: `DEC-001`, `S-004`, or the answer of a seat in a round. */
export type Source =
  | { kind: 'item'; id: string }
  | { kind: 'statement'; id: string }
  | { kind: 'conflict'; id: string }
  /** `said`: the seat's answer; `call`: the calls of its model. */
  | { kind: 'said'; round: number; seat: string }
  | { kind: 'call'; round: number; seat: string };

/** A text in parts; a part with a source can be opened. */
export interface TextPart {
  text: string;
  source: Source | null;
}

type Table = Pick<Shown, 'artifacts' | 'statements' | 'participants' | 'rounds'>;

/** Finds ids and citations such as `[R1 qa-lead]` in a text; unknown ones stay text. */
export function splitCitations(text: string, session: Table): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(/\[R(\d+) ([a-z0-9-]+)\]|\b([A-Z]{1,5}-\d{3,})\b/g)) {
    const source = readCitation(match, session);
    if (source === null) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), source: null });
    parts.push({ text: match[0], source });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), source: null });
  return parts;
}

function readCitation([, round, seat, id]: RegExpMatchArray, session: Table): Source | null {
  if (seat !== undefined) {
    const isHeld = session.rounds.some((one) => one.round === Number(round));
    const isKnown = session.participants.some((one) => one.id === seat);
    return isHeld && isKnown ? { kind: 'said', round: Number(round), seat } : null;
  }
  if (id === undefined) return null;
  if (session.artifacts.some((item) => item.id === id)) return { kind: 'item', id };
  return session.statements.some((one) => one.id === id) ? { kind: 'statement', id } : null;
}

/** The last stance of each seat. */
export function listStances({ stances }: Pick<Item, 'stances'>): Map<string, ItemStance> {
  return new Map(stances.map((entry) => [entry.seat, entry]));
}

/** The contents of a source. */
export interface Trace {
  title: string;
  item: Item | null;
  conflict: Conflict | null;
  statements: Statement[];
  /** Whole answers with their rounds, newest last. */
  answers: { round: number; answer: Answer }[];
}

/** Null when the source does not exist. */
export function traceSource(session: Shown, source: Source): Trace | null {
  const none = { item: null, conflict: null, statements: [], answers: [] };
  if (source.kind === 'said' || source.kind === 'call') {
    const { round, seat } = source;
    return {
      ...{ ...none, title: '' },
      statements: session.statements.filter((one) => one.seat === seat && one.round === round),
      answers: listAnswers(session, [source]),
    };
  }
  if (source.kind === 'conflict') {
    const conflict = session.conflicts.find(({ id }) => id === source.id);
    if (conflict === undefined) return null;
    return { ...none, title: 'Contested point', conflict, answers: listAnswers(session, conflict.positions) };
  }
  if (source.kind === 'statement') {
    const statement = session.statements.find(({ id }) => id === source.id);
    if (statement === undefined) return null;
    return { ...none, title: source.id, statements: [statement], answers: listAnswers(session, [statement]) };
  }
  const item = session.artifacts.find(({ id }) => id === source.id);
  if (item === undefined) return null;
  const statements = session.statements.filter(
    ({ id, items }) => item.from.includes(id) || items.includes(item.id),
  );
  return {
    ...{ ...none, title: item.id, item, statements },
    answers: listAnswers(session, [...statements, ...item.proposed_by]),
  };
}

function listAnswers(session: Shown, places: readonly { round: number; seat: string }[]): Trace['answers'] {
  return session.rounds.flatMap(({ round, answers }) =>
    answers
      .filter(({ seat }) => places.some((place) => place.round === round && place.seat === seat))
      .map((answer) => ({ round, answer })),
  );
}
