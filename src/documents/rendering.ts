/** The data from which the parts of a document are rendered. */
import type { Item } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import type { CitationCheck } from './citations.ts';
import { inline } from './markdown/text.ts';
import type { Assumption } from './parts/assumptions.ts';

/** A decision record that a document may link to. */
export interface RecordLink {
  /** The file name without its folder. */
  file: string;
  title: string;
  /** The link from the document to the record, with slashes. */
  href: string;
  /** Whether this document has replaced the record. */
  isSuperseded?: boolean;
}

export interface Rendering {
  session: Session;
  /** Why the program assembled the content; null if the synthesizer wrote it. */
  assembled: string | null;
  /** Invalid citations in the content. */
  unsupported: readonly string[];
  holds: CitationCheck;
  /** The link from the document to the record, with slashes; null if the repository does not keep the record. */
  recordHref: string | null;
  records: readonly RecordLink[];
  /** Withdrawn and replaced items by the id of the item under which they are quoted. */
  gone: ReadonlyMap<string, readonly Item[]>;
  /** Maps the ids of the session's requirements to their ids in the shared file. */
  publishedIds: ReadonlyMap<string, string>;
  /** The seats' assumptions, by the id of the item that states the same figure. */
  assumed: ReadonlyMap<string, readonly Assumption[]>;
  /** Whether review remarks are printed in full at their item, so that no note has to refer to them. */
  reviewAtItems?: boolean;
  /** A line that says where to find the record of the discussion. */
  recordLine: string;
}

/** A seat's role and id, as markdown. */
export function nameSeat(session: Session, seat: string): string {
  const participant = session.participants.find((known) => known.id === seat);
  const role = inline(participant?.role ?? '');
  return role === '' ? inline(seat) || 'an unnamed seat' : `${role} (${inline(seat)})`;
}

/** A seat's role alone, for use before a citation with its id; role and id if two seats have the same role. */
export function nameRole(session: Session, seat: string): string {
  const participant = session.participants.find((known) => known.id === seat);
  const isShared = session.participants.some(({ id, role }) => id !== seat && role === participant?.role);
  return isShared ? nameSeat(session, seat) : inline(participant?.role ?? '') || nameSeat(session, seat);
}
