/** The use cases of s2s: what the command line, a server and other programs drive. */
import type { FileProblem } from '../domain/errors.ts';
import type { SpeakingEvent } from '../domain/event-schema.ts';
import type { KeptEvent } from '../domain/event-store.ts';
import type { Agent, Strategy } from '../domain/library.ts';
import type { ListOptions } from '../domain/repository.ts';
import type { Session } from '../domain/session.ts';
import type { CloseReport } from '../domain/session-maintenance.ts';
import type { BatchOptions, BatchReport } from './batch-options.ts';
import type {
  AnswerOptions,
  CallsOptions,
  DiscussOptions,
  ExportOptions,
  FollowOptions,
  GetOptions,
  JobOrder,
  PublishOptions,
  ReplayOptions,
  ResumeOptions,
  SayOptions,
  SearchOptions,
  SessionChoice,
  Speaker,
  StartOptions,
  WorkOptions,
} from './options.ts';
import type {
  Answered,
  DiscussionResult,
  EstimatedSession,
  ExportedDocument,
  ListedSessions,
  OpenRound,
  Published,
  RecordedCalls,
  Run,
  SearchResults,
  Sent,
  SessionView,
  TrustedProject,
} from './results.ts';

/**
 * The use cases. Each rejects with S2sError, whose `code` is stable; NO_PROJECT where there is no `.s2s` folder (a start makes it), and, of those that
 * call models, NOT_TRUSTED where the project's files would run or call what the person has not said yes to.
 */
export interface App {
  /** Starts a new session and gives its id at once, its events, and a promise of its end. */
  start: (options: StartOptions) => Promise<Run>;
  /** Runs many topics, a session for each, within one budget; an interrupted batch goes on where it was. */
  batch: (options: BatchOptions) => Promise<BatchReport>;
  /** Starts a session that answers from the journal of a recorded one. */
  replay: (options: ReplayOptions) => Promise<Run>;
  /** Goes on with a session that was paused or interrupted. */
  resume: (options?: ResumeOptions) => Promise<Run>;
  /** Records the person's turn and goes on to their next one. */
  say: (options: SayOptions) => Promise<Run>;
  /** Creates a session and leaves it to the workers; throws NO_WORKERS where sessions are kept in files, as the next two do. */
  startDetached: (options: StartOptions & JobOrder) => Promise<Session>;
  /** Leaves a session that has stopped to the workers. */
  resumeDetached: (options: ResumeOptions & JobOrder) => Promise<Session>;
  /** Records the person's turn, and leaves the rest to the workers. */
  sayDetached: (options: SayOptions) => Promise<Session>;
  /** Whether a session was left to workers. */
  isDetached: (options?: GetOptions) => Promise<boolean>;
  /** Whether a worker is there that would take a session. */
  hasWorkers: () => Promise<boolean>;
  /** Is a worker until the signal aborts. */
  work: (options: WorkOptions) => Promise<void>;
  /** Records a decision about an escalation; the next resume goes on from it. */
  answer: (options: AnswerOptions) => Promise<Answered>;
  /** Gives the panel advice, whoever runs the session; it is taken at the end of the round, or at the next resume. */
  guide: (options: SessionChoice & Speaker & { text: string }) => Promise<Sent>;
  /** Concludes after the open round. */
  skip: (options?: SessionChoice & Speaker) => Promise<Sent>;
  /** Lets the discussion have more rounds. */
  grant: (options: SessionChoice & Speaker & { rounds: number }) => Promise<Sent>;
  /** Pauses a session that runs. */
  pause: (options?: SessionChoice & Speaker) => Promise<Sent>;
  /** Ends a session for good without completing it. */
  close: (options?: SessionChoice) => Promise<CloseReport>;
  /** The id of the session that is meant; its file is not read. */
  find: (options?: GetOptions) => Promise<string>;
  get: (options?: GetOptions) => Promise<Session>;
  /** Whether a process runs a session now: this one, or any other. */
  isRunning: (options?: GetOptions) => Promise<boolean>;
  /** The round that is open, and the turn that is waited for; null where there is none. Changes nothing. */
  openRound: (options?: GetOptions) => Promise<OpenRound | null>;
  /** Every model call and everything a person said. */
  calls: (options?: CallsOptions) => Promise<RecordedCalls>;
  list: (options?: ListOptions) => Promise<ListedSessions>;
  /** Sessions, items, positions and documents of the project that hold some words. */
  search: (options: SearchOptions) => Promise<SearchResults>;
  /** A document again, from the session alone. */
  export: (options?: ExportOptions) => Promise<ExportedDocument>;
  /** Puts the documents of a completed session in place again. */
  publish: (options?: PublishOptions) => Promise<Published>;
  /** What a session would cost; calls no model and stores nothing. */
  estimate: (options: StartOptions) => Promise<EstimatedSession>;
  /** A whole discussion in one call. Needs no project: it keeps its sessions in the app's folder. */
  discuss: (options: DiscussOptions) => Promise<DiscussionResult>;
  /** The person's yes to what the project's files run and call, as they are now; any change asks again. */
  trust: () => Promise<TrustedProject>;
  /**
   * The events of a session from a number on, whichever process runs it; they end with the session. Between them come the words of
   * seats that are speaking, where this app runs the session and is asked to watch it.
   */
  events: (options: FollowOptions) => AsyncGenerator<KeptEvent | SpeakingEvent, void, undefined>;
  /** A session with what is going on in it now. */
  look: (options?: GetOptions) => Promise<SessionView>;
  /** Sessions that a server ran and that nobody runs now, because it was stopped or killed; newest first. */
  listServed: () => Promise<string[]>;
  /** All agents, and the files that cannot be used. */
  listAgents: () => Promise<{ agents: Agent[]; problems: FileProblem[] }>;
  /** All strategies, and the files that cannot be used. */
  listStrategies: () => Promise<{ strategies: Strategy[]; problems: FileProblem[] }>;
  /** Pauses all that runs in this app, and resolves when it has ended. */
  stop: () => Promise<void>;
}
