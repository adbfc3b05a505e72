/** Makes the configuration of one run from all layers, for one workflow, with the options on top. */
import path from 'node:path';
import type { ProviderConfig } from '../models/provider-kind.ts';
import type { ProviderLimit } from '../session/ports/call-slots.ts';
import { type ConsensusRule, type Settings, settingsSchema } from '../session/settings.ts';
import type { OutputType, WorkflowType } from '../session/vocabulary.ts';
import { defaultSettings, findSpec, keyTable } from './keys/key-table.ts';
import {
  type ConfigEntry,
  type ConfigLayer,
  collectNamed,
  findEffective,
  listSources,
  nameOrigin,
  type SourceLine,
} from './layers.ts';
import type { LoadedConfig } from './load-config.ts';
import { type ConfigOptions, layOptions } from './option-layer.ts';
import type { Capped } from './project-power.ts';
import { buildLimits, buildPrices, buildProviders, type ModelPrice } from './provider-config.ts';
import { reconcileRounds, refuseRounds } from './reconcile-rounds.ts';
import { workflowDefaults } from './workflow-defaults.ts';

/** What set a value that otherwise follows from the topic or the workflow. */
export type SetBy = 'flag' | 'config';

/** Whom a server knows, and what they may do. */
export interface PeopleConfig {
  /** In lower case; null when no proxy signs people in. */
  userHeader: string | null;
  /** For each right, the names of the people and pipelines that have it; `*` is everybody whom the server knows. */
  rights: Readonly<Record<'read' | 'speak' | 'start', readonly string[]>>;
  /** The token files of pipelines, by pipeline name. */
  tokenFiles: Readonly<Record<string, string>>;
}

/** Where sessions are kept. Times are in seconds; everything but `type` applies only to `postgres`. */
export interface StoreConfig {
  type: 'files' | 'postgres';
  /** The environment variable with the address of the database. */
  urlEnv: string;
  schema: string;
  leaseSeconds: number;
  waitSeconds: number;
  /** How many workers in a row may die while running a session without finishing one of its calls. */
  maxCrashes: number;
}

/** The configuration of one run. */
export interface ResolvedConfig {
  /** Complete except for `consensus`, which the caller completes from the strategy and `consensusFor`. */
  settings: Settings;
  /** The names of the settings that somebody set; the strategy may decide others (`participation`). */
  setSettings: ReadonlySet<string>;
  /** Null: chosen by the words of the topic, or the workflow's own (`workflowDefaults`). */
  strategy: { id: string; from: SetBy; reason: string } | null;
  /** Null: the workflow's own panel, or chosen from the topic. */
  participants: { ids: string[] | 'auto'; from: SetBy; reason: string } | null;
  outputType: { type: OutputType; from: SetBy | 'workflow' };
  facilitator: string;
  /** The facilitator's id unless another one is set. */
  synthesizer: string;
  /** Model references, null when not set; those of participants by seat. */
  models: {
    default: string | null;
    facilitator: string | null;
    synthesizer: string | null;
    participants: ReadonlyMap<string, string>;
  };
  providers: Record<string, ProviderConfig>;
  /** How many requests at once, and how many tokens per minute, each provider may get. */
  providerLimits: Record<string, ProviderLimit>;
  prices: Record<string, ModelPrice>;
  /** Folders relative to the project's root. */
  docs: { decisions: string; specifications: string; architecture: string };
  /** Whether files for coding assistants are read as context; null: where the project's own context says nothing. */
  assistantFiles: boolean | null;
  slugMaxLength: number;
  /** US dollars above which an assistant asks the person before it starts a session. */
  confirmAbove: number;
  /** How many discussions a server runs at once. */
  mostRunning: number;
  /** Whom a server knows, and what they may do. */
  people: PeopleConfig;
  /** Where sessions are kept. */
  store: StoreConfig;
  /** How the person is told when they are needed and when a discussion ends; `secretEnv` names the variable with the webhook's secret. */
  notify: {
    desktop: boolean;
    command: readonly [string, ...string[]] | null;
    /** The folder of whoever named the command, in which it runs; undefined where that is the current one. */
    folder: string | undefined;
    webhook: string | null;
    secretEnv: string;
  };
  projectName: string;
  projectDescription: string | null;
  /** What the configuration says about a strategy's consensus rule; null when it says nothing. */
  consensusFor(strategyId: string): Partial<ConsensusRule> | null;
  /** Every effective value and where it comes from. */
  sources: SourceLine[];
  /** What was changed to make the settings fit, in sentences for the person. */
  notices: string[];
}

