/** Checking the configuration without using it. */
import path from 'node:path';
import { type LoadOptions, loadConfig } from '../../config/load-config.ts';
import { checkAgendas } from '../../library/load-library.ts';
import { agendaResources, type LibraryPlaces, listEntries } from '../../library/resource-lookup.ts';
import { type FileProblem, findNearest, S2sError } from '../../session/errors.ts';
import { workflowTypes } from '../../session/vocabulary.ts';
import { sayWithheld } from '../describe-withheld.ts';
import { findUnknownRules } from '../read/lint-settings.ts';
import { refuseNoProject } from '../refuse-project.ts';
import type { AppWorld } from '../world.ts';
import { findUnknownNames } from './check-names.ts';

/** The findings: a discussion cannot follow a configuration with `problems`; warnings do not stop one. */
export interface ConfigCheck {
  problems: readonly FileProblem[];
  warnings: readonly FileProblem[];
  /** A sentence on the settings that do not count without the person's yes; null if all count. */
  leftOut: string | null;
}

/**
 * Checks the configuration in effect in `cwd`, the names in it, and the project's agendas.
 * Throws NO_PROJECT, FILE_UNREADABLE, FILE_TOO_LARGE, and INVALID_VALUE for a variable.
 */
export async function checkConfig(
  options: LoadOptions & Pick<AppWorld, 'packageRoot'>,
): Promise<ConfigCheck> {
  try {
    const { project, layers, warnings, withheld } = await loadConfig(options);
    if (project !== null) {
      const places = { project: project.s2sDir, shipped: options.packageRoot };
      const [names, agendas] = await Promise.all([
        findUnknownNames({ layers, withheld, places, env: options.env }),
        checkOwnAgendas(places, options.cwd),
      ]);
      return {
        problems: [...findUnknownRules(layers), ...names, ...agendas.problems],
        warnings: [...warnings, ...agendas.warnings],
        leftOut: sayWithheld(withheld),
      };
    }
  } catch (error) {
    if (!(error instanceof S2sError) || error.code !== 'CONFIG_INVALID') throw error;
    return { problems: error.problems, warnings: error.data?.['warnings'] as FileProblem[], leftOut: null };
  }
  throw refuseNoProject(options.cwd);
}

/** Problems in agendas, and agendas for workflows that do not exist. */
async function checkOwnAgendas(
  places: LibraryPlaces,
  cwd: string,
): Promise<Pick<ConfigCheck, 'problems' | 'warnings'>> {
  const [{ problems }, { entries }] = await Promise.all([
    checkAgendas(places),
    listEntries(places, agendaResources),
  ]);
  const show = (file: string): string => path.relative(cwd, file);
  const placed = problems.map((problem) => ({ ...problem, file: show(problem.file) }));
  const unheld = entries.flatMap(({ id, file }): FileProblem[] => {
    if ((workflowTypes as readonly string[]).includes(id)) return [];
    const nearest = findNearest(id, workflowTypes);
    const guess = nearest === null ? '' : `; did you mean "${nearest}"?`;
    return [
      { file: show(file), message: `there is no workflow "${id}", so this agenda is never used${guess}` },
    ];
  });
  return {
    problems: placed.filter(({ severity }) => severity === 'error'),
    warnings: [...placed.filter(({ severity }) => severity !== 'error'), ...unheld],
  };
}
