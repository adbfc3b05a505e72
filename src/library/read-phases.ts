/** Reads the phases of a strategy. */

import { isMapping } from '../session/is-mapping.ts';
import type { Phase } from '../session/library.ts';
import { shortenLine } from './roles.ts';
import { type SettingsReader, toText } from './settings-reader.ts';

/** The phase of a strategy that names none. */
export const onlyPhase: Phase = {
  name: 'discussion',
  goal: '',
  prompt_suffix: '',
  participants: null,
  context: 'full',
  min_rounds: 1,
  votes: true,
};

const contexts: readonly Phase['context'][] = ['full', 'synthesis', 'none'];

/** Reads `phases:` from the mapping that holds it; `assigned` is true if a phase mentions assigned sides. */
export function readPhases(
  holder: SettingsReader | null,
  defaults: { votes: boolean },
): { phases: Phase[]; assigned: boolean } {
  const value = holder?.raw('phases') ?? null;
  const fallback = { phases: [{ ...onlyPhase, votes: defaults.votes }], assigned: false };
  if (holder === null || value === null) return fallback;
  if (!Array.isArray(value)) {
    holder.note('error', ['phases'], { message: 'phases must be a list' });
    return fallback;
  }
  const items: unknown[] = value;
  const read = items.map((item, index) => readPhase(holder.at(['phases', index], toPhase(item)), defaults));
  const seen = new Set<string>();
  for (const [index, { phase }] of read.entries()) {
    if (seen.has(phase.name)) {
      const message = `there are two phases named "${phase.name}"`;
      holder.note('error', ['phases', index, 'name'], { message });
    }
    seen.add(phase.name);
  }
  if (read.length === 0) return fallback;
  return { phases: read.map(({ phase }) => phase), assigned: read.some(({ assigned }) => assigned) };
}

/** A plain text is a phase of that name. */
function toPhase(item: unknown): unknown {
  const name = toText(item);
  return name === null ? (item ?? {}) : { name };
}

function readPhase(
  reader: SettingsReader,
  defaults: { votes: boolean },
): { phase: Phase; assigned: boolean } {
  const name = shortenLine(reader.text('name') ?? '', 60);
  if (name === '') reader.note('error', ['name'], { message: 'a phase needs a name' });
  const description = reader.text('description');
  const { participants, assigned } = readParticipants(reader, name);
  const proposals = reader.flag('proposals');
  const phase: Phase = {
    name,
    goal: reader.text('goal') ?? description ?? '',
    prompt_suffix: reader.text('prompt_suffix') ?? '',
    participants,
    context: readContext(reader),
    min_rounds: reader.whole('min_rounds', { min: 1 }) ?? 1,
    votes: reader.flag('votes') ?? defaults.votes,
    ...(proposals === null ? {} : { proposals }),
  };
  reader.finish();
  return { phase, assigned };
}

/** `all` and `assigned` mean every seat; a list names the seats that speak. */
function readParticipants(
  reader: SettingsReader,
  phaseName: string,
): { participants: string[] | null; assigned: boolean } {
  const listed = reader.list('participants').map((id) => id.replace(/^roundtable-(?=.)/, ''));
  const assigned = listed.includes('assigned');
  if (listed.length === 0 || assigned || listed.includes('all')) return { participants: null, assigned };
  const seats = [...new Set(listed)].filter((id) => id !== 'facilitator');
  if (seats.length > 0) return { participants: seats, assigned };
  // The facilitator leads every phase, but a round needs seats that answer.
  const message = `phase "${phaseName}" names the facilitator only, who leads every phase; all seats speak in it`;
  reader.note('warning', ['participants'], { message });
  return { participants: null, assigned };
}

function readContext(reader: SettingsReader): Phase['context'] {
  const value = reader.raw('context');
  if (value === null) return 'full';
  if (isMapping(value)) return readContextFlags(reader.at(['context'], value));
  const context = contexts.find((one) => one === value);
  if (context !== undefined) return context;
  reader.note('error', ['context'], { message: 'context must be full, synthesis or none' });
  return 'full';
}

/** As the public plugin writes it: `include_full_history`, `include_synthesis_only`, `hide_conflicts`. */
function readContextFlags(reader: SettingsReader): Phase['context'] {
  const full = reader.flag('include_full_history');
  const synthesis = reader.flag('include_synthesis_only');
  const history = reader.flag('include_history');
  reader.finish();
  if (full === true) return 'full';
  if (synthesis === true || full === false) return history === false ? 'none' : 'synthesis';
  return history === false ? 'none' : 'full';
}
