/** What the parts of a document are rendered from. */
import type { Session } from '../domain/session.ts';
import type { CitationCheck } from './citations.ts';
import { inline } from './markdown/text.ts';

/** A decision record that a document may link to. */
export interface RecordLink {
  /** File name without its folder. */
  file: string;
  title: string;
  /** From the document to the record, with slashes. */
  href: string;
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
  /** Where the record of the discussion is found, as a sentence. */
  recordLine: string;
}

/** A seat by its role and id, as markdown. */
export function nameSeat(session: Session, seat: string): string {
  const participant = session.participants.find((known) => known.id === seat);
  const role = inline(participant?.role ?? '');
  return role === '' ? inline(seat) || 'an unnamed seat' : `${role} (${inline(seat)})`;
}
