/** What a session has spent of its cost limit. */
import type { JournalLine } from '../ports/journal.ts';
import type { Session } from '../session.ts';

/**
 * In USD, as far as the session and its journal know: after a kill the journal knows of more calls. A call that broke off, and an attempt
 * that a kill ended, count with the most that they may have cost.
 */
export function countSpent({ usage }: Pick<Session, 'usage'>, lines: readonly JournalLine[]): number {
  const open = new Map<string, number[]>();
  let known = 0;
  let beyond = 0;
  for (const line of lines) {
    if (line.kind === 'attempt') open.set(line.key, [...(open.get(line.key) ?? []), line.most_usd]);
    if (line.kind !== 'call') continue;
    const cost = line.usage.cost_usd ?? 0;
    const { attempts, cost_usd: counted } = line.counted ?? { attempts: 0, cost_usd: cost };
    known += cost;
    beyond += Math.max(0, counted - cost);
    const before = open.get(line.key) ?? [];
    open.set(line.key, before.slice(0, Math.max(0, before.length - attempts)));
  }
  const killed = [...open.values()].flat().reduce((sum, most) => sum + most, 0);
  return Math.max(usage.cost_usd ?? 0, known) + beyond + killed;
}
