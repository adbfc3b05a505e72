/** What callers may ask for, in typed options. Each absent one comes from the configuration, or from the session that is resumed. */
import type { ConfigOptions } from '../config/option-layer.ts';
import type { Operator, Report } from '../domain/ports.ts';
import type { Journal, LeaseProof } from '../domain/repository.ts';
import type { Session } from '../domain/session.ts';
import type { ExportType, WorkflowType } from '../domain/vocabulary.ts';
import type { AskOptions } from '../models/client/create-ask.ts';
import type { ContextSize } from '../project/gather-context-files.ts';

/** Models, limits and manners of a run: options of a start and of a resume. */
export type LimitOptions = Pick<
  ConfigOptions,
  | 'model'
  | 'models'
  | 'minRounds'
  | 'maxRounds'
  | 'agentTimeout'
  | 'totalTimeout'
  | 'maxTokens'
  | 'maxCost'
  | 'onLimit'
  | 'onEscalation'
  | 'interactive'
>;

/** Who sits at the table, how they discuss, and what comes out. */
export interface SessionOptions extends ConfigOptions {
  /** `roundtable` when absent. */
  workflow?: WorkflowType | undefined;
  /** Agents that sit at the table beside those that are chosen. */
  addParticipants?: readonly string[] | undefined;
  /** A seat for the person; the operator, or `say`, speaks for it. */
  withMe?: boolean | undefined;
  /** Files, folders or patterns to hand over, from the app's folder. */
  context?: readonly string[] | undefined;
  /** In a debate: who argues for, and who against. */
  pro?: readonly string[] | undefined;
  con?: readonly string[] | undefined;
  /** The built-in panel speaks: no model, no key, no cost. */
  rehearsal?: boolean | undefined;
  /** A whole number from 0 from which everything random follows; 1 when absent. */
  seed?: number | undefined;
}

/** A person who answers while a session runs; `'later'` makes it wait. */
export type Person = Omit<Operator, 'stop' | 'takeMessages'>;

/** Who is there while a session runs. */
export interface Attendance {
  /** Absent: the unattended policy, `onEscalation`. */
  operator?: Person | undefined;
  /** Hears every event of the loop as it happens, with whole sessions in it; must not throw. */
  report?: Report | undefined;
}

/** Who speaks. */
export interface Speaker {
  /** The name that a person gave, in 1 to 80 characters. */
  name?: string | undefined;
  /** `user` when absent; what an assistant says carries no person's name. */
  by?: 'user' | 'assistant' | undefined;
}

/** Gives the way that the calls of one session take through the batches of their providers. */
export type ProviderBatch = (
  sessionId: string,
  held: { journal: Pick<Journal, 'readLines'>; proof: LeaseProof | undefined },
) => NonNullable<AskOptions['findBatch']>;

/** What accompanies a run. */
export interface RunOptions {
  /** Answers the questions of the run. Absent: the unattended policy, `onEscalation`. */
  operator?: Person | undefined;
  /** Asks whether so many files of folders and patterns of `context` are meant. Absent: what is above the bounds is left out, and said. */
  confirmContext?: ((size: ContextSize) => Promise<boolean>) | undefined;
  /** The person's yes to whatever older records the document replaces; without it each is asked about, or only named. */
  supersede?: boolean | undefined;
  /** What of the options the person named themselves, where the others come from a file; all of them when absent. */
  ownWord?: LimitOptions | undefined;
  /** Pauses the run when it aborts. */
  signal?: AbortSignal | undefined;
  /** The calls go through the batch interface of their providers. */
  providerBatch?: ProviderBatch | undefined;
  /** Somebody watches: models are asked to send their text as it comes, for `readSpeech` of the run. */
  watched?: boolean | undefined;
  /** Called once with the session that is about to run; what it gives comes before `operator`. */
  attend?: ((session: Session) => Attendance | Promise<Attendance>) | undefined;
}

/** A new session. */
export interface StartOptions extends SessionOptions, RunOptions {
  topic: string;
  /** The name of the person who starts it, in 1 to 80 characters, where it is to be recorded. */
  name?: string | undefined;
}

/** What happens with a call that a replayed session did not record. */
export type ReplayMissing = 'fail' | 'ask';

/** A session that says again what a recorded one said. What is absent is as it was there. */
export interface ReplayOptions extends Omit<SessionOptions, 'rehearsal'>, RunOptions {
  /** The recorded session: its id, a unique beginning of it, or `last`. */
  session: string;
  topic?: string | undefined;
  /** `fail` when absent. */
  missing?: ReplayMissing | undefined;
}

