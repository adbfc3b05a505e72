/**
 * The one table of options. A line is a flag of the command line, a field over HTTP, of an MCP tool, of a batch file and of a worker's
 * job, and an option of the library, with its type and its words. It is plain data, so that the command line can list the flags
 * without loading a schema.
 */
import type * as z from 'zod';
import type { ErrorCode } from '../session/errors.ts';
import type { Settings } from '../session/settings.ts';
import type { ValueTypeName, ValueTypes } from './value-types.ts';

/** One option. Its name in the library is that in the table; as a field it has that name in snake case. */
export interface OptionLine {
  /** As help shows it: `--max-rounds <n>`, or `--fast` for a switch. The command line takes the options that have one. */
  flag?: string;
  /** The field, where it is named after the flag and the option of the library is not. */
  field?: string;
  words: string;
  /** The setting of a session that it sets, or the key under `roundtable`; a setting supplies the type. */
  setting?: string;
  key?: string;
  type?: ValueTypeName;
  isRequired?: boolean;
  isRepeatable?: boolean;
  /** The error code for a word that is not one of the choices; INVALID_VALUE when absent. */
  code?: ErrorCode;
}

/**
 * The options by their reach. The command line and the library take all. A new session takes `start`, `run` and `own`, also as a field
 * of HTTP and in a batch file, a resume `run`, `own` and `resume`, as does a worker's job. An assistant chooses nothing of `own`: which
 * program or host answers, and what happens in the person's place. The other groups are those of single commands.
 */
export const optionTable = {
  start: {
    topic: { type: 'topic', isRequired: true, words: 'the question, with what the panel has to know' },
    workflowType: {
      flag: '--workflow <name>',
      type: 'workflow',
      code: 'UNKNOWN_WORKFLOW',
      words: 'roundtable, specs (requirements), design (a decision record), brainstorm, review or plan',
    },
    strategy: {
      key: 'strategy.default',
      type: 'strategy',
      flag: '--strategy <id>',
      words: 'how the panel discusses',
    },
    participants: {
      key: 'participants.default',
      type: 'panel',
      flag: '--participants <ids>',
      words: 'the panel: ids of agents, or auto',
    },
    addParticipants: { type: 'agent ids', words: 'agents to add to the chosen ones' },
    outputType: {
      key: 'output_type.default',
      type: 'output type',
      flag: '--output-type <type>',
      words: 'adr, requirements, architecture, summary, review or plan',
      code: 'UNKNOWN_OUTPUT_TYPE',
    },
    context: {
      type: 'paths',
      flag: '--context <file>',
      words: 'a file, folder or pattern for the panel',
      isRepeatable: true,
    },
    language: { setting: 'language', flag: '--language <language>', words: 'the language of the answers' },
    facilitator: {
      key: 'facilitator.agent',
      type: 'agent',
      flag: '--facilitator <id>',
      words: 'the agent who leads',
    },
    synthesizer: {
      key: 'synthesizer.agent',
      type: 'agent',
      flag: '--synthesizer <id>',
      words: 'the agent who writes',
    },
    pro: { type: 'agent ids', flag: '--pro <ids>', words: 'in a debate: who argues for' },
    con: { type: 'agent ids', flag: '--con <ids>', words: 'in a debate: who argues against' },
    withMe: { type: 'boolean', flag: '--with-me', words: 'join the panel yourself' },
    participation: {
      setting: 'participation',
      flag: '--participation <mode>',
      words: 'parallel, sequential or targeted',
    },
    combined: {
      setting: 'combined',
      flag: '--combined',
      words: 'let the synthesis include the next question',
    },
    fast: {
      setting: 'fast',
      flag: '--fast',
      words: 'one round, a draft and a vote: about a third of the time',
    },
    verbose: { setting: 'verbose', flag: '--verbose', words: 'keep whole answers in the session file' },
    rehearsal: {
      type: 'boolean',
      flag: '--dry-run',
      field: 'dry_run',
      words: 'rehearse with the built-in panel: no model, no key, no cost',
    },
    seed: { type: 'count', flag: '--seed <n>', words: 'the seed of everything random' },
  },
  run: {
    minRounds: { setting: 'min_rounds', flag: '--min-rounds <n>', words: 'minimum number of rounds' },
    maxRounds: { setting: 'max_rounds', flag: '--max-rounds <n>', words: 'maximum number of rounds' },
    agentTimeout: {
      setting: 'agent_timeout',
      flag: '--agent-timeout <seconds>',
      words: 'time limit of one answer',
    },
    totalTimeout: {
      setting: 'total_timeout',
      flag: '--total-timeout <seconds>',
      words: 'time limit of this run',
    },
    maxTokens: { setting: 'max_tokens', flag: '--max-tokens <n>', words: 'token limit of the whole session' },
    maxCost: { setting: 'max_cost', flag: '--max-cost <usd>', words: 'cost limit of the whole session' },
    onLimit: { setting: 'on_limit', flag: '--on-limit <what>', words: 'at a limit: pause or conclude' },
  },
  own: {
    model: {
      key: 'models.default',
      type: 'model reference',
      flag: '--model <ref>',
      words: 'the model of every seat, as provider/model',
    },
    models: {
      key: 'models.participants.<seat>',
      type: 'models',
      flag: '--models <pairs>',
      words: 'models of single seats: seat=provider/model,… (facilitator and synthesizer too)',
    },
    onEscalation: {
      setting: 'on_escalation',
      flag: '--on-escalation <what>',
      words: 'when a decision is needed and nobody is there: pause, accept or continue',
    },
    interactive: { setting: 'interactive', flag: '--interactive', words: 'ask after every round' },
    evidence: {
      setting: 'evidence.mode',
      flag: '--evidence <mode>',
      words: 'what seats see of the project: off, read or agent',
    },
    supersede: {
      type: 'boolean',
      flag: '--supersede',
      words: 'mark older decision records that the new one replaces',
    },
  },
  resume: {
    replayMissing: {
      type: 'replay missing',
      flag: '--replay-missing <what>',
      words: 'what a replay does with calls that were not recorded: fail or ask',
    },
  },
  say: {
    text: { type: 'turn', isRequired: true, words: "the person's words; empty to pass" },
    ratify: { type: 'ids', flag: '--ratify <ids>', words: 'items that you are for (last call)' },
    standAside: {
      type: 'ids',
      flag: '--stand-aside <ids>',
      words: 'items on which you stand aside: neither for nor against',
    },
    block: { type: 'ids', flag: '--block <ids>', words: 'items that you are against' },
    rest: {
      type: 'rest',
      flag: '--rest <vote>',
      words: 'the vote on all other items of the last call: ratify or none (default: none)',
    },
  },
  answer: {
    escalation: { type: 'id', words: 'which decision, where several wait' },
    decision: {
      type: 'decision',
      isRequired: true,
      words: 'accept what is recommended, own (in text), or continue for more rounds',
    },
    text: { type: 'advice', words: 'for own: what is decided' },
    rounds: { type: 'rounds', words: 'for continue; 1 when absent' },
  },
  guide: { text: { type: 'advice', isRequired: true, words: 'the advice, in a sentence or two' } },
  grant: { rounds: { type: 'rounds', words: '1 when absent' } },
  signature: { name: { type: 'name', words: 'the name of the person, 1 to 80 characters; recorded' } },
} as const satisfies Record<string, Record<string, OptionLine>>;

