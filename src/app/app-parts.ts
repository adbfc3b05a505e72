/** What all use cases of one app share: the project with its configuration and library, and the ports, each built once. */

import path from 'node:path';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { type ResolvedConfig, resolveConfig } from '../config/resolve-config.ts';
import { formatProblems } from '../domain/errors.ts';
import type { Publisher } from '../domain/repository.ts';
import type { LibraryPlaces } from '../library/resource-lookup.ts';
import type { Providers } from '../models/create-providers.ts';
import { listSecrets, type Secret } from '../models/secrets.ts';
import { createRedactor, type Redactor, redactValue } from '../text/redactor.ts';
import { sayWithheld } from './describe-withheld.ts';
import type { Notify } from './notice.ts';
import { openProjectStore, type ProjectStore } from './open-store.ts';
import { redactRepository } from './redacted-repository.ts';
import { refuseForeign, refuseNoProject } from './refuse-project.ts';
import type { Run } from './results.ts';
import type { AppWorld } from './world.ts';

/** Where an app works, and in which world. */
export interface AppPlace {
  world: AppWorld;
  /** The folder from which the project is looked for, and relative paths start. */
  cwd: string;
  notify: Notify;
  /** The person's yes, for this app, to whatever the project's files run and call. */
  trusts?: boolean | undefined;
}

/** The project's parts. */
export interface AppParts extends AppPlace, ProjectStore {
  root: string;
  s2sDir: string;
  config: LoadedConfig;
  places: LibraryPlaces;
  publisher: Publisher;
  /** Says once what of the project's configuration does not count without a yes. */
  sayLeftOut: () => void;
  /** Made when first asked for. */
  loadProviders: () => Promise<Providers>;
  /** Takes keys out of a text that is about to be kept, shown or sent. */
  redact: Redactor;
  /** The keys that are in use, by variable. */
  listSecrets: () => readonly Secret[];
  /** The runs of this app that have not ended, by session. */
  running: Map<string, Run>;
}

/**
 * Opens the nearest project. Throws NO_PROJECT, or where `makes` is true takes the folder itself for one, and CONFIG_INVALID
 * with all problems; NOT_TRUSTED for a folder of somebody else. Tells of unknown keys.
 */
export async function openParts(place: AppPlace, { makes = false } = {}): Promise<AppParts> {
  const { world, cwd, notify, trusts = false } = place;
  const config = await loadConfig({ ...world, cwd, trusts });
  const isForeign = config.project?.isOwn === false && config.trust !== 'trusted';
  if (isForeign && !makes) throw refuseForeign(config.project?.s2sDir ?? cwd);
  if (config.project === null && !makes) throw refuseNoProject(cwd);
  for (const problem of config.warnings) notify({ level: 'warning', text: formatProblems([problem]) });
  const { root, s2sDir } =
    config.project === null || isForeign ? { root: cwd, s2sDir: path.join(cwd, '.s2s') } : config.project;
  let leftOut = sayWithheld(config.withheld);
  // Folders and providers are the same for every workflow.
  const resolve = (): ResolvedConfig => resolveConfig(config, { workflow: 'roundtable' });
  const listKeys = (): readonly Secret[] => listSecrets(world.env, resolve().providers);
  let redactor: Redactor | null = null;
  const redact: Redactor = (text) => {
    redactor ??= createRedactor(listKeys().map(({ value }) => value));
    return redactor(text);
  };
  const plain = openProjectStore({ root, s2sDir }, world);
  const store = { ...plain, repository: redactRepository(plain.repository, redact) };
  let providers: Promise<Providers> | null = null;
  return {
    ...place,
    ...store,
    root,
    s2sDir,
    config,
    places: { project: s2sDir, shipped: world.packageRoot },
    publisher: {
      publish: async (session, options) => {
        const { publishSession } = await import('./publish-session.ts');
        return publishSession(redactValue(session, redact), {
          redact,
          root,
          s2sDir,
          world,
          docs: resolve().docs,
          slugMaxLength: resolve().slugMaxLength,
          ...store,
          ...options,
        });
      },
    },
    redact,
    listSecrets: listKeys,
    running: new Map(),
    sayLeftOut: () => {
      if (leftOut !== null) notify({ level: 'info', text: leftOut });
      leftOut = null;
    },
    loadProviders: () => {
      providers ??= world.createProviders(resolve().providers, { rehearsal: true });
      return providers;
    },
  };
}
