/** What all use cases of one app share: the project with its configuration and library, and the ports, each built once. */

import path from 'node:path';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { type ResolvedConfig, resolveConfig } from '../config/resolve-config.ts';
import { formatProblems } from '../domain/errors.ts';
import type { Publisher } from '../domain/repository.ts';
import type { LibraryPlaces } from '../library/resource-lookup.ts';
import { type CallGate, createCallGate } from '../models/client/call-gate.ts';
import type { Providers } from '../models/create-providers.ts';
import { listSecrets, type Secret } from '../models/secrets.ts';
import type { ReplyForms } from '../roundtable/replies/forms.ts';
import { createDataRedactor, createRedactor, type DataRedactor, type Redactor } from '../text/redactor.ts';
import { sayWithheld } from './describe-withheld.ts';
import type { Notify } from './notice.ts';
import { openProjectStore, type ProjectStore, readStore } from './open-store.ts';
import { redactRepository } from './redacted-repository.ts';
import { refuseForeign, refuseNoProject } from './refuse-project.ts';
import type { Run } from './results.ts';
import { shareWork } from './share-work.ts';
import type { AppWorld } from './world.ts';

/** Where an app works, and in which world. */
export interface AppPlace {
  world: AppWorld;
  /** The folder from which the project is looked for, and relative paths start. */
  cwd: string;
  notify: Notify;
  /** The person's yes, for this app, to whatever the project's files run and call. */
  trusts?: boolean | undefined;
  /** Whoever asks is not at this machine's keyboard: what they name is never the person's own word. */
  remote?: boolean | undefined;
  /** The runs of this app that have not ended, by session; none when absent. */
  running?: Map<string, Run>;
  /** The ids that starts of this app are trying for; none when absent. */
  given?: Set<string>;
  /** Whether the app pauses all that runs because it ends. */
  isStopping?: () => boolean;
}

/** The project's parts. */
export interface AppParts extends AppPlace, ProjectStore {
  root: string;
  s2sDir: string;
  config: LoadedConfig;
  places: LibraryPlaces;
  publisher: Publisher;
  /** The folders that hold decision records, as the project is now; see `project/decision-files.ts`. */
  findDecisionFolders: () => Promise<string[]>;
  /**
   * Where the project's documents go, as its folders are now: a new decision record goes where the others are, unless somebody has set
   * a folder for it. `folders` are those that hold decision records, the best first, where somebody has looked already.
   */
  findDocs: (folders?: readonly string[]) => Promise<ResolvedConfig['docs']>;
  /** Says once what of the project's configuration does not count without a yes. */
  sayLeftOut: () => void;
  /** The forms of replies, the same for all discussions; made when first asked for. */
  loadForms: () => Promise<ReplyForms>;
  /** Made when first asked for. */
  loadProviders: () => Promise<Providers>;
  /** Holds calls back while their provider has as many as the configuration allows. */
  gate: CallGate;
  /** Takes keys out of a text that is about to be kept, shown or sent. */
  redact: Redactor;
  /** The same for data. */
  redactData: DataRedactor;
  /** The keys that are in use, by variable. */
  listSecrets: () => readonly Secret[];
  running: Map<string, Run>;
  given: Set<string>;
  isStopping: () => boolean;
}

/**
 * Opens the nearest project. Throws NO_PROJECT, or where none is needed takes the folder itself for one, without writing
 * anything, and CONFIG_INVALID with all problems; NOT_TRUSTED for a folder of somebody else. Tells of unknown keys.
 */
export async function openParts(place: AppPlace, { needsProject = true } = {}): Promise<AppParts> {
  const { world, cwd, notify, trusts = false } = place;
  const config = await loadConfig({ ...world, cwd, trusts });
  if (config.project?.isOwn === false && config.trust !== 'trusted')
    throw refuseForeign(config.project.s2sDir);
  if (config.project === null && needsProject) throw refuseNoProject(cwd);
  for (const problem of config.warnings) notify({ level: 'warning', text: formatProblems([problem]) });
  const { root, s2sDir } = config.project ?? { root: cwd, s2sDir: path.join(cwd, '.s2s') };
  let leftOut = sayWithheld(config.withheld);
  // Folders and providers are the same for every workflow.
  const resolve = (): ResolvedConfig => resolveConfig(config, { workflow: 'roundtable' });
  const listKeys = (): readonly Secret[] => listSecrets(world.env, resolve().providers);
  let redactor: Redactor | null = null;
  const redact: Redactor = (text) => {
    redactor ??= createRedactor(listKeys().map(({ value }) => value));
    return redactor(text);
  };
  const redactData = createDataRedactor(redact);
  const plain = await openProjectStore({ root, s2sDir, config: readStore(config, world.env), notify }, world);
  const store = { ...plain, repository: redactRepository(plain.repository, redactData) };
  let providers: Promise<Providers> | null = null;
  const findDecisionFolders = shareWork(async () =>
    (await import('../project/decision-files.ts')).findDecisionFolders(root, resolve().docs.decisions),
  );
  const findDocs: AppParts['findDocs'] = async (folders) => {
    const { docs } = resolve();
    if (config.layers.some(({ entries }) => entries.has('docs.decisions'))) return docs;
    const { findDecisionFolder } = await import('../project/decision-files.ts');
    const first = folders === undefined ? await findDecisionFolder(root, docs.decisions) : folders[0];
    return first === undefined ? docs : { ...docs, decisions: first };
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
    places: { project: s2sDir, shipped: world.packageRoot, kept: world.libraryReadings ?? new Map() },
    findDecisionFolders,
    findDocs,
    loadForms: shareWork(
      async () => world.forms ?? (await import('../roundtable/replies/forms.ts')).createForms(),
    ),
    gate: createCallGate(resolve().providerLimits, { slots: store.slots, clock: world.clock }),
    publisher: {
      publish: async (session, options) => {
        const { publishSession, needsRecords } = await import('./publish-session.ts');
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

/** Whether the project asks for nothing else than before: then its parts, with their providers and limits, are used on. */
export function isSame(before: AppParts, now: AppParts): boolean {
  const describe = ({ root, config }: AppParts): string =>
    JSON.stringify([
      root,
      config.trust,
      config.layers.map(({ name, entries }) => [
        name,
        ...[...entries].map(([key, { value }]) => [key, value]),
      ]),
      config.withheld.map(({ entry, refusal }) => [entry.key, entry.value, refusal]),
    ]);
  return describe(before) === describe(now);
}
