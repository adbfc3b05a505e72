/** Prints which package fulfils each demand. */
import { comparePackages, listCoverage } from '../../session/rules/packages.ts';
import { formatTable } from '../markdown/table.ts';
import { inline } from '../markdown/text.ts';
import type { Printing } from '../printing.ts';

/** A table; empty where nothing is demanded. */
export function printCoverage({ session, say, line, printId }: Printing): string {
  const rows = listCoverage(session).map(({ demand, packages, done, isDone }) => {
    const named = [
      ...done.map((id) => `${inline(id)} (${say('compared.done')})`),
      ...packages.map(({ id }) => inline(printId(id))),
    ];
    return [
      inline(demand.id),
      line(demand.title),
      named.length > 0 ? named.join(', ') : say(isDone ? 'coverage.done' : 'coverage.none'),
    ];
  });
  return rows.length === 0
    ? ''
    : formatTable([[say('coverage.demand'), say('coverage.title'), say('coverage.package')], ...rows]);
}

/** What became of the packages of the plan before, and which are new; empty for a first plan. */
export function printChanges({ session, say, line, printId }: Printing): string {
  const rows = comparePackages(session).map(({ id, title, state, before, item }) => [
    `${inline(printId(id))} · ${line(title)}`,
    say(`compared.${state}`),
    state === 'done'
      ? (before?.commits ?? []).map(({ hash, subject }) => `${inline(hash)} ${inline(subject)}`).join('; ')
      : line(item?.details.changes ?? ''),
  ]);
  return rows.length === 0
    ? ''
    : formatTable([[say('compared.package'), say('compared.state'), say('compared.why')], ...rows]);
}
