/**
 * The five ports of the loop. Everything the loop does to the world goes through them, everything it
 * decides is decided by pure functions beside it. A web page, an HTTP interface or a database is one
 * more adapter of these.
 */
import type * as z from 'zod';
import type { Agenda, Agent, ContextFile, ProjectContext, Strategy } from './library.ts';
import type { ReadReply } from './model-reply.ts';
import type { ModelRequest, Step } from './model-request.ts';
import type { PersonMessage } from './person-message.ts';
import type { Escalation, Proposal, Usage } from './records.ts';
import type { Round } from './round.ts';
import type { Outcome, OutcomeDocument, Session } from './session.ts';
import type { FailureKind, NextAction, OutputType, PauseReason, Stance } from './vocabulary.ts';

export type { JsonSchema, ModelRequest, PromptBlock, Purpose, RequestFacts, Step } from './model-request.ts';

/** Asks a model. Never rejects for a failure of the call; rejects only when the program itself cannot go on (disk, bug). */
export type Ask = (request: ModelRequest, options: { signal: AbortSignal }) => Promise<ReadReply>;

/** Names one stored state of a session; a save that names another than the stored one is refused. */
export type Version = string;

/** Where sessions are kept. What a method writes is durable when it returns, always. Throws S2sError with exit 5 when it cannot be. */
export interface Store {
  save(session: Session, expected: Version): Promise<Version>;
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

/** What happened, in the order in which it became true: an event is reported after the thing, never ahead of it. `seq` and `at` are added by the reporter's numbering. */
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
