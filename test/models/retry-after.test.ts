import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../src/models/http/failure.ts';

describe('the wait that a server asks for', () => {
  const date = 'Thu, 27 Nov 2026 12:00:00 GMT';
  it.each<[headers: Record<string, string>, ms: number | null]>([
    [{}, null],
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '20', 'retry-after': '7' }, 20],
    [{ 'retry-after': 'Thu, 27 Nov 2026 12:00:30 GMT', date }, 30_000],
    [{ 'retry-after': 'Thu, 27 Nov 2026 11:00:00 GMT', date }, null],
    [{ 'retry-after': 'Thu, 27 Nov 2026 12:00:30 GMT' }, null],
    [{ 'retry-after': '-1' }, null],
    [{ 'retry-after': 'soon', date }, null],
    [{ 'retry-after': ' ' }, null],
    [{ 'retry-after': 'try again in 6s' }, null],
  ])('in %j is %s ms', (headers, ms) => {
    expect(readRetryAfter(new Headers(headers))).toBe(ms);
  });
});
