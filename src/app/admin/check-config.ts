/** Checking the configuration without using it. */

import path from 'node:path';
import type { ConfigEntry, ConfigLayer } from '../../config/layers.ts';
import { type LoadOptions, loadConfig } from '../../config/load-config.ts';
import type { Withheld } from '../../config/project-power.ts';
import { buildProviders } from '../../config/provider-config.ts';
import { checkAgendas } from '../../library/load-library.ts';
import {
  agendaResources,
  agentResources,
  type LibraryPlaces,
  listEntries,
  type ResourceKind,
  strategyResources,
} from '../../library/resource-lookup.ts';
import { listReferences, parseModelReference } from '../../models/model-reference.ts';
import { findKind, mergeEntries } from '../../models/provider-kinds.ts';
import { type FileProblem, findNearest, findNearestNames, S2sError } from '../../session/errors.ts';
import { workflowTypes } from '../../session/vocabulary.ts';
import { sayWithheld } from '../describe-withheld.ts';
import { findUnknownRules } from '../read/lint-files.ts';
import { refuseNoProject } from '../refuse-project.ts';
import type { AppWorld } from '../world.ts';

/** The findings: a discussion cannot follow a configuration with `problems`; warnings do not stop one. */
export interface ConfigCheck {
  problems: readonly FileProblem[];
  warnings: readonly FileProblem[];
  /** A sentence on the settings that do not count without the person's yes; null if all count. */
  leftOut: string | null;
}

/**
 * Checks the configuration in effect in `cwd`, the names in it, and the project's agendas.
 * Throws NO_PROJECT, FILE_UNREADABLE, FILE_TOO_LARGE, and INVALID_VALUE for a variable.
 */
export async function checkConfig(
  options: LoadOptions & Pick<AppWorld, 'packageRoot'>,
): Promise<ConfigCheck> {
  try {
    const { project, layers, warnings, withheld } = await loadConfig(options);
    if (project !== null) {
      const places = { project: project.s2sDir, shipped: options.packageRoot };
      const [names, agendas] = await Promise.all([
        findUnknownNames({ layers, withheld, places, env: options.env }),
        checkOwnAgendas(places, options.cwd),
      ]);
      return {
        problems: [...findUnknownRules(layers), ...names, ...agendas.problems],
        warnings: [...warnings, ...agendas.warnings],
        leftOut: sayWithheld(withheld),
      };
    }
  } catch (error) {
    if (!(error instanceof S2sError) || error.code !== 'CONFIG_INVALID') throw error;
    return { problems: error.problems, warnings: error.data?.['warnings'] as FileProblem[], leftOut: null };
  }
  throw refuseNoProject(options.cwd);
}

/** Problems in agendas, and agendas for workflows that do not exist. */
async function checkOwnAgendas(
  places: LibraryPlaces,
  cwd: string,
): Promise<Pick<ConfigCheck, 'problems' | 'warnings'>> {
  const [{ problems }, { entries }] = await Promise.all([
    checkAgendas(places),
    listEntries(places, agendaResources),
  ]);
  const show = (file: string): string => path.relative(cwd, file);
  const placed = problems.map((problem) => ({ ...problem, file: show(problem.file) }));
  const unheld = entries.flatMap(({ id, file }): FileProblem[] => {
    if ((workflowTypes as readonly string[]).includes(id)) return [];
    const nearest = findNearest(id, workflowTypes);
    const guess = nearest === null ? '' : `; did you mean "${nearest}"?`;
    return [
      { file: show(file), message: `there is no workflow "${id}", so this agenda is never used${guess}` },
    ];
  });
  return {
    problems: placed.filter(({ severity }) => severity === 'error'),
    warnings: [...placed.filter(({ severity }) => severity !== 'error'), ...unheld],
  };
}

/** What the check needs to know about the configuration, the library and the machine. */
interface NameCheckOptions {
  layers: readonly ConfigLayer[];
  withheld: readonly Withheld[];
  places: LibraryPlaces;
  env: AppWorld['env'];
}

/** Finds all unknown names, each of which stops any discussion that uses it, with the place where it is set. */
export async function findUnknownNames(options: NameCheckOptions): Promise<FileProblem[]> {
  const entries = options.layers.flatMap((layer) => [...layer.entries.values()]);
  const [agents, strategies] = await Promise.all([
    findUnknownIds(entries, options.places, { kind: agentResources, list: listAgentIds }),
    findUnknownIds(entries, options.places, { kind: strategyResources, list: listStrategyIds }),
  ]);
  return [...agents, ...strategies, ...findUnknownProviders(entries, options)];
}

function listAgentIds({ spec, value, path }: ConfigEntry): string[] {
  if (spec.type === 'agent') return typeof value === 'string' ? [value] : [];
  if (spec.type === 'panel') return Array.isArray(value) ? value.map(String) : [];
  if (spec.setting === 'plain_text_seats') return (value as string[]).filter((seat) => seat !== 'all');
  return spec.key.endsWith('.<seat>') ? [String(path.at(-1))] : [];
}

function listStrategyIds({ spec, value, path }: ConfigEntry): string[] {
  if (spec.type === 'strategy') return typeof value === 'string' ? [value] : [];
  return spec.key.includes('.consensus.<strategy>') ? [String(path[3])] : [];
}

async function findUnknownIds(
  entries: readonly ConfigEntry[],
  places: LibraryPlaces,
  { kind, list }: { kind: ResourceKind; list: (entry: ConfigEntry) => string[] },
): Promise<FileProblem[]> {
  const ids = (await listEntries(places, kind)).entries.map(({ id }) => id);
  const known = new Set([...ids, 'human']);
  return entries.flatMap((entry) =>
    list(entry)
      .filter((id) => !known.has(id))
      .map((id) => {
        const nearest = findNearestNames(id, ids).map((near) => `"${near}"`);
        const guess = nearest.length === 0 ? '' : `; did you mean ${nearest.join(' or ')}?`;
        return place(entry, `there is no ${kind.noun} "${id}"${guess} (${kind.listHint})`);
      }),
  );
}

/** Providers that do not exist, and references that lack a model; whether a model exists is for `s2s doctor` to ask. */
function findUnknownProviders(
  entries: readonly ConfigEntry[],
  { layers, withheld, env }: NameCheckOptions,
): FileProblem[] {
  const providers = mergeEntries(env, buildProviders(layers));
  // A provider that waits for the person's yes counts as known.
  const waiting = new Set(['rehearsal', ...withheld.map(({ entry }) => String(entry.path[1]))]);
  return entries.flatMap((entry) => {
    if (entry.spec.type !== 'model reference' || typeof entry.value !== 'string') return [];
    return listReferences(entry.value).flatMap((reference) => {
      const { provider, model } = parseModelReference(reference);
      const known = providers.get(provider);
      if (waiting.has(provider)) return [];
      if (known === undefined) {
        const nearest = findNearest(provider, providers.keys());
        const guess = nearest === null ? '' : `; did you mean "${nearest}"?`;
        return [place(entry, `there is no provider "${provider}"${guess}`)];
      }
      return model === '' && findKind(known.config.type).needsModel
        ? [place(entry, `"${reference}" names a provider but no model, such as ${known.example}`)]
        : [];
    });
  });
}

function place({ key, file, line, column, origin }: ConfigEntry, message: string): FileProblem {
  const at = { line: line ?? undefined, column: column ?? undefined };
  return { file: file ?? origin ?? 'environment', ...at, message: `"${key}": ${message}` };
}
