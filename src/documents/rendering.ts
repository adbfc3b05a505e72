/** What the parts of a document are rendered from. */
import type { Item } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import type { CitationCheck } from './citations.ts';
import { inline } from './markdown/text.ts';
import type { Assumption } from './parts/assumptions.ts';

/** A decision record that a document may link to. */
export interface RecordLink {
  /** File name without its folder. */
  file: string;
  title: string;
  /** From the document to the record, with slashes. */
  href: string;
  /** Whether this document has taken its place. */
  isSuperseded?: boolean;
}

export interface Rendering {
  session: Session;
  /** Why the content was assembled by the program, or null when the synthesizer wrote it. */
  assembled: string | null;
  /** Citations in the content that do not hold. */
  unsupported: readonly string[];
  holds: CitationCheck;
  /** From the document to the record, with slashes, where the repository keeps it; else null. */
  recordHref: string | null;
  records: readonly RecordLink[];
  /** Withdrawn and replaced items by the id of the item under which their words are printed. */
  gone: ReadonlyMap<string, readonly Item[]>;
  /** Ids that requirements have in the shared file, by those of the session. */
  publishedIds: ReadonlyMap<string, string>;
  /** What seats said that they assume, by the id of the item that states the same figure. */
  assumed: ReadonlyMap<string, readonly Assumption[]>;
  /** Whether what the review says of an item stands in full at that item, so that no note has to point to it. */
  reviewAtItems?: boolean;
  /** Where the record of the discussion is found, as a sentence. */
  recordLine: string;
}

/** A seat by its role and id, as markdown. */
export function nameSeat(session: Session, seat: string): string {
  const participant = session.participants.find((known) => known.id === seat);
  const role = inline(participant?.role ?? '');
  return role === '' ? inline(seat) || 'an unnamed seat' : `${role} (${inline(seat)})`;
}

/** A seat by its role alone, where a citation with its id follows; by role and id where two seats have the same role. */
export function nameRole(session: Session, seat: string): string {
  const participant = session.participants.find((known) => known.id === seat);
  const isShared = session.participants.some(({ id, role }) => id !== seat && role === participant?.role);
  return isShared ? nameSeat(session, seat) : inline(participant?.role ?? '') || nameSeat(session, seat);
}
