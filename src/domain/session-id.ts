/** What can be the id of a session. Making one is in a file of its own: the table of all scripts is large. */
import { S2sError } from './errors.ts';
import { idPattern } from './vocabulary.ts';

/** File systems take 255 bytes for a name, and some names are made of an id and more. */
export const longestId = 120;

/** Whether a text can be the id of a session. */
export function isId(text: string): boolean {
  return idPattern.test(text) && text.length <= longestId;
}

/** Refuses an id that could not stand in a path. Throws INVALID_ID. */
export function assertId(id: string): void {
  if (isId(id)) return;
  throw new S2sError(
    'INVALID_ID',
    `"${id.slice(0, 80)}" is not a session id: only a-z, 0-9 and hyphens may stand in one.`,
    {
      hint: 'Type `s2s roundtable list` to see the sessions of this project.',
    },
  );
}
