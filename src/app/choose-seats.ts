/** Strategy and panel of a new session: option, configuration, the topic's words, the workflow's own. */
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { workflowDefaults } from '../config/workflow-defaults.ts';
import { findNearest, S2sError } from '../domain/errors.ts';
import type { Agent } from '../domain/library.ts';
import type { Session } from '../domain/session.ts';
import type { WorkflowType } from '../domain/vocabulary.ts';
import { chooseStrategy } from '../library/choose-strategy.ts';
import { listAgents, listStrategies } from '../library/load-library.ts';
import { findMissingSeats } from '../library/missing-fields.ts';
import { findAlternatives } from '../library/names-alternatives.ts';
import type { LibraryPlaces } from '../library/resource-lookup.ts';
import { scoreSpecialties } from '../library/score-specialties.ts';
import { choosePanel, neutralRecord, type PanelCandidate } from '../roundtable/rules/panel.ts';
import type { Notice } from './notice.ts';

/**
 * Option, configuration, the topic's words (only `roundtable` and `design`), the workflow's own, `standard`. A strategy with sides is
 * chosen only for a topic that names alternatives.
 */
export async function pickStrategy(
  places: LibraryPlaces,
  config: ResolvedConfig,
  { topic, workflow }: { topic: string; workflow: WorkflowType },
): Promise<{ id: string; reason: string }> {
  if (config.strategy !== null) return { id: config.strategy.id, reason: config.strategy.reason };
  if (workflow === 'roundtable' || workflow === 'design') {
    const { strategies } = await listStrategies(places);
    const alternatives = findAlternatives(topic);
    const fitting = strategies.filter(({ sides }) => !sides || alternatives !== null);
    const chosen = workflow === 'roundtable' ? chooseStrategy(topic, fitting) : null;
    if (chosen !== null) return chosen;
    const debate = alternatives === null ? undefined : fitting.find(({ sides }) => sides);
    if (debate !== undefined)
      return {
        id: debate.id,
        reason: `the topic says “${alternatives}”, which suits the ${debate.id} strategy`,
      };
  }
  const own = workflowDefaults[workflow].strategy;
  if (own !== null) return { id: own, reason: `the default of the ${workflow} workflow` };
  return { id: 'standard', reason: 'no word of the topic speaks for another strategy' };
}

/** The seats of a new session and how they were chosen. */
export interface ChosenPanel {
  ids: string[];
  panel: Session['panel'];
  /** How it was chosen, and, as warnings, who could not be seated and why. */
  notices: Notice[];
}

