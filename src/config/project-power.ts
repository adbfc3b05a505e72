/**
 * Restricts what the configuration of a project may do. A repository is not trusted just because it is there: a value that runs a
 * program, chooses a host or names a variable counts only once the person has said yes to the folder, and even then the project
 * cannot raise the person's own limits or send a key where it does not belong.
 */

import { isActedOn } from '../files/acted-on.ts';
import type { Environment, ProviderConfig } from '../models/provider-kind.ts';
import { mergeEntries } from '../models/provider-kinds.ts';
import { evidenceModes } from '../session/vocabulary.ts';
import { findForeignKeys } from './bind-keys.ts';
import { findSpec } from './keys/key-table.ts';
import { type ConfigEntry, type ConfigLayer, nameOrigin } from './layers.ts';
import { buildProviders } from './provider-config.ts';

/** A value of the project's file that does not count. */
export interface Withheld {
  entry: ConfigEntry;
  /** Why it does not count even after a yes, as the end of a sentence; null when a yes makes it count. */
  refusal: string | null;
}

/** A value of the project that is above a limit, and the limit that is in effect instead. */
export interface Capped {
  key: string;
  wanted: ConfigEntry;
  /** The limit in effect, and what set it: a file and line, or `the default`. */
  kept: unknown;
  by: string;
  /** Whether a yes would make the value count: it is above a default, not above a limit that the person set. */
  needsTrust: boolean;
}

/** The layers without the project's values that do not count, and those values. */
export interface Restricted {
  layers: ConfigLayer[];
  withheld: Withheld[];
  capped: Capped[];
}

const acting = ['runs', 'host', 'variable', 'outside'];
const minRounds = 'roundtable.limits.min_rounds';
const maxRounds = 'roundtable.limits.max_rounds';
const answerTime = 'roundtable.limits.agent_timeout';
const draftTime = 'roundtable.limits.synthesizer_timeout';

/** Removes from the project's layer the values that must not count. `isTrusted`: the person has said yes to the folder as it is now. */
export function restrictProject(
  layers: readonly ConfigLayer[],
  { isTrusted, env }: { isTrusted: boolean; env: Environment },
): Restricted {
  const project = layers.find(({ name }) => name === 'project');
  const own = layers.filter(({ name }) => name !== 'project');
  if (project === undefined || project.entries.size === 0)
    return { layers: [...layers], withheld: [], capped: [] };
  const withheld = findWithheld(project, own, { layers, isTrusted, env });
  const capped = findCapped(project, own, isTrusted);
  const groups = new Set(withheld.map(({ entry }) => nameGroup(entry)));
  const entries = new Map(project.entries);
  for (const [key, entry] of project.entries) {
    const isDropped = groups.has(nameGroup(entry)) || capped.some((cap) => cap.key === key);
    if (isDropped) entries.delete(key);
  }
  lowerMinimum(entries, own);
  return {
    layers: layers.map((layer) => (layer === project ? { ...layer, entries } : layer)),
    withheld,
    capped,
  };
}

/** A provider counts as a whole or not at all: with only some of its values it would be a different provider. */
function nameGroup({ key, path }: ConfigEntry): string {
  return path[0] === 'providers' ? `providers.${path[1]}` : key;
}

function findWithheld(
  project: ConfigLayer,
  own: readonly ConfigLayer[],
  { layers, isTrusted, env }: { layers: readonly ConfigLayer[]; isTrusted: boolean; env: Environment },
): Withheld[] {
  const known = { own: buildProviders(own), wanted: buildProviders(layers), env };
  const table = mergeEntries(env, known.own);
  const refusals = new Map<string, string | null>();
  const refuse = (name: string): string | null => {
    const [foreign] = findForeignKeys(name, known);
    return foreign === undefined
      ? null
      : `${foreign.variable} belongs to ${foreign.owners.join(' and ')}, not to ${foreign.origin}`;
  };
  return [...project.entries.values()].flatMap((entry) => {
    const [top, name = ''] = entry.path;
    if (!mayAct(entry)) return [];
    if (top !== 'providers') return isTrusted ? [] : [{ entry, refusal: null }];
    if (saysNothingNew(entry, table.get(name)?.config)) return [];
    if (!refusals.has(name)) refusals.set(name, refuse(name));
    const refusal = refusals.get(name) ?? null;
    return isTrusted && refusal === null ? [] : [{ entry, refusal }];
  });
}

function mayAct({ spec, value }: ConfigEntry): boolean {
  return acting.includes(spec.can) || (spec.can === 'folder' && isActedOn(String(value)));
}

