/** Reads environment variables as a layer of the configuration. */
import { findNearest, S2sError } from '../session/errors.ts';
import { keyTable } from './keys/key-table.ts';
import { type ConfigEntry, makeEntry } from './layers.ts';
import { readText } from './parse-values.ts';

/** The environment variables, passed in by `main.ts`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that names the folder of the user's own configuration. */
export const configFolderVariable = 'S2S_CONFIG_DIR';

/**
 * Turns environment variables into a configuration layer; an empty variable counts as not set. Throws
 * INVALID_VALUE with the variable's name.
 */
export function readEnvironment(env: Environment): Map<string, ConfigEntry> {
  const entries = new Map<string, ConfigEntry>();
  for (const spec of keyTable) {
    const { variable } = spec;
    const text = (variable === undefined ? undefined : env[variable])?.trim() ?? '';
    if (variable === undefined || text === '') continue;
    try {
      entries.set(
        spec.key,
        makeEntry(spec, spec.key, { value: readText(spec, text, variable), origin: variable }),
      );
    } catch (error) {
      if (!(error instanceof S2sError)) throw error;
      throw new S2sError(error.code, error.message, {
        hint: `Change or unset the environment variable ${variable}.`,
      });
    }
  }
  return entries;
}

/** Finds misspelled variables, such as `S2S_MODLE`. */
export function findWrongVariables(env: Environment): { variable: string; nearest: string }[] {
  const known = [configFolderVariable, ...keyTable.flatMap(({ variable }) => variable ?? [])];
  return Object.keys(env)
    .filter((variable) => variable.startsWith('S2S_') && !known.includes(variable))
    .flatMap((variable) => {
      const word = findNearest(
        variable.slice(4),
        known.map((name) => name.slice(4)),
      );
      return word === null ? [] : [{ variable, nearest: `S2S_${word}` }];
    });
}
