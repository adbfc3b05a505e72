/** Reads how long a server or a program asks to wait, wherever and in whatever unit it says so. */

/** Where a wait may be named. */
export interface WaitSource {
  headers: Pick<Headers, 'get'> | null;
  /** The words of the failure and, if there is one, the whole body. */
  text: string;
}

/** The length of a day in milliseconds. */
const day = 24 * 60 * 60 * 1000;

/** Milliseconds in each unit, by the first letters of its name. */
const units: readonly [pattern: RegExp, ms: number][] = [
  [/^m(?:illi)?s/i, 1],
  [/^s/i, 1000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, day],
];

const unit =
  '(?:milliseconds?|millis|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)(?![a-z])';
const amount = String.raw`\d+(?:[.,]\d+)?`;
/** `6s`, `1m30s`, `1h2m3.5s`, `2 minutes and 5 seconds`. A digit may follow the unit directly, as in `1m30s`. */
const span = String.raw`${amount}\s*(?:${unit}|(?:h|m|s|ms)(?=\d))(?:(?:\s+and|,)?\s*${amount}\s*(?:${unit}|(?:h|m|s|ms)(?=\d)))*`;

/** `00:00:30` and `01:30`. */
const clock = String.raw`\d{1,2}(?::[0-5]\d){1,2}(?![\d:])`;

/** Fields of a JSON body that hold a wait; a bare number means seconds, unless the name says otherwise. */
const field = new RegExp(
  String.raw`["'\\]*((?:retry[-_ ]?(?:after|delay|in)|resets?[-_ ]?(?:in|after)|cool[-_ ]?down)(?:[-_ ]?(?:seconds|secs?|ms|millis))?|estimated_time|wait(?:[-_ ]?(?:seconds|time|ms))?)["'\\]*\s*[:=]\s*["'\\]*(${span}|${amount})`,
  'i',
);

/** Sentences that name a wait: `try again in 6s`, `Please retry after 20 seconds`, `wait 30 seconds before`, `resets in 2m`. */
const sentence = new RegExp(
  String.raw`\b(?:(?:try|trying|retry|retrying|retried|resets?|reset|available|allowed|permitted|again|back|ready|resume)\b[^.;{}\n]{0,50}?\b(?:in|after|within)|wait(?:ing)?(?:\s+(?:for|at least|about|another|approximately|up to))*)[\s:~"']*(?:about |approximately |another |at least )?(${span}|${clock}|an? (?:second|minute|hour|day)\b|${amount}(?=\s*(?:["'.,;)]|$)))`,
  'i',
);

/** A wait in other languages: a number of seconds or minutes, in a text with a word for doing something again. */
const elsewhere =
  /(\d+(?:[.,]\d+)?)\s*(秒|分|초|분|s(?:ekunden?|econdes?|egundos?|ekund)|m(?:inuten?|inutos?)|секунд|минут)/i;
const againElsewhere =
  /重试|重試|再試|再试|稍后|다시|erneut|noch ?mals?|réessay|reessay|reintent|inténtel|tente|novamente|повтор/i;

/** The wait that a failure names, in milliseconds, or null. Dates are compared with the server's own `date` header. */
export function readWait({ headers, text }: WaitSource): number | null {
  return (headers === null ? null : readRetryAfter(headers)) ?? readSpokenWait(text);
}

/** The wait in the words of a failure, in milliseconds, or null. */
export function readSpokenWait(text: string): number | null {
  const named = field.exec(text);
  if (named !== null) {
    const bare = /ms|millis/i.test(named[1] ?? '') ? 1 : 1000;
    return parseSpan(named[2] ?? '', bare);
  }
  const said = sentence.exec(text)?.[1] ?? '';
  if (said !== '') return parseSpan(said.replace(/^an? /i, '1 '), 1000);
  const [, count = '', name = ''] = (againElsewhere.test(text) ? elsewhere.exec(text) : null) ?? [];
  return count === '' ? null : Math.round(toNumber(count) * (/^[s秒초с]/i.test(name) ? 1000 : 60_000));
}

