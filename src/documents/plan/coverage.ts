/** Prints which package fulfils each demand. */
import { listCoverage } from '../../session/rules/packages.ts';
import { formatTable } from '../markdown/table.ts';
import { inline } from '../markdown/text.ts';
import type { Printing } from '../printing.ts';

/** A table; empty where nothing is demanded. */
export function printCoverage({ session, say, line, printId }: Printing): string {
  const rows = listCoverage(session).map(({ demand, packages, isDone }) => [
    inline(demand.id),
    line(demand.title),
    packages.length > 0
      ? packages.map(({ id }) => inline(printId(id))).join(', ')
      : say(isDone ? 'coverage.done' : 'coverage.none'),
  ]);
  return rows.length === 0
    ? ''
    : formatTable([[say('coverage.demand'), say('coverage.title'), say('coverage.package')], ...rows]);
}
