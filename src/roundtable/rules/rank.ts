/** How seats and agents are ranked for a piece of work: by what they have shown, then by what they know (seed 001). */

/** The record of a seat that has none yet: neither good nor bad. */
export const neutralRecord = 0.5;

/** How much a full match can add to a record. */
const matchBonus = 0.3;

/**
 * The weight of an agent for a task: its track record × (1 + 0.3 × match), both from 0 to 1. The record is the main
 * signal, the match lifts it by up to 30 percent.
 */
export function weighAgent(record: number, match: number): number {
  return record * (1 + matchBonus * match);
}
