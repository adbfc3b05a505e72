/**
 * The use cases of s2s behind one object: what the command line, a server and other programs drive. An app works in one project; its
 * ports are built once, with the first call, and handed down. Several discussions can run in it at once.
 */
import type { ListOptions } from '../domain/repository.ts';
import type { Session } from '../domain/session.ts';
import type { CloseReport } from '../domain/session-maintenance.ts';
import type { Answered, AnswerOptions } from './answer.ts';
import type { AppParts } from './app-parts.ts';
import type { DiscussionResult, DiscussOptions } from './discuss.ts';
import type { EstimatedSession } from './estimate.ts';
import type { ExportedDocument, ExportOptions } from './export-document.ts';
import type { CallsOptions, GetOptions, RecordedCalls } from './get-session.ts';
import type { ListedSessions } from './list-sessions.ts';
import type { ReplayOptions, ResumeOptions, StartOptions } from './options.ts';
import type { Published } from './publish.ts';
import type { Run } from './run.ts';
import type { SayOptions } from './say.ts';
import type { Sent, SessionChoice } from './send-message.ts';
import type { AppWorld, Notify } from './world.ts';

/** What an app is made from. */
export interface AppOptions {
  /** The folder from which the project is looked for, upwards; relative paths start here. */
  cwd: string;
  world: AppWorld;
  /** Hears what a person should know and what stops nothing. */
  notify?: Notify | undefined;
}

/** The use cases. Each rejects with S2sError, whose `code` is stable; NO_PROJECT where there is no `.s2s` folder. */
export interface App {
  /** Starts a new session and gives its id at once, its events, and a promise of its end. */
  start: (options: StartOptions) => Promise<Run>;
  /** Starts a session that answers from the journal of a recorded one. */
  replay: (options: ReplayOptions) => Promise<Run>;
  /** Goes on with a session that was paused or interrupted. */
  resume: (options?: ResumeOptions) => Promise<Run>;
  /** Records the person's turn and goes on to their next one. */
  say: (options: SayOptions) => Promise<Run>;
  /** Records a decision about an escalation; the next resume goes on from it. */
  answer: (options: AnswerOptions) => Promise<Answered>;
  /** Gives the panel advice, whoever runs the session; it is taken at the end of the round, or at the next resume. */
  guide: (options: SessionChoice & { text: string; by?: 'user' | 'assistant' }) => Promise<Sent>;
  /** Concludes after the open round. */
  skip: (options?: SessionChoice) => Promise<Sent>;
  /** Lets the discussion have more rounds. */
  grant: (options: SessionChoice & { rounds: number }) => Promise<Sent>;
  /** Pauses a session that runs. */
  pause: (options?: SessionChoice) => Promise<Sent>;
  /** Ends a session for good without completing it. */
  close: (options?: SessionChoice) => Promise<CloseReport>;
  get: (options?: GetOptions) => Promise<Session>;
  /** Every model call and everything a person said. */
  calls: (options?: CallsOptions) => Promise<RecordedCalls>;
  list: (options?: ListOptions) => Promise<ListedSessions>;
  /** A document again, from the session alone. */
  export: (options?: ExportOptions) => Promise<ExportedDocument>;
  /** Puts the documents of a completed session in place again. */
  publish: (options?: GetOptions) => Promise<Published>;
  /** What a session would cost; calls no model and stores nothing. */
  estimate: (options: StartOptions) => Promise<EstimatedSession>;
  /** A whole discussion in one call. Needs no project: it keeps its sessions in the app's folder. */
  discuss: (options: DiscussOptions) => Promise<DiscussionResult>;
  /** Pauses all that runs in this app, and resolves when it has ended. */
  stop: () => Promise<void>;
}

/** Makes an app. Touches nothing before its first call; what a use case needs is loaded with its first use. */
export function createApp({ cwd, world, notify = () => undefined }: AppOptions): App {
  let opened: Promise<AppParts> | null = null;
  const open = (options?: { makes: boolean }): Promise<AppParts> => {
    opened ??= import('./app-parts.ts')
      .then(({ openParts }) => openParts({ cwd, world, notify }, options))
      .catch((error: unknown) => {
        // Whoever calls again may have mended it.
        opened = null;
        throw error;
      });
    return opened;
  };
  return {
    start: async (options) => (await import('./start.ts')).start(await open(), options),
    replay: async (options) => (await import('./start.ts')).replay(await open(), options),
    resume: async (options = {}) => (await import('./resume.ts')).resume(await open(), options),
    say: async (options) => (await import('./say.ts')).say(await open(), options),
    answer: async (options) => (await import('./answer.ts')).answer(await open(), options),
    guide: async (options) => (await import('./send-message.ts')).guide(await open(), options),
    skip: async (options = {}) => (await import('./send-message.ts')).skip(await open(), options),
    grant: async (options) => (await import('./send-message.ts')).grant(await open(), options),
    pause: async (options = {}) => (await import('./send-message.ts')).pause(await open(), options),
    close: async (options = {}) => (await import('./close-session.ts')).closeSession(await open(), options),
    get: async (options = {}) => (await import('./get-session.ts')).getSession(await open(), options),
    calls: async (options = {}) => (await import('./get-session.ts')).listCalls(await open(), options),
    list: async (options = {}) => (await import('./list-sessions.ts')).listSessions(await open(), options),
    export: async (options = {}) =>
      (await import('./export-document.ts')).exportDocument(await open(), options),
    publish: async (options = {}) => (await import('./publish.ts')).publish(await open(), options),
    estimate: async (options) => (await import('./estimate.ts')).estimate(await open(), options),
    discuss: async (options) => (await import('./discuss.ts')).discuss(await open({ makes: true }), options),
    stop: async () => {
      const runs = [...((await opened?.catch(() => null))?.running.values() ?? [])];
      for (const run of runs) run.pause();
      await Promise.allSettled(runs.map(({ result }) => result));
    },
  };
}
