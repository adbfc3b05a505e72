/**
 * Options as values: read from flags, and laid over the configuration. The way of an option to the loop:
 *
 * 1. option-table.ts declares it: flag, words, and either a type or the setting that gives it one.
 * 2. cli/parser/command-descriptor.ts makes the flags of a command from the table, and cli/read-run-flags.ts reads them with `readFlags`;
 *    for HTTP, MCP tools and batch files option-fields.ts does both with fields.
 * 3. resolve-config.ts puts them on top with `layOptions`, above the environment (environment-layer.ts) and both files (load-config.ts).
 * 4. app/plan/plan-session.ts stores the result as `settings` of the session (session/settings.ts), which is all that the loop reads.
 */
import * as z from 'zod';
import { S2sError } from '../session/errors.ts';
import { checkValue } from './check-value.ts';
import type { KeySpec } from './keys/key-line.ts';
import { findSpec, findWords, keyTable } from './keys/key-table.ts';
import { type ConfigEntry, makeEntry } from './layers.ts';
import {
  listOptions,
  nameFlag,
  nameOption,
  type OptionGroup,
  type OptionLine,
  type OptionsOf,
} from './option-table.ts';
import { type FlagValue, parseModelPairs, readText } from './parse-values.ts';
import { valueTypes, type WordSource } from './value-types.ts';

/** The options of a run, many of which set keys of the configuration. */
export type ConfigOptions = OptionsOf<'start' | 'run' | 'own'>;

/** The key that an option sets; null for one that sets none. */
export function findOptionKey({ setting, key }: OptionLine): KeySpec | null {
  if (key !== undefined) return findSpec(`roundtable.${key}`);
  return setting === undefined ? null : (keyTable.find((spec) => spec.setting === setting) ?? null);
}

/** The words that an option accepts: a list, or where to find them; null when it accepts any text or number. */
export function findOptionWords(line: OptionLine): readonly string[] | WordSource | null {
  return findWords({ schema: findOptionSchema(line), type: line.type ?? findOptionKey(line)?.type });
}

/** The type of an option. */
export function findOptionSchema(line: OptionLine): z.ZodType {
  const { type } = line;
  const isOwn = type === 'models' || findOptionKey(line) === null;
  return isOwn && type !== undefined ? valueTypes[type].schema : (findOptionKey(line)?.schema ?? z.never());
}

/**
 * Reads flags as options of the groups. Throws INVALID_VALUE, INVALID_ID or the option's own code, with the flag's name; leaves other
 * flags out.
 */
export function readFlags<Options extends object>(flags: object, groups: readonly OptionGroup[]): Options {
  const options: Record<string, unknown> = {};
  for (const line of listOptions(groups)) {
    const flag = nameFlag(line);
    const given = (flags as Readonly<Record<string, FlagValue | boolean | string[] | undefined>>)[
      nameOption(flag)
    ];
    if (given !== undefined) options[line.name] = readFlag(line, given, flag);
  }
  return options as Options;
}

/** Turns options into the highest layer of the configuration. Throws INVALID_VALUE with the option's name in the library: flags were checked. */
export function layOptions(options: object): Map<string, ConfigEntry> {
  const entries = new Map<string, ConfigEntry>();
  const add = (
    spec: KeySpec,
    key: string,
    { name, ...set }: { name: string; value: unknown; origin: string },
  ): void => {
    entries.set(key, makeEntry(spec, key, { ...set, value: requireValue(spec, set.value, name) }));
  };
  for (const line of listOptions(['start', 'run', 'own'])) {
    const { name } = line;
    const spec = findOptionKey(line);
    const origin = nameFlag(line);
    const value = (options as Readonly<Record<string, unknown>>)[name];
    // A switch can only turn a setting on; otherwise the lower layers decide.
    if (spec === null || value === undefined || value === false) continue;
    if (!spec.key.includes('<seat>')) add(spec, spec.key, { name, value, origin });
    else {
      for (const [seat, model] of Object.entries(value as object)) {
        const { placed, key } = placeModel(seat);
        add(placed, key, { name, value: model, origin });
      }
    }
  }
  return entries;
}

function readFlag(line: OptionLine, given: FlagValue | boolean | string[], flag: string): unknown {
  if (typeof given === 'boolean' || Array.isArray(given)) return given;
  if (line.type === 'models') return parseModelPairs(given, flag);
  const { type = findOptionKey(line)?.type, code } = line;
  return readText({ schema: findOptionSchema(line), type, code }, given, flag);
}

/** The facilitator and the synthesizer are not participants; their models have keys of their own. */
function placeModel(seat: string): { placed: KeySpec; key: string } {
  const isSeat = seat !== 'facilitator' && seat !== 'synthesizer';
  const placed = findSpec(`roundtable.models.${isSeat ? 'participants.<seat>' : seat}`);
  return { placed, key: placed.key.replace('<seat>', seat) };
}

/** Checks the value at run time too, since plain JavaScript can set options. */
function requireValue(spec: KeySpec, value: unknown, name: string): unknown {
  const checked = checkValue(spec, value);
  if ('value' in checked) return checked.value;
  const reasons = checked.problems.map(({ message }) => message).join('; ');
  throw new S2sError('INVALID_VALUE', `${name} ${reasons}.`, { hint: `Give ${name} another value.` });
}
