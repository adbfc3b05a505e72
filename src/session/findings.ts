/** What a finding of a review weighs, and where it stands, as far as that can be shown. */
import type { Session } from './session.ts';
import { listSubjectFiles, readPlace } from './subject.ts';
import type { Item } from './text.ts';
import { findingSeverities } from './vocabulary.ts';

/** The place of its severity among all, the heaviest first; -1 for an item that is no finding. */
export function weighFinding({ details }: Pick<Item, 'details'>): number {
  return (findingSeverities as readonly string[]).indexOf(details.severity ?? '');
}

export function isFinding(item: Pick<Item, 'details'>): boolean {
  return weighFinding(item) !== -1;
}

/**
 * The place that an item names; null where it is neither a line of what is reviewed nor that of a fact that was found. The number is null
 * where only a file is named.
 */
export function findPlace(
  { subject, dossier }: Pick<Session, 'subject' | 'dossier'>,
  { details }: Pick<Item, 'details'>,
): { path: string; line: number | null } | null {
  const { path, line } = readPlace(details.place ?? '');
  if (path === '') return null;
  const file = subject === undefined ? undefined : listSubjectFiles(subject).find((one) => one.path === path);
  const isShown = file !== undefined && (line === null || file.lines.some(({ number }) => number === line));
  const isFact = dossier.some(
    (fact) =>
      fact.path === path &&
      fact.found !== 'no' &&
      fact.found !== 'withheld' &&
      (line === null || fact.line === line),
  );
  const isLeftOut = line === null && subject?.left_out.includes(path) === true;
  return isShown || isFact || isLeftOut ? { path, line } : null;
}