/**
 * Applies the options of a run to the loaded configuration for one workflow.
 * Throws INVALID_VALUE for an option, LIMITS_CONTRADICT when the minimum of rounds is above the maximum.
 */
export function resolveConfig(
  loaded: Pick<LoadedConfig, 'project' | 'layers'> & Partial<Pick<LoadedConfig, 'capped'>>,
  given: { workflow: WorkflowType; options?: ConfigOptions & { lowersOnly?: boolean | undefined } },
): ResolvedConfig {
  const { workflow, options = {} } = given;
  const { capped = [] } = loaded;
  const entries = layOptions(options);
  if (options.lowersOnly === true) lowerTo(loaded.layers, entries);
  const { layers, notices } = reconcileRounds([{ name: 'flag', entries }, ...loaded.layers]);
  const read = (key: string): unknown => findEffective(layers, findSpec(key)).value;
  const readText = (key: string): string | null => (read(key) as string | null | undefined) ?? null;
  const facilitator = read('roundtable.facilitator.agent') as string;
  const { settings, setSettings } = buildSettings(layers);
  const outputType = findForWorkflow(layers, 'roundtable.output_type', workflow);
  const strategy = findForWorkflow(layers, 'roundtable.strategy', workflow);
  const participants = findForWorkflow(layers, 'roundtable.participants', workflow);

  return {
    settings,
    setSettings,
    strategy: strategy && { id: strategy.value as string, from: strategy.from, reason: strategy.reason },
    participants: participants && {
      ids: participants.value as string[] | 'auto',
      from: participants.from,
      reason: participants.reason,
    },
    outputType: outputType
      ? { type: outputType.value as OutputType, from: outputType.from }
      : { type: workflowDefaults[workflow].outputType, from: 'workflow' },
    facilitator,
    synthesizer: readText('roundtable.synthesizer.agent') ?? facilitator,
    models: {
      default: readText('roundtable.models.default'),
      facilitator: readText('roundtable.models.facilitator'),
      synthesizer: readText('roundtable.models.synthesizer'),
      participants: new Map(
        [...collectNamed(layers, 'roundtable.models.participants')].filter(
          (pair): pair is [string, string] => typeof pair[1] === 'string',
        ),
      ),
    },
    providers: buildProviders(layers),
    providerLimits: buildLimits(layers),
    prices: buildPrices(layers),
    docs: {
      decisions: read('docs.decisions') as string,
      specifications: read('docs.specifications') as string,
      architecture: read('docs.architecture') as string,
    },
    assistantFiles: read('context.assistant_files') as boolean | null,
    slugMaxLength: read('naming.slug_max_length') as number,
    confirmAbove: read('mcp.confirm_above') as number,
    mostRunning: read('server.most_running') as number,
    people: {
      userHeader: read('server.user_header') as string | null,
      rights: {
        read: read('server.rights.read') as string[],
        speak: read('server.rights.speak') as string[],
        start: read('server.rights.start') as string[],
      },
      tokenFiles: read('server.token_files') as Record<string, string>,
    },
    store: {
      type: read('store.type') as StoreConfig['type'],
      urlEnv: read('store.url_env') as string,
      schema: read('store.schema') as string,
      leaseSeconds: read('store.lease_seconds') as number,
      waitSeconds: read('store.wait_seconds') as number,
      maxCrashes: read('store.max_crashes') as number,
    },
    notify: {
      desktop: read('notify.desktop') as boolean,
      command: read('notify.command') as [string, ...string[]] | null,
      folder: layers.find(({ entries }) => entries.has('notify.command'))?.folder,
      webhook: readText('notify.webhook'),
      secretEnv: read('notify.secret_env') as string,
    },
    projectName:
      readText('name') ?? (loaded.project === null ? 'project' : path.basename(loaded.project.root)),
    projectDescription: readText('description'),
    consensusFor: (strategyId) => findConsensus(layers, strategyId),
    sources: noteCapped(listSources(layers), capped),
    notices: [...capped.map(sayCapped), ...notices],
  };
}