/** Milliseconds from `retry-after-ms`, or from `retry-after` in seconds, as a span or as a date. Null when absent or unreadable. */
export function readRetryAfter(headers: Pick<Headers, 'get'>): number | null {
  const waits = [
    ...['retry-after-ms', 'x-ms-retry-after-ms'].map((name) => parseSpan(headers.get(name) ?? '', 1)),
    ...['retry-after', 'x-retry-after', 'x-ratelimit-retry-after', 'x-ratelimit-reset-after'].map((name) =>
      // The values of two proxies arrive as one, with a comma between them.
      parseMoment((headers.get(name) ?? '').replace(/^(\d+)\s*,.*$/, '$1'), headers.get('date')),
    ),
  ];
  return waits.find((wait) => wait !== null) ?? null;
}

/** The headers that tell when a limit resets, with `#` for what is limited. */
const resets = [
  ...['x-ratelimit-reset-#', 'anthropic-ratelimit-#-reset', 'ratelimit-reset', 'x-ratelimit-reset'],
  'x-rate-limit-reset',
];
const limited = ['requests', 'tokens', 'input-tokens', 'output-tokens', 'requests-day', 'tokens-minute'];

/**
 * Milliseconds until the exhausted limits reset. Every answer has these headers, so call this only for a refusal because of the rate.
 * A limit with something left is not the one that was reached.
 */
export function readReset(headers: Pick<Headers, 'get'>): number | null {
  const date = headers.get('date');
  const waits = resets
    .flatMap((name) => (name.includes('#') ? limited.map((what) => name.replace('#', what)) : [name]))
    .flatMap((name) => {
      const wait = parseMoment(headers.get(name) ?? '', date);
      const left = headers.get(name.replace('reset', 'remaining'));
      return wait === null ? [] : [{ wait, left: left === null ? null : Number(left) }];
    });
  // One header for all limits: `"default";r=0;t=30`, or `limit=10, remaining=0, reset=30`.
  const joined = /\b(?:r|remaining)=0\b.*?\b(?:t|reset)=(\d{1,9})\b/.exec(
    headers.get('ratelimit') ?? '',
  )?.[1];
  if (joined !== undefined) waits.push({ wait: Number(joined) * 1000, left: 0 });
  const used = waits.filter(({ left }) => left === 0);
  const counted =
    used.length > 0 ? used : waits.length === 1 ? waits.filter(({ left }) => left === null) : [];
  return counted.length === 0 ? null : Math.max(...counted.map(({ wait }) => wait));
}

/** Reads seconds, a span, a date, or seconds or milliseconds since 1970, as milliseconds from now. */
function parseMoment(value: string, date: string | null): number | null {
  const text = value.trim();
  if (text === '') return null;
  const now = Date.parse(date ?? '');
  const number = Number(text);
  if (Number.isFinite(number)) {
    if (number < 0) return null;
    if (number < 1e9) return number * 1000;
    const wait = (number < 1e12 ? number * 1000 : number) - now;
    return Number.isFinite(wait) ? Math.max(0, wait) : null;
  }
  const exact = parseSpan(text, 1000);
  if (exact !== null) return exact;
  const wait = Date.parse(text) - now;
  return Number.isFinite(wait) && wait >= 0 ? wait : null;
}

/** Reads a span such as `1m30s` in milliseconds; `bare` is the unit of a bare number. Null for anything else. */
function parseSpan(text: string, bare: number): number | null {
  // `PT30S` is the ISO 8601 form.
  const trimmed = text.trim().replace(/^PT(?=\d)/i, '');
  if (/^\d+(?:[.,]\d+)?$/.test(trimmed)) return Math.round(toNumber(trimmed) * bare);
  if (new RegExp(`^${clock}$`).test(trimmed))
    return trimmed.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
  if (!new RegExp(`^${span}$`, 'i').test(trimmed)) return null;
  let sum = 0;
  for (const [, count = '', name = ''] of trimmed.matchAll(/(\d+(?:[.,]\d+)?)\s*([a-z]+)/gi)) {
    if (name.toLowerCase() === 'and') continue;
    sum += toNumber(count) * (units.find(([pattern]) => pattern.test(name))?.[1] ?? 0);
  }
  return Math.round(sum);
}

/** A comma before exactly three digits separates thousands; any other comma is a decimal comma. */
function toNumber(text: string): number {
  return Number(/,\d{3}$/.test(text) ? text.replace(',', '') : text.replace(',', '.'));
}
