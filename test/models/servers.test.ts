/** Whole runs against servers of the kinds that people really have: no seat is lost for the way in which a server works. */
import { describe, expect, it } from 'vitest';
import type { Answer, AskedRequest } from '../support/loopback-server.ts';
import { openPanel, seats } from './panel-project.ts';
import { playPanel } from './scripted-panel.ts';

const refusal = (message: string, status = 400): Answer => ({
  fault: 'status',
  status,
  body: { error: { message } },
});
const isDescribed = ({ user }: AskedRequest): boolean => user.includes('Reply with one JSON object');
/** What a server makes of a call, given the reply that a good one would send. */
const kinds: readonly [name: string, serve: (asked: AskedRequest, text: string) => Answer][] = [
  [
    'ignores the form',
    (asked, text) => (isDescribed(asked) ? text : 'I would keep the jobs in one durable queue.'),
  ],
  [
    'refuses without saying what',
    ({ body }, text) => ('response_format' in body ? refusal('Bad Request') : text),
  ],
  ['thinks aloud, and closes only', (_, text) => `Perhaps {"position": "A draft."}?\n</think>\n\n${text}`],
  ['says that it was cut at the end of each reply', (_, text) => ({ text, stopReason: 'max_tokens' })],
];

describe('a run with a server that', () => {
  it.each(kinds)(
    '%s loses no seat',
    async (_, serve) => {
      const panel = playPanel();
      const { project } = await openPanel(async (asked) => {
        // What the panel says depends on the form, which it finds in the schema or in the prompt.
        const has = asked.schema !== null || isDescribed(asked) || asked.user.includes('"position"');
        const good = has ? await panel(asked) : '';
        return serve(asked, typeof good === 'object' && 'text' in good ? good.text : '');
      });
      const run = await project.begin(['--json'], {});
      expect(run.code, run.stderr).toBe(0);
      const session = await project.session();
      expect(session.status).toBe('completed');
      expect(session.failures).toEqual([]);
      for (const round of session.rounds) expect(round.answers).toHaveLength(seats.length);
      expect(JSON.stringify(session.rounds)).not.toMatch(/A draft|<\/?think/);
    },
    120_000,
  );
});
