/** Why a session is paused. */
import type { PauseDetail } from '../session/codes.ts';
import { groupCauses } from '../session/rules/failure-cause.ts';
import { countTokens } from '../session/rules/usage.ts';
import type { Session } from '../session/session.ts';
import type { PauseReason } from '../session/vocabulary.ts';
import { sayLimit } from './override.ts';
import { beginSentence, endSentence } from './sentence.ts';
import { sayFailure } from './trouble.ts';

const reasonSentences: Readonly<Record<PauseReason, string>> = {
  person: 'Paused by you.',
  signal: 'Interrupted.',
  time: 'The time limit is reached.',
  budget: 'The budget is used up.',
  'no-quorum': 'Too few seats answered, or a model cannot be used.',
  'waiting-for-person': 'Waiting for you.',
};

/** Why a session is paused: a sentence, and for lost seats a line on each cause and what to do about it. `name` gives the name of a seat. */
export function sayPause(
  reason: PauseReason,
  detail: PauseDetail | null,
  name: (seat: string) => string = (seat) => seat,
): string {
  if (detail === null) return reasonSentences[reason];
  switch (detail.code) {
    case 'stopped':
    case 'person_asked':
      return reasonSentences[reason];
    case 'limit':
      return `${beginSentence(sayLimit(detail))}.`;
    case 'limit_before_answers':
      return `A limit (${detail.limit}) was reached before anybody had answered.`;
    case 'no_quorum':
      return [
        `Too few answers: ${detail.have} of ${detail.need} needed.`,
        ...groupCauses(detail.lost).map(({ kind, message, seats, remedy }) =>
          [`${seats.map(name).join(', ')}: ${sayFailure(kind)}: ${endSentence(message)}`, remedy]
            .filter((part) => part !== '')
            .join(' '),
        ),
      ].join('\n');
    case 'model_unusable': {
      const { seat, model, kind, message, remedy } = detail;
      const what = `${name(seat)} cannot be asked: ${model}: ${sayFailure(kind)}: ${endSentence(message)}`;
      return remedy === '' ? what : `${what}\n${remedy.replaceAll('<seat>', seat)}`;
    }
    case 'turn':
      return sayTurn(detail);
    case 'decision':
      return `A decision is needed: ${detail.escalation_id}.`;
    case 'nothing_to_accept':
      return `${detail.escalation_id} has no recommendation to accept; it needs a decision.`;
    case 'session_full':
      return endSentence(detail.message);
  }
}

/**
 * The limit to raise where a plain resume would pause again at once, with a value twice as high as it is, or as the next call needs; null
 * where none was reached.
 */
export function offerLimit(
  session: Pick<Session, 'status' | 'pause_reason' | 'settings' | 'usage' | 'least_cost'>,
): { limit: 'max_cost' | 'max_tokens'; value: number } | null {
  if (session.status !== 'paused' || session.pause_reason !== 'budget') return null;
  const { max_cost: cost, max_tokens: tokens } = session.settings;
  if (tokens !== null && (cost === null || countTokens(session.usage) >= tokens))
    return { limit: 'max_tokens', value: tokens * 2 };
  if (cost === null) return null;
  const cents = 200 * Math.max(cost, session.least_cost ?? 0);
  return { limit: 'max_cost', value: Math.ceil(Number(cents.toFixed(6))) / 100 };
}

/** The same as a flag of the command line, with a space before it. */
export function offerFlag(session: Parameters<typeof offerLimit>[0]): string {
  const offer = offerLimit(session);
  return offer === null ? '' : ` --${offer.limit.replace('_', '-')} ${offer.value}`;
}

/** What is asked of a person at their turn. */
export function sayTurn({ step, round }: { step: string; round: number }): string {
  if (step === 'review') return 'Your review of the draft is next.';
  if (step === 'last-call') return 'Your vote on the text is next.';
  return `Your turn in round ${round}.`;
}
