/** What went wrong: failed calls, and replies that could not be used. What was missing at the end is said in labels.ts. */
import type { Fallback, Loss } from '../session/codes.ts';
import type { FailureKind } from '../session/vocabulary.ts';

const failureWords: Readonly<Record<FailureKind, string>> = {
  timeout: 'timeout',
  'rate-limit': 'rate limit',
  overloaded: 'overloaded',
  auth: 'key refused',
  forbidden: 'forbidden',
  billing: 'billing',
  'unknown-model': 'unknown model',
  'bad-request': 'bad request',
  'too-large': 'too large',
  refusal: 'refused',
  truncated: 'cut short',
  malformed: 'unreadable',
  empty: 'empty reply',
  network: 'network',
  server: 'server error',
  budget: 'cost limit',
  cancelled: 'cancelled',
};

/** Why a call failed, in a word or two. */
export function sayFailure(kind: FailureKind): string {
  return failureWords[kind];
}

/** Why the program did a model's part itself, as a clause. */
export function sayFallback(fallback: Fallback): string {
  switch (fallback.code) {
    case 'limit':
      return 'a limit was reached';
    case 'nobody_answered':
      return 'nobody answered';
    case 'failed':
      return `${sayFailure(fallback.kind)}: ${fallback.message}`;
  }
}

/** A part of a reply that could not be used. */
export function sayLoss(loss: Loss, name: (seat: string) => string): string {
  const who = loss.seat === undefined ? '' : `${name(loss.seat)}: `;
  switch (loss.code) {
    case 'unreadable_field': {
      const field = (loss.field ?? 'a field').replaceAll('_', ' ');
      const part =
        loss.lost === undefined || loss.of === undefined ? '' : ` (${loss.lost} of ${loss.of} entries)`;
      return `${who}${field} could not be read${part}`;
    }
    case 'other_speaker':
      return `${who}the reply continued as "${loss.name ?? 'somebody else'}" and was cut there`;
    case 'unknown_id':
      return `${who}${loss.id ?? 'an id'} does not exist`;
    case 'criterion_without_statement':
      return `${who}"${loss.criterion ?? 'a criterion'}" was reported as met without a statement that exists`;
    case 'mended_form':
      return `${who}the form of the reply had to be repaired`;
  }
}
