/** What seats say reaches whoever follows while they say it, and leaves no trace. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { speakingSchema } from '../../src/session/event-schema.ts';
import { createGate } from '../support/create-gate.ts';
import { readEvents, serveApp, waitForEvent } from '../support/serve-app.ts';

const words = `A queue with retries. ${'It keeps every job until somebody has done it. '.repeat(5)}`;

test('text comes between the events, without a number, for as long as the seat speaks', async () => {
  const { opened: held, open: release } = createGate();
  const served = await serveApp({
    onCall: async ({ round, step, seat }, _, onText) => {
      if (round !== 1 || step !== 'answer' || seat !== 'software-architect') return;
      onText?.(`{"position": "${words}`);
      await held;
    },
  });
  const body = { topic: 'Which queue?', dry_run: true, participants: ['software-architect', 'qa-lead'] };
  const { session_id: id } = (await served.read('/api/sessions', { body })).body;
  const isSpeaking = ({ data }: { data: { type: string } }): boolean => data.type === 'seat-speaking';
  const events = await readEvents(served, id, { unnumbered: true, enough: isSpeaking });
  const { id: last, data } = events.at(-1) ?? { id: 0, data: null };
  expect(speakingSchema.parse(data)).toEqual(data);
  expect(data).toMatchObject({ round: 1, step: 'answer', seat: 'software-architect' });
  expect(data).not.toHaveProperty('seq');
  expect(words.startsWith(data.text)).toBe(true);
  expect(data.text).toMatch(/^A queue with retries\./);
  // A reader that comes back goes on behind the last event, and hears the seat again.
  const again = await readEvents(served, id, { unnumbered: true, after: last, enough: isSpeaking });
  expect(again.at(-1)?.data.text).toBe(data.text);
  release();
  await waitForEvent(served, id, { type: 'completed' });
  const all = await readEvents(served, id, { unnumbered: true });
  expect(all.filter(isSpeaking)).toEqual([]);
  const kept = await readFile(path.join(served.root, '.s2s', 'sessions', id, 'events.jsonl'), 'utf8');
  expect(kept).not.toContain('seat-speaking');
});

test('a person at the table hears nobody before their turn, whatever models say', async () => {
  const served = await serveApp({
    onCall: async ({ step }, _, onText) => {
      if (step !== 'answer') return;
      onText?.(`{"position": "${words}`);
      // Long enough for whoever follows to look once or twice.
      await new Promise((resolve) => setTimeout(resolve, 400));
    },
  });
  const body = { topic: 'Which queue?', dry_run: true, with_me: true };
  const { session_id: id } = (await served.read('/api/sessions', { body })).body;
  const events = await readEvents(served, id, {
    unnumbered: true,
    enough: ({ data }) => data.type === 'result',
  });
  expect(events.map(({ data }) => data.type)).toContain('waiting-for-turn');
  expect(JSON.stringify(events)).not.toContain('A queue with retries');
});
