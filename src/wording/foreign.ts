/** Sessions that this version does not read: whose they are. */
import type { ForeignKind, ForeignSession } from '../session/ports/repository.ts';

const foreignWords: Readonly<Record<ForeignKind, string>> = {
  earlier: 'from a version before the first release',
  plugin: 'from the s2s plugin',
};

/** Names such a session: `20250301-x: Which queue?, from the s2s plugin`. */
export function sayForeign({ id, kind, topic }: ForeignSession & { id: string }): string {
  return `${id}: ${topic === null ? '' : `${topic}, `}${foreignWords[kind]}`;
}
