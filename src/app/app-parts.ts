/** The parts that all use cases of one app share: the project, its configuration and library, and the ports, each built once. */

import path from 'node:path';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { buildProviders } from '../config/provider-config.ts';
import { type ResolvedConfig, resolveConfig } from '../config/resolve-config.ts';
import type { DocsPaths } from '../documents/document-paths.ts';
import type { LibraryPlaces } from '../library/resource-lookup.ts';
import { type CallGate, createCallGate } from '../models/client/call-gate.ts';
import type { Providers } from '../models/create-providers.ts';
import { listSecrets, type Secret } from '../models/secrets.ts';
import { formatProblems } from '../session/errors.ts';
import type { ModelReply } from '../session/model-reply.ts';
import type { Publisher } from '../session/ports/repository.ts';
import {
  createDataRedactor,
  createRedactor,
  type DataRedactor,
  type Redactor,
} from '../text/secrets/redactor.ts';
import { sayWithheld } from './describe-withheld.ts';
import type { Notify } from './notice.ts';
import { openProjectStore, type ProjectStore, readStore } from './open-store.ts';
import { refuseForeign, refuseNoProject } from './refuse-project.ts';
import type { Run } from './results.ts';
import { redactRepository } from './run/redacted-repository.ts';
import { shareWork } from './run/share-work.ts';
import type { AppWorld } from './world.ts';

/** The folder and the world in which an app works. */
export interface AppPlace {
  world: AppWorld;
  /** The folder where the search for the project starts, and to which paths are relative. */
  cwd: string;
  /** Called with notices for the person; a notice stops nothing. */
  notify: Notify;
  /** The person's yes, for this app, to everything that the project's files run and call. */
  trusts?: boolean | undefined;
  /**
   * Requests come over a network. So the models that they name do not count as the person's own choice, and the configuration is read
   * again for each call, because it and the person's yes to it can change while a long-lived app runs.
   */
  remote?: boolean | undefined;
  /** Called with every model call that was made; must not throw. */
  onReply?: ((reply: ModelReply) => void) | undefined;
  /** What the program around s2s sets, in place of files; absent for the programs of s2s itself. */
  host?: HostSettings | undefined;
  /** The unfinished runs of this app, by session; none when absent. */
  running?: Map<string, Run>;
  /** The IDs that starts of this app are trying to take; none when absent. */
  given?: Set<string>;
  /** Whether the app is ending and pauses all its runs. */
  isStopping?: () => boolean;
}

/** Settings of a program that uses the library. */
export interface HostSettings {
  /** Configuration in place of the files of the project and the person. */
  config?: object | undefined;
  /** The names of models that are functions. */
  functions: readonly string[];
  /** Whether sessions are kept in memory, and nothing is written. */
  inMemory: boolean;
}

/** The project's parts. */
export interface AppParts extends AppPlace, ProjectStore {
  root: string;
  s2sDir: string;
  config: LoadedConfig;
  places: LibraryPlaces;
  /** The project's agents that were last read with another text than the one that the person's yes was compared with. */
  changedAgents: ReadonlySet<string>;
  publisher: Publisher;
  /** The folders that hold decision records now; see `project/decision-files.ts`. */
  findDecisionFolders: () => Promise<string[]>;
  /**
   * The folders for the project's documents, found anew each time: a new decision record goes where the others are, unless the
   * configuration sets a folder. `folders` are those that hold decision records, the best first, if the caller knows them.
   */
  findDocs: (folders?: readonly string[]) => Promise<DocsPaths>;
  /** Says, once, which of the project's settings do not count without the person's yes. */
  sayLeftOut: () => void;
  /** Made on first use. */
  loadProviders: () => Promise<Providers>;
  /** Holds calls back while their provider has as many open calls as the configuration allows. */
  gate: CallGate;
  /** Removes keys from a text that is about to be stored, shown or sent. */
  redact: Redactor;
  /** The same for data. */
  redactData: DataRedactor;
  /** The keys in use, with their variables. */
  listSecrets: () => readonly Secret[];
  running: Map<string, Run>;
  given: Set<string>;
  isStopping: () => boolean;
}

/**
 * Opens the nearest project. Without one it throws NO_PROJECT, or, if none is needed, treats `cwd` as the project and writes nothing.
 * Throws CONFIG_INVALID with all problems, and NOT_TRUSTED for a folder that belongs to somebody else. Warns about unknown keys.
 */
