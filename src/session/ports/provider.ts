/**
 * The port for all models: an API, a local server, a program, the rehearsal panel. A provider makes exactly one attempt at a call;
 * retries, redaction and prices are the client's task.
 */
import type { FailureFacts, FailureReason } from '../failure.ts';
import type { ModelRequest } from '../model-request.ts';
import type { Usage } from '../records.ts';
import type { FailureKind } from '../vocabulary.ts';
import type { BatchInterface, SendBody } from './provider-batch.ts';

/** The result of a successful attempt. */
export interface Completion {
  /** The reply of the model; never empty (an empty reply is a ModelError of kind `empty`). */
  text: string;
  /** Tokens of this attempt: `calls` is 1. `cost_usd` is null unless the provider itself was told the cost. */
  usage: Usage;
  /** The provider's own word for why the reply ended, or null. */
  stop_reason: string | null;
  request_id: string | null;
  /** The model that answered, as the provider names it. */
  model: string;
  /** Whether the prompt described the form, because the server does not enforce it by itself. */
  isFormInPrompt?: boolean;
}

/** What a provider knows about a model without calling it. */
export interface ModelFacts {
  /** The ISO date on which the model stops answering; null when unknown. */
  retires_at: string | null;
  /** The provider's word, such as `active` or `deprecated`; null when it has none. */
  lifecycle: string | null;
}

/** How one attempt is to be made. */
export interface CallOptions {
  /** The model's name without its provider: `claude-sonnet-5-5`; empty for a provider's own default. */
  modelName: string;
  /** Aborted when the person stops the run, and when the time of the call is over. */
  signal: AbortSignal;
  /** A folder whose files the model may read, for a provider that can read one. */
  folder?: string;
  /** Present when somebody watches: called with the text of this attempt so far, whenever the model sends more. Must not throw. */
  onText?: (soFar: string) => void;
  /** Present when the call goes through a batch of the provider: sends its body, and no time limit applies. */
  sendBody?: SendBody;
  /** Called right before the request is sent; when it returns false, the attempt fails instead. */
  mayLeave?: (() => boolean) | undefined;
}

/** Answers requests. */
export interface Provider {
  /** The part of a model reference before the first slash. */
  readonly name: string;
  /** How it reaches its models: the name of its kind, such as `anthropic`; `replay` for recorded answers. */
  readonly type: string;
  /** True when replies are made up without a model; the session is then a rehearsal. */
  readonly rehearsed?: boolean;
  /** True when it can be started in a folder and reads the files there by itself. */
  readonly readsFolder?: boolean;
  /** True for a server of the person's own, which gets no key and costs nothing. */
  readonly isOwnServer?: boolean;
  /** What a person should know before using it; absent when there is nothing. */
  readonly risk?: string;
  /** Makes one attempt. Rejects with ModelError; with anything once the signal has aborted, since nobody waits for it any more. */
  complete(request: ModelRequest, options: CallOptions): Promise<Completion>;
  /** Asks about the life cycle of a model; null when this provider cannot tell. Rejects with ModelError. */
  inspect?(modelName: string, options: { signal: AbortSignal }): Promise<ModelFacts | null>;
  /** Opens its batch interface; absent when it has none. */
  readonly openBatches?: () => Promise<BatchInterface>;
  /** Ends all programs that still run for this provider, before the process exits. */
  end?(): void;
}

/** What is known about a failed attempt besides its kind and the words of the other end. */
export interface ModelErrorDetails {
  reason?: FailureReason;
  code?: string | null;
  /** The HTTP status or the exit code, or null. */
  status?: number | null;
  host?: string | null;
  about?: string | number | null;
  requestId?: string | null;
  /** How many milliseconds the server asked the caller to wait, or null. */
  retryAfterMs?: number | null;
  /** Tokens that were paid for although the attempt failed (a truncated or refused reply). */
  usage?: Usage | null;
  /** What came of the reply. */
  text?: string | null;
  cause?: unknown;
}

/** The longest wait that counts; a server that asks for more is treated as if it had asked for a day. */
const longestWaitMs = 86_400_000;

/** Why an attempt failed. `message` holds the words of the other end, or else the reason, for logs; sentences for people are made from `facts`. */
export class ModelError extends Error {
  readonly kind: FailureKind;
  readonly facts: FailureFacts;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly usage: Usage | null;
  readonly text: string | null;

  constructor(kind: FailureKind, said: string, details: ModelErrorDetails = {}) {
    const { reason = null, about = null } = details;
    super(said || (reason ?? kind), details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ModelError';
    this.kind = kind;
    this.facts = {
      reason,
      code: details.code ?? null,
      status: details.status ?? null,
      host: details.host ?? null,
      about: about === null ? null : String(about),
      said,
      wait_ms: null,
      tries: 1,
    };
    this.requestId = details.requestId ?? null;
    const wait = details.retryAfterMs ?? Number.NaN;
    this.retryAfterMs = wait >= 0 ? Math.min(wait, longestWaitMs) : null;
    this.usage = details.usage ?? null;
    this.text = details.text ?? null;
  }
}
