/** The typed options of all use cases. An absent option comes from the configuration, or from the session that is resumed. */

import type { OptionsOf } from '../config/option-table.ts';
import type { AskOptions } from '../models/client/create-ask.ts';
import type { Operator, Report } from '../session/ports/ports.ts';
import type { Journal, LeaseProof, Progress } from '../session/ports/repository.ts';
import type { Demand, EarlierPlan, Usage } from '../session/records.ts';
import type { Session } from '../session/session.ts';
import type { Subject } from '../session/subject.ts';
import type { ExportType } from '../session/vocabulary.ts';

/** Options of a start and of a resume: models, limits and conduct of the run. */
export type LimitOptions = OptionsOf<'run' | 'own'>;

/** Options of a session: the panel, how it discusses, and what it produces. */
export type SessionOptions = OptionsOf<'start' | 'run' | 'own'> & {
  /** Who named the paths in `context`; a person when absent. What others name passes the same door as a look-up. */
  contextNamedBy?: 'person' | 'session' | 'others' | undefined;
};

/** A person who answers while a session runs; the answer `'later'` pauses it. */
export type Person = Omit<Operator, 'stop' | 'takeMessages'>;

/** Who attends a running session. */
export interface Attendance {
  /** Answers the questions of the run. When absent, `onEscalation` decides. */
  operator?: Person | undefined;
  /** Called with every event of the loop as it happens, including whole sessions; must not throw. */
  report?: Report | undefined;
}

/** The person or assistant who speaks. */
export interface Speaker {
  /** The name that a person gave, 1 to 80 characters. */
  name?: string | undefined;
  /** `user` when absent; an assistant's words carry no person's name. */
  by?: 'user' | 'assistant' | undefined;
}

/** Finds, for one session, the way of each call through a batch of its provider. */
export type ProviderBatch = (
  sessionId: string,
  held: { journal: Pick<Journal, 'readLines'>; proof: LeaseProof | undefined },
) => NonNullable<AskOptions['findBatch']>;

/** Options that accompany a run. */
export interface RunOptions extends Pick<Attendance, 'operator'> {
  /** The options that the person named themselves, if the others come from a file; all of them when absent. */
  ownWord?: LimitOptions | undefined;
  /** Pauses the run when it aborts. */
  signal?: AbortSignal | undefined;
  /** Sends the calls through their providers' batch interfaces. */
  providerBatch?: ProviderBatch | undefined;
  /** Asks models to stream their text, for `readSpeech` of the run. */
  watched?: boolean | undefined;
  /** Called once with the session about to run; an operator it returns takes precedence over `operator`. */
  attend?: ((session: Session) => Attendance | Promise<Attendance>) | undefined;
}

/** A new session. */
export interface StartOptions extends SessionOptions, RunOptions {
  topic: string;
  /** The name of the person who starts the session, 1 to 80 characters; recorded if given. */
  name?: string | undefined;
  /** What a review is of, as `readSubject` gives it. */
  subject?: Subject | undefined;
  /** What a plan has to fulfil, as `readDemands` gives it. */
  demands?: readonly Demand[] | undefined;
  /** The plan that is made anew, as `readDemands` gives it. */
  earlierPlan?: EarlierPlan | undefined;
  /** Options may lower the limits of the configuration, not raise them: so for an assistant. */
  lowersOnly?: boolean | undefined;
}

/** A replay of a recorded session; absent options are as recorded. */
export interface ReplayOptions extends LimitOptions, OptionsOf<'resume'>, RunOptions {
  /** The recorded session: its ID, a unique prefix of it, or `last`. */
  session: string;
}

/** Options of a resume. */
export interface ResumeOptions extends LimitOptions, OptionsOf<'resume'>, RunOptions {
  /** The session's ID, a unique prefix of it, or `last`; the current session when absent. */
  session?: string | undefined;
}

/** What a person decides where the panel asked: accept the recommendation, decide something else, or let the panel continue for some more rounds. */
export type PersonDecision =
  | { decision: 'accept' }
  | { decision: 'own'; text: string }
  | { decision: 'continue'; rounds: number };

/** An answer as its fields bring it. */
export type GivenAnswer = OptionsOf<'answer'> & Pick<PersonDecision, 'decision'>;

/** An answer; `escalation` names the question if several wait. */
export type AnswerOptions = PersonDecision & Speaker & SessionChoice & { escalation?: string | undefined };

