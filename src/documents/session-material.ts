/** Reads from a session what documents are assembled from, without a model. */
import { standsNowhere } from '../domain/evidence.ts';
import type { Item } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import type { ItemType } from '../domain/vocabulary.ts';
import { createCitationCheck } from './citations.ts';
import type { Point, Source } from './draft-fields.ts';
import { listPrinted, placeItem } from './parts/standing.ts';

/** Printed items of these types, agreed ones first. */
export function listItems(session: Session, types: readonly ItemType[]): Item[] {
  return listPrinted(session).filter(({ type }) => types.includes(type));
}

/** Like `listItems`, without contested items. */
export function listUncontested(session: Session, types: readonly ItemType[]): Item[] {
  return listItems(session, types).filter((item) => placeItem(item, session) !== 'contested');
}

/**
 * The items to print below each item, by the id of the upper one: those that answer or concern it. Each is placed below the
 * first item that it is related to, so that nothing is printed twice.
 */
export function nestItems(above: readonly Item[], below: readonly Item[]): Map<string, Item[]> {
  const nested = new Map<string, Item[]>();
  for (const item of below) {
    const first = above.find(({ id }) => item.related_to.includes(id));
    if (first !== undefined) nested.set(first.id, [...(nested.get(first.id) ?? []), item]);
  }
  return nested;
}

/** Citations of seats in a round; only valid ones. */
export function citeSeats(session: Session, seats: readonly string[], round: number): Source[] {
  const holds = createCitationCheck(session);
  return [...new Set(seats)].map((seat) => ({ round, seat })).filter(holds);
}

/** The facts that seats stated, without duplicates, each with all its sources. */
export function listFacts(session: Session): Point[] {
  const facts = new Map<string, Point>();
  for (const round of session.rounds) {
    for (const fact of round.facts) {
      const key = fact.text.trim().toLowerCase();
      if (key === '' || standsNowhere(fact.evidence)) continue;
      const known = facts.get(key) ?? { text: fact.text, sources: [] };
      known.sources.push(...citeSeats(session, [fact.seat], round.round));
      facts.set(key, known);
    }
  }
  return [...facts.values()];
}

/** The text of the last decision by a person, or null; accepting means deciding as recommended. */
export function findPersonsDecision(session: Session): { text: string; round: number } | null {
  const last = session.escalations.findLast(
    ({ status, answered_by: by, decision }) =>
      status === 'answered' && by === 'user' && (decision === 'own' || decision === 'accept'),
  );
  if (last === undefined) return null;
  const text = last.text ?? last.recommendation ?? '';
  return text.trim() === '' ? null : { text, round: last.round };
}

/** The synthesis of the last round that has one, or an empty text. */
export function findLastSynthesis(session: Session): string {
  return session.rounds.findLast((round) => round.synthesis.trim() !== '')?.synthesis ?? '';
}

/** The first sentence of a text, or all of it without sentence marks, cut at a word after at most `length` characters. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const sentence = /^.{3,}?[.!?](?= |$)/u.exec(line)?.[0] ?? line;
  if (sentence.length <= length) return sentence;
  const cut = sentence.slice(0, length);
  const end = Math.max(cut.lastIndexOf(' '), Math.floor(length / 2));
  return `${cut
    .slice(0, end)
    .replace(/\p{Surrogate}/gu, '')
    .trimEnd()}…`;
}

/** The head fields, which all assembled contents share. */
export function assembleHead(session: Session): {
  title: string;
  summary: string;
  recommendation: string | null;
} {
  const outcome = session.outcome;
  return {
    title: shorten(session.topic, 120),
    summary: outcome === null || outcome.summary.trim() === '' ? findLastSynthesis(session) : outcome.summary,
    recommendation: outcome?.recommendation ?? session.rounds.at(-1)?.recommendation ?? null,
  };
}

/** Entries of a session's own draft, unvalidated: drafts of older versions have more fields than current schemas. */
export function listDrafted(session: Session, key: string): Record<string, unknown>[] {
  const list = session.outcome?.document?.content[key];
  return Array.isArray(list)
    ? list.filter((entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null)
    : [];
}
