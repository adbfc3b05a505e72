/** What a resumed session has spent of its cost limit: what nobody knows counts with the most that it may be. */
import { expect, it } from 'vitest';
import { makeUsage } from '../../src/models/client/prices.ts';
import type { JournalLine } from '../../src/session/ports/journal.ts';
import { countSpent } from '../../src/session/rules/count-spent.ts';

const attempt = (key: string, most_usd = 0.04): JournalLine => ({ kind: 'attempt', key, at: '', most_usd });
const call = (
  key: string,
  cost_usd: number,
  counted?: { attempts: number; cost_usd: number },
): JournalLine => ({
  ...{ kind: 'call', key, hash: '', purpose: 'ask', seat: 'a', provider: 'p', model: 'm', request_id: null },
  ...{ started_at: '', duration_ms: 0, stop_reason: null, ok: true, text: '' },
  usage: makeUsage(1, { cost_usd }),
  ...(counted && { counted }),
});

it.each<[name: string, usage: number, lines: JournalLine[], spent: number]>([
  ['nothing', 0, [], 0],
  ['a finished call', 0, [attempt('1/a'), call('1/a', 0.01, { attempts: 1, cost_usd: 0.01 })], 0.01],
  ['a call of a session without a limit', 0, [call('1/a', 0.01)], 0.01],
  ['a call that broke off', 0, [attempt('1/a'), call('1/a', 0.01, { attempts: 1, cost_usd: 0.04 })], 0.04],
  ['an attempt that a kill ended', 0, [attempt('1/a')], 0.04],
  [
    'that attempt, after the call was made again',
    0,
    [attempt('1/a'), attempt('1/a'), call('1/a', 0.01, { attempts: 1, cost_usd: 0.01 })],
    0.05,
  ],
  [
    'two attempts at one call',
    0,
    [attempt('1/a'), attempt('1/a'), call('1/a', 0.02, { attempts: 2, cost_usd: 0.05 })],
    0.05,
  ],
  [
    'attempts at several calls',
    0,
    [attempt('1/a'), attempt('1/b', 0.03), call('1/a', 0.01, { attempts: 1, cost_usd: 0.01 })],
    0.04,
  ],
  ['more than the journal knows', 0.5, [attempt('1/a')], 0.54],
])('counts %s', (_, cost_usd, lines, spent) => {
  expect(countSpent({ usage: makeUsage(1, { cost_usd }) }, lines)).toBeCloseTo(spent);
});
