/** The use cases of s2s, for the command line, the servers and other programs. */
import type { FileProblem } from '../session/errors.ts';
import type { SpeakingEvent, StreamEvent } from '../session/event-schema.ts';
import type { Agent, Strategy } from '../session/library.ts';
import type { ListOptions } from '../session/ports/repository.ts';
import type { RequestNotes } from '../session/ports/request-notes.ts';
import type { StoreFigures } from '../session/ports/session-jobs.ts';
import type { CloseReport } from '../session/ports/session-maintenance.ts';
import type { Session } from '../session/session.ts';
import type {
  AnswerOptions,
  AskDueOptions,
  CallsOptions,
  ChangeDecisionOptions,
  DemandOptions,
  DiscussOptions,
  ExportOptions,
  FollowOptions,
  JobOrder,
  LookOptions,
  PublishOptions,
  ReplayOptions,
  ResumeOptions,
  RevisitOptions,
  SayOptions,
  SearchOptions,
  SessionChoice,
  Speaker,
  StartOptions,
  SubjectOptions,
  WorkOptions,
} from './options.ts';
import type {
  Answered,
  AskedDue,
  ChangedDecision,
  DecisionRecord,
  DecisionRecordText,
  DueDecisions,
  EstimatedSession,
  ExportedDocument,
  ItemRecord,
  ListedModels,
  ListedSessions,
  PlanSources,
  Published,
  RecordedCalls,
  ReviewedSubject,
  Run,
  RunDocument,
  SearchResults,
  Sent,
  SessionView,
  TrustedProject,
} from './results.ts';
import type { BatchOptions, BatchReport } from './start/batch-options.ts';

/**
 * The use cases. Each rejects with S2sError, whose `code` is stable: NO_PROJECT if there is no `.s2s` folder (a start makes it). Use cases
 * that call models reject with NOT_TRUSTED if the project's files would run or call something to which the person has not said yes.
 */