/** Whether the provider would have this value without the project. */
function saysNothingNew({ path, value }: ConfigEntry, config: ProviderConfig | undefined): boolean {
  if (config === undefined) return false;
  const [, , part = '', header] = path;
  const there = header === undefined ? config[part] : config.headers?.[header];
  return JSON.stringify(there ?? null) === JSON.stringify(value ?? null);
}

function findCapped(project: ConfigLayer, own: readonly ConfigLayer[], isTrusted: boolean): Capped[] {
  return [...project.entries.values()].flatMap((wanted): Capped[] => {
    const { key, spec, value } = wanted;
    // A lower price would let a session spend more than its limit says.
    if (spec.can === 'price')
      return isTrusted ? [] : [{ key, wanted, kept: null, by: 'what ships', needsTrust: true }];
    if (spec.can !== 'limit') return [];
    const bound = findBound(wanted, own);
    if (bound.needsTrust && isTrusted) return [];
    return isAbove(value, bound.kept, key) ? [{ key, wanted, ...bound }] : [];
  });
}

/** The limit that would be in effect without the project. */
function findBound(
  { key, path, spec }: Pick<ConfigEntry, 'key' | 'path' | 'spec'>,
  own: readonly ConfigLayer[],
): Pick<Capped, 'kept' | 'by' | 'needsTrust'> {
  const entry = findOwn(own, key);
  if (entry !== undefined && !(key === draftTime && entry.value === null))
    return { kept: entry.value, by: nameOrigin(entry), needsTrust: false };
  if (key === evidenceKey) return { kept: 'read', by: 'the default', needsTrust: true };
  // Unless set, the time limits of a seat and of the draft follow from the time limit of an answer.
  const isSeat = path[1] === 'seat_timeouts';
  if (!isSeat && key !== draftTime) return { kept: spec.default, by: 'the default', needsTrust: true };
  const answer = findBound({ key: answerTime, path: answerTime.split('.'), spec: findSpec(answerTime) }, own);
  return isSeat ? answer : { ...answer, kept: 2 * (answer.kept as number) };
}

/** A project may set the mode `read` without a yes, but not `agent`, which lets a program read its files. */
export const evidenceKey = 'roundtable.evidence.mode';

/** Null means no limit, except for the draft, where it means the usual limit. */
function isAbove(value: unknown, bound: unknown, key: string): boolean {
  if (bound === null || bound === undefined) return false;
  if (value === null) return key !== draftTime;
  if (key === evidenceKey) {
    const order: readonly unknown[] = evidenceModes;
    return order.indexOf(value) > order.indexOf(bound);
  }
  return (value as number) > (bound as number);
}

/** Lowers the project's minimum of rounds to the person's own maximum. */
function lowerMinimum(entries: Map<string, ConfigEntry>, own: readonly ConfigLayer[]): void {
  const fewest = entries.get(minRounds);
  const most = findOwn(own, maxRounds);
  if (fewest === undefined || most === undefined || (fewest.value as number) <= (most.value as number))
    return;
  entries.set(minRounds, { ...fewest, value: most.value });
}

function findOwn(own: readonly ConfigLayer[], key: string): ConfigEntry | undefined {
  return own.map(({ entries }) => entries.get(key)).find((entry) => entry !== undefined);
}

/** A limit that somebody set, by the setting that it bounds. */
export interface SetLimit {
  setting: string;
  limit: number | string;
  by: string;
  isExceededBy: (value: unknown) => boolean;
}

/**
 * The limits of some layers, from the highest that sets each. Unless `allowsAgent`, no program reads files where no layer says so.
 * A request over a network and a stored session, which may come from a repository, are checked against them.
 */
export function listLimits(
  layers: readonly ConfigLayer[],
  { allowsAgent }: { allowsAgent: boolean },
): SetLimit[] {
  const keys = new Set(layers.flatMap(({ entries }) => [...entries.keys()]));
  if (!allowsAgent) keys.add(evidenceKey);
  return [...keys].flatMap((key): SetLimit[] => {
    const entry = findOwn(layers, key);
    const { setting, can } = entry?.spec ?? findSpec(key);
    if (setting === undefined || can !== 'limit') return [];
    const { kept, by } =
      entry === undefined
        ? { kept: 'read', by: 'the default' }
        : { kept: entry.value, by: nameOrigin(entry) };
    return typeof kept !== 'number' && typeof kept !== 'string'
      ? []
      : [{ setting, limit: kept, by, isExceededBy: (value) => isAbove(value, kept, key) }];
  });
}
