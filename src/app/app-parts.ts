/** What all use cases of one app share: the project with its configuration and library, and the ports, each built once. */

import path from 'node:path';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { type ResolvedConfig, resolveConfig } from '../config/resolve-config.ts';
import { formatProblems, S2sError } from '../domain/errors.ts';
import type { Publisher } from '../domain/repository.ts';
import type { LibraryPlaces } from '../library/resource-lookup.ts';
import type { Providers } from '../models/create-providers.ts';
import { listSecrets, type Secret } from '../models/secrets.ts';
import { createRedactor, type Redactor, redactValue } from '../text/redactor.ts';
import type { Notify } from './notice.ts';
import { openProjectStore, type ProjectStore } from './open-store.ts';
import { redactRepository } from './redacted-repository.ts';
import type { Run } from './results.ts';
import type { AppWorld } from './world.ts';

/** Where an app works, and in which world. */
export interface AppPlace {
  world: AppWorld;
  /** The folder from which the project is looked for, and relative paths start. */
  cwd: string;
  notify: Notify;
}

/** The project's parts. */
export interface AppParts extends AppPlace, ProjectStore {
  root: string;
  s2sDir: string;
  config: LoadedConfig;
  places: LibraryPlaces;
  publisher: Publisher;
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
 * with all problems. Tells of unknown keys.
 */
export async function openParts(place: AppPlace, { makes = false } = {}): Promise<AppParts> {
  const { world, cwd, notify } = place;
  const config = await loadConfig({ cwd, env: world.env, home: world.home });
  if (config.project === null && !makes) {
    throw new S2sError('NO_PROJECT', `There is no .s2s folder in ${cwd} or above it.`, {
      hint: 'Create one with: s2s init',
    });
  }
  for (const problem of config.warnings) notify({ level: 'warning', text: formatProblems([problem]) });
  const { root, s2sDir } = config.project ?? { root: cwd, s2sDir: path.join(cwd, '.s2s') };
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
      publish: async (session) => {
        const { publishSession } = await import('./publish-session.ts');
        return publishSession(redactValue(session, redact), {
          redact,
          root,
          s2sDir,
          world,
          docs: resolve().docs,
          ...store,
        });
      },
    },
    redact,
    listSecrets: listKeys,
    running: new Map(),
    loadProviders: () => {
      providers ??= world.createProviders(resolve().providers, { rehearsal: true });
      return providers;
    },
  };
}
