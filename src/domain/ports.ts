/**
 * The five ports of the loop. Everything the loop does to the world goes through them, everything it
 * decides is decided by pure functions beside it. A web page, an HTTP interface or a database is one
 * more adapter of these.
 */
import type * as z from 'zod';
import type { Agenda, Agent, ContextFile, ProjectContext, Strategy } from './library.ts';
import type { PersonMessage } from './person-message.ts';
import type { Conflict, Escalation, Proposal, Usage } from './records.ts';
import type { AnsweredParts, Round } from './round.ts';
import type { Outcome, OutcomeDocument, Session } from './session.ts';
import type { ArtifactType, FailureKind, NextAction, OutputType, PauseReason, Stance } from './vocabulary.ts';

/** A step of a round (or of the completion) in which models are called. */
export type Step = 'question' | 'answer' | 'synthesis' | 'ballot' | 'draft';

/** Why a call is made, as the journal records it. */
export type Purpose = 'ask' | 'retry' | 'ballot' | 'draft';

/** A piece of a prompt. `cache` marks the end of a part that later calls repeat byte for byte. */
export interface PromptBlock {
  text: string;
  cache: boolean;
}

/** A JSON Schema document, as plain data. */
export type JsonSchema = { [key: string]: unknown };

/**
 * The facts a request was made from, beside its text. The rehearsal panel speaks from these, so it needs
 * to parse no prompt. Never sent to a real model.
 */
export interface RequestFacts {
  topic: string;
  seed: number;
  round: number;
  min_rounds: number;
  max_rounds: number;
  workflow: string;
  output_type: OutputType;
  phase: { name: string; goal: string; index: number; count: number; rounds_in_phase: number };
  /** The one who is asked. */
  agent: Agent;
  side: 'pro' | 'con' | null;
  /** Seats at the table, in order. */
  seats: { id: string; role: string; specialties: string[] }[];
  context: ProjectContext;
  agenda: (Agenda['topics'][number] & { status: string; criteria_met: string[] })[];
  question: string;
  focus: string;
  topic_id: string | null;
  earlier_questions: string[];
  guidance: string[];
  proposals: Proposal[];
  conflicts: Conflict[];
  artifacts: { id: string; type: ArtifactType; title: string; topic_id: string | null }[];
  wanted_artifacts: ArtifactType[];
  /** The asked seat's earlier positions, oldest first. */
  own_positions: { round: number; position: string }[];
  /** Words that make an open conflict a person's business; empty when escalation is off. */
  critical_keywords: string[];
  /** Rounds that a conflict may stay open before a person is asked; null when escalation is off. */
  max_rounds_per_conflict: number | null;
  /** Mean confidence below which a person is asked; null when escalation is off. */
  confidence_below: number | null;
  /** For a synthesis: the answers of this round. */
  answers: {
    seat: string;
    position: string;
    confidence: number | null;
    concerns: string[];
    questions?: string[];
    stances: { proposal_id: string; stance: Stance }[];
  }[];
  /** For a draft: the session as it stands. */
  session: Session | null;
}

/** One model call. */
export interface ModelRequest {
  /** `<round>/<step>/<seat>/<attempt>`; attempts count from 1. */
  key: string;
  round: number;
  step: Step;
  /** A participant's id, `facilitator` or `synthesizer`. */
  seat: string;
  attempt: number;
  purpose: Purpose;
  /** A model reference, `provider/model`. */
  model: string;
  /** The role and the rules: the same in every round. */
  system: PromptBlock[];
  /** One user turn, stable part first. */
  prompt: PromptBlock[];
  /** The shape the reply must have; null asks for plain text. */
  schema: { name: string; json: JsonSchema } | null;
  /** Milliseconds until the call is given up. */
  timeout_ms: number;
  max_output_tokens: number;
  stop_sequences: string[];
  /** The session's fence marker, which is left out of the request's hash. */
  fence: string;
  facts: RequestFacts;
}

