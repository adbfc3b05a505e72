/**
 * The wait that a server asks for, in milliseconds, or null: `retry-after-ms` of OpenAI and Azure, else `retry-after` in seconds or as
 * a date (RFC 9110). A date is compared with the server's own `date` header, since the clocks may differ.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>): number | null {
  const exact = readNumber(headers.get('retry-after-ms'));
  if (exact !== null) return exact;
  const text = headers.get('retry-after');
  const seconds = readNumber(text);
  if (seconds !== null) return seconds * 1000;
  const wait = Date.parse(text ?? '') - Date.parse(headers.get('date') ?? '');
  return wait >= 0 ? wait : null;
}

function readNumber(text: string | null): number | null {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return number >= 0 ? number : null;
}
