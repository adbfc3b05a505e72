/** Reads the consensus rule of a strategy. */
import { findNearest } from '../session/errors.ts';
import type { ConsensusRule } from '../session/settings.ts';
import { mechanisms } from '../session/vocabulary.ts';
import type { SettingsReader } from './settings-reader.ts';

type Mechanism = ConsensusRule['mechanism'];

/** Other names of mechanisms, as the files of the public plugin have them. */
const otherNames: Readonly<Record<string, Mechanism>> = {
  consensus: 'unanimous',
  facilitator_judgment: 'facilitator_decides',
  facilitator_synthesis: 'facilitator_decides',
};

/** The mechanism of a name, or null. */
export function readMechanism(name: string): Mechanism | null {
  return mechanisms.find((one) => one === name) ?? otherNames[name] ?? null;
}

/** The rule of a strategy that names none. */
export const defaultRule: ConsensusRule = completeRule('majority', { threshold: null });

/** Reads `consensus:`. Mistakes are noted and replaced by defaults. */
export function readConsensusRule(reader: SettingsReader | null): {
  rule: ConsensusRule;
  maxAttempts: number | null;
} {
  if (reader === null) return { rule: defaultRule, maxAttempts: null };
  const key = reader.has('policy') ? 'policy' : 'mechanism';
  const written = reader.has(key) ? (reader.text(key) ?? 'none') : 'majority';
  const mechanism = readMechanism(written);
  if (mechanism === null) noteUnknownMechanism(reader, { key, written });
  const threshold = reader.raw('threshold');
  const isShare = typeof threshold === 'number' && threshold >= 0 && threshold <= 1;
  if (threshold !== null && !isShare) {
    reader.note('error', ['threshold'], {
      message: 'threshold must be a share from 0 to 1, such as 0.67, or null',
    });
  }
  const rule = completeRule(mechanism ?? 'majority', { threshold: isShare ? threshold : null });
  const blocks = reader.flag('block_prevents_terminal');
  const asides = reader.flag('stand_aside_allowed');
  const maxAttempts = reader.whole('max_attempts_per_conflict', { min: 1 });
  reader.ignore(['policy', 'mechanism']);
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
  const nearest = findNearest(given.written, mechanisms);
  const advice = nearest === null ? `known are ${mechanisms.join(', ')}` : `did you mean "${nearest}"?`;
  reader.note('error', [given.key], { message: `there is no consensus rule "${given.written}"; ${advice}` });
}
