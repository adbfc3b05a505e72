/** Finds what was changed in a journal, or removed from it, since it was written. */
import type { JournalReading } from '../ports/repository.ts';
import type { Session } from '../session.ts';

/** What is read of a journal to find out whether it is as it was written. */
export type WrittenJournal = Partial<Pick<JournalReading, 'changedLines' | 'ends'>>;

/** A line that was changed, or from which on `missing` lines are gone, counted from 1. */
export interface JournalChange {
  line: number;
  missing?: number;
}

/** Compares a journal with its own hashes, and with how far it went when the session was last saved. */
export function findJournalChanges(
  { journal_end: end }: Pick<Session, 'journal_end'>,
  { changedLines = [], ends }: WrittenJournal,
): JournalChange[] {
  const changes = changedLines.map((line) => ({ line }));
  if (end === undefined || ends === undefined) return changes;
  if (ends.length < end.lines)
    return [...changes, { line: ends.length + 1, missing: end.lines - ends.length }];
  // All hashes may have been made again after a change.
  const isOther = ends[end.lines - 1] !== end.chain && !changedLines.some((line) => line <= end.lines);
  return isOther ? [...changes, { line: end.lines }] : changes;
}
