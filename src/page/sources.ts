/** Traces an item, a statement or a conflict back to statements and answers, with their rounds. */
import type { Conflict, Fact, Statement } from '../session/records.ts';
import type { Answer } from '../session/round.ts';
import type { Item } from '../session/text.ts';
import type { Shown } from './answer-types.ts';

/** A source that a person can open: `DEC-001`, `S-004`, or the answer of a seat in a round. */
export type Source =
  | { kind: 'item'; id: string }
  | { kind: 'statement'; id: string }
  | { kind: 'conflict'; id: string }
  | { kind: 'fact'; id: string }
  /** A seat's answer. */
  | { kind: 'said'; round: number; seat: string };

/** A text in parts; a part with a source can be opened. */
export interface TextPart {
  text: string;
  source: Source | null;
}

type Table = Pick<Shown, 'artifacts' | 'statements' | 'conflicts' | 'dossier'>;

/** Finds ids in a text, in marks or plain; unknown ones stay text. */
export function splitCitations(text: string, session: Table): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(/\[\[([A-Z]{1,5}-\d{3,})\]\]|\b([A-Z]{1,5}-\d{3,})\b/g)) {
    const source = readCitation(match, session);
    if (source === null) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), source: null });
    parts.push({ text: match[1] ?? match[0], source });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), source: null });
  return parts;
}

function readCitation([, marked, plain]: RegExpMatchArray, session: Table): Source | null {
  const id = marked ?? plain;
  if (id === undefined) return null;
  if (session.artifacts.some((item) => item.id === id)) return { kind: 'item', id };
  if (session.conflicts.some((one) => one.id === id)) return { kind: 'conflict', id };
  if (session.dossier.some((one) => one.id === id)) return { kind: 'fact', id };
  return session.statements.some((one) => one.id === id) ? { kind: 'statement', id } : null;
}

/** The contents of a source. */
export interface Trace {
  title: string;
  item: Item | null;
  conflict: Conflict | null;
  facts: Fact[];
  statements: Statement[];
  /** Whole answers with their rounds, newest last. */
  answers: { round: number; answer: Answer }[];
}

/** Null when the source does not exist. */
export function traceSource(session: Shown, source: Source): Trace | null {
  const none = { item: null, conflict: null, facts: [], statements: [], answers: [] };
  if (source.kind === 'said') {
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
    return {
      ...none,
      title: 'Contested point',
      conflict,
      answers: listAnswers(
        session,
        conflict.positions.flatMap(({ held_by }) => held_by),
      ),
    };
  }
  if (source.kind === 'fact') {
    const facts = session.dossier.filter(({ id }) => id === source.id);
    return facts.length === 0 ? null : { ...none, title: source.id, facts };
  }
  if (source.kind === 'statement') {
    const statement = session.statements.find(({ id }) => id === source.id);
    if (statement === undefined) return null;
    return { ...none, title: source.id, statements: [statement], answers: listAnswers(session, [statement]) };
  }
  const item = session.artifacts.find(({ id }) => id === source.id);
  if (item === undefined) return null;
  const statements = session.statements.filter(
    ({ id, went_to }) => item.from.includes(id) || went_to.includes(item.id),
  );
  return {
    ...{ ...none, title: `${item.id} ${item.title}`.trim(), item, statements },
    facts: session.dossier.filter(({ id }) => item.facts.includes(id)),
    answers: listAnswers(session, statements),
  };
}

function listAnswers(session: Shown, places: readonly { round: number; seat: string }[]): Trace['answers'] {
  return session.rounds.flatMap(({ round, answers }) =>
    answers
      .filter(({ seat }) => places.some((place) => place.round === round && place.seat === seat))
      .map((answer) => ({ round, answer })),
  );
}