/** Who sits at the table. Throws TOO_FEW_PARTICIPANTS with the topic when fewer than two can be seated. */
export async function pickPanel(
  places: LibraryPlaces,
  config: ResolvedConfig,
  options: {
    topic: string;
    workflow: WorkflowType;
    withMe: boolean;
    /** Seats beside those that are chosen. */
    added: readonly string[];
    /** Track records by agent; higher is better. */
    records: ReadonlyMap<string, number>;
    /** Finds the agents whose model cannot be used, with the reason; asked only when the topic chooses. */
    findUnusable: (agents: readonly Agent[]) => Promise<ReadonlyMap<string, string>>;
  },
): Promise<ChosenPanel> {
  const { topic, workflow, withMe, added } = options;
  const most = config.settings.max_participants;
  const given = config.participants;
  const own = workflowDefaults[workflow].panel;
  const listed = given === null ? own : given.ids === 'auto' ? null : given.ids;
  refuseChair(added, config.facilitator, '--participants');
  const sure = [...added, ...(withMe ? ['human'] : [])];
  const { agents } = await listAgents(places);
  if (listed !== null) {
    if (given !== null) refuseChair(listed, config.facilitator, given.reason);
    // A workflow's own panel gives way to the chair that somebody chose.
    const voting = listed.filter((id) => id !== config.facilitator);
    const ids = [...new Set([...voting, ...sure])];
    const kept = cutPanel(ids, most, sure);
    const without = ids.filter((id) => !kept.includes(id));
    const notices: Notice[] =
      without.length === 0
        ? []
        : [
            {
              level: 'warning',
              text: `The panel has ${ids.length} seats, and your configuration takes at most ${most}: without ${without.join(', ')}.`,
            },
          ];
    // A seat that does not exist is named as such, by whoever loads it.
    const isKnown = kept.every((id) => id === 'human' || agents.some((agent) => agent.id === id));
    if (isKnown)
      requireTwo(
        kept,
        `${kept[0] === undefined ? 'nobody' : `only "${kept[0]}"`} is at the table for the topic "${cutTopic(topic)}"`,
      );
    return {
      ids: kept,
      panel: {
        chosen_by: given?.from === 'flag' ? 'flag' : 'config',
        scores: [],
        ...listRecords(kept, options.records),
      },
      notices: [...notices, ...warnOfMissing(topic, kept, { agents, config })],
    };
  }
  const free = agents.filter(
    ({ id }) =>
      !added.includes(id) && id !== 'facilitator' && id !== config.facilitator && id !== config.synthesizer,
  );
  const unusable = await options.findUnusable(free);
  const candidates = free
    .filter(({ id }) => !unusable.has(id))
    .map((agent) => ({
      id: agent.id,
      level: agent.level,
      score: Math.round(scoreSpecialties(topic, agent) * 1000) / 1000,
      record: options.records.get(agent.id) ?? neutralRecord,
    }));
  const leftOut = [...unusable]
    .filter(([id]) => free.some((agent) => agent.id === id && scoreSpecialties(topic, agent) > 0))
    .map(([id, reason]) => ({ id, reason }));
  const chosen = fillPanel(choosePanel(candidates, most - sure.length), candidates, {
    least: 2 - sure.length,
    isDefault: leftOut.length === 0,
    most: most - sure.length,
  });
  const ids = [...chosen.map(({ id }) => id), ...sure];
  requireTwo(
    ids,
    `the topic "${cutTopic(topic)}" calls for ${ids.length === 0 ? 'no role' : `only ${ids.join(', ')}`}${leftOut.length === 0 ? '' : ` (left out: ${sayLeftOut(leftOut)})`}`,
  );
  return {
    ids,
    panel: {
      chosen_by: 'topic',
      scores: candidates
        .filter(({ id, score }) => score > 0 || ids.includes(id))
        .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
        .map(({ id, score, level, record }) => ({ id, score, level, record })),
      ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
      ...listRecords(ids, options.records),
    },
    notices: [
      {
        level: 'info',
        text: chosen.some(({ score }) => score > 0)
          ? `Panel chosen from the topic: ${chosen.map(({ id, score }) => `${id} (${score.toFixed(2)})`).join(', ')}`
          : `The topic names no specialty of an agent, so the default panel is seated: ${chosen.map(({ id }) => id).join(', ')}`,
      },
      ...(leftOut.length === 0
        ? []
        : [
            {
              level: 'warning' as const,
              text: `Left out, because their model cannot be used: ${sayLeftOut(leftOut)}.`,
            },
          ]),
      ...warnOfMissing(topic, ids, { agents: agents.filter(({ id }) => !unusable.has(id)), config }),
    ],
  };
}

/**
 * The default panel where the topic's words, or its language, call for fewer seats than a discussion needs. Where agents were left out
 * because their model cannot be used, nobody stands in for them.
 */
function fillPanel(
  chosen: readonly PanelCandidate[],
  candidates: readonly PanelCandidate[],
  { least, isDefault, most }: { least: number; isDefault: boolean; most: number },
): PanelCandidate[] {
  if (chosen.length >= least || !isDefault) return [...chosen];
  const usual = (workflowDefaults.design.panel ?? []).flatMap(
    (id) => candidates.find((candidate) => candidate.id === id) ?? [],
  );
  return [...chosen, ...usual.filter(({ id }) => !chosen.some((one) => one.id === id))].slice(0, most);
}

