/** The results of the use cases. Times are in milliseconds unless a field says otherwise. */
import type * as z from 'zod';
import type { TrustRecord } from '../config/trust-records.ts';
import type { Entry } from '../documents/record/render-record.ts';
import type { eventStates } from '../prompts/forms/due.ts';
import type { RunResult } from '../roundtable/run-session.ts';
import type { FileProblem } from '../session/errors.ts';
import type { StreamEvent } from '../session/event-schema.ts';
import type { PersonMessage } from '../session/person-message.ts';
import type { JournalLine } from '../session/ports/journal.ts';
import type { OpenRound } from '../session/ports/open-round.ts';
import type { TurnView } from '../session/ports/ports.ts';
import type { SearchHit } from '../session/ports/search.ts';
import type { Demand, EarlierPlan, Escalation, Revisit, Usage } from '../session/records.ts';
import type { Session } from '../session/session.ts';
import type { SessionHead } from '../session/session-head.ts';
import type { Subject } from '../session/subject.ts';
import type { Item } from '../session/text.ts';
import type { ExportType } from '../session/vocabulary.ts';
import type { ExportFormat } from './options.ts';
import type { resultSchema } from './result-schema.ts';
import type { SeatSpeech } from './run/seat-speech.ts';

/** The document of a run, as `--json` writes it. */
export type RunDocument = z.infer<typeof resultSchema>;

/** How a run ended: at a pause, or with a completed session. */
export interface RunReport extends RunResult {
  /** The place where the session is stored. */
  sessionFile: string;
  /** Milliseconds of this run. */
  durationMs: number;
  /** Keys of the calls that a replay made now because they were not recorded. */
  askedNow: string[];
}

/** A run in progress. */
export interface Run {
  sessionId: string;
  /** Every event from the first on, for any number of readers at any time; ends with the run. */
  events: AsyncIterable<StreamEvent>;
  /** Rejects with S2sError, whose `data` name the session, if the session cannot be read or written. */
  result: Promise<RunReport>;
  /** The words of the seats that speak now, if the run is `watched` and their models stream; empty while a round is blind. */
  readSpeech: () => SeatSpeech[];
  /** Pauses the run: keeps answers that have arrived, and stops calls in progress. `byPerson`: it counts as asked for, not as an interruption. */
  pause: (options?: { byPerson?: boolean }) => void;
}

/** The recorded answer to an escalation. */
export interface Answered {
  sessionId: string;
  escalation: Escalation;
  /** The number of escalations that still wait. */
  pending: number;
  /** Whether a worker now continues the session. */
  isDetached: boolean;
}

/** Calls, tokens and cost of a run with `rounds` rounds. */
export interface EstimatedRun {
  rounds: number;
  usage: Usage;
  by_model: { model: string; usage: Usage }[];
  /** Models without a known price, which leave the total cost unknown. */
  unknown_prices: string[];
  /** The cost of the models whose prices are known, in USD. */
  known_cost_usd: number;
}

/** The expected range. */
export interface Estimate {
  minimum: EstimatedRun;
  maximum: EstimatedRun;
  /** The date of the price table. */
  pricesCheckedOn: string;
}

/** An estimate with its planned session, which is not stored. */
export interface EstimatedSession {
  session: Session;
  estimate: Estimate;
  /** US dollars above which an assistant asks the person before it starts the session. */
  confirmAbove: number;
}

/** An exported document. */
export interface ExportedDocument {
  sessionId: string;
  type: ExportType;
  format: ExportFormat;
  /** The document as text, in each format. */
  text: string;
  /** For `json`, the same as data; else null. */
  data: Record<string, unknown> | null;
  /** The file that was written, else null. */
  file: string | null;
}

/** An item, or whatever else has an id, with its part of the record, as markdown. */
export interface ItemRecord {
  sessionId: string;
  item: Item | Entry;
  text: string;
}

/** Every model call and everything a person said, oldest first. */
export interface RecordedCalls {
  sessionId: string;
  calls: JournalLine[];
  /** Lines that could not be read. */
  problems: FileProblem[];
}

/** One session of the list; `running` says whether a process runs it now. */
export type ListedSession = Omit<SessionHead, 'total_rounds' | 'total_turns'> & {
  rounds: number;
  turns: number;
  current: boolean;
  running: boolean;
};

/** A part of the list, as `roundtable list --json` writes it. */
export interface ListedSessions {
  sessions: ListedSession[];
  /** The ID of the current session, even if a filter leaves it out; null if there is none. */
  current: string | null;
  /** Files that are damaged, or sessions of the Claude Code plugin, with the reason; they count in `total`. */
  damaged: { id: string; file: string; reason: string }[];
  total: number;
  offset: number;
  limit: number;
}

