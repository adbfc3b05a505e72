import { S2sError } from '../session/errors.ts';
import type { OutputType, Participation } from '../session/vocabulary.ts';
import { checkValue } from './check-value.ts';
import type { KeySpec } from './key-line.ts';
import { findSpec, keyTable } from './key-table.ts';
import { type ConfigEntry, makeEntry } from './layers.ts';
import { type FlagValue, parseModelPairs } from './parse-values.ts';
import { readText } from './read-text.ts';

/** The configuration that a run can set: the keys that have a flag, each named after its flag. */
export interface ConfigOptions {
  /** The model of every seat, as `provider/model`. */
  model?: string | undefined;
  /** Models of single seats, by their ids; also `facilitator` and `synthesizer`. */
  models?: Readonly<Record<string, string>> | undefined;
  minRounds?: number | undefined;
  maxRounds?: number | undefined;
  /** Seconds for one answer. */
  agentTimeout?: number | undefined;
  /** Seconds for this run. */
  totalTimeout?: number | undefined;
  /** Of the whole session. */
  maxTokens?: number | undefined;
  /** Of the whole session, in US dollars. */
  maxCost?: number | undefined;
  onLimit?: 'pause' | 'conclude' | undefined;
  /** What happens when a person has to decide and no operator is there. */
  onEscalation?: 'pause' | 'accept' | 'continue' | undefined;
  /** Ask the operator after every round. */
  interactive?: boolean | undefined;
  /** What seats see of the project. */
  evidence?: 'off' | 'read' | 'agent' | undefined;
  strategy?: string | undefined;
  /** Ids of agents, or `auto`: chosen from the topic. */
  participants?: readonly string[] | 'auto' | undefined;
  outputType?: OutputType | undefined;
  language?: string | undefined;
  facilitator?: string | undefined;
  synthesizer?: string | undefined;
  participation?: Participation | undefined;
  /** Keep whole answers in the session. */
  verbose?: boolean | undefined;
  /** Let the synthesis include the next question. */
  combined?: boolean | undefined;
  /** One round of proposals, a draft and a vote. */
  fast?: boolean | undefined;
}

/**
 * Reads flags as options, leaving out flags that set no key. Throws INVALID_VALUE, INVALID_ID or
 * UNKNOWN_OUTPUT_TYPE with the flag's name.
 */
export function readFlags(flags: object): ConfigOptions {
  const options: Record<string, unknown> = {};
  for (const { spec, flag, name } of listKeyFlags()) {
    const given = (flags as Readonly<Record<string, FlagValue | boolean | undefined>>)[name];
    if (given === undefined) continue;
    options[name] = typeof given === 'boolean' ? given : readFlag(spec, given, flag);
  }
  return options;
}

/** Turns options into the highest layer of the configuration. Throws INVALID_VALUE with the flag's name. */
export function layOptions(options: ConfigOptions): Map<string, ConfigEntry> {
  const entries = new Map<string, ConfigEntry>();
  const add = (spec: KeySpec, key: string, set: { value: unknown; origin: string }): void => {
    entries.set(key, makeEntry(spec, key, { ...set, value: requireValue(spec, set.value, set.origin) }));
  };
  for (const { spec, flag: origin, name } of listKeyFlags()) {
    const value: unknown = options[name as keyof ConfigOptions];
    // A switch can only turn a setting on; otherwise the lower layers decide.
    if (value === undefined || value === false) continue;
    if (!spec.key.includes('<seat>')) add(spec, spec.key, { value, origin });
    else {
      for (const [seat, model] of Object.entries(value as object)) {
        const { placed, key } = placeModel(seat);
        add(placed, key, { value: model, origin });
      }
    }
  }
  return entries;
}

/** The names of the options that a start, a resume and a turn take alike. */
export function listRunOptions(): string[] {
  return listKeyFlags().flatMap(({ spec, name }) => (spec.flag?.on === 'run' ? [name] : []));
}

function listKeyFlags(): { spec: KeySpec; flag: string; name: string }[] {
  return keyTable.flatMap((spec) => {
    const [flag] = spec.flag?.usage.split(' ') ?? [];
    return flag === undefined ? [] : [{ spec, flag, name: nameOption(flag) }];
  });
}

/** `--max-rounds` is `maxRounds` among the options of a command. */
export function nameOption(flag: string): string {
  return flag.replace(/^--/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function readFlag(spec: KeySpec, given: FlagValue, flag: string): unknown {
  return spec.key.includes('<seat>')
    ? Object.fromEntries(parseModelPairs(given, flag))
    : readText(spec, given, flag);
}

/** The facilitator and the synthesizer are not participants; their models have keys of their own. */
function placeModel(seat: string): { placed: KeySpec; key: string } {
  const isSeat = seat !== 'facilitator' && seat !== 'synthesizer';
  const placed = findSpec(`roundtable.models.${isSeat ? 'participants.<seat>' : seat}`);
  return { placed, key: placed.key.replace('<seat>', seat) };
}

/** Checks the value at run time too, since plain JavaScript can set options. */
function requireValue(spec: KeySpec, value: unknown, flag: string): unknown {
  const checked = checkValue(spec, value);
  if ('value' in checked) return checked.value;
  const reasons = checked.problems.map(({ message }) => message).join('; ');
  throw new S2sError('INVALID_VALUE', `${flag} ${reasons}.`, { hint: `Give ${flag} another value.` });
}
