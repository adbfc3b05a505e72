/** Validates session ids. Making one is in another file, because transliteration needs a large table. */
import { S2sError } from '../errors.ts';
import { idPattern } from '../vocabulary.ts';

/** File systems allow 255 bytes for a name, and some names are an id plus more. */
export const longestId = 120;

/** Whether a text is a valid session id. */
export function isId(text: string): boolean {
  return idPattern.test(text) && text.length <= longestId;
}

/** Throws INVALID_ID unless the id is safe in a path. */
export function assertId(id: string): void {
  if (isId(id)) return;
  throw new S2sError(
    'INVALID_ID',
    `"${id.slice(0, 80)}" is not a session id: an id has only a-z, 0-9 and hyphens, and at most ${longestId} characters.`,
    {
      hint: 'Type `s2s roundtable list` to see the sessions of this project.',
    },
  );
}

/** As much of an id as a person has to type: its stamp, for no two sessions of a project have the same. */
export function shortenId(id: string): string {
  return id.slice(0, 15);
}

/** The time in an id, in milliseconds since 1970; null without one. */
export function readIdTime(id: string): number | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?!\d)/.exec(id) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}
