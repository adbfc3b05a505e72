/** From the flags of a command that runs a discussion to the typed options of the use case. */
import type { LimitOptions, ReplayMissing, SessionOptions } from '../app/options.ts';
import {
  type FlagValue,
  parseChoice,
  parseCount,
  parseId,
  parseIdList,
  parseModelPairs,
  parseModelReference,
  parsePositiveInteger,
  parsePositiveNumber,
} from '../config/parse-values.ts';
import { findNearest, S2sError } from '../domain/errors.ts';
import { outputTypes, participations, type WorkflowType, workflowTypes } from '../domain/vocabulary.ts';

/** The flags that `start` and `resume` share, as the parser hands them over. */
export interface LimitFlags {
  model?: string;
  models?: string;
  minRounds?: string;
  maxRounds?: string;
  agentTimeout?: string;
  totalTimeout?: string;
  maxTokens?: string;
  maxCost?: string;
  onLimit?: string;
  onEscalation?: string;
  interactive?: boolean;
  replayMissing?: string;
  failOn?: string;
  full?: boolean;
}

/** The flags of `start`, `specs`, `design` and `brainstorm`. */
export interface StartFlags extends LimitFlags {
  workflow?: string;
  strategy?: string;
  participants?: string;
  outputType?: string;
  context?: string[];
  language?: string;
  facilitator?: string;
  synthesizer?: string;
  pro?: string;
  con?: string;
  withMe?: boolean;
  participation?: string;
  verbose?: boolean;
  combined?: boolean;
  fast?: boolean;
  dryRun?: boolean;
  seed?: string;
  replay?: string;
  estimate?: boolean;
}

/** Reads models and limits. Throws INVALID_VALUE or INVALID_ID with the flag's name. */
export function readLimitFlags(flags: LimitFlags): LimitOptions {
  const models = read(flags.models, '--models', parseModelPairs);
  return {
    model: read(flags.model, '--model', parseModelReference),
    models: models === undefined ? undefined : Object.fromEntries(models),
    minRounds: read(flags.minRounds, '--min-rounds', parsePositiveInteger),
    maxRounds: read(flags.maxRounds, '--max-rounds', parsePositiveInteger),
    agentTimeout: read(flags.agentTimeout, '--agent-timeout', parsePositiveNumber),
    totalTimeout: read(flags.totalTimeout, '--total-timeout', parsePositiveNumber),
    maxTokens: read(flags.maxTokens, '--max-tokens', parsePositiveInteger),
    maxCost: read(flags.maxCost, '--max-cost', parsePositiveNumber),
    onLimit: read(flags.onLimit, '--on-limit', oneOf(['pause', 'conclude'])),
    onEscalation: read(flags.onEscalation, '--on-escalation', oneOf(['pause', 'accept', 'continue'])),
    interactive: flags.interactive,
  };
}

/** Reads everything that a new session is made from, but its topic. Throws as above, and UNKNOWN_OUTPUT_TYPE, UNKNOWN_WORKFLOW. */
export function readSessionFlags(flags: StartFlags): SessionOptions {
  return {
    ...readLimitFlags(flags),
    workflow: read(flags.workflow, '--workflow', readWorkflow),
    strategy: read(flags.strategy, '--strategy', parseId),
    participants: read(flags.participants, '--participants', readPanel),
    withMe: flags.withMe,
    outputType: read(flags.outputType, '--output-type', (value, flag) =>
      parseChoice(value, flag, { choices: outputTypes, code: 'UNKNOWN_OUTPUT_TYPE' }),
    ),
    context: flags.context,
    language: flags.language,
    facilitator: read(flags.facilitator, '--facilitator', parseId),
    synthesizer: read(flags.synthesizer, '--synthesizer', parseId),
    pro: splitWords(flags.pro),
    con: splitWords(flags.con),
    participation: read(flags.participation, '--participation', oneOf(participations)),
    verbose: flags.verbose,
    combined: flags.combined,
    fast: flags.fast,
    rehearsal: flags.dryRun,
    seed: read(flags.seed, '--seed', parseCount),
  };
}

/** Reads `--replay-missing`. Throws INVALID_VALUE. */
export function readReplayMissing(flags: LimitFlags): ReplayMissing | undefined {
  return read(flags.replayMissing, '--replay-missing', oneOf(['fail', 'ask']));
}

/** Reads `--workflow`. Throws UNKNOWN_WORKFLOW with the nearest one. */
export function readWorkflow(value: FlagValue): WorkflowType {
  const known = workflowTypes.find((workflow) => workflow === value);
  if (known) return known;
  const nearest = findNearest(String(value), workflowTypes);
  throw new S2sError('UNKNOWN_WORKFLOW', `There is no workflow "${value}".`, {
    hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Workflows: ${workflowTypes.join(', ')}`,
  });
}

/** Words separated by commas; undefined where there is no text. */
export function splitWords(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

type Reader<Value> = (value: FlagValue, flag: string) => Value;

function read<Value>(value: string | undefined, flag: string, reader: Reader<Value>): Value | undefined {
  return value === undefined ? undefined : reader(value, flag);
}

function oneOf<Choice extends string>(choices: readonly Choice[]): Reader<Choice> {
  return (value, flag) => parseChoice(value, flag, { choices });
}

const readPanel: Reader<string[] | 'auto'> = (value, flag) =>
  String(value).trim() === 'auto' ? 'auto' : parseIdList(value, flag);
