/** What use cases give back. Times in milliseconds unless a field says otherwise. */
import type * as z from 'zod';
import type { TrustRecord } from '../config/trust-records.ts';
import type { FileProblem } from '../domain/errors.ts';
import type { StreamEvent } from '../domain/event-schema.ts';
import type { JournalLine } from '../domain/journal.ts';
import type { Step } from '../domain/model-request.ts';
import type { OpenRound as LiveRound } from '../domain/open-round.ts';
import type { TurnView } from '../domain/ports.ts';
import type { Escalation, Item, Usage } from '../domain/records.ts';
import type { SearchHit } from '../domain/search.ts';
import type { Session } from '../domain/session.ts';
import type { SessionHead } from '../domain/session-head.ts';
import type { ExportType } from '../domain/vocabulary.ts';
import type { RunResult } from '../roundtable/run-session.ts';
import type { ExportFormat } from './options.ts';
import type { resultSchema } from './result-schema.ts';
import type { SeatSpeech } from './seat-speech.ts';

/** The document of a run, as `--json` writes it. */
export type RunDocument = z.infer<typeof resultSchema>;

/** How a run ended: at a pause, or with a completed session. */
export interface RunReport extends RunResult {
  /** Where the session is kept. */
  sessionFile: string;
  /** Milliseconds of this run. */
  durationMs: number;
  /** Calls of a replay that were not recorded and were made now, by key. */
  askedNow: string[];
}

/** A run under way. */
export interface Run {
  sessionId: string;
  /** Every event from the first one on, for any number of readers, whenever they come; ends with the run. */
  events: AsyncIterable<StreamEvent>;
  /** Rejects with S2sError, which names the session in its `data`, when the session cannot be read or written. */
  result: Promise<RunReport>;
  /** What seats are saying at this moment, where somebody watches and their models stream; nothing of a round that is blind still. */
  readSpeech: () => SeatSpeech[];
  /** Pauses: answers that have arrived are kept, calls under way are stopped. */
  pause: () => void;
}

/** What was recorded. */
export interface Answered {
  sessionId: string;
  escalation: Escalation;
  /** The item that holds what was decided; null where more rounds were granted. */
  decided: Item | null;
  /** Items that hold with it because it names them: where they say otherwise, the decision binds. */
  taken: Item[];
  /** Open items whose place it takes. */
  replaced: Item[];
  /** Escalations that still wait. */
  pending: number;
  /** Whether a worker goes on with the session now. */
  isDetached: boolean;
}

/** What came of a discussion in one call. Times in milliseconds; `created_at` is ISO 8601. */
export type DiscussionResult = Pick<
  RunDocument,
  | 'session_id'
  | 'topic'
  | 'participants'
  | 'rounds'
  | 'turn_count'
  | 'turns'
  | 'synthesis'
  | 'synthesizer_id'
  | 'total_duration_ms'
  | 'created_at'
>;

/** Calls, tokens and money of a run with so many rounds. */
export interface EstimatedRun {
  rounds: number;
  usage: Usage;
  by_model: { model: string; usage: Usage }[];
  by_step: { step: Step; calls: number; input_tokens: number; output_tokens: number }[];
  /** Models whose price is not known, so that the whole cost is not. */
  unknown_prices: string[];
  /** The cost of the models whose prices are known, in USD. */
  known_cost_usd: number;
}

/** The expected range. */
export interface Estimate {
  minimum: EstimatedRun;
  maximum: EstimatedRun;
  /** The date of the table of prices. */
  pricesCheckedOn: string;
}

/** An estimate with the session that it is about, which is stored nowhere. */
export interface EstimatedSession {
  session: Session;
  estimate: Estimate;
  /** US dollars above which an assistant asks the person before it starts the session. */
  confirmAbove: number;
}

/** The document. */
export interface ExportedDocument {
  sessionId: string;
  type: ExportType;
  format: ExportFormat;
  /** The document as text, in each format. */
  text: string;
  /** For `json`: the same as data, else null. */
  data: Record<string, unknown> | null;
  /** The file that was written, else null. */
  file: string | null;
}

/** Every model call and everything a person said, oldest first. */
export interface RecordedCalls {
  sessionId: string;
  calls: JournalLine[];
  /** Lines that could not be read. */
  problems: FileProblem[];
}

/** The round that is open. */
export interface OpenRound {
  round: number;
  /** Null before it is asked, and in a review. */
  question: string | null;
  focus: string;
  /** Who has answered, in that order; without the words as long as they are blind. */
  said: { seat: string; position: string | null }[];
  /** What the person is asked, where their turn is waited for. */
  turn: TurnView | null;
}

/** One session of the list; `running`: a process holds it now. */
export type ListedSession = Pick<
  SessionHead,
  | 'id'
  | 'topic'
  | 'workflow_type'
  | 'strategy'
  | 'status'
  | 'pause_reason'
  | 'created_at'
  | 'updated_at'
  | 'imported_from'
  | 'rehearsal'
> & { rounds: number; turns: number; current: boolean; running: boolean };

/** A part of the list, as `roundtable list --json` writes it. */
export interface ListedSessions {
  sessions: ListedSession[];
  /** The id that commands without one are about, also where a filter leaves it out; null where there is none. */
  current: string | null;
  /** Those that cannot be read, and why; they count in `total`. */
  damaged: { id: string; file: string; reason: string }[];
  total: number;
  offset: number;
  limit: number;
}

/** What a search found, the best first, as `search --json` writes it. */
export interface SearchResults {
  words: string;
  /** How many words were looked for, and how many of them each hit holds: fewer where nothing holds all. */
  wanted: number;
  held: number;
  hits: Omit<SearchHit, 'held' | 'score'>[];
  /** With those that the limit left out. */
  total: number;
  /** Sessions and documents that could not be read, and why. */
  unread: { file: string; reason: string }[];
}

/** The files, relative to the project, and notes for the person. */
export interface Published {
  sessionId: string;
  files: { type: string; path: string }[];
  notes: string[];
  /** Records that the document wants to replace, by file name; each needs the person's yes. */
  proposed: string[];
}

/** What was sent, and whether somebody was running the session. */
export interface Sent {
  sessionId: string;
  /** True when a process runs the session and takes the message after its round; else the next resume takes it. */
  running: boolean;
}

/** A session with what is going on in it. */
export interface SessionView {
  session: Session;
  /** Who runs it: this app, another process, or nobody. */
  runner: 'here' | 'elsewhere' | null;
  openRound: LiveRound | null;
  /** The number of the newest event. */
  lastEvent: number;
  /** Why the workers did not go on with it, where it was left to them and nobody runs it; else null. */
  workerError: Record<string, unknown> | null;
}

/** What was said yes to. */
export interface TrustedProject extends TrustRecord {
  /** What the project may do from now on, a line each; without keys and control characters. */
  allowed: FileProblem[];
  /** What no yes allows. */
  refused: FileProblem[];
}