/** The options that help shows without `--all`. */
export const commonOptions: ReadonlySet<string> = new Set([
  ...[
    'strategy',
    'participants',
    'outputType',
    'context',
    'withMe',
    'fast',
    'rehearsal',
    'maxRounds',
    'maxCost',
  ],
  ...['model', 'interactive', 'ratify', 'standAside', 'block', 'rest'],
]);

/** What takes options. */
export type OptionGroup = keyof typeof optionTable;

type ValueAt<Tree, Place extends string> = Place extends `${infer First}.${infer Rest}`
  ? First extends keyof Tree
    ? ValueAt<Tree[First], Rest>
    : never
  : Place extends keyof Tree
    ? NonNullable<Tree[Place]>
    : never;
type ValueOf<Line> = Line extends { setting: infer Place extends string }
  ? ValueAt<Settings, Place>
  : Line extends { type: infer Name extends ValueTypeName }
    ? z.input<ValueTypes[Name]['schema']>
    : never;

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Listed<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** The options of one or more groups, as the library takes them. */
export type OptionsOf<Group extends OptionGroup> = Together<
  Group extends unknown
    ? {
        [Name in keyof (typeof optionTable)[Group]]?:
          | Listed<ValueOf<(typeof optionTable)[Group][Name]>>
          | undefined;
      }
    : never
>;

/** The lines of some groups, each with its name in the library. */
export function listOptions(groups: readonly OptionGroup[]): (OptionLine & { name: string })[] {
  return groups.flatMap((group) =>
    Object.entries<OptionLine>(optionTable[group]).map(([name, line]) => ({ name, ...line })),
  );
}

/** The name of a flag, `--max-rounds`; for an option without one, that which it would have. */
export function nameFlag({ flag, name }: OptionLine & { name: string }): string {
  return flag?.split(' ')[0] ?? `--${snake(name).replaceAll('_', '-')}`;
}

/** The name of a field: `max_rounds`. */
export function nameField({ field, name }: OptionLine & { name: string }): string {
  return field ?? snake(name);
}

/** The name of a flag or field in camel case: `maxRounds`. */
export function nameOption(name: string): string {
  return name.replace(/^--/, '').replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