/** Options of a discussion in one call. */
export interface DiscussOptions {
  topic: string;
  /** IDs of two or more agents. */
  participants: readonly string[];
  /** The number of rounds; 3 when absent. */
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

/** The format of a document: markdown, JSON, one HTML page, for a review SARIF, for a plan its issues. */
export type ExportFormat = 'md' | 'json' | 'html' | 'sarif' | 'issues';

/** The document to export. */
export interface ExportOptions extends SessionChoice {
  /** The session's own type when absent; `record` is the record of the discussion. */
  type?: ExportType | undefined;
  /** `md` when absent; the record cannot be written as JSON. */
  format?: ExportFormat | undefined;
  /** The file to write, relative to the app's folder; nothing is written when absent. */
  output?: string | undefined;
}

/** A choice of session. */
export interface SessionChoice {
  /** The session's ID, a unique prefix of it, or `last`. When absent, the current session; to look at, else the newest. */
  session?: string | undefined;
}

/** Which session to look at. `checked`: with a warning where its journal was changed or cannot be read. */
export interface LookOptions extends SessionChoice {
  checked?: boolean | undefined;
}

/** What to review. */
export interface SubjectOptions {
  /** A range or revision of git, or a file; what is not committed yet when absent. */
  of?: string | undefined;
  /** The change or document itself; `of` is then its name. */
  text?: string | undefined;
}

/** Options of a search. */
export interface SearchOptions {
  /** Words in any language; their inflected forms are found too. */
  words: string;
  /** The most hits; 20 when absent. */
  limit?: number | undefined;
  /** Called for each session or document that is read because it is not indexed yet. */
  onReading?: Progress | undefined;
  /** False: answers while many are still to be read, and lets that go on. */
  waits?: boolean | undefined;
}

/** The documents to publish again. */
export interface PublishOptions extends SessionChoice {
  /** Records to mark as superseded by this one, by file name or number; only records that the document names. */
  supersede?: readonly string[] | undefined;
}

/** How the demands of a plan are read. */
export interface DemandOptions {
  /** Whether the plan is rehearsed: then it continues a rehearsed one. */
  rehearsal?: boolean | undefined;
  /** Plans as if there were no plan before. */
  afresh?: boolean | undefined;
}

/** Who is asked about the events of decision records. */
export interface AskDueOptions extends Pick<SessionOptions, 'model' | 'models'> {
  signal: AbortSignal;
  /** Says what it would take, and asks nobody. */
  onlyEstimate?: boolean | undefined;
  /** Called with what it will take, before anything is asked. */
  tell?: ((estimate: { model: string; usage: Usage }) => void) | undefined;
  /** Called with each look-up. */
  look?: ((title: string) => void) | undefined;
}

/** A decision record to look at again. */
export interface RevisitOptions {
  /** Its number, file name or path. */
  record: string;
  /** What made a person ask. */
  why?: string | undefined;
}

/** A person's word on a decision record; both are named by number, file name or path. */
export interface ChangeDecisionOptions extends Speaker {
  record: string;
  to: 'accepted' | 'rejected' | 'superseded';
  /** The record that replaces it, of the same folder; needed for `superseded`. */
  successor?: string | undefined;
}

/** The calls to list. */
export interface CallsOptions extends SessionChoice {
  round?: number | undefined;
  seat?: string | undefined;
}

/** The person's turn. */
export interface SayOptions extends ResumeOptions, OptionsOf<'say'>, Speaker {
  text: string;
}

/** How workers handle a session. */
export interface JobOrder {
  /** Sessions with a higher priority go first; 10 when absent. */
  priority?: number | undefined;
  /** Whether its calls go through their providers' batches; as at its start when absent. */
  isBatched?: boolean | undefined;
}

/** The events of a session to follow. */
export interface FollowOptions {
  session: string;
  /** The number of the last event that the reader has; 0 for none. After a number that the session lacks, all events come again. */
  after?: number | undefined;
  /** Ends the following, which otherwise ends with the session. */
  signal?: AbortSignal | undefined;
}

/** Options of a worker. */
export interface WorkOptions {
  /** The name by which people recognize the worker. */
  name: string;
  /** How many sessions run at a time. */
  concurrency: number;
  /** Stops the worker: its sessions are paused, and other workers continue them at once. */
  signal: AbortSignal;
  /** Called when something happens to a session; must not throw. */
  report: (event: WorkEvent) => void;
}

/** An event of a session, or, if `session_id` is null, of the queue. */
export interface WorkEvent {
  type: 'taken' | 'completed' | 'paused' | 'failed' | 'dropped' | 'handed-over' | 'trouble';
  session_id: string | null;
  /** The reason, in words, or null. */
  detail: string | null;
}
