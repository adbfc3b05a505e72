/** What is going on, and what seats do besides answering. */
import type { Step } from '../session/model-request.ts';
import type { mechanisms as mechanismNames } from '../session/vocabulary.ts';

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

/** The events that say what is going on while no seat is shown. */
const activities = {
  'facilitator-asking': 'The facilitator is preparing the question',
  synthesizing: 'The facilitator is summing up',
  'draft-started': 'The text is being drafted',
  'revision-started': 'The text is being revised',
} as const;

export type Activity = keyof typeof activities;

/** What is going on. */
export function sayActivity(type: Activity): string {
  return activities[type];
}

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
