/** Checks a plan: demands without a package, packages without a reason, paths that are not there, and an order that cannot be kept. */
import type { TextProblem } from '../../prompts/revision.ts';
import type { Table } from '../../session/ports/ports.ts';
import {
  comparePackages,
  isSameId,
  listCoverage,
  listEntries,
  listTouched,
} from '../../session/rules/packages.ts';
import type { Session } from '../../session/session.ts';

/** What is wrong with the packages, where the form has them. */
export function checkPackages(session: Session, { document, paths }: Table): TextProblem[] {
  if (!document.kinds.includes('package')) return [];
  const { artifacts, demands = [] } = session;
  const uncovered = listCoverage(session)
    .filter(({ packages, isDone }) => packages.length === 0 && !isDone)
    .map(
      ({ demand }): TextProblem => ({
        code: 'demand_uncovered',
        at: demand.id,
        words: `is demanded by ${demand.path} (“${demand.title}”), and no package fulfils it: name it in fulfils, or under done with the place that shows it`,
      }),
    );
  const compared = comparePackages(session);
  const lost = compared
    .filter(({ state }) => state === 'lost')
    .map(({ id, title }) => ({
      code: 'package_lost',
      at: id,
      words: `is a package of the plan before (“${title}”), which no commit names: keep it under its id, or say under gone why it is no longer to be done, or under done what shows that it is`,
    }));
  const unexplained = compared
    .filter(({ state, item }) => (state === 'changed' || state === 'new') && !item?.details.changes?.trim())
    .map(({ id, state }) => ({
      code: 'change_unexplained',
      at: `${id}.changes`,
      words: `is ${state} since the plan before: say in changes what is different and why`,
    }));
  const done = compared.filter(({ state }) => state === 'done').map(({ id }) => id);
  const isThere = (path: string): boolean =>
    paths === undefined || paths.some((one) => one === path || one.startsWith(`${path}/`));
  const ofItems = artifacts.flatMap((item, index): TextProblem[] => [
    ...listEntries(item, 'fulfils')
      .filter((entry) => !demands.some(({ id }) => isSameId(id, entry)))
      .map((entry) => ({
        code: 'unknown_demand',
        at: `${item.id}.fulfils`,
        words: `names “${entry}”, which nothing demands under this id`,
      })),
    ...listTouched(item)
      .filter(({ path, isNew }) => !isNew && !isThere(path))
      .map(({ path }) => ({
        code: 'unknown_path',
        at: `${item.id}.touches`,
        words: `names ${path}, which the project does not have: name what it has, or write (new) behind it`,
      })),
    ...listEntries(item, 'waits_for')
      .filter(
        (entry) =>
          ![...done, ...artifacts.slice(0, index).map(({ id }) => id)].some((id) => isSameId(id, entry)),
      )
      .map((entry) => ({
        code: 'wrong_order',
        at: `${item.id}.waits_for`,
        words: `waits for ${entry}, which is no package that stands before it`,
      })),
  ]);
  return [...uncovered, ...lost, ...unexplained, ...ofItems];
}
