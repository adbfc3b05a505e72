/**
 * The one port behind which every model stands: an API, a local server, a program, the rehearsal panel.
 * A provider makes exactly one attempt at one call; retries, redaction and prices are `create-ask.ts`'s business.
 */
import type { ModelRequest } from './model-request.ts';
import type { Usage } from './records.ts';
import type { FailureKind } from './vocabulary.ts';

/** How a provider reaches its models. */
export type ProviderType = 'anthropic' | 'openai' | 'command' | 'rehearsal' | 'replay';

/** What one successful attempt came to. */
export interface Completion {
  /** The reply as the model wrote it; never empty (an empty reply is a ModelError of kind `empty`). */
  text: string;
  /** Tokens of this attempt: `calls` is 1. `cost_usd` is null unless the provider itself was told the cost. */
  usage: Usage;
  /** The provider's own word for why the reply ended, or null. */
  stop_reason: string | null;
  request_id: string | null;
  /** The model that answered, as the provider names it. */
  model: string;
}

/** What a provider can tell about a model without a call to it. */
export interface ModelFacts {
  /** ISO date on which the model stops answering, or null when nothing is known. */
  retires_at: string | null;
  /** `active`, `deprecated`, …, in the provider's own word; null when it does not say. */
  lifecycle: string | null;
}

/** How one attempt is to be made. */
export interface CallOptions {
  /** The model's name without its provider: `claude-sonnet-5-5`; empty for a provider's own default. */
  modelName: string;
  /** Aborted when the person stops the run or the time of the call is over. */
  signal: AbortSignal;
  /** Milliseconds that this attempt may take at most; the request's `timeout_ms` when absent. */
  timeoutMs?: number;
  /** Resolves when the call may leave; see `preparesCalls`. */
  ready?: () => Promise<void>;
}

/** Who answers. */
export interface Provider {
  /** The part of a model reference before the first slash. */
  readonly name: string;
  readonly type: ProviderType;
  /** True when its replies are made up without a model: such a session is a rehearsal. */
  readonly rehearsed?: boolean;
  /** True when `complete` itself waits for `ready`, with all done that can be done before. Others are called after it. */
  readonly preparesCalls?: boolean;
  /** Makes one attempt. Rejects with ModelError and nothing else. */
  complete(request: ModelRequest, options: CallOptions): Promise<Completion>;
  /** Asks what is known of a model's life; null when this provider cannot tell. Rejects with ModelError. */
  inspect?(modelName: string, options: { signal: AbortSignal }): Promise<ModelFacts | null>;
  /** Ends at once whatever still runs for this provider (programs); for a hard exit of the process. */
  end?(): void;
}

/** What is known of a failed attempt beside its kind and message. */
export interface ModelErrorDetails {
  requestId?: string | null;
  /** Milliseconds that the server asked to wait, or null. */
  retryAfterMs?: number | null;
  /** The HTTP status or the exit code, or null. */
  status?: number | null;
  /** What the person can do about it; null takes the general remedy of the kind. */
  remedy?: string | null;
  /** Tokens that were paid for although the attempt failed (a cut or refused reply). */
  usage?: Usage | null;
  cause?: unknown;
}

/** Why an attempt failed: one kind, the provider's own words, and what can be done. */
export class ModelError extends Error {
  readonly kind: FailureKind;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly status: number | null;
  readonly remedy: string | null;
  readonly usage: Usage | null;

  constructor(kind: FailureKind, message: string, details: ModelErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ModelError';
    this.kind = kind;
    this.requestId = details.requestId ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.status = details.status ?? null;
    this.remedy = details.remedy ?? null;
    this.usage = details.usage ?? null;
  }
}