/** Going on with a session. */
export interface ResumeOptions extends LimitOptions, RunOptions {
  /** Its id, a unique beginning of it, or `last`; absent: the current one. */
  session?: string | undefined;
  /** For a replay: what happens from now on with calls that were not recorded. */
  replayMissing?: ReplayMissing | undefined;
}

/** What is decided: the recommendation, something else, or that the panel goes on for some more rounds. */
export type Decision =
  | { decision: 'accept' }
  | { decision: 'own'; text: string }
  | { decision: 'continue'; rounds: number };

/** Who speaks. */
export interface Speaker {
  /** The name that a person gave, in 1 to 80 characters. */
  name?: string | undefined;
  /** `user` when absent; what an assistant says carries no person's name. */
  by?: 'user' | 'assistant' | undefined;
}

/** An answer. */
export type AnswerOptions = Decision &
  Speaker & {
    /** The session's id, a unique beginning of it, or `last`; absent: the current one. */
    session?: string | undefined;
    /** Which escalation, where several wait. */
    escalation?: string | undefined;
  };

/** What is discussed, and by whom. */
export interface DiscussOptions {
  topic: string;
  /** Ids of agents, two or more. */
  participants: readonly string[];
  /** Rounds in all; 3 when absent. */
  rounds?: number | undefined;
  /** The agent that writes the synthesis; the facilitator when absent. */
  synthesizer?: string | undefined;
  /** The built-in panel speaks: no model, no key, no cost. */
  rehearsal?: boolean | undefined;
  /** The model of every seat, as `provider/model`. */
  model?: string | undefined;
  /** Seconds for one answer, and for the whole discussion. */
  agentTimeout?: number | undefined;
  totalTimeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** How a document is written: as markdown, as data, or as one page of its own. */
export type ExportFormat = 'md' | 'json' | 'html';

/** Which document. */
export interface ExportOptions extends GetOptions {
  /** The type of the session's own document when absent; `record` is the record of the discussion. */
  type?: ExportType | undefined;
  /** `md` when absent; the record is not written as JSON. */
  format?: ExportFormat | undefined;
  /** Where to write it, from the app's folder; nothing is written when absent. */
  output?: string | undefined;
}

/** Which session to look at. */
export interface GetOptions {
  /** Its id, a unique beginning of it, or `last`; absent: the current one, else the newest. */
  session?: string | undefined;
}

/** What to look for. */
export interface SearchOptions {
  /** Words in any language; forms of them are found too. */
  words: string;
  /** The most hits; 20 when absent. */
  limit?: number | undefined;
}

/** What is put in place again. */
export interface PublishOptions extends GetOptions {
  /** Records that are marked as superseded by this one, by file name or number; only those that the document names. */
  supersede?: readonly string[] | undefined;
}

/** What of the calls is wanted. */
export interface CallsOptions extends GetOptions {
  round?: number | undefined;
  seat?: string | undefined;
}

/** What the person says. */
export interface SayOptions extends ResumeOptions, Pick<Speaker, 'name'> {
  /** An empty text passes. */
  text: string;
  /** Ids of items that the person supports, would not stop, or blocks. */
  support?: readonly string[] | undefined;
  standAside?: readonly string[] | undefined;
  block?: readonly string[] | undefined;
}

/** Which session: its id, a unique beginning of it, or `last`; absent: the current one. */
export interface SessionChoice {
  session?: string | undefined;
}

/** How workers go about a session. */
export interface JobOrder {
  /** A higher one goes first; 10 when absent. */
  priority?: number | undefined;
  /** Its calls go through batches of their providers; as it was started, when absent. */
  isBatched?: boolean | undefined;
}

/** Which events of a session are followed. */
export interface FollowOptions {
  session: string;
  /** The number of the last event that the reader has; 0 for none. One that the session does not have begins again at 1. */
  after?: number | undefined;
  /** Ends the following. */
  signal: AbortSignal;
}

/** What a worker is started with. */
export interface WorkOptions {
  /** By which people tell it from others. */
  name: string;
  /** Sessions at a time. */
  concurrency: number;
  /** Stops it: what runs is paused, and another worker goes on at once. */
  signal: AbortSignal;
  /** Hears what becomes of sessions; must not throw. */
  report: (event: WorkEvent) => void;
}

/** Something that happened to a session, or with `session_id` null to the queue. */
export interface WorkEvent {
  type: 'taken' | 'completed' | 'paused' | 'failed' | 'dropped' | 'handed-over' | 'trouble';
  session_id: string | null;
  /** Why, in words; null where nothing is to be said. */
  detail: string | null;
}