export interface App {
  /** Starts a new session; resolves early, with its ID, its events, and a promise of its result. */
  start: (options: StartOptions) => Promise<Run>;
  /** Runs many topics, a session for each, within one budget; run again, it continues an interrupted batch. */
  batch: (options: BatchOptions) => Promise<BatchReport>;
  /** Starts a session that answers from the journal of a recorded one. */
  replay: (options: ReplayOptions) => Promise<Run>;
  /** Continues a session that was paused or interrupted. */
  resume: (options?: ResumeOptions) => Promise<Run>;
  /** Records the person's turn and continues to their next one. */
  say: (options: SayOptions) => Promise<Run>;
  /** Creates a session and leaves it to the workers. Like the next two, it throws NO_WORKERS if sessions are stored in files. */
  startDetached: (options: StartOptions & JobOrder) => Promise<Session>;
  /** Leaves a stopped session to the workers. */
  resumeDetached: (options: ResumeOptions & JobOrder) => Promise<Session>;
  /** Records the person's turn, and leaves the rest to the workers. */
  sayDetached: (options: SayOptions) => Promise<Session>;
  /** Whether a session was left to workers. */
  isDetached: (options?: SessionChoice) => Promise<boolean>;
  /** Whether there is a worker to take a session. */
  hasWorkers: () => Promise<boolean>;
  /** Works as a worker until the signal aborts. */
  work: (options: WorkOptions) => Promise<void>;
  /** Records a decision about an escalation; the next resume continues from it. */
  answer: (options: AnswerOptions) => Promise<Answered>;
  /** Gives the panel guidance, whoever runs the session; the panel gets it after the round, or at the next resume. */
  guide: (options: SessionChoice & Speaker & { text: string }) => Promise<Sent>;
  /** Makes the panel conclude after the open round. */
  skip: (options?: SessionChoice & Speaker) => Promise<Sent>;
  /** Grants the discussion more rounds. */
  grant: (options: SessionChoice & Speaker & { rounds: number }) => Promise<Sent>;
  /** Pauses a running session. */
  pause: (options?: SessionChoice & Speaker) => Promise<Sent>;
  /** Ends a session for good without completing it. */
  close: (options?: SessionChoice) => Promise<CloseReport>;
  /** Resolves a choice of session to its ID, without reading its file. */
  find: (options?: SessionChoice) => Promise<string>;
  get: (options?: SessionChoice) => Promise<Session>;
  /** Every model call and everything a person said. */
  calls: (options?: CallsOptions) => Promise<RecordedCalls>;
  list: (options?: ListOptions) => Promise<ListedSessions>;
  /** Finds the project's sessions, items, positions and documents that contain some words. */
  search: (options: SearchOptions) => Promise<SearchResults>;
  /** The project's decision records, whoever wrote them. Like the next three, it needs no `.s2s` folder. */
  listDecisions: () => Promise<DecisionRecord[]>;
  /** One of them, with its text. */
  getDecision: (record: string) => Promise<DecisionRecordText>;
  /** Accepts, rejects or supersedes one, in the form that its folder has. */
  changeDecision: (options: ChangeDecisionOptions) => Promise<ChangedDecision>;
  /** What they say about when to look again. */
  listDueDecisions: () => Promise<DueDecisions>;
  /** Asks one seat which events have come that they wait for. */
  askDue: (options: AskDueOptions) => Promise<AskedDue>;
  /** An item with its part of the record: where it comes from, votes, changes. */
  item: (options: SessionChoice & { item: string }) => Promise<ItemRecord>;
  /** Reads what a review is of, for a start with `workflowType: 'review'`. */
  readSubject: (options?: SubjectOptions) => Promise<ReviewedSubject>;
  /** Reads a decision record to look at again, for a start with `workflowType: 'revisit'`. */
  readRevisited: (options: RevisitOptions) => Promise<ReviewedSubject>;
  /** Reads what a plan has to fulfil, for a start with `workflowType: 'plan'`; the project's own documents where none are named. */
  readDemands: (documents?: readonly string[], options?: DemandOptions) => Promise<PlanSources>;
  /** Builds a document again, from the session alone. */
  export: (options?: ExportOptions) => Promise<ExportedDocument>;
  /** Checks that the issues of a plan can be written to a file, before anything is paid for. */
  checkIssuesFile: (output: string) => Promise<void>;
  /** Writes the documents of a completed session again. */
  publish: (options?: PublishOptions) => Promise<Published>;
  /** Estimates what a session would cost; calls no model and stores nothing. */
  estimate: (options: StartOptions) => Promise<EstimatedSession>;
  /** Runs a whole discussion in one call. Needs no project: it stores its sessions in the app's folder. */
  discuss: (options: DiscussOptions) => Promise<RunDocument>;
  /** Records the person's yes to what the project's files run and call now; any change needs a new yes. */
  trust: (shown?: string) => Promise<TrustedProject>;
  /**
   * The events of a session from a number on, whichever process runs it, until the session ends. In between come the words of seats
   * that are speaking, if this app runs the session with `watched`.
   */
  events: (options: FollowOptions) => AsyncGenerator<StreamEvent | SpeakingEvent, void, undefined>;
  /** A session, with its open round and who runs it now. */
  look: (options?: LookOptions) => Promise<SessionView>;
  /** Sessions that a server ran until it was stopped or killed, and that nobody runs now; newest first. */
  listServed: () => Promise<string[]>;
  /** All agents, and the files that cannot be used. */
  listAgents: () => Promise<{ agents: Agent[]; problems: FileProblem[] }>;
  /** All strategies, and the files that cannot be used. */
  listStrategies: () => Promise<{ strategies: Strategy[]; problems: FileProblem[] }>;
  /** The providers of models, and the models that are set for seats. */
  listModels: () => Promise<ListedModels>;
  /** Asks the store whether it answers, and what is going on in it; null for files. Throws STORE_UNREACHABLE and the like. */
  checkStore: () => Promise<StoreFigures | null>;
  /** Where servers note the requests that they carried out under a key; null without a project. */
  openRequests: () => Promise<RequestNotes | null>;
  /** Pauses all runs of this app, and resolves when they have ended. */
  stop: () => Promise<void>;
}
