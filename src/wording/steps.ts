/** What is going on, and what seats do besides answering. */

import type { OpenRound } from '../session/ports/open-round.ts';
import type { mechanisms as mechanismNames, Step } from '../session/vocabulary.ts';

/** What a seat does in a step, while it does it. */
export const stepWords: Readonly<Record<Step, string>> = {
  question: 'asking',
  answer: 'thinking',
  synthesis: 'summing up',
  draft: 'drafting',
  review: 'reviewing',
  revision: 'revising',
  'last-call': 'voting',
  patch: 'patching',
};

/** What is going on in a round, and in the steps of the text. */
export const stageWords: Readonly<Record<OpenRound['stage'], string>> = {
  question: 'The facilitator is preparing the question',
  answers: 'The seats are answering',
  synthesis: 'The facilitator is summing up',
  decision: 'The program decides what comes next',
  draft: 'The text is being drafted',
  review: 'The seats are reviewing the draft',
  revision: 'The text is being revised',
  'last-call': 'The seats are voting on the text',
};

/** That a seat gave no answer because none was expected. `name` is the seat. */
export function sayPassed(name: string, code: 'passed' | 'voted' | 'left_out'): string {
  switch (code) {
    case 'passed':
      return `${name} passed`;
    case 'voted':
      return `${name} voted`;
    case 'left_out':
      return `${name} is left out after failing repeatedly`;
  }
}

const ruleWords: Readonly<Record<(typeof mechanismNames)[number], string>> = {
  majority: 'majority',
  weighted_majority: 'majority, weighted by confidence',
  unanimous: 'everybody',
  consent: 'nobody blocks',
  facilitator_decides: 'majority; a tie stays open',
  none: 'no votes',
};

/** How a strategy counts, in a few words. */
export function sayMechanism(mechanism: (typeof mechanismNames)[number]): string {
  return ruleWords[mechanism];
}

/** A strategy and why it was chosen. */
export function sayStrategy(strategy: string, reason: string): string {
  return reason === '' ? strategy : `${strategy} (${reason})`;
}
