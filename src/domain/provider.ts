/**
 * The port for all models: an API, a local server, a program, the rehearsal panel. A provider makes exactly one attempt at a call;
 * retries, redaction and prices are the client's task.
 */
import type { ModelRequest } from './model-request.ts';
import type { BatchInterface, SendBody } from './provider-batch.ts';
import type { Usage } from './records.ts';
import type { FailureKind } from './vocabulary.ts';

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
  /** Aborted when the person stops the run or the call times out. */
  signal: AbortSignal;
  /** The most milliseconds that this attempt may take; the request's `timeout_ms` when absent. */
  timeoutMs?: number;
  /** How the form of the reply is asked for; `server` when absent. */
  form?: FormLevel;
  /** A folder whose files the model may read, for a provider that can read one. */
  folder?: string;
  /** Present when somebody watches: called with the text of this attempt so far, whenever the model sends more. Must not throw. */
  onText?: (soFar: string) => void;
  /** Present when the call goes through a batch of the provider: sends its body, and no time limit applies. */
  sendBody?: SendBody;
  /** Called right before the request is sent; when it returns false, the attempt fails instead. */
  mayLeave?: (() => boolean) | undefined;
  /** Called for a reply whose prompt described the form, because the server does not enforce it by itself. */
  onFormInPrompt?: () => void;
}

/** Who tells a model the form of its reply: the server alone, the prompt too, or the prompt alone. */
export const formLevels = ['server', 'both', 'prompt'] as const;
export type FormLevel = (typeof formLevels)[number];

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
  /** What a person should know before using it; absent when there is nothing. */
  readonly risk?: string;
  /** Makes one attempt. Rejects with ModelError and nothing else. */
  complete(request: ModelRequest, options: CallOptions): Promise<Completion>;
  /** Asks about the life cycle of a model; null when this provider cannot tell. Rejects with ModelError. */
  inspect?(modelName: string, options: { signal: AbortSignal }): Promise<ModelFacts | null>;
  /** Opens its batch interface; absent when it has none. */
  readonly openBatches?: () => Promise<BatchInterface>;
  /** Ends all programs that still run for this provider, before the process exits. */
  end?(): void;
}

/** What is known about a failed attempt besides its kind and message. */
export interface ModelErrorDetails {
  requestId?: string | null;
  /** How many milliseconds the server asked the caller to wait, or null. */
  retryAfterMs?: number | null;
  /** The HTTP status or the exit code, or null. */
  status?: number | null;
  /** What the person can do about it; null for the general remedy of the kind. */
  remedy?: string | null;
  /** Tokens that were paid for although the attempt failed (a truncated or refused reply). */
  usage?: Usage | null;
  cause?: unknown;
}

/** Longer waits are cut to a day; a negative number or NaN is ignored. */
function boundWait(ms: number | null): number | null {
  return ms === null || Number.isNaN(ms) || ms < 0 ? null : Math.min(ms, 86_400_000);
}

/** Why an attempt failed: its kind, the provider's message, and what can be done. */
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
    this.retryAfterMs = boundWait(details.retryAfterMs ?? null);
    this.status = details.status ?? null;
    this.remedy = details.remedy ?? null;
    this.usage = details.usage ?? null;
  }
}
