/** Whose word is recorded: people are told apart by the name that they give, or by the one that their git has. */
import { S2sError } from '../domain/errors.ts';
import { cleanLine } from '../text/clean-text.ts';
import type { AppParts } from './app-parts.ts';
import type { Speaker } from './options.ts';

/** Characters of the longest name. */
const longestName = 80;

/**
 * The name to record, as a field, or none: of people who come over a network nothing is known but what they give. Throws
 * INVALID_VALUE for a name that is empty or too long.
 */
export async function namePerson(
  { world, cwd, remote }: Pick<AppParts, 'world' | 'cwd' | 'remote'>,
  { name, by = 'user' }: Speaker,
): Promise<{ name?: string }> {
  if (by === 'assistant') return {};
  const given = name ?? (remote === true ? null : await world.readPersonName(cwd));
  if (given === null) return {};
  const clean = cleanLine(given);
  const length = Array.from(clean).length;
  if (length > 0 && length <= longestName) return { name: clean };
  if (name === undefined) return {};
  throw new S2sError('INVALID_VALUE', `A name has 1 to ${longestName} characters; this one has ${length}.`, {
    hint: 'Leave the name out, or give one that others know you by.',
  });
}
