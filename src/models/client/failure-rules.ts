/** Which failures are retried, and what a person can do. The loop decides which kinds end a run. */
import { ModelError, type ModelErrorDetails } from '../../domain/provider.ts';
import type { FailureKind } from '../../domain/vocabulary.ts';

/**
 * Failures that may pass, so that the same call is repeated after a wait. The loop asks again after
 * `malformed` and `empty`, since it can quote the problem.
 */
export const retriedKinds: readonly FailureKind[] = ['rate-limit', 'overloaded', 'network', 'server'];

/** The same failure with another message and other changes. */
export function rewordError(error: ModelError, message: string, changes: ModelErrorDetails = {}): ModelError {
  const { kind, requestId, retryAfterMs, status, remedy, usage, cause } = error;
  return new ModelError(kind, message, {
    ...{ requestId, retryAfterMs, status, remedy, usage, cause },
    ...changes,
  });
}

/** What the person can do when the provider gave no better advice. */
export const remedies: Readonly<Record<FailureKind, string>> = {
  timeout: 'Give the seat more time with --agent-timeout, or a faster model.',
  'rate-limit': 'Wait a moment and resume, or spread the seats over several providers with --models.',
  overloaded: 'Resume later, or name another model for this seat with --models.',
  auth: 'Set a valid key in the environment and run `s2s doctor`.',
  forbidden: 'Check what the key is allowed to use, or name another model for this seat with --models.',
  billing: 'Add credit or raise the limit at the provider, then resume.',
  'unknown-model':
    'Check the name of the model, or resume with another one: --models <seat>=<provider/model>.',
  'bad-request':
    'Run `s2s doctor`; if the model lacks an ability that is needed here, name another one with --models.',
  'too-large': 'Send fewer or shorter context files, or use a model with a larger context.',
  refusal: 'Word the topic differently, or name another model for this seat.',
  truncated:
    'The reply hit its length limit; use a model with a larger output, or ask for less in one session.',
  malformed: 'Name a model for this seat that keeps to a given format.',
  empty: 'Resume, or name another model for this seat with --models.',
  network: 'Check the connection and the base URL of the provider, then resume.',
  server: 'The provider has a fault; resume later or name another model.',
  cancelled: 'Resume to go on.',
};
