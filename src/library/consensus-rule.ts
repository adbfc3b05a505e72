/** Reads the consensus rule of a strategy, under all the names that people give it. */
import { findNearest } from '../session/errors.ts';
import type { ConsensusRule } from '../session/settings.ts';
import { indexNames, normalizeName } from './other-names.ts';
import type { SettingsReader } from './settings-reader.ts';

type Mechanism = ConsensusRule['mechanism'];

/**
 * Names of the mechanisms. "Consensus" alone means that everyone agrees, hence `unanimous`; agreement without
 * objection is `consent`. The facilitator's "judgment" and "synthesis" mean that it decides.
 */
const mechanismNames = indexNames<Mechanism>({
  majority: ['majority', 'simple_majority', 'supermajority', 'super_majority', 'vote'],
  weighted_majority: ['weighted_majority', 'weighted'],
  unanimous: ['unanimous', 'unanimity', 'consensus', 'full_consensus'],
  consent: ['consent', 'no_objection', 'no_objections'],
  facilitator_decides: [
    'facilitator_decides',
    'facilitator_decision',
    'facilitator_judgment',
    'facilitator_judgement',
    'facilitator_synthesis',
    'facilitator',
  ],
  none: ['none', 'no_vote', 'no_voting', 'collect'],
});

/** The mechanism of a name, or null; case, hyphens and spaces do not matter. */
export function readMechanism(name: string): Mechanism | null {
  return mechanismNames.get(normalizeName(name)) ?? null;
}

/** A share from 0 to 1: `0.67`, `"67%"` or `"2/3"`; null for anything else. */
export function readShare(value: unknown): number | null {
  if (typeof value === 'number') return value >= 0 && value <= 1 ? value : null;
  if (typeof value !== 'string') return null;
  const match = /^\s*(\d+(?:\.\d+)?)\s*(%|\/\s*(\d+))?\s*$/.exec(value);
  if (match === null) return null;
  const divisor = match[2] === undefined ? 1 : match[2] === '%' ? 100 : Number(match[3]);
  const share = Number(match[1]) / divisor;
  return share >= 0 && share <= 1 ? share : null;
}

/** The rule of a strategy that names none. */
export const defaultRule: ConsensusRule = completeRule('majority', { threshold: null });

/** Reads `consensus:`. Mistakes are noted and replaced by defaults. */
export function readConsensusRule(reader: SettingsReader | null): {
  rule: ConsensusRule;
  maxAttempts: number | null;
} {
  if (reader === null) return { rule: defaultRule, maxAttempts: null };
  const names = ['policy', 'mechanism', 'rule', 'type'].filter((key) => reader.has(key));
  const found = names.map((key) => ({ key, written: reader.text(key) ?? 'none' }));
  const read = found.flatMap(({ key, written }) => {
    const mechanism = readMechanism(written);
    if (mechanism === null) noteUnknownMechanism(reader, { key, written });
    return mechanism === null ? [] : [{ key, mechanism, name: normalizeName(written) }];
  });
  const [first] = read;
  const other = read.find(({ mechanism }) => mechanism !== first?.mechanism);
  if (first !== undefined && other !== undefined) {
    const message = `${other.key} and ${first.key} are two names of one setting, but say different things`;
    reader.note('error', [other.key], { message });
  }
  const written = reader.raw('threshold');
  const share = readShare(written);
  if (written !== null && share === null) {
    reader.note('error', ['threshold'], {
      message: 'threshold must be a share from 0 to 1, such as 0.67 or "67%", or null',
    });
  }
  const strong = first?.name.startsWith('super') === true;
  const rule = completeRule(first?.mechanism ?? 'majority', { threshold: share ?? (strong ? 0.67 : null) });
  const blocks = reader.flag('block_prevents_terminal');
  const asides = reader.flag('stand_aside_allowed');
  const maxAttempts = reader.whole('max_attempts_per_conflict', { min: 1 });
  reader.finish();
  return {
    rule: {
      ...rule,
      block_prevents_terminal: blocks ?? rule.block_prevents_terminal,
      stand_aside_allowed: asides ?? rule.stand_aside_allowed,
    },
    maxAttempts,
  };
}

/** Completes a rule with what its mechanism implies: a threshold for majorities, no blocking without votes. */
export function completeRule(mechanism: Mechanism, given: { threshold: number | null }): ConsensusRule {
  const counts = mechanism === 'majority' || mechanism === 'weighted_majority';
  const votes = mechanism !== 'none' && mechanism !== 'facilitator_decides';
  return {
    mechanism,
    threshold: given.threshold ?? (counts ? 0.6 : null),
    block_prevents_terminal: votes,
    stand_aside_allowed: mechanism !== 'unanimous',
  };
}

function noteUnknownMechanism(reader: SettingsReader, given: { key: string; written: string }): void {
  const nearest = findNearest(normalizeName(given.written), mechanismNames.keys());
  const names = [...new Set(mechanismNames.values())].join(', ');
  const advice = nearest === null ? `known are ${names}` : `did you mean "${nearest}"?`;
  reader.note('error', [given.key], { message: `there is no consensus rule "${given.written}"; ${advice}` });
}
