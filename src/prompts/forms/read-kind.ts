/** Reads the kind of an item or statement as a model wrote it: the word of the form, or the prefix of its ids. */
import { type ItemKind, itemPrefixes, type StatementKind, statementKinds } from '../../session/vocabulary.ts';

/** The kind, or null where it is neither. */
export function readKind(value: unknown): StatementKind | null {
  if (typeof value !== 'string') return null;
  const folded = value
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');
  const named = statementKinds.find((kind) => kind === folded);
  if (named !== undefined) return named;
  const prefixed = Object.entries(itemPrefixes).find(([, prefix]) => prefix.toLowerCase() === folded);
  return prefixed === undefined ? null : (prefixed[0] as ItemKind);
}