/** The facilitator asks and sums up, and never votes. Throws INVALID_VALUE where it is named as a participant. */
function refuseChair(ids: readonly string[], facilitator: string, from: string): void {
  const chair = ids.find((id) => id === facilitator || id === 'facilitator');
  if (chair === undefined) return;
  const others = ids.filter((id) => id !== chair);
  throw new S2sError(
    'INVALID_VALUE',
    `${chair} cannot be a participant (${from}): the facilitator leads the discussion and never votes.`,
    {
      hint:
        chair === 'facilitator'
          ? `Leave it out: --participants ${others.join(',') || 'software-architect,qa-lead'}`
          : `Leave it out: --participants ${others.join(',') || 'software-architect,qa-lead'}; or let somebody else lead: --facilitator facilitator`,
    },
  );
}

/** Warns of each field that the topic touches and nobody at the table answers for. */
function warnOfMissing(
  topic: string,
  ids: readonly string[],
  { agents, config }: { agents: readonly Agent[]; config: ResolvedConfig },
): Notice[] {
  const seated = agents.filter(({ id }) => ids.includes(id));
  const others = agents.filter(
    ({ id }) => !ids.includes(id) && id !== config.facilitator && id !== config.synthesizer,
  );
  const missing = findMissingSeats(topic, { seated, others });
  const all = [...ids.filter((id) => id !== 'human'), ...missing.map(({ id }) => id)];
  return missing.map(({ id, fields }) => ({
    level: 'warning',
    text: `Nobody at this table answers for ${fields.map((field) => `“${field}”`).join(', ')}, which the topic names; ${id} does. To seat it: --participants ${all.join(',')}`,
  }));
}

/** The seats' track records at the start, for those that have one. */
function listRecords(
  ids: readonly string[],
  records: ReadonlyMap<string, number>,
): Pick<Session['panel'], 'records'> {
  const known = ids.flatMap((id) => {
    const score = records.get(id);
    return score === undefined ? [] : [{ id, score }];
  });
  return known.length === 0 ? {} : { records: known };
}

function cutTopic(topic: string): string {
  const characters = Array.from(topic.replace(/\s+/g, ' ').trim());
  return characters.length <= 80 ? characters.join('') : `${characters.slice(0, 80).join('')}...`;
}

function sayLeftOut(leftOut: readonly { id: string; reason: string }[]): string {
  return leftOut.map(({ id, reason }) => `${id} (${reason})`).join('; ');
}

/** Cuts a list that is too long; the person, and whoever was added by name, keep their seats. */
function cutPanel(ids: readonly string[], most: number, sure: readonly string[]): string[] {
  if (ids.length <= most) return [...ids];
  const free = Math.max(0, most - new Set(['human', ...sure].filter((id) => ids.includes(id))).size);
  const others = ids.filter((id) => id !== 'human' && !sure.includes(id)).slice(0, free);
  return ids.filter((id) => id === 'human' || sure.includes(id) || others.includes(id)).slice(0, most);
}

function requireTwo(ids: readonly string[], what: string): void {
  if (ids.length >= 2) return;
  throw new S2sError('TOO_FEW_PARTICIPANTS', `A roundtable needs at least two participants: ${what}.`, {
    hint: 'Name them, for example: --participants software-architect,qa-lead (s2s agents list shows all)',
  });
}

/** The side of each seat that has one. Throws UNKNOWN_AGENT for a seat that is not at the table, INVALID_VALUE for one on both sides. */
export function assignSides(
  sides: { pro?: readonly string[] | undefined; con?: readonly string[] | undefined },
  ids: readonly string[],
): Map<string, 'pro' | 'con'> {
  const assigned = new Map<string, 'pro' | 'con'>();
  for (const side of ['pro', 'con'] as const) {
    for (const seat of sides[side] ?? []) {
      if (!ids.includes(seat)) {
        const nearest = findNearest(seat, ids);
        throw new S2sError(
          'UNKNOWN_AGENT',
          `The ${side} side names "${seat}", who does not sit at this table (${ids.join(', ')}).`,
          { hint: nearest === null ? 'Name seats of this panel.' : `Did you mean ${nearest}?` },
        );
      }
      if (assigned.has(seat))
        throw new S2sError('INVALID_VALUE', `"${seat}" is named for both sides, pro and con.`, {
          hint: 'Give each seat one side.',
        });
      assigned.set(seat, side);
    }
  }
  return assigned;
}
