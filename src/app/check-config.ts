/** Checking the configuration without using it. */
import { type LoadOptions, loadConfig } from '../config/load-config.ts';
import { type FileProblem, S2sError } from '../domain/errors.ts';
import { sayWithheld } from './describe-withheld.ts';
import { findUnknownRules } from './lint-settings.ts';
import { refuseNoProject } from './refuse-project.ts';

/** What was found: `problems` make the configuration unusable, warnings do not. */
export interface ConfigCheck {
  problems: readonly FileProblem[];
  warnings: readonly FileProblem[];
  /** What does not count without a yes, in a sentence; null when all does. */
  leftOut: string | null;
}

/** Checks the configuration that is in effect in `cwd`. Throws NO_PROJECT, FILE_UNREADABLE, FILE_TOO_LARGE, and INVALID_VALUE for a variable. */
export async function checkConfig(options: LoadOptions): Promise<ConfigCheck> {
  try {
    const { project, layers, warnings, withheld } = await loadConfig(options);
    if (project !== null)
      return { problems: findUnknownRules(layers), warnings, leftOut: sayWithheld(withheld) };
  } catch (error) {
    if (!(error instanceof S2sError) || error.code !== 'CONFIG_INVALID') throw error;
    return { problems: error.problems, warnings: error.data?.['warnings'] as FileProblem[], leftOut: null };
  }
  throw refuseNoProject(options.cwd);
}