/** The hits of a search, the best first, as `search --json` writes them. */
export interface SearchResults {
  words: string;
  /** The number of words searched for, and the number that each hit contains: fewer if nothing contains all. */
  wanted: number;
  held: number;
  hits: Omit<SearchHit, 'held' | 'score'>[];
  /** Includes the hits beyond the limit; of each kind of place, sessions and documents, 10,000 are counted. */
  total: number;
  /** Sessions and documents that are still being read for the index, and are not searched yet. */
  pending: number;
  /** Unreadable sessions and documents, with the reason. */
  unread: { file: string; reason: string }[];
}

/** A decision record of the project, as `decisions list --json` writes it. */
export interface DecisionRecord {
  /** From the project's root, with slashes. */
  path: string;
  title: string;
  /** As the record says it; empty if it does not. So is the date. */
  status: string;
  date: string;
  /** The first paragraph of the outcome. */
  outcome: string;
  /** When it wants to be looked at again. */
  revisit: Revisit[];
  /** The file name of the record that it looks at again, and what that came to; both empty for any other record. */
  revisits: string;
  verdict: string;
  /** The session that wrote it, if one did. */
  session: string | null;
}

/** One decision record with its text. */
export interface DecisionRecordText extends DecisionRecord {
  text: string;
  /** True for what nobody argued: it cannot be accepted. */
  rehearsal: boolean;
}

/** A line of a decision record on when to look again. */
export type DueDecision = Pick<DecisionRecord, 'path' | 'title' | 'status'> & Revisit;

/** What wants to be looked at again: dates that have come, the earliest first, those to come, and events, which nobody can compute. */
export interface DueDecisions {
  today: string;
  due: DueDecision[];
  later: DueDecision[];
  events: DueDecision[];
}

/** An event, and whether it has come as far as the project shows; `place` is null where no quotation was found to show it. */
export type DueAnswer = DueDecision & {
  state: (typeof eventStates)[number];
  because: string;
  place: string | null;
};

/** What a seat said about the events, and what it took. */
export interface AskedDue extends DueDecisions {
  answers: DueAnswer[];
  model: string;
  estimate: Usage;
  usage: Usage;
}

/** A decision record after a change; no files if there was nothing to change. */
export interface ChangedDecision extends DecisionRecord {
  files: string[];
}

/** What a review is of, and a topic for it; both are options of a start. */
export interface ReviewedSubject {
  topic: string;
  subject: Subject;
}

/** What a plan has to fulfil, the documents that demand it, and a topic: options of a start. */
export interface PlanSources {
  topic: string;
  context: string[];
  demands: Demand[];
  /** The plan before, where there is one; absent where the work is planned for the first time. */
  earlierPlan?: EarlierPlan;
}

/** The published files, relative to the project, and notes for the person. */
export interface Published {
  sessionId: string;
  files: { type: string; path: string }[];
  notes: string[];
  /** Records that the document wants to replace, by file name; each needs the person's yes. */
  proposed: string[];
}

/** The result of sending a message to a session. */
export interface Sent {
  sessionId: string;
  /** True when a process runs the session and takes the message after its round; else the next resume takes it. */
  running: boolean;
}

/** A session, with its open round and who runs it now. */
export interface SessionView {
  session: Session;
  /** Who runs it: this app, another process, or nobody. */
  runner: 'here' | 'elsewhere' | null;
  openRound: OpenRound | null;
  /** The person's turn, if the session waits for it. */
  turn: TurnView | null;
  /** What people sent and no run has taken yet, oldest first. */
  waiting: PersonMessage[];
  /** The number of the newest event. */
  lastEvent: number;
  /** Why the workers did not continue the session, if it was left to them and nobody runs it; else null. */
  workerError: Record<string, unknown> | null;
}

/** A trusted project. */
export interface TrustedProject extends TrustRecord {
  /** What the project may do from now on, one line each; without keys and control characters. */
  allowed: FileProblem[];
  /** What the project may not do even with a yes. */
  refused: FileProblem[];
}

/** The providers of models and the models of seats. */
export interface ListedModels {
  /** `missing` says in a few words why no call can succeed; null when nothing is known to be missing. */
  providers: { name: string; example: string; missing: string | null }[];
  /** References by seat, and under `default` that of all others; null where none is set. */
  seats: Record<string, string | null>;
}
