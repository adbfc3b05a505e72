import type { ErrorCode } from '../domain/errors.ts';
import { outputTypes, participations } from '../domain/vocabulary.ts';
import { findSpec } from './key-table.ts';
import {
  type FlagValue,
  parseChoice,
  parseId,
  parseIdList,
  parseModelPairs,
  parseModelReference,
  parsePositiveInteger,
  parsePositiveNumber,
} from './parse-values.ts';
import type { ConfigEntry } from './read-config.ts';

/** The flags of `start` and `resume` that set something of the configuration, as the command line hands them over. */
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

type Reader = (value: FlagValue, flag: string) => unknown;

const readText: Reader = (value) => String(value);
const oneOf =
  (choices: readonly string[], code: ErrorCode = 'INVALID_VALUE'): Reader =>
  (value, flag) =>
    parseChoice(value, flag, { choices, code });
const readPanel: Reader = (value, flag) =>
  String(value).trim() === 'auto' ? 'auto' : parseIdList(value, flag);

/** Flags with a value: the key that each sets, and how its text is read. */
const valueFlags: Partial<Record<keyof ConfigFlags, { flag: string; key: string; read: Reader }>> = {
  strategy: { flag: '--strategy', key: 'roundtable.strategy.default', read: parseId },
  participants: { flag: '--participants', key: 'roundtable.participants.default', read: readPanel },
  outputType: {
    flag: '--output-type',
    key: 'roundtable.output_type.default',
    read: oneOf(outputTypes, 'UNKNOWN_OUTPUT_TYPE'),
  },
  language: { flag: '--language', key: 'roundtable.language', read: readText },
  facilitator: { flag: '--facilitator', key: 'roundtable.facilitator.agent', read: parseId },
  synthesizer: { flag: '--synthesizer', key: 'roundtable.synthesizer.agent', read: parseId },
  model: { flag: '--model', key: 'roundtable.models.default', read: parseModelReference },
  participation: { flag: '--participation', key: 'roundtable.participation', read: oneOf(participations) },
  minRounds: { flag: '--min-rounds', key: 'roundtable.limits.min_rounds', read: parsePositiveInteger },
  maxRounds: { flag: '--max-rounds', key: 'roundtable.limits.max_rounds', read: parsePositiveInteger },
  agentTimeout: {
    flag: '--agent-timeout',
    key: 'roundtable.limits.agent_timeout',
    read: parsePositiveNumber,
  },
  totalTimeout: {
    flag: '--total-timeout',
    key: 'roundtable.limits.total_timeout',
    read: parsePositiveNumber,
  },
  maxTokens: { flag: '--max-tokens', key: 'roundtable.limits.max_tokens', read: parsePositiveInteger },
  maxCost: { flag: '--max-cost', key: 'roundtable.limits.max_cost', read: parsePositiveNumber },
  onLimit: { flag: '--on-limit', key: 'roundtable.limits.on_limit', read: oneOf(['pause', 'conclude']) },
  onEscalation: {
    flag: '--on-escalation',
    key: 'roundtable.on_escalation',
    read: oneOf(['pause', 'accept', 'continue']),
  },
};

/** Flags without a value: only given, they set something. */
const switchFlags: Partial<Record<keyof ConfigFlags, { flag: string; key: string }>> = {
  interactive: { flag: '--interactive', key: 'roundtable.interactive' },
  verbose: { flag: '--verbose', key: 'roundtable.verbose' },
  combined: { flag: '--combined', key: 'roundtable.facilitator.combined' },
  fast: { flag: '--fast', key: 'roundtable.fast' },
};

/** Turns flags into the highest layer of the configuration. Throws INVALID_VALUE or INVALID_ID with the flag's name. */
export function readFlags(flags: ConfigFlags): Map<string, ConfigEntry> {
  const entries = new Map<string, ConfigEntry>();
  for (const [name, line] of Object.entries(valueFlags)) {
    const value = flags[name as keyof ConfigFlags];
    if (value === undefined || typeof value === 'boolean') continue;
    addEntry(entries, { key: line.key, flag: line.flag, value: line.read(value, line.flag) });
  }
  for (const [name, line] of Object.entries(switchFlags)) {
    if (flags[name as keyof ConfigFlags] === true) addEntry(entries, { ...line, value: true });
  }
  if (flags.models !== undefined) addModels(entries, flags.models);
  return entries;
}

function addModels(entries: Map<string, ConfigEntry>, text: string): void {
  const flag = '--models';
  for (const [seat, value] of parseModelPairs(text, flag)) {
    if (seat === 'facilitator' || seat === 'synthesizer') {
      addEntry(entries, { key: `roundtable.models.${seat}`, flag, value });
    } else {
      addEntry(entries, {
        key: `roundtable.models.participants.${seat}`,
        flag,
        value,
        specKey: 'roundtable.models.participants.<seat>',
      });
    }
  }
}

function addEntry(
  entries: Map<string, ConfigEntry>,
  set: { key: string; flag: string; value: unknown; specKey?: string },
): void {
  entries.set(set.key, {
    key: set.key,
    path: set.key.split('.'),
    spec: findSpec(set.specKey ?? set.key),
    value: set.value,
    file: null,
    line: null,
    column: null,
    origin: set.flag,
  });
}
