/** Which session `answer` and `say` mean when nobody names one. */
import { expect, test } from 'vitest';
import type { ListedSession, ListedSessions } from '../../src/app/results.ts';
import { pickWaiting } from '../../src/cli/session-argument.ts';

/** What a session waits for, and whether it is the current one. */
type Row = readonly [ListedSession['waits_for'], boolean?];

/** An app with these paused sessions. */
function open(...waits: readonly Row[]) {
  const sessions = waits.map(([wait, current = false], at) => ({
    ...{ id: `2026112${at}-100000-topic`, topic: `Topic ${at}?`, waits_for: wait, current },
    pause_reason: 'waiting-for-person',
  })) as ListedSession[];
  const list = async () => ({ sessions }) as unknown as ListedSessions;
  return (wait: 'decision' | 'turn', named?: string) => pickWaiting({ list }, named, wait);
}

const first = '20261120-100000-topic';
const second = '20261121-100000-topic';

const cases: [string, string | undefined, Row[]][] = [
  ['the only one, though another is the current one', second, [['turn', true], ['decision']]],
  ['the only one, though none is the current one', first, [['decision'], [null]]],
  ['the current one, though others wait too', second, [['decision'], ['decision', true]]],
  ['none where none waits', undefined, [['turn'], [null, true]]],
];

test.each(cases)('%s', async (_, meant, waits) => {
  expect(await open(...waits)('decision')).toBe(meant);
  expect(await open(...waits)('decision', 'last')).toBe('last');
});

test('several are named, and nothing is decided for the person', async () => {
  await expect(open(['turn'], ['decision', true], ['turn'])('turn')).rejects.toMatchObject({
    code: 'AMBIGUOUS_SESSION',
    message: '2 sessions wait for your turn.',
    hint: 'Name one: 20261120-100000 (Topic 0?); 20261122-100000 (Topic 2?)',
  });
});
