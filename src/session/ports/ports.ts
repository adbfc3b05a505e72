/**
 * The ports of the loop. All its effects go through them; all its decisions are pure functions. A web page, an HTTP server or a
 * database is one more adapter.
 */

import type * as z from 'zod';
import type { Notice, PauseDetail } from '../codes.ts';
import type { EventFields, StreamType } from '../event-schema.ts';
import type { Evidencer } from '../evidence.ts';
import type { KnownFields } from '../known-fields.ts';
import type { Agenda, Agent, ContextFile, ProjectContext, Strategy } from '../library.ts';
import type { ReadReply } from '../model-reply.ts';
import type { ModelRequest } from '../model-request.ts';
import type {
  escalationDecisionSchema,
  humanTurnSchema,
  PersonMessage,
  roundChoiceSchema,
} from '../person-message.ts';
import type { Conflict, Escalation } from '../records.ts';
import type { Round } from '../round.ts';
import type { Outcome, Session } from '../session.ts';
import type { Item, Text } from '../text.ts';
import type { PauseReason } from '../vocabulary.ts';
import type { DocumentForm, ExtendedFile } from './document-form.ts';

/** Asks a model. Never rejects for a failure of the call; rejects only when the program itself cannot go on (disk, bug). */
export type Ask = (request: ModelRequest, options: { signal: AbortSignal }) => Promise<ReadReply>;

/** Names a stored state of a session; a save that expects a state other than the stored one is refused. */
export type Version = string;

/** Where sessions are kept. What a method writes is durable when it returns. Throws S2sError with exit 5 when it cannot be written. */
export interface Store {
  save(session: Session, expected: Version): Promise<Version>;
  /** Writes the documents of a session that has its outcome; safe to repeat. Returns the files, relative to the project. */
  publish(session: Session): Promise<{ type: string; path: string }[]>;
  /** Makes this session no longer the current one. */
  release(sessionId: string): Promise<void>;
}

/** The person's choice after a round. */
export type RoundChoice = z.infer<typeof roundChoiceSchema> | { choice: 'pause' };

/** The decision of the person, or of the policy, about an escalation. */
export type EscalationDecision =
  | z.infer<typeof escalationDecisionSchema>
  | { decision: 'accept'; by: 'policy' }
  | { decision: 'continue'; rounds: number; by: 'policy' };

/** What the person said at their turn. */
export type HumanTurn = KnownFields<z.infer<typeof humanTurnSchema>>;

/** What a person is shown at their turn. In a blind round it contains nothing from the other answers. */
export interface TurnView {
  key: string;
  step: 'answer' | 'review' | 'last-call';
  round: number;
  /** The question of the round; empty in the review and at the last call. */
  question: string;
  focus: string;
  context_summary: string;
  /** In sequential rounds: what was said earlier in this round. */
  heard: { seat: string; role: string; position: string }[];
  conflicts: Conflict[];
  /** The text under review or vote, else null. */
  text: Text | null;
  /** In the review all items of the text; at the last call the ballot. */
  items: Item[];
}

/** The reason with which a person stops a run: a pause that was asked for is no interruption. */
export const askedByPerson = 'asked by a person';

/** The person or the unattended policy. `'later'` means that nobody can answer now; the session pauses. */
export interface Operator {
  /** Aborted when the person (with the reason `askedByPerson`) or the system asks the run to stop. */
  readonly stop: AbortSignal;
  /** Called after each round of an interactive session. */
  chooseAfterRound(view: { key: string; session: Session; round: Round }): Promise<RoundChoice>;
  decideEscalation(view: {
    key: string;
    session: Session;
    escalation: Escalation;
  }): Promise<EscalationDecision | 'later'>;
  takeTurn(view: TurnView): Promise<HumanTurn | 'later'>;
  /**
   * What people sent from outside since the last round, oldest first. Called after each round, before anything is decided, and
   * once when a run begins, for the last finished round. A second call for a round returns its messages again, except a pause.
   * Absent: nobody can send anything.
   */
  takeMessages?(view: { round: number; resumed: boolean }): Promise<PersonMessage[]>;
}

/** The clock. */
export interface Clock {
  now(): Date;
  /** Milliseconds that never go back. */
  elapsed(): number;
  /** A signal that aborts after `ms` milliseconds; call `clear` when it is no longer needed. */
  deadline(ms: number): { signal: AbortSignal; clear: () => void };
}

/** The fields of events that other programs get in a shorter or different form. */
interface WholeFields {
  'session-started': { session: Session; resumed: boolean };
  /** `proposal` is the whole answer, where it says more than the position. */
  'seat-answered': Omit<EventFields<'seat-answered'>, 'position' | 'hidden'> & {
    position: string;
    proposal?: string;
  };
  notice: { notice: Notice } | { level: 'info' | 'warning'; text: string };
  recap: { session: Session; round: Round };
  'escalation-raised': { escalation: Escalation };
  'escalation-answered': { escalation: Escalation };
  'text-written': { session: Session; step: TextStepName };
  'ballot-opened': { items: Item[] };
  'votes-counted': { session: Session; items: Item[] };
  paused: { session: Session; reason: PauseReason; detail: PauseDetail };
  completed: { session: Session; outcome: Outcome };
}

/** The steps after which the text is on disk in a new version. */
export type TextStepName = 'draft' | 'revision' | 'patch';

/** What happens in a discussion. Public events add a number and a time, see public-event.ts. */
export type RoundtableEvent = {
  [Type in Exclude<StreamType, 'seat-revealed' | 'result'>]: { type: Type } & (Type extends keyof WholeFields
    ? WholeFields[Type]
    : EventFields<Type>);
}[Exclude<StreamType, 'seat-revealed' | 'result'>];

/** Takes events as they happen. Must not throw or block. */
export type Report = (event: RoundtableEvent) => void;

/** The six ports. */
export interface Ports {
  ask: Ask;
  /** What seats may look up; absent or null when they look nothing up. */
  evidence?: Evidencer | null;
  store: Store;
  operator: Operator;
  report: Report;
  clock: Clock;
}

/** Everything that a run needs besides the session. */
export interface Table {
  strategy: Strategy;
  agenda: Agenda | null;
  facilitator: Agent;
  synthesizer: Agent;
  /** By the id of the seat; the person's seat has no agent. */
  agents: ReadonlyMap<string, Agent>;
  context: ProjectContext;
  contextFiles: readonly ContextFile[];
  /** The project's files, as seats see them before they look anything up; absent when they look nothing up. */
  projectMap?: string;
  /** The paths of the project's files, for a plan; absent where nobody can say. */
  paths?: readonly string[];
  document: DocumentForm;
  /** The project's file that the text is added to, as it stands now; null for a file of its own. */
  extended: ExtendedFile | null;
  /** How well an agent fits a text, from 0 to 1, to choose the seats of a targeted round. When absent, all fit equally. */
  scoreFit?: (text: string, agent: Agent) => number;
  /** Where the session is kept, as shown to the person; null when it is not kept. */
  sessionFile: string | null;
}
