import { describe, expect, it } from 'vitest';
import type { RoundtableEvent } from '../../src/roundtable/ports.ts';
import { createLateReport } from '../../src/terminal/late-report.ts';

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

const asking = (round: number): RoundtableEvent => ({ type: 'facilitator-asking', round });

describe('a late report', () => {
  it('shows nothing at once, and everything in order when its moment has come', () => {
    const seen: RoundtableEvent[] = [];
    const clock = createHeldClock();
    const late = createLateReport((event) => seen.push(event), clock);
    late.report(asking(1));
    late.report(asking(2));
    expect(seen).toEqual([]);
    expect(clock.open).toHaveLength(1);
    clock.open[0]?.abort();
    expect(seen).toEqual([asking(1), asking(2)]);
    late.report(asking(3));
    clock.open.at(-1)?.abort();
    expect(seen).toEqual([asking(1), asking(2), asking(3)]);
  });

  it('shows what waits when it is flushed, once, and holds no timer afterwards', () => {
    const seen: RoundtableEvent[] = [];
    const clock = createHeldClock();
    const late = createLateReport((event) => seen.push(event), clock);
    late.report(asking(1));
    late.flush();
    late.flush();
    expect(seen).toEqual([asking(1)]);
    expect(clock.open).toEqual([]);
  });
});
