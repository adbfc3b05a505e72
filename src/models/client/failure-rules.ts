/** The table of failure kinds: what each one means for the call, for the run and for the person. */
import type { FailureKind } from '../../domain/vocabulary.ts';

/** What follows from a kind of failure. */
export interface FailureRule {
  /** Whether the same call may be made again at once, with backoff. */
  retry: boolean;
  /** Whether the run stops before more is paid: the next call would fail in the same way. */
  stopsRun: boolean;
  /** What the person can do, when the provider said nothing better. */
  remedy: string;
}

/** Kind → what follows. `malformed` and `empty` are asked again by the loop, which can quote the problem. */
export const failureRules: Readonly<Record<FailureKind, FailureRule>> = {
  timeout: {
    retry: false,
    stopsRun: false,
    remedy: 'Give the seat more time with --agent-timeout, or a faster model.',
  },
  'rate-limit': {
    retry: true,
    stopsRun: false,
    remedy: 'Wait a moment and resume, or spread the seats over several providers with --models.',
  },
  overloaded: {
    retry: true,
    stopsRun: false,
    remedy: 'Resume later, or name another model for this seat with --models.',
  },
  auth: { retry: false, stopsRun: true, remedy: 'Set a valid key in the environment and run `s2s doctor`.' },
  forbidden: {
    retry: false,
    stopsRun: false,
    remedy: 'Check what the key is allowed to use, or name another model for this seat with --models.',
  },
  billing: {
    retry: false,
    stopsRun: true,
    remedy: 'Add credit or raise the limit at the provider, then resume.',
  },
  'unknown-model': {
    retry: false,
    stopsRun: true,
    remedy: 'Check the name of the model, or resume with another one: --models <seat>=<provider/model>.',
  },
  'bad-request': {
    retry: false,
    stopsRun: false,
    remedy:
      'Run `s2s doctor`; if the model lacks an ability that is needed here, name another one with --models.',
  },
  'too-large': {
    retry: false,
    stopsRun: false,
    remedy: 'Send fewer or shorter context files, or use a model with a larger context.',
  },
  refusal: {
    retry: false,
    stopsRun: false,
    remedy: 'Word the topic differently, or name another model for this seat.',
  },
  truncated: {
    retry: false,
    stopsRun: false,
    remedy:
      'The reply hit its length limit; use a model with a larger output, or ask for less in one session.',
  },
  malformed: {
    retry: false,
    stopsRun: false,
    remedy: 'Name a model for this seat that keeps to a given format.',
  },
  empty: {
    retry: false,
    stopsRun: false,
    remedy: 'Resume, or name another model for this seat with --models.',
  },
  network: {
    retry: true,
    stopsRun: false,
    remedy: 'Check the connection and the base URL of the provider, then resume.',
  },
  server: {
    retry: true,
    stopsRun: false,
    remedy: 'The provider has a fault; resume later or name another model.',
  },
  cancelled: { retry: false, stopsRun: false, remedy: 'Resume to go on.' },
};

/** Whether a failure of this kind stops the whole run (exit 6). */
export function isFatal(kind: FailureKind): boolean {
  return failureRules[kind].stopsRun;
}
