/** What came out of a discussion: the decision, who made it, and how it ended. */
import { readDay } from '../session/rules/read-day.ts';
import type { Outcome, Session } from '../session/session.ts';
import { documentNames, type Ending, type OutcomeResult, type OutputType } from '../session/vocabulary.ts';

/** A result in a word or two, for tables. */
export const resultWords: Readonly<Record<OutcomeResult, string>> = {
  consensus: 'agreed',
  'partial-consensus': 'agreed in part',
  'stable-disagreement': 'not agreed',
  decided: 'decided',
  collected: 'collected',
  undecided: 'undecided',
};

const panelWords: Readonly<Record<OutcomeResult, string>> = {
  consensus: 'Agreed by the panel',
  'partial-consensus': 'Agreed by the panel in part',
  'stable-disagreement': 'Recommended, not agreed: the panel stays divided',
  decided: 'Decided',
  collected: 'Collected without a vote',
  undecided: 'Recommended, not agreed',
};

const restWords: Partial<Record<OutcomeResult, string>> = {
  consensus: '; the panel agrees with the rest',
  'partial-consensus': '; the panel agrees with the rest in part',
  'stable-disagreement': '; the panel stays divided on the rest',
};

const endingWords: Readonly<Record<Ending, string>> = {
  conclude: '',
  'max-rounds': 'stopped at the round limit',
  skipped: 'somebody skipped to the conclusion',
  limit: 'stopped at a limit',
  stable: '',
};

/** What ended the discussion; empty when it ended by itself, or with the one round that it was to have. */
export function sayEnding({ ended_by: ending }: Pick<Outcome, 'ended_by'>, { settings }: Session): string {
  return ending === 'max-rounds' && settings.max_rounds === 1 ? '' : endingWords[ending];
}

/** The title of the questions that the panel could not answer. */
export const openTitle = 'Open questions: who answers, and by when';

/** Who made the decision, and when: `Decided by Ada on 2026-11-28`, `Agreed by the panel`. Without a full stop. */
export function sayDecider(
  outcome: Pick<Outcome, 'result' | 'decided_by' | 'decided_name' | 'decided_at'>,
  session: Pick<Session, 'time_zone'>,
): string {
  const { result, decided_by: by, decided_name: name, decided_at: at } = outcome;
  if (by === 'panel') return panelWords[result];
  const day = readDay(at, session);
  const rest = restWords[result] ?? '';
  if (by === 'policy') return `Accepted by policy on ${day}, not confirmed by a person${rest}`;
  return `Decided by ${by === 'assistant' ? 'an assistant' : (name ?? 'a person')} on ${day}${rest}`;
}

/** The name of a type of document in a sentence. */
export function sayDocument(type: string): string {
  if (type === 'record') return 'record of the discussion';
  return Object.hasOwn(documentNames, type) ? documentNames[type as OutputType] : type;
}
