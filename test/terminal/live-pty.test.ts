/* oxlint-disable no-control-regex -- control characters are what is looked for */
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { RoundtableEvent } from '../../src/session/ports/ports.ts';
import { isCursorShown, type PtyScreen, useScreens } from './pty-screen.ts';
import { answer, ask, begin, think } from './sample-events.ts';
import { makeSession, makeSessionWithPerson } from './sample-session.ts';

const open = useScreens();
const session = makeSession({ rounds: [], outcome: null, status: 'active', total_rounds: 0 });
const seats = ['architect', 'qa-lead', 'data-engineer'];

const thinking: RoundtableEvent[] = [
  begin(session),
  { type: 'round-started', round: 1, phase: 'opening', agenda: session.agenda },
  ask(seats),
  think('architect', 'Software architect'),
  think('qa-lead', 'QA lead'),
  think('data-engineer', 'Data engineer'),
];
const answered = answer('architect', 'Poll, because it is simple and we can measure it.', {
  ...{ confidence: 0.82, duration_ms: 4_000 },
});

async function play(pty: PtyScreen, events: readonly RoundtableEvent[]): Promise<void> {
  for (const event of events) await pty.step({ do: 'report', event });
}

describe('the live view in a real terminal', () => {
  it('shows a header and a line for each seat, then its confidence and first words', async () => {
    const pty = await open(100);
    await play(pty, thinking);
    await pty.step({ do: 'clock', elapsed: 12_000 });
    const before = await pty.waitFor((text) => text.match(/thinking 12s/g)?.length === 3);
    expect(before).toMatch(/QA lead\s+anthropic\/claude-sonnet-5-5\s+thinking 12s/);
    expect(before).toContain('Round 1 of 3–20 · opening · agenda 1 of 3 covered · 38k tokens · $0.12');
    await play(pty, [
      answered,
      {
        type: 'seat-failed',
        round: 1,
        step: 'answer',
        seat: 'qa-lead',
        kind: 'timeout',
        message: 'no answer',
      },
    ]);
    const after = await pty.waitFor((text) => /✗ QA lead +failed$/m.test(text));
    expect(after.match(/no answer/g)).toHaveLength(1);
    expect(after).toMatch(/✓ Software architect\s+0\.82\s+Poll, because it is simple/);
    expect(after.match(/thinking 12s/g)).toHaveLength(1);
    expect(isCursorShown(pty.raw())).toBe(false);
  });

  it('leaves the answers above when the round goes on, and nothing of the picture at the end', async () => {
    const pty = await open(100, 50);
    await play(pty, [...thinking, answered, { type: 'synthesizing', round: 1 }]);
    await pty.waitFor((text) => text.includes('The facilitator is summing up'));
    const full = makeSession();
    const [round] = full.rounds;
    if (round === undefined) throw new Error('no round');
    await play(pty, [
      { type: 'recap', session: full, round },
      { type: 'paused', session: full, reason: 'person', detail: { code: 'person_asked' } },
    ]);
    await pty.step({ do: 'end' }).catch(() => undefined);
    expect(await pty.exit).toBe(0);
    const end = await pty.waitFor((text) => text.includes('Paused by you.'));
    expect(end).toMatch(/✓ Software architect\s+0\.82\s+Poll/);
    expect(end.match(/Software architect\s+0\.82/g)).toHaveLength(1);
    expect(end).toContain('Synthesis of round 1');
    expect(end).not.toContain('The facilitator is summing up');
    expect(end).not.toContain('thinking');
    expect(isCursorShown(pty.raw())).toBe(true);
  });

  it('says which step of the text is under way, and sums it up', async () => {
    const pty = await open(100);
    await play(pty, [
      ...thinking.slice(0, 2),
      { type: 'review-started', version: 1, items: 2 },
      think('architect', 'Software architect', 'review'),
      think('qa-lead', 'QA lead', 'review'),
    ]);
    const before = await pty.waitFor((text) => text.includes('reviewing'));
    expect(before).toContain('Text: review · ');
    const reviewed = { round: 3, step: 'review', confidence: null, duration_ms: 4_000 } as const;
    await play(pty, [answer('architect', '', reviewed)]);
    await pty.waitFor((text) => /✓ Software architect\s+reviewed 4s/.test(text));
    await play(pty, [{ type: 'review-ended', amendments: 2, exceptions: 0, failed: [] }]);
    const after = await pty.waitFor((text) => text.includes('Review: 2 amendments'));
    expect(after).not.toContain('reviewed 4s');
  });

  it('keeps all of a text above the picture that is taller than the terminal', async () => {
    const pty = await open(100, 10);
    await play(pty, thinking);
    const notice = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join('\n');
    await play(pty, [{ type: 'notice', level: 'info', text: notice }]);
    const text = await pty.waitFor((all) => all.includes('line 30') && all.includes('thinking'));
    expect(text.match(/^line \d+$/gm)).toHaveLength(30);
    expect(text.match(/Round 1 of/g)).toHaveLength(1);
  });

  it('says why a seat is asked again, and since when', async () => {
    const pty = await open(100);
    await play(pty, thinking);
    const retry = { type: 'seat-retrying', round: 1, step: 'answer', kind: 'rate-limit' } as const;
    await play(pty, [{ ...retry, seat: 'qa-lead', wait_ms: 7_000 }]);
    await pty.waitFor((text) => /QA lead .*rate limit, trying again 0s/.test(text));
    await pty.step({ do: 'clock', elapsed: 5_500 });
    await pty.waitFor((text) => /QA lead .*rate limit, trying again 5s/.test(text));
    await play(pty, [
      { type: 'synthesizing', round: 1 },
      { ...retry, step: 'synthesis', seat: 'facilitator', wait_ms: 3_000 },
    ]);
    await pty.waitFor((text) => /summing up {2}rate limit, trying again 0s/.test(text));
  });

  it('stands in columns, whatever the models are called', async () => {
    const pty = await open(100);
    const other = { ...think('qa-lead', 'QA lead'), model: 'ollama/llama3.1' } as RoundtableEvent;
    await play(pty, [...thinking.slice(0, 4), other]);
    const text = await pty.waitFor((all) => all.includes('ollama'));
    const columns = text.split('\n').flatMap((line) => / thinking/.exec(line)?.index ?? []);
    expect(columns).toHaveLength(2);
    expect(new Set(columns).size).toBe(1);
  });

  it.each([40, 80])('keeps each line of the picture within %i columns', async (columns) => {
    const pty = await open(columns);
    await play(pty, [...thinking, answered]);
    await pty.waitFor((text) => text.includes('0.82'));
    // A line that is too long would stand on two rows of the screen, and the header twice.
    await pty.step({ do: 'clock', elapsed: 61_000 });
    const text = await pty.waitFor((all) => all.includes('1m 01s'));
    expect(text.match(/Round 1 of/g)).toHaveLength(1);
    expect(text.match(/QA lead .*1m 01s/g)).toHaveLength(1);
    for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  });

  it('survives being made narrower and wider: one header, one line for each seat', async () => {
    const pty = await open(120, 40, { DRIVER_TICKS: 'manual' });
    await play(pty, thinking);
    await pty.waitFor((text) => /Data engineer\s+anthropic/.test(text));
    for (const columns of [60, 36, 120]) {
      const written = pty.raw().length;
      pty.resize(columns, 40);
      // It repaints by itself; a frame that nobody asked for would meet a terminal in the middle of its change.
      await pty.waitFor(() => pty.raw().slice(written).includes('\u001b[?2026l'));
      await pty.step({ do: 'clock', elapsed: columns * 60_000 });
      await pty.step({ do: 'tick' });
      const time =
        columns < 60
          ? `${columns}m 00s`
          : `${Math.floor(columns / 60)}h ${String(columns % 60).padStart(2, '0')}m`;
      const text = await pty.waitFor((all) => all.split(time).length === 4);
      expect(text.match(/Round 1 of 3/g), `${columns}\n${text}`).toHaveLength(1);
      expect(text.match(/thinking/g), `${columns}\n${text}`).toHaveLength(3);
    }
  });

  it('fits a terminal with fewer rows than seats', async () => {
    const pty = await open(80, 4);
    await play(pty, thinking);
    await pty.step({ do: 'clock', elapsed: 5_000 });
    await pty.waitFor((text) => text.includes('thinking 5s'));
    await pty.step({ do: 'clock', elapsed: 9_000 });
    const text = await pty.waitFor((all) => all.includes('thinking 9s'));
    expect(text).not.toContain('thinking 5s');
    expect(text.match(/Round 1 of/g)).toHaveLength(1);
    expect(text).toContain('(+');
  });

  it('writes each frame at once, inside a synchronized update, and nothing when nothing changed', async () => {
    const pty = await open(80);
    await play(pty, thinking);
    await pty.step({ do: 'clock', elapsed: 3_000 });
    await pty.waitFor((text) => text.includes('thinking 3s'));
    const updates = pty.raw().split('\u001b[?2026h');
    expect(updates.length).toBeGreaterThan(3);
    for (const update of updates.slice(1)) expect(update.split('\u001b[?2026l')).toHaveLength(2);
    expect(pty.raw()).not.toContain('\u001b[2J');
  });

  it('leaves the cursor shown and no picture behind after Ctrl-C', async () => {
    const pty = await open(80);
    await play(pty, thinking);
    await play(pty, [answered]);
    await pty.waitFor((text) => text.includes('0.82'));
    pty.type('\u0003');
    expect(await pty.exit).toBe(130);
    const text = await pty.waitFor((all) => !all.includes('thinking') && all.includes('0.82'));
    expect(text).toContain('Push or poll?');
    // What has arrived is kept, and also seen.
    expect(text.match(/✓ Software architect\s+0\.82\s+Poll/g)).toHaveLength(1);
    expect(text).not.toContain('Round 1 of');
    expect(isCursorShown(pty.raw())).toBe(true);
  });

  it('writes plain lines with times on a terminal that cannot move its cursor', async () => {
    const pty = await open(80, 24, { TERM: 'dumb' });
    await play(pty, [...thinking, answered]);
    const text = await pty.waitFor((all) => all.includes('0.82'));
    expect(text).toMatch(/^\d\d:\d\d:\d\d \+ Software architect \(4s, confidence 0\.82\): Poll/m);
    expect(pty.raw()).not.toContain('\u001b');
  });

  it('uses only ASCII where the locale has no more', async () => {
    const pty = await open(80, 24, { LC_ALL: 'C' });
    await play(pty, [...thinking, answered]);
    await pty.waitFor((text) => text.includes('0.82'));
    expect(pty.raw()).toMatch(/^[\u0000-\u007f]*$/);
    expect(pty.raw()).toContain('\u001b[?2026h');
  });

  it('shows nothing of the others in a blind round until the person has answered', async () => {
    const pty = await open(100);
    const withPerson = makeSessionWithPerson({ rounds: [], outcome: null, status: 'active' });
    const question = ask([...seats, 'human']);
    await play(pty, [begin(withPerson), ...thinking.slice(1, 2), question, ...thinking.slice(3), answered]);
    const before = await pty.waitFor((text) => /Software architect\s+answered 4s/.test(text));
    expect(before).not.toContain('0.82');
    expect(pty.raw()).not.toContain('Poll, because');
    await play(pty, [{ ...answered, seat: 'human', position: 'Push, I know the users.', confidence: null }]);
    await pty.waitFor((text) => /Software architect\s+0\.82\s+Poll, because/.test(text));
  });
});
