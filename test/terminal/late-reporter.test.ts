import { describe, expect, it, vi } from 'vitest';
import type { RoundtableEvent } from '../../src/domain/ports.ts';
import { createLateReporter } from '../../src/terminal/live/late-reporter.ts';
import type { Reporter } from '../../src/terminal/live/reporter.ts';

/** A clock whose deadlines pass when the test says so. */
function createHeldClock() {
  const open: AbortController[] = [];
  return {
    open,
    deadline: () => {
      const controller = new AbortController();
      open.push(controller);
      return { signal: controller.signal, clear: () => void open.splice(open.indexOf(controller), 1) };
    },
  };
}

/** A reporter that writes down what it was told. */
function createDiary(): Reporter & { lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    report: (event) => lines.push(event.type === 'facilitator-asking' ? `asking ${event.round}` : event.type),
    suspend: () => lines.push('suspend'),
    resume: () => lines.push('resume'),
    stop: () => lines.push('stop'),
  };
}

const asking = (round: number): RoundtableEvent => ({ type: 'facilitator-asking', round });

describe('a late reporter', () => {
  it('shows nothing at once, and everything in order when its moment has come', async () => {
    const diary = createDiary();
    const clock = createHeldClock();
    const late = createLateReporter(diary, { clock, written: async () => undefined });
    late.report(asking(1));
    late.report(asking(2));
    expect(diary.lines).toEqual([]);
    expect(clock.open).toHaveLength(1);
    clock.open[0]?.abort();
    await vi.waitUntil(() => diary.lines.length > 0);
    expect(diary.lines).toEqual(['asking 1', 'asking 2']);
    late.report(asking(3));
    clock.open.at(-1)?.abort();
    await vi.waitUntil(() => diary.lines.length > 2);
    expect(diary.lines.at(-1)).toBe('asking 3');
  });

  it.each([
    ['is on disk', async () => undefined],
    ['could not be written', async () => Promise.reject(new Error('disk full'))],
  ])('shows nothing before what it tells of %s', async (_, end) => {
    const diary = createDiary();
    const clock = createHeldClock();
    let write: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      write = resolve;
    });
    const late = createLateReporter(diary, { clock, written: () => written.then(end) });
    late.report(asking(1));
    clock.open[0]?.abort();
    late.report(asking(2));
    await Promise.resolve();
    expect(diary.lines).toEqual([]);
    write();
    await vi.waitUntil(() => diary.lines.length > 0);
    expect(diary.lines).toEqual(['asking 1', 'asking 2']);
  });

  it('shows what waits before a question and at the end, once, and holds no timer afterwards', () => {
    const diary = createDiary();
    const clock = createHeldClock();
    const late = createLateReporter(diary, { clock, written: async () => undefined });
    late.report(asking(1));
    late.suspend();
    late.resume();
    late.report(asking(2));
    late.stop();
    late.stop();
    expect(diary.lines).toEqual(['asking 1', 'suspend', 'resume', 'asking 2', 'stop', 'stop']);
    expect(clock.open).toEqual([]);
  });
});
