/** Finds the name under which a person's words are recorded: the one that they give, or the one in their git configuration. */
import { S2sError } from '../session/errors.ts';
import { cleanLine } from '../text/clean-text.ts';
import type { AppParts } from './app-parts.ts';
import type { Speaker } from './options.ts';

/** The longest name, in characters. */
const longestName = 80;

/**
 * The name to record, as a field, or no field. For people who come over a network, only a name that they give counts. Throws
 * INVALID_VALUE for a given name that is empty or too long.
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
    hint: 'Omit the name, or give one that others know you by.',
  });
}
