/** Checks where findings stand: in the change, or at a fact of the project that was found. */
import type { TextProblem } from '../../prompts/revision.ts';
import { findPlace } from '../../session/findings.ts';
import type { Table } from '../../session/ports/ports.ts';
import { isSameText } from '../../session/rules/same-text.ts';
import type { Session } from '../../session/session.ts';

/** What is wrong with the places of the items, where the form has them. */
export function checkPlaces(session: Session, { document }: Table): TextProblem[] {
  if (!(document.details ?? []).some(({ id }) => id === 'place')) return [];
  const seen = new Map<string, string>();
  return session.artifacts.flatMap((item): TextProblem[] => {
    const { place = '' } = item.details;
    if (place === '') return [];
    if (findPlace(session, item) === null)
      return [
        {
          code: 'unknown_place',
          at: `${item.id}.place`,
          words: `says “${place}”, which is no line of what is reviewed: name a line of it, with the number that stands before it, or a line of the project that you cite under facts`,
        },
      ];
    const twin = seen.get(place);
    const other = session.artifacts.find(({ id }) => id === twin);
    seen.set(place, item.id);
    return other !== undefined && isSameText(other.title, item.title)
      ? [{ code: 'twice', at: item.id, words: `says what ${other.id} says: make one of the two` }]
      : [];
  });
}
