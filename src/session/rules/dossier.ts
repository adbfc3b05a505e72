/** The dossier: the facts found in the project so far, each once, with its place and everybody who found it. */
import type { Evidence, Fact } from '../records.ts';
import { isSameText, nextId } from './same-text.ts';

/** A fact as somebody states it, with what the program saw when it opened the place. */
export type StatedFact = Evidence & { claim: string };

/** What a list of facts did to the dossier. `ids` has the id of each of them, in their order. */
export interface FactsAdded {
  dossier: Fact[];
  ids: string[];
}

/**
 * Adds facts to the dossier. The same line of the same file is the same fact, and where no line is known the same quotation: it gets one
 * more finder, what the finder claims of it beside what is claimed already, and the place of whoever quoted it where it could be found.
 */
export function addFacts(
  dossier: readonly Fact[],
  facts: readonly StatedFact[],
  origin: { seat: string; round: number },
): FactsAdded {
  const next = [...dossier];
  const ids = facts.map((fact) => {
    const index = next.findIndex((known) => isSamePlace(known, fact));
    const known = next[index];
    if (known === undefined) {
      const id = nextId('F', next);
      next.push({ id, claim: fact.claim, ...readPlace(fact), seats: [origin.seat], round: origin.round });
      return id;
    }
    const seats = known.seats.includes(origin.seat) ? known.seats : [...known.seats, origin.seat];
    const isBetter = !isFound(known) && isFound(fact);
    const isSaid = isSameText(known.claim, fact.claim) || known.claim.includes(fact.claim);
    const claim = isSaid ? known.claim : `${known.claim} ${fact.claim}`;
    next[index] = { ...known, claim, ...(isBetter ? readPlace(fact) : {}), seats };
    return known.id;
  });
  return { dossier: next, ids };
}

function readPlace({ path, line, quote, commit, found, url }: StatedFact) {
  return { path, line, quote, commit, found, ...(url === undefined ? {} : { url }) };
}

/** A quotation that stands on two lines is two facts: what it proves depends on where it stands. */
function isSamePlace(one: StatedFact, other: StatedFact): boolean {
  if (one.path !== other.path) return false;
  return isFound(one) && isFound(other) && one.line !== null && other.line !== null
    ? one.line === other.line
    : foldSpaces(one.quote) === foldSpaces(other.quote);
}

function foldSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isFound({ found }: Pick<Fact, 'found'>): boolean {
  return found === 'yes' || found === 'moved';
}