/** Lowers every limit among the options to that of the configuration. */
function lowerTo(layers: readonly ConfigLayer[], entries: Map<string, ConfigEntry>): void {
  for (const [key, entry] of entries) {
    const { value: most } = findEffective(layers, entry.spec);
    if (entry.spec.can !== 'limit' || typeof entry.value !== 'number' || typeof most !== 'number') continue;
    entries.set(key, { ...entry, value: Math.min(entry.value, most) });
  }
}

/** Adds to each capped value a note of what the project asked for. */
function noteCapped(sources: readonly SourceLine[], capped: readonly Capped[]): SourceLine[] {
  return sources.map((line) => {
    const cap = capped.find(({ key }) => key === line.key);
    return cap === undefined
      ? line
      : {
          ...line,
          note: `${nameOrigin(cap.wanted)} asks for ${JSON.stringify(cap.wanted.value)}, which ${sayWhy(cap)}`,
        };
  });
}

function sayCapped(cap: Capped): string {
  return `${cap.key} is not ${JSON.stringify(cap.wanted.value)} as ${nameOrigin(cap.wanted)} asks: that ${sayWhy(cap)}.`;
}

function sayWhy({ wanted, kept, by, needsTrust }: Capped): string {
  if (wanted.spec.can === 'price')
    return 'needs your approval (s2s trust), because cost limits are computed from it';
  return needsTrust
    ? `is above the default of ${JSON.stringify(kept)} and needs your approval (s2s trust)`
    : `is above your own limit of ${JSON.stringify(kept)} (${by})`;
}

/** Applies options to the settings of a session that is resumed. Throws the same errors for options as `resolveConfig`. */
export function applyOptions(settings: Settings, options: ConfigOptions): Settings {
  const changed = structuredClone(settings);
  for (const { spec, value } of layOptions(options).values()) {
    if (spec.setting !== undefined) writePath(changed, spec.setting.split('.'), value);
  }
  if (changed.min_rounds > changed.max_rounds) {
    if (options.minRounds !== undefined) throw refuseRounds(changed.min_rounds, changed.max_rounds);
    changed.min_rounds = changed.max_rounds;
  }
  return settingsSchema.parse(changed);
}

function buildSettings(layers: readonly ConfigLayer[]): { settings: Settings; setSettings: Set<string> } {
  const settings: Record<string, unknown> = structuredClone(defaultSettings);
  const setSettings = new Set<string>();
  for (const spec of keyTable) {
    if (spec.setting === undefined) continue;
    const effective = findEffective(layers, spec);
    writePath(settings, spec.setting.split('.'), effective.value);
    if (effective.layer !== 'default') setSettings.add(spec.setting);
  }
  const seats = collectNamed(layers, 'roundtable.seat_timeouts');
  settings['seat_timeouts'] = [...seats].map(([seat, seconds]) => ({ seat, seconds }));
  return { settings: settingsSchema.parse(settings), setSettings };
}

/** The value for the workflow, else the default value, from the highest layer that has either. */
function findForWorkflow(
  layers: readonly ConfigLayer[],
  place: string,
  workflow: WorkflowType,
): { value: unknown; from: SetBy; reason: string } | null {
  for (const layer of layers) {
    for (const key of [`${place}.by_workflow_type.${workflow}`, `${place}.default`]) {
      const entry = layer.entries.get(key);
      if (entry === undefined || entry.value === null) continue;
      const reason = entry.origin ?? nameOrigin(entry);
      return { value: entry.value, from: layer.name === 'flag' ? 'flag' : 'config', reason };
    }
  }
  return null;
}

function findConsensus(layers: readonly ConfigLayer[], strategyId: string): Partial<ConsensusRule> | null {
  const rule: Partial<ConsensusRule> = Object.fromEntries([
    ...collectNamed(layers, 'roundtable.consensus'),
    ...collectNamed(layers, `roundtable.strategy.consensus.${strategyId}`),
  ]);
  return Object.keys(rule).length === 0 ? null : rule;
}

function writePath(target: Record<string, unknown>, place: readonly string[], value: unknown): void {
  const [name, ...rest] = place;
  if (name === undefined) return;
  if (rest.length === 0) target[name] = value;
  else writePath(target[name] as Record<string, unknown>, rest, value);
}
