import { findSpec, keyTable } from './key-table.ts';
import { type ConfigEntry, makeEntry } from './layers.ts';
import { type FlagValue, parseModelPairs } from './parse-values.ts';
import { readText } from './read-text.ts';

/** What `start` and `resume` can set of the configuration, as texts of flags or as values of a program. */
export interface ConfigFlags {
  strategy?: string | undefined;
  /** Ids separated by commas, or `auto`. */
  participants?: string | undefined;
  outputType?: string | undefined;
  language?: string | undefined;
  facilitator?: string | undefined;
  synthesizer?: string | undefined;
  model?: string | undefined;
  /** `seat=reference,…` */
  models?: string | undefined;
  participation?: string | undefined;
  minRounds?: FlagValue | undefined;
  maxRounds?: FlagValue | undefined;
  /** Seconds. */
  agentTimeout?: FlagValue | undefined;
  /** Seconds. */
  totalTimeout?: FlagValue | undefined;
  maxTokens?: FlagValue | undefined;
  /** US dollars. */
  maxCost?: FlagValue | undefined;
  onLimit?: string | undefined;
  onEscalation?: string | undefined;
  interactive?: boolean | undefined;
  verbose?: boolean | undefined;
  combined?: boolean | undefined;
  fast?: boolean | undefined;
}

/** Turns flags into the highest layer of the configuration. Throws INVALID_VALUE or INVALID_ID with the flag's name. */
export function readFlags(flags: ConfigFlags): Map<string, ConfigEntry> {
  const entries = new Map<string, ConfigEntry>();
  for (const spec of keyTable) {
    if (spec.flag === undefined) continue;
    const [flag = ''] = spec.flag.usage.split(' ');
    const given = flags[nameOption(flag) as keyof ConfigFlags];
    // A switch can only be on; without it, the lower layers decide.
    if (given === undefined || given === false) continue;
    const set =
      typeof given !== 'boolean' && spec.key.includes('<seat>')
        ? [...parseModelPairs(given, flag)].map(([seat, value]) => placeModel(seat, { value, origin: flag }))
        : [makeEntry(spec, spec.key, { value: given === true || readText(spec, given, flag), origin: flag })];
    for (const entry of set) entries.set(entry.key, entry);
  }
  return entries;
}

/** `--max-rounds` is `maxRounds` among the options of a command. */
export function nameOption(flag: string): string {
  return flag.replace(/^--/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The facilitator and the synthesizer are no participants; their models have keys of their own. */
function placeModel(seat: string, set: { value: unknown; origin: string }): ConfigEntry {
  if (seat === 'facilitator' || seat === 'synthesizer') {
    const spec = findSpec(`roundtable.models.${seat}`);
    return makeEntry(spec, spec.key, set);
  }
  const spec = findSpec('roundtable.models.participants.<seat>');
  return makeEntry(spec, spec.key.replace('<seat>', seat), set);
}