export async function openParts(place: AppPlace, { needsProject = true } = {}): Promise<AppParts> {
  const { world, cwd, notify, trusts = false, host } = place;
  const config = await loadConfig({ ...world, cwd, trusts, given: host?.config, functions: host?.functions });
  if (config.project?.isOwn === false && config.trust !== 'trusted')
    throw refuseForeign(config.project.s2sDir);
  if (config.project === null && needsProject) throw refuseNoProject(cwd);
  for (const problem of config.warnings) notify({ level: 'warning', text: formatProblems([problem]) });
  const { root, s2sDir } = config.project ?? { root: cwd, s2sDir: path.join(cwd, '.s2s') };
  let leftOut = sayWithheld(config.withheld);
  // Folders and providers are the same for every workflow.
  const resolve = (): ResolvedConfig => resolveConfig(config, { workflow: 'roundtable' });
  const listKeys = (): readonly Secret[] => listSecrets(world.env, buildProviders(config.layers));
  let redactor: Redactor | null = null;
  const redact: Redactor = (text) => {
    redactor ??= createRedactor(listKeys().map(({ value }) => value));
    return redactor(text);
  };
  world.onRedactor?.(redact);
  const redactData = createDataRedactor(redact);
  const changedAgents = new Set<string>();
  const inMemory = host?.inMemory === true;
  const plain = await openProjectStore(
    {
      root,
      s2sDir,
      config: inMemory ? null : readStore(config, world.env),
      isPatient: place.remote !== true,
      notify,
    },
    world,
  );
  const store = { ...plain, repository: redactRepository(plain.repository, redactData) };
  let providers: Promise<Providers> | null = null;
  let sayAbsent = (text: string): void => {
    sayAbsent = () => undefined;
    notify({ level: 'warning', text });
  };
  const findDecisionFolders = shareWork(async () =>
    (await import('../project/decision-files.ts')).findDecisionFolders(
      root,
      resolve().docs.decisions,
      (text) => sayAbsent(text),
    ),
  );
  const findDocs: AppParts['findDocs'] = async (folders) => {
    const { docs } = resolve();
    if (config.layers.some(({ entries }) => entries.has('docs.decisions'))) return docs;
    const { readToolFolder } = await import('../project/decision-files.ts');
    const [first] = folders ?? (await findDecisionFolders());
    const told = await readToolFolder(root);
    return {
      ...docs,
      ...(first === undefined ? {} : { decisions: first }),
      ...(told === undefined ? {} : { firstRecord: told.firstRecord }),
    };
  };
  return {
    running: new Map(),
    given: new Set(),
    isStopping: () => false,
    ...place,
    ...store,
    root,
    s2sDir,
    config,
    places: {
      project: s2sDir,
      shipped: world.packageRoot,
      guard: async (file) => (await import('../project/open-door.ts')).requireOpenLink(file, root),
      onRead: (file, text) => {
        if (config.holdsAgent(file, text)) changedAgents.delete(file);
        else changedAgents.add(file);
      },
    },
    changedAgents,
    findDecisionFolders,
    findDocs,
    gate: createCallGate(resolve().providerLimits, { slots: store.slots, clock: world.clock }),
    publisher: {
      publish: async (session, options) => {
        if (inMemory) return { files: [], notes: [], proposed: [] };
        const { publishSession, needsRecords } = await import('./publish/publish-session.ts');
        const { docs } = resolve();
        return publishSession(redactData(session), {
          redact,
          root,
          s2sDir,
          world,
          docs: needsRecords(session, docs) ? await findDocs() : docs,
          slugMaxLength: resolve().slugMaxLength,
          ...store,
          ...options,
        });
      },
    },
    redact,
    redactData,
    listSecrets: listKeys,
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

/** Whether the project's configuration is unchanged: then its parts, with their providers and limits, are used again. */
export function isSame(before: AppParts, now: AppParts): boolean {
  const describe = ({ root, config }: AppParts): string =>
    JSON.stringify([
      root,
      config.trust,
      config.hash,
      config.layers.map(({ name, entries }) => [
        name,
        ...[...entries].map(([key, { value }]) => [key, value]),
      ]),
      config.withheld.map(({ entry, refusal }) => [entry.key, entry.value, refusal]),
    ]);
  return describe(before) === describe(now);
}