/** What a call came to. A failed call is a value, not an exception: one seat's failure is the record's business. */
export type ModelReply =
  | {
      ok: true;
      text: string;
      /** The structured data found in the text, undefined when there was none. */
      data: unknown;
      /** Why nothing could be read, else null. */
      problem: string | null;
      usage: Usage;
      duration_ms: number;
      request_id: string | null;
      model: string;
      /** True when it came from the journal. */
      replayed: boolean;
    }
  | {
      ok: false;
      kind: FailureKind;
      message: string;
      /** What the person can do about it, when something is known. */
      remedy: string | null;
      request_id: string | null;
      usage: Usage;
      duration_ms: number;
      replayed: boolean;
    };

/** Asks a model. Never rejects for a failure of the call; rejects only when the program itself cannot go on (disk, bug). */
export type Ask = (request: ModelRequest, options: { signal: AbortSignal }) => Promise<ModelReply>;

/** Names one stored state of a session; a save that names another than the stored one is refused. */
export type Version = string;

/** Where sessions are kept. What a method writes is durable when it returns. Throws S2sError with exit 5 when it cannot be. */
export interface Store {
  save(session: Session, expected: Version): Promise<Version>;
  /**
   * Told of parts that the next round will hold, these very objects, while its synthesis is waited for: what can be done
   * with them before the round is saved may be done now. They must not be changed any more. Writes nothing, never throws.
   */
  prepare?(parts: AnsweredParts): void;
  /** Writes the documents of a session that has its outcome; safe to repeat. Returns the files, relative to the project. */
  publish(session: Session): Promise<{ type: string; path: string }[]>;
  /** Clears `state.yaml` when it names this session. */
  release(sessionId: string): Promise<void>;
}

/** What the person chose after a round. */
export type RoundChoice =
  | { choice: 'continue' }
  | { choice: 'guidance'; text: string }
  | { choice: 'skip' }
  | { choice: 'pause' };

/** What the person, or the policy, decided about an escalation. */
export type EscalationDecision =
  | { decision: 'accept'; by: 'user' | 'policy' }
  | { decision: 'own'; text: string; by: 'user' }
  | { decision: 'continue'; rounds: number; by: 'user' | 'policy' };

/** What the person said at their turn; an empty text passes. `stances` is empty when no proposal is open. */
export interface HumanTurn {
  text: string;
  stances: { proposal_id: string; stance: Stance; reason: string }[];
}

/** What a person is shown at their turn: never a word of the others' answers in a blind round. */
export interface TurnView {
  key: string;
  round: number;
  question: string;
  focus: string;
  context_summary: string;
  /** In sequential rounds: what was said before in this round. */
  heard: { seat: string; role: string; position: string }[];
  proposals: Proposal[];
}

/** The person, or the unattended policy. `'later'` means: nobody can say now; the session waits. */
export interface Operator {
  /** Aborted when the person, or the system, asks the run to stop. */
  readonly stop: AbortSignal;
  /** After each round of an interactive session. */
  chooseAfterRound(view: { key: string; session: Session; round: Round }): Promise<RoundChoice>;
  decideEscalation(view: {
    key: string;
    session: Session;
    escalation: Escalation;
  }): Promise<EscalationDecision | 'later'>;
  takeTurn(view: TurnView): Promise<HumanTurn | 'later'>;
  /**
   * What people sent from outside since the last round, oldest first. Asked after each round, before anything is decided, and
   * once when a run begins, for the round that was finished last. Asking again about a round gives its messages again, but no
   * pause. Absent: nobody can send anything.
   */
  takeMessages?(view: { round: number; resumed: boolean }): Promise<PersonMessage[]>;
}

/** Time, from outside. */
export interface Clock {
  now(): Date;
  /** Milliseconds that only ever grow. */
  elapsed(): number;
  /** A signal that aborts after `ms` milliseconds; call `clear` when it is no longer needed. */
  deadline(ms: number): { signal: AbortSignal; clear: () => void };
}

