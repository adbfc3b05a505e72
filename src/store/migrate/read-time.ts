/** Reads times in files that other programs and people wrote. */

import { readText } from './coerce-fields.ts';

/** Stands for a time that a file does not record. */
export const unknownTime = '';

/** No session can be older than this: an earlier time is a placeholder for an unknown one. */
const earliest = Date.parse('2000-01-01T00:00:00Z');

/** Whether a text is a reliable time: an existing ISO 8601 date, with or without a time of day. */
export function isSureTime(text: string): boolean {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})-(\d\d)-(\d\d)(?:$|[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:Z|[+-]\d\d:?\d\d)?$)/i.exec(
      text.trim(),
    ) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // `Date` turns the 31st of February into a day in March; such dates are refused.
  if (year === '' || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day))
    return false;
  return readInstant(text) >= earliest;
}

/** The first value that is a reliable time, as an ISO 8601 instant in UTC; `unknownTime` when there is none. */
export function findSureTime(values: readonly unknown[]): string {
  const found = values.map((value) => readText(value)).find(isSureTime);
  return found === undefined ? unknownTime : new Date(readInstant(found)).toISOString();
}

/** The time in an id: `20261127-100000-…` is ten o'clock on that day, `20261127-…` its beginning. */
export function readIdTime(id: string): string {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:-(\d\d)(\d\d)(\d\d))?(?:-|$)/.exec(id) ?? [];
  return findSureTime(year === undefined ? [] : [`${year}-${month}-${day}T${hour}:${minute}:${second}Z`]);
}

/** A time without a zone is taken as UTC, so that it is the same on every machine. */
function readInstant(text: string): number {
  const [, day = '', clock = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+)\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text.trim()) ?? [];
  return Date.parse(`${day}T${clock}${zone.toUpperCase()}`);
}
