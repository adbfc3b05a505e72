/**
 * The use cases of s2s behind one object, for the command line, the servers and other programs. An app works in one project; it builds
 * its ports once, on the first call, and passes them on. It can run several discussions at once.
 */
import { S2sError } from '../session/errors.ts';
import type { App } from './app.ts';
import type { AppParts, AppPlace } from './app-parts.ts';
import type { Notify } from './notice.ts';
import type { StartOptions } from './options.ts';
import type { Run } from './results.ts';
import { shareWork } from './run/share-work.ts';

/** The place of an app; without `notify` nobody hears its notices. */
export interface AppOptions extends Omit<AppPlace, 'notify' | 'running' | 'given' | 'isStopping'> {
  notify?: Notify | undefined;
}

/** Makes an app. It reads and writes nothing before its first call; each use case is loaded on first use. */
export function createApp({ notify = () => undefined, ...options }: AppOptions): App {
  const { cwd, world, remote, host } = options;
  let opened: Promise<AppParts> | null = null;
  const running = new Map<string, Run>();
  let isStopping = false;
  const given = new Set<string>();
  const place: AppPlace = { ...options, notify, running, given, isStopping: () => isStopping };
  /** The parts when there is no project yet. */
  let bare: Promise<AppParts> | null = null;
  const inMemory = host?.inMemory === true;
  const load = async (needsProject: boolean): Promise<AppParts> =>
    (await import('./app-parts.ts')).openParts(place, { needsProject: needsProject && !inMemory });
  const loadProject = shareWork(() => load(true));
  /** Reads the project again, but keeps the parts of the last call if nothing that they were built from has changed. */
  const loadAgain = async (before: Promise<AppParts>): Promise<AppParts> => {
    const parts = await loadProject();
    const last = await before.catch(() => null);
    const { isSame } = await import('./app-parts.ts');
    return last !== null && isSame(last, parts) ? last : parts;
  };
  const open = (): Promise<AppParts> => {
    const before = remote === true ? opened : null;
    if (before !== null) opened = null;
    opened ??= (before === null ? loadProject() : loadAgain(before)).catch((error: unknown) => {
      // The fault may be fixed before the next call.
      opened = null;
      throw error;
    });
    return opened;
  };
  /** Opens the project, or, if there is none, a folder without one. */
  const openAnywhere = (): Promise<AppParts> =>
    open().catch((error: unknown) => {
      if (!(error instanceof S2sError) || error.code !== 'NO_PROJECT') throw error;
      bare ??= load(false);
      return bare;
    });
  const openToStart = async (options: StartOptions): Promise<AppParts> => {
    const parts = await openAnywhere();
    if (parts.config.project !== null || inMemory) return parts;
    const { makeProject } = await import('./admin/init-project.ts');
    await makeProject(parts, options);
    return open();
  };
  const openToRead = async (): Promise<AppParts> => {
    const parts = await open();
    parts.sayLeftOut();
    return parts;
  };
  return {
    start: async (options) => (await import('./start/start.ts')).start(await openToStart(options), options),
    batch: async (options) => {
      const [first] = options.topics;
      const parts = first === undefined ? await open() : await openToStart(first.options);
      return (await import('./start/batch.ts')).runBatch(parts, options);
    },
    replay: async (options) => (await import('./start/start.ts')).replay(await open(), options),
    resume: async (options = {}) => (await import('./run/resume.ts')).resume(await open(), options),
    say: async (options) => (await import('./person/say.ts')).say(await open(), options),
    startDetached: async (options) =>
      (await import('./start/detach.ts')).startDetached(await openToStart(options), options),
    resumeDetached: async (options) =>
      (await import('./start/detach.ts')).resumeDetached(await open(), options),
    sayDetached: async (options) => (await import('./start/detach.ts')).sayDetached(await open(), options),
    isDetached: async ({ session } = {}) =>
      (await import('./start/detach.ts')).isDetached(await openToRead(), session),
    hasWorkers: async () => (await import('./start/detach.ts')).hasWorkers(await openAnywhere()),
    work: async (options) => (await import('./start/work.ts')).work(await open(), options),
    answer: async (options) => (await import('./person/answer.ts')).answer(await open(), options),
    guide: async (options) => (await import('./person/send-message.ts')).guide(await openToRead(), options),
    skip: async (options = {}) =>
      (await import('./person/send-message.ts')).skip(await openToRead(), options),
    grant: async (options) => (await import('./person/send-message.ts')).grant(await openToRead(), options),
    pause: async (options = {}) =>
      (await import('./person/send-message.ts')).pause(await openToRead(), options),
    close: async ({ session } = {}) => {
      const { repository, maintenance } = await openToRead();
      return maintenance.close((await repository.resolve(session)).id);
    },
    find: async ({ session } = {}) =>
      (await import('./read/get-session.ts')).chooseSession(await openToRead(), session),
    get: async (options = {}) =>
      (await import('./read/get-session.ts')).getSession(await openToRead(), options),
    calls: async (options = {}) =>
      (await import('./read/get-session.ts')).listCalls(await openToRead(), options),
    list: async (options = {}) =>
      (await import('./read/list-sessions.ts')).listSessions(await openToRead(), options),
    search: async (options) => (await import('./read/search.ts')).search(await openToRead(), options),
    listDecisions: async () => (await import('./decision-records.ts')).listDecisions(await openAnywhere()),
    getDecision: async (record) =>
      (await import('./decision-records.ts')).getDecision(await openAnywhere(), record),
    changeDecision: async (options) =>
      (await import('./decision-records.ts')).changeDecision(await openAnywhere(), options),
    listDueDecisions: async () =>
      (await import('./decision-records.ts')).listDueDecisions(await openAnywhere()),
    askDue: async (options) => (await import('./start/ask-due.ts')).askDue(await openAnywhere(), options),
    item: async (options) =>
      (await import('./read/item-record.ts')).getItemRecord(await openToRead(), options),
    readDemands: async (documents = [], options = {}) =>
      (await import('./plan/read-demands.ts')).readDemands(await openAnywhere(), documents, options),
    readRevisited: async (options) =>
      (await import('./decision-records.ts')).readRevisited(await openAnywhere(), options),
    readSubject: async (options = {}) =>
      (await import('./plan/read-subject.ts')).readSubject(await openAnywhere(), options),
    export: async (options = {}) =>
      (await import('./publish/export-document.ts')).exportDocument(await openToRead(), options),
    checkIssuesFile: async (output) =>
      (await import('./publish/export-document.ts')).checkIssuesFile(await openToRead(), output),
    publish: async (options = {}) =>
      (await import('./publish/publish.ts')).publish(await openToRead(), options),
    estimate: async (options) =>
      (await import('./start/estimate.ts')).estimate(await openAnywhere(), options),
    discuss: async (options) => (await import('./start/discuss.ts')).discuss(await openAnywhere(), options),
    trust: async (shown) => {
      const { trustProject } = await import('./admin/trust-project.ts');
      const trusted = await trustProject({ cwd, world, shown });
      // Settings that were left out count from the next call on.
      opened = null;
      return trusted;
    },
    events: async function* (options) {
      const { followEvents } = await import('./read/follow-events.ts');
      yield* followEvents(await openToRead(), options);
    },
    look: async (options = {}) => (await import('./read/look.ts')).look(await openToRead(), options),
    listServed: async () => (await import('./read/look.ts')).listServed(await openToRead()),
    listAgents: async () => (await import('./read/browse-library.ts')).listAgents(await openToRead()),
    listStrategies: async () => (await import('./read/browse-library.ts')).listStrategies(await openToRead()),
    listModels: async () => (await import('./read/list-models.ts')).listModels(await openToRead()),
    checkStore: async () => (await (await openToRead()).jobs?.count()) ?? null,
    openRequests: async () => {
      const { config, requests } = await openAnywhere();
      return config.project === null ? null : requests;
    },
    stop: async () => {
      isStopping = true;
      const runs = [...running.values()];
      for (const run of runs) run.pause();
      await Promise.allSettled(runs.map(({ result }) => result));
      await (await opened?.catch(() => null))?.close();
    },
  };
}