/** What happened, in the order in which it happened. `seq` and `at` are added by the reporter's numbering. */
export type RoundtableEvent =
  | { type: 'session-started'; session: Session; resumed: boolean }
  | {
      type: 'round-started';
      round: number;
      phase: string;
      agenda: { id: string; name: string; critical: boolean; status: string }[];
    }
  | { type: 'facilitator-asking'; round: number }
  | {
      type: 'question-asked';
      round: number;
      question: string;
      focus: string;
      asked: string[];
      fallback: string | null;
    }
  | { type: 'seat-thinking'; round: number; step: Step; seat: string; role: string; model: string }
  /** A call failed in a way that passes, and is made again after a wait; `seat` may be a chair. */
  | { type: 'seat-retrying'; round: number; step: Step; seat: string; kind: FailureKind; wait_ms: number }
  | {
      type: 'seat-answered';
      round: number;
      step: Step;
      seat: string;
      position: string;
      confidence: number | null;
      duration_ms: number;
      replayed: boolean;
    }
  | { type: 'seat-failed'; round: number; step: Step; seat: string; kind: FailureKind; message: string }
  | { type: 'seat-passed'; round: number; seat: string; reason: string }
  | { type: 'synthesizing'; round: number }
  | { type: 'round-saved'; round: number; session_file: string | null }
  | { type: 'recap'; session: Session; round: Round }
  | {
      type: 'decision';
      round: number;
      next_action: NextAction;
      rule: number;
      override: string | null;
      next_focus: string | null;
    }
  | { type: 'guidance'; after_round: number; text: string }
  | { type: 'escalation-raised'; escalation: Escalation }
  | { type: 'escalation-answered'; escalation: Escalation }
  | { type: 'waiting-for-turn'; round: number; seat: string; question: string }
  | { type: 'ballot-started'; proposals: Proposal[] }
  | { type: 'ballot-counted'; proposals: Proposal[] }
  | { type: 'draft-started'; seat: string; model: string }
  | { type: 'draft-ready'; document: OutcomeDocument }
  | { type: 'usage'; usage: Usage }
  | { type: 'notice'; level: 'info' | 'warning'; text: string }
  | { type: 'paused'; session: Session; reason: PauseReason; detail: string }
  | { type: 'completed'; session: Session; outcome: Outcome };

/** Takes events as they happen; must not throw and must not block. */
export type Report = (event: RoundtableEvent) => void;

/** The five ports. */
export interface Ports {
  ask: Ask;
  store: Store;
  operator: Operator;
  report: Report;
  clock: Clock;
}

/** One kind of document, from documents/: the schema its draft must meet, and what the program does with it. */
export interface DocumentKind {
  type: OutputType;
  /** The draft's schema: lenient when reading; its JSON Schema (output side) is what the model is asked for. */
  schema: z.ZodType<Record<string, unknown>>;
  /** Advice to the synthesizer on what makes a good document of this type. */
  brief: string;
  /** Content from artifacts, consensus and rounds alone, when no draft can be had. */
  assemble(session: Session): Record<string, unknown>;
  /** Citations in a draft that name a round or seat that is not in the session, as `path: round/seat`. */
  findUnsupported(content: Record<string, unknown>, session: Session): string[];
}

/** Everything loaded that a run needs beside the session. */
export interface Table {
  strategy: Strategy;
  agenda: Agenda | null;
  facilitator: Agent;
  synthesizer: Agent;
  /** By seat id; the person's seat has no agent. */
  agents: ReadonlyMap<string, Agent>;
  context: ProjectContext;
  contextFiles: readonly ContextFile[];
  document: DocumentKind;
  /** How well an agent fits a text, 0 to 1: chooses the seats of a targeted round. Absent: all fit alike. */
  scoreFit?: (text: string, agent: Agent) => number;
  /** Price of a model's tokens is known or not; used to check `max_cost`. */
  sessionFile: string | null;
}
