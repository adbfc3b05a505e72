import { findNearest, S2sError } from '../domain/errors.ts';
import { findSpec } from './key-table.ts';
import {
  parseChoice,
  parseModelReference,
  parsePositiveInteger,
  parsePositiveNumber,
} from './parse-values.ts';
import type { ConfigEntry } from './read-config.ts';

/** The environment, as `main.ts` hands it in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that set something, and how their text is read. `NO_COLOR`, `CI` and the variables of providers are read where they count. */
export const environmentKeys: readonly {
  variable: string;
  key: string;
  read: (text: string, variable: string) => unknown;
}[] = [
  { variable: 'S2S_MODEL', key: 'roundtable.models.default', read: parseModelReference },
  { variable: 'S2S_LANGUAGE', key: 'roundtable.language', read: (text) => text },
  { variable: 'S2S_MAX_COST', key: 'roundtable.limits.max_cost', read: parsePositiveNumber },
  { variable: 'S2S_MAX_TOKENS', key: 'roundtable.limits.max_tokens', read: parsePositiveInteger },
  {
    variable: 'S2S_ON_ESCALATION',
    key: 'roundtable.on_escalation',
    read: (text, variable) => parseChoice(text, variable, { choices: ['pause', 'accept', 'continue'] }),
  },
];

/** Where the user's own configuration is kept, beside the project's. */
export const configFolderVariable = 'S2S_CONFIG_DIR';

/** Turns variables into a layer of the configuration; an empty one counts as not set. Throws INVALID_VALUE with the variable's name. */
export function readEnvironment(env: Environment): Map<string, ConfigEntry> {
  const entries = new Map<string, ConfigEntry>();
  for (const { variable, key, read } of environmentKeys) {
    const text = env[variable]?.trim() ?? '';
    if (text === '') continue;
    let value: unknown;
    try {
      value = read(text, variable);
    } catch (error) {
      if (!(error instanceof S2sError)) throw error;
      throw new S2sError(error.code, error.message, {
        hint: `Change or unset the environment variable ${variable}.`,
      });
    }
    entries.set(key, {
      key,
      path: key.split('.'),
      spec: findSpec(key),
      value,
      file: null,
      line: null,
      column: null,
      origin: variable,
    });
  }
  return entries;
}

/** Finds variables that are nearly, but not quite, one of ours: `S2S_MODLE`. */
export function findWrongVariables(env: Environment): { variable: string; nearest: string }[] {
  const known = [configFolderVariable, ...environmentKeys.map((line) => line.variable)];
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
